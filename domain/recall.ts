/** Clients who should come back by now: 'Les toca volver'. */
import { isBlank, numberOf } from './fields.ts'

export const RETURN_WEEKS = { min: 1, max: 104 }
/** A client is told at most once in so many days, of whatever service. */
export const RECALL_DAYS = 30

export function returnWeeksError(value: unknown): string | undefined {
  if (isBlank(value)) return undefined
  const weeks = numberOf(value)
  const { min, max } = RETURN_WEEKS
  return weeks !== undefined && Number.isInteger(weeks) && weeks >= min && weeks <= max
    ? undefined
    : `Las semanas van de ${min} a ${max}`
}

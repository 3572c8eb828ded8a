/** What is wrong with a special day; apart from special-days.ts, which knows the holidays of all countries. */
import { isClockTime, minutesOf, type ClockTime } from './dates.ts'
import { isEndTime } from './end-time.ts'
import { errorsOf, isBlank, optionalText, type FieldErrors, type Input } from './fields.ts'

export interface Interval {
  start_time: ClockTime
  /** Up to 24:00. */
  end_time: ClockTime
}

export const MAX_INTERVALS = 4
export const MAX_LABEL = 60

/** By field. */
export function specialDayErrors(input: Input): FieldErrors {
  const { is_open, intervals, opens_business, professional_id } = input
  const wrong = intervalsError(intervals)
  const count = Array.isArray(intervals) ? intervals.length : 0
  return errorsOf({
    is_open: typeof is_open === 'boolean' ? undefined : 'Di si ese día abre o cierra',
    intervals: wrong ?? (is_open === false && count > 0 ? 'Un día cerrado no tiene horas' : undefined),
    label: optionalText(input['label'], MAX_LABEL),
    opens_business:
      opens_business === true && (isBlank(professional_id) || count === 0)
        ? 'Di qué profesional atiende y a qué horas'
        : undefined,
  })
}

/** What is wrong with stretches of a day: up to four, in order, none over another. */
export function intervalsError(input: unknown, most = MAX_INTERVALS): string | undefined {
  if (isBlank(input)) return undefined
  if (!Array.isArray(input)) return 'Las horas deben ser una lista'
  if (input.length > most) return `Puedes indicar hasta ${most} franjas de horas`
  let before = 0
  for (const each of input as Partial<Interval>[]) {
    if (!isClockTime(each?.start_time) || !isEndTime(each.end_time))
      return 'Las horas deben escribirse como HH:MM'
    const [from, to] = [minutesOf(each.start_time), minutesOf(each.end_time)]
    if (from >= to) return 'La hora final debe ser después de la inicial'
    if (from < before) return 'Las franjas deben ir en orden y no pueden cruzarse'
    before = to
  }
  return undefined
}

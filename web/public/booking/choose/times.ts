import { dayOfWeek, minutesOf } from '#domain/dates.ts'
import type { Choice } from '../../business/types.ts'

/** Whether a time of a date has passed, in the business's local time. */
export function isPast({ date, time }: Choice, today: { date: string; minute: number }): boolean {
  if (!date || !time) return false
  return date < today.date || (date === today.date && minutesOf(time) <= today.minute)
}

/** Why a date without free times cannot be chosen. */
export const reasonFor = (date: string, closedDays: number[]): string =>
  closedDays.includes(dayOfWeek(date)) ? 'cerrado' : 'sin horarios'

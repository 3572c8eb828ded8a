import { nowIn, shortMonth } from '#domain/dates.ts'

const ZONE = 'America/Bogota'

/** '14 mar 2026': the date of an instant in Colombia. */
export function dateOf(instant: string): string {
  const { date } = nowIn(ZONE, Date.parse(instant))
  return `${Number(date.slice(8))} ${shortMonth(date)} ${date.slice(0, 4)}`
}

/** Minute of the day of an instant in Colombia. */
export const minuteOf = (instant: string): number => nowIn(ZONE, Date.parse(instant)).minute

import { amPm, clockTime, nowIn, shortDate } from '#domain/dates.ts'

/** 'vie 20 nov, 3:30 pm' in the business's time zone. */
export function momentText(instant: string, timezone: string): string {
  const { date, minute } = nowIn(timezone, Date.parse(instant))
  return `${shortDate(date)}, ${amPm(clockTime(minute))}`
}

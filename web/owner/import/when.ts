import { atTime, clockTime, dayMonth, nowIn } from '#domain/dates.ts'

/** '27 de noviembre a las 10:12 am' in the business's zone. */
export function whenText(at: string, timezone: string): string {
  const { date, minute } = nowIn(timezone, Date.parse(at))
  return `${dayMonth(date)} ${atTime(clockTime(minute))}`
}

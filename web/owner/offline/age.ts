import { amPm, clockTime, mediumDate, nowIn } from '#domain/dates.ts'

const MINUTE_MS = 60_000

/** 'de hace 12 min (3:40 pm)' in `timezone`; `at` and `now` in milliseconds since 1970. */
export function ageText(at: number, now: number, timezone: string): string {
  const minutes = Math.max(0, Math.floor((now - at) / MINUTE_MS))
  const then = nowIn(timezone, at)
  const time = amPm(clockTime(then.minute))
  if (then.date !== nowIn(timezone, now).date) return `del ${mediumDate(then.date)} (${time})`
  if (minutes < 1) return `de hace un momento (${time})`
  return minutes < 60 ? `de hace ${minutes} min (${time})` : `de hace ${Math.floor(minutes / 60)} h (${time})`
}

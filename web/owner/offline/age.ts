import { amPm, clockTime, mediumDate, nowIn } from '#domain/dates.ts'

const MINUTE_MS = 60_000

/** 'hace 12 min (3:40 pm)', by the clocks of `timezone`; `at` and `now` in milliseconds since 1970. */
export function ageText(at: number, now: number, timezone: string): string {
  const minutes = Math.max(0, Math.floor((now - at) / MINUTE_MS))
  const then = nowIn(timezone, at)
  const time = amPm(clockTime(then.minute))
  if (then.date !== nowIn(timezone, now).date) return `el ${mediumDate(then.date)} (${time})`
  if (minutes < 1) return `hace un momento (${time})`
  return minutes < 60 ? `hace ${minutes} min (${time})` : `hace ${Math.floor(minutes / 60)} h (${time})`
}

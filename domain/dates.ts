/**
 * Calendar dates and wall-clock times as plain strings: parsing, arithmetic and Spanish formatting.
 * Time zones are left out, except for `nowIn` and `instantIn`, which browsers need.
 */

/** A calendar date, `YYYY-MM-DD`. */
export type IsoDate = string
/** A wall-clock time, `HH:MM`, 00:00 to 23:59. */
export type ClockTime = string
/** Minutes since local midnight. */
export type Minute = number

export const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const
export const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const
/** How many days ahead can be booked, besides today. Specification 000 §9, 001 §9. */
export const DEFAULT_HORIZON_DAYS = 30
/** How many dates an answer of free times holds at most. */
export const MOST_DATES = 62

const DAY_MS = 86_400_000

const pad = (n: number): string => (n < 10 ? `0${n}` : String(n))
const year = (d: IsoDate): number => Number(d.slice(0, 4))
const month = (d: IsoDate): number => Number(d.slice(5, 7))
const day = (d: IsoDate): number => Number(d.slice(8, 10))
const dayNumber = (d: IsoDate): number => Date.UTC(year(d), month(d) - 1, day(d)) / DAY_MS
const capital = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1)

/** Whether `s` is an existing date in the years 1970 to 2999. */
export function isIsoDate(s: unknown): s is IsoDate {
  if (typeof s !== 'string' || !/^(19[7-9]\d|2\d{3})-\d{2}-\d{2}$/.test(s)) return false
  const date = new Date(Date.UTC(year(s), month(s) - 1, day(s)))
  // Date turns 31 February into a day of March, so only a real date survives the round trip.
  return date.getUTCMonth() === month(s) - 1 && date.getUTCDate() === day(s)
}

/** Whether `s` is exactly `HH:MM` between 00:00 and 23:59. */
export function isClockTime(s: unknown): s is ClockTime {
  return typeof s === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(s)
}

/** `HH:MM` from `HH:MM` or `HH:MM:SS` (seconds are dropped); undefined for anything else. */
export function toClockTime(s: unknown): ClockTime | undefined {
  return typeof s === 'string' && /^([01]\d|2[0-3])(:[0-5]\d){1,2}$/.test(s) ? s.slice(0, 5) : undefined
}

/** Minutes since midnight of a valid `HH:MM` or `HH:MM:SS`. */
export function minutesOf(time: string): Minute {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

// An answer of free times has hundreds of them.
const clockTimes: ClockTime[] = []

/** `HH:MM` from minutes since midnight; wraps around after midnight. */
export function clockTime(minute: Minute): ClockTime {
  const m = ((minute % 1440) + 1440) % 1440
  return (clockTimes[m] ??= `${pad(Math.floor(m / 60))}:${pad(m % 60)}`)
}

/** The date `n` days later (earlier when negative). */
export function addDays(d: IsoDate, n: number): IsoDate {
  return new Date((dayNumber(d) + n) * DAY_MS).toISOString().slice(0, 10)
}

/** Days from `a` to `b`; negative when `b` is earlier. */
export function daysBetween(a: IsoDate, b: IsoDate): number {
  return dayNumber(b) - dayNumber(a)
}

/** Day of the week, 0 Sunday to 6 Saturday, like `day_of_week` of the schedules. */
export function dayOfWeek(d: IsoDate): number {
  return (dayNumber(d) + 4) % 7 // 1970-01-01 was a Thursday
}

/** First and last bookable date, both included. `today` is the business's. */
export function bookingWindow(
  today: IsoDate,
  horizonDays = DEFAULT_HORIZON_DAYS,
): { first: IsoDate; last: IsoDate } {
  return { first: today, last: addDays(today, horizonDays) }
}

export function inBookingWindow(date: IsoDate, today: IsoDate, horizonDays = DEFAULT_HORIZON_DAYS): boolean {
  const ahead = daysBetween(today, date)
  return ahead >= 0 && ahead <= horizonDays
}

const half = (m: Minute): string => (m % 1440 < 720 ? 'am' : 'pm')
const hour12 = (m: Minute): string => `${Math.floor(m / 60) % 12 || 12}:${pad(m % 60)}`

/** '15:30' → '3:30 pm'. */
export function amPm(time: string): string {
  const m = minutesOf(time)
  return `${hour12(m)} ${half(m)}`
}

/** ('15:30', 60) → '3:30 – 4:30 pm'; ('11:30', 60) → '11:30 am – 12:30 pm'. */
export function amPmRange(time: string, durationMinutes: number): string {
  const from = minutesOf(time)
  const to = from + durationMinutes
  const start = half(from) === half(to) ? hour12(from) : `${hour12(from)} ${half(from)}`
  return `${start} – ${hour12(to)} ${half(to)}`
}

/** '13:00' → 'a la 1:00 pm', '14:00' → 'a las 2:00 pm'. */
export function atTime(time: string): string {
  return `${amPm(time).startsWith('1:') ? 'a la' : 'a las'} ${amPm(time)}`
}

/** (45) → '45 min'; (60) → '60 min'; (90) → '1 h 30 min'; (180) → '3 h' */
export function durationText(minutes: number): string {
  if (minutes <= 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ')
}

/** (45) → '45 min'; (180) → '3 h (180 min)' */
export const minutesText = (minutes: number): string =>
  minutes <= 60 ? durationText(minutes) : `${durationText(minutes)} (${minutes} min)`

export const weekday = (d: IsoDate): string => WEEKDAYS[dayOfWeek(d)]!
/** 'vie' */
export const shortWeekday = (d: IsoDate): string => weekday(d).slice(0, 3)
/** 'nov' */
export const shortMonth = (d: IsoDate): string => MONTHS[month(d) - 1]!.slice(0, 3)
/** 'viernes 20 de noviembre' */
export const mediumDate = (d: IsoDate): string => `${weekday(d)} ${dayMonth(d)}`
/** '20 de noviembre' */
export const dayMonth = (d: IsoDate): string => `${day(d)} de ${MONTHS[month(d) - 1]}`
/** 'viernes 20 de noviembre de 2026' */
export const longDate = (d: IsoDate): string => `${mediumDate(d)} de ${year(d)}`
/** 'vie 20 nov' */
export const shortDate = (d: IsoDate): string => `${shortWeekday(d)} ${day(d)} ${shortMonth(d)}`
/** 'Noviembre 2026' */
export const monthTitle = (d: IsoDate): string => `${capital(MONTHS[month(d) - 1]!)} ${year(d)}`
/** The capitalised day name: 'Viernes' for 5. */
export const weekdayLabel = (dayOfWeek: number): string => capital(WEEKDAYS[dayOfWeek]!)

/** 'Hoy, vie 20 nov', 'Mañana, sáb 21 nov', else 'vie 27 nov'. */
export function relativeShortDate(d: IsoDate, today: IsoDate): string {
  const ahead = daysBetween(today, d)
  const name = ahead === 0 ? 'Hoy, ' : ahead === 1 ? 'Mañana, ' : ''
  return name + shortDate(d)
}

// Creating a formatter costs far more than using it, and a process needs only a few zones.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(zone: string): Intl.DateTimeFormat {
  let found = formatters.get(zone)
  if (!found) {
    const two = '2-digit' as const
    found = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
    })
    formatters.set(zone, found)
  }
  return found
}

/**
 * The local date and minute in `zone` at `epochMs` (milliseconds since 1970 UTC).
 * Runs in any browser. Throws RangeError for an unknown zone.
 */
export function nowIn(zone: string, epochMs: number): { date: IsoDate; minute: Minute } {
  // On a cheap phone the first formatter of a page takes longer than drawing the page; Temporal needs none.
  if (typeof Temporal !== 'undefined') {
    const now = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(zone)
    return { date: now.toPlainDate().toString(), minute: now.hour * 60 + now.minute }
  }
  const part: Record<string, string> = {}
  for (const { type, value } of formatter(zone).formatToParts(epochMs)) part[type] = value
  const date = `${part['year']}-${part['month']}-${part['day']}`
  return { date, minute: Number(part['hour']) * 60 + Number(part['minute']) }
}

/**
 * Epoch minutes of a wall-clock time, for browsers. The server's `epochMinutes` in zone.ts gives the same
 * results: undefined for a time that does not exist, the first occurrence of a repeated one.
 */
export function instantIn(zone: string, date: IsoDate, time: string): number | undefined {
  const wall = dayNumber(date) * 1440 + minutesOf(time)
  const shown = (epoch: number): number => {
    const now = nowIn(zone, epoch * 60_000)
    return dayNumber(now.date) * 1440 + now.minute
  }
  // The offsets a day before and a day after cover any clock change; the older offset gives the first
  // occurrence.
  for (const near of [wall - 1440, wall + 1440]) {
    const epoch = wall - (shown(near) - near)
    if (shown(epoch) === wall) return epoch
  }
  return undefined
}

/**
 * Wall-clock time ↔ instants, on the server, with Temporal. Instants are whole minutes since 1970 UTC.
 * A time that does not exist (spring) has no instant; a repeated one (autumn) means the first.
 */
import type { ClockTime, IsoDate, Minute } from './dates.ts'
import { clockTime, minutesOf } from './dates.ts'

export { DEFAULT_TIME_ZONE, isTimeZone, TIME_ZONES } from './timezones.ts'

/** One day's clock in one zone. */
export type DayClock = {
  /** Epoch minutes at which the day begins. */
  startEpoch: number
  /** Epoch minutes of a minute of that day, 0 to 1440 (the day's end); undefined when the clocks skip it. */
  instant: (minute: Minute) => number | undefined
}

/** Between two clock changes, wall-clock time is `instant + offset`. */
type Stretch = { from: number; to: number; offset: number }

// 31 bookable dates in a handful of zones are in use at a time; the bound only guards against odd requests.
const MAX_CLOCKS = 1024
const clocks = new Map<string, DayClock>()

/** The clock of `date` in `zone`, remembered. Throws RangeError for an unknown zone or date. */
export function dayClock(date: IsoDate, zone: string): DayClock {
  const key = date + zone
  let clock = clocks.get(key)
  if (!clock) {
    clock = makeClock(date, zone)
    if (clocks.size >= MAX_CLOCKS) clocks.delete(clocks.keys().next().value!)
    clocks.set(key, clock)
  }
  return clock
}

function makeClock(date: IsoDate, zone: string): DayClock {
  const plain = Temporal.PlainDate.from(date)
  const midnight = plain.toZonedDateTime('UTC').epochMilliseconds / 60_000
  const stretches = stretchesOf(plain, zone)
  const first = stretches[0]!
  const base = midnight - first.offset
  if (stretches.length === 1 && base === first.from) {
    return { startEpoch: base, instant: (minute) => base + minute }
  }
  return {
    startEpoch: first.from,
    instant(minute) {
      for (const { from, to, offset } of stretches) {
        const epoch = midnight + minute - offset
        if (epoch >= from && epoch < to) return epoch
      }
      return undefined
    },
  }
}

/** The day's stretches in order. The last one is left open, so that minute 1440 means the day's end. */
function stretchesOf(day: Temporal.PlainDate, zone: string): Stretch[] {
  const end = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  const stretches: Stretch[] = []
  let at: Temporal.ZonedDateTime | null = day.toZonedDateTime(zone)
  while (at && at.epochMilliseconds < end) {
    const offset = Math.round(at.offsetNanoseconds / 60e9)
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition('next')
    const to = next && next.epochMilliseconds < end ? next.epochMilliseconds / 60_000 : Infinity
    stretches.push({ from: at.epochMilliseconds / 60_000, to, offset })
    at = next
  }
  return stretches
}

/** Epoch minutes of a wall-clock time (`HH:MM` or `HH:MM:SS`); undefined when it does not exist. */
export function epochMinutes(date: IsoDate, time: string, zone: string): number | undefined {
  return dayClock(date, zone).instant(minutesOf(time))
}

/** What the clocks of `zone` show at an instant. */
export function wallClock(epochMinute: number, zone: string): { date: IsoDate; time: ClockTime } {
  const shown = Temporal.Instant.fromEpochMilliseconds(epochMinute * 60_000).toZonedDateTimeISO(zone)
  return { date: shown.toPlainDate().toString(), time: clockTime(shown.hour * 60 + shown.minute) }
}

// Asked at every request and the same all day: the answer is kept with the instants between which it holds.
const todays = new Map<string, { date: IsoDate; from: number; to: number }>()

/** Today's date in `zone` at `epochMs` (milliseconds since 1970 UTC). */
export function today(zone: string, epochMs: number): IsoDate {
  const known = todays.get(zone)
  if (known && epochMs >= known.from && epochMs < known.to) return known.date
  const day = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs))
    .toZonedDateTimeISO(zone)
    .toPlainDate()
  const date = day.toString()
  const from = day.toZonedDateTime(zone).epochMilliseconds
  const to = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  todays.set(zone, { date, from, to })
  return date
}

/**
 * Conversion between wall-clock time and instants, on the server, with Temporal. Instants are whole minutes
 * since 1970 UTC.
 * A time that does not exist (spring) has no instant; a repeated one (autumn) means the first.
 */
import type { DayClock, ZoneClock } from './availability-facts.ts'
import type { ClockTime, IsoDate } from './dates.ts'
import { clockTime, minutesOf } from './dates.ts'

export { DEFAULT_TIME_ZONE, isTimeZone, TIME_ZONES } from './timezones.ts'

/** Between two clock changes, an instant plus this offset is the wall-clock time. */
type Stretch = { from: number; to: number; offset: number }

// Normally 31 bookable dates in a few zones are in use; the bound only guards against odd requests.
const MAX_CLOCKS = 1024
const clocks = new Map<string, DayClock>()

/** The clock of `date` in `zone`, cached. Throws RangeError for an unknown zone or date. */
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

/** The day's ranges in order. The last one is open-ended, so that minute 1440 means the end of the day. */
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

/** The wall-clock time in `zone` at an instant. */
export function wallClock(epochMinute: number, zone: string): { date: IsoDate; time: ClockTime } {
  const shown = Temporal.Instant.fromEpochMilliseconds(epochMinute * 60_000).toZonedDateTimeISO(zone)
  return { date: shown.toPlainDate().toString(), time: clockTime(shown.hour * 60 + shown.minute) }
}

// Every request needs today's date and it is the same all day: it is cached with the instants between which
// it holds.
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

/** The clocks of `zone` for `availability`, which throw RangeError on use when the zone is unknown. */
export const zoneClock = (zone: string): ZoneClock => ({
  today: (epochMs) => today(zone, epochMs),
  day: (date) => dayClock(date, zone),
})

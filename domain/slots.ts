/**
 * Which times can be booked on a day: the bookable ranges, less what is taken, on the slot grid.
 * The rule in words: docs/rules.md. Ranges are half-open everywhere: an end may be the next one's start.
 */
import type { ClockTime, IsoDate, Minute } from './dates.ts'
import { daysBetween, minutesOf } from './dates.ts'
import type { Range } from './schedule.ts'

/** Assumed for an appointment or a request without a service. Specification 000 §9. */
export const DEFAULT_DURATION_MINUTES = 60
export const DEFAULT_SLOT_INTERVAL_MINUTES = 30

/** A taken stretch of time, [from, to) in epoch minutes. */
export type Busy = readonly [from: number, to: number]

export type DayOfSlots = {
  /** Bookable wall-clock ranges of the day, ascending and apart (`bookableRanges`). */
  ranges: readonly Range[]
  /** Minute of the day → epoch minutes, undefined when skipped by the clocks (`dayClock(date, zone).instant`). */
  instant: (minute: Minute) => number | undefined
  /** The professional's taken time, in any order. */
  busy: readonly Busy[]
  durationMinutes: number
  /** `slotStep(…)` */
  stepMinutes: number
  /** The current time, epoch milliseconds: a start must be strictly later. */
  nowMs: number
  /** A start must also be at least this many minutes away (the portal's move: 60). */
  noticeMinutes?: number
}

/**
 * The starts that can be booked, in minutes since midnight, ascending, without duplicates.
 * Every range begins its own grid; the whole duration must fit, as real elapsed time, before the range ends.
 */
export function startsOfDay(day: DayOfSlots): Minute[] {
  const { ranges, instant, busy, durationMinutes, stepMinutes, nowMs, noticeMinutes = 0 } = day
  const earliest = (nowMs + noticeMinutes * 60_000) / 60_000
  const starts: Minute[] = []
  if (!(stepMinutes > 0) || !(durationMinutes > 0)) return starts
  for (const [from, to] of ranges) {
    const close = rangeEnd(from, to, instant)
    for (let minute = from; minute < to; minute += stepMinutes) {
      const start = instant(minute)
      if (start === undefined || start < earliest || start * 60_000 <= nowMs) continue
      if (start + durationMinutes > close) break
      if (isFree(start, start + durationMinutes, busy)) starts.push(minute)
    }
  }
  return starts
}

/** The instant a range ends. When the clocks skip that time, it ends at the change, where they jump past it. */
function rangeEnd(from: Minute, to: Minute, instant: DayOfSlots['instant']): number {
  for (let minute = to; minute >= from; minute--) {
    const epoch = instant(minute)
    if (epoch !== undefined) return minute === to ? epoch : epoch + 1
  }
  return -Infinity
}

/** Whether [from, to) overlaps nothing in `busy`. */
export function isFree(from: number, to: number, busy: readonly Busy[]): boolean {
  for (const taken of busy) if (from < taken[1] && taken[0] < to) return false
  return true
}

/** Minutes between two offered starts: the business's interval, at most 15 for services shorter than 30. */
export function slotStep(
  durationMinutes: number,
  slotIntervalMinutes = DEFAULT_SLOT_INTERVAL_MINUTES,
): number {
  return durationMinutes < 30 ? Math.min(slotIntervalMinutes, 15) : slotIntervalMinutes
}

type Start = { date: IsoDate; time: ClockTime }

/** The `n` free starts nearest to a wanted one (the earlier of two equally near), in order of time. */
export function nearestStarts<T extends Start>(starts: readonly T[], wanted: Start, n = 4): T[] {
  const ahead = (s: Start): number =>
    daysBetween(wanted.date, s.date) * 1440 + minutesOf(s.time) - minutesOf(wanted.time)
  return [...starts]
    .sort((a, b) => Math.abs(ahead(a)) - Math.abs(ahead(b)) || ahead(a) - ahead(b))
    .slice(0, n)
    .sort((a, b) => ahead(a) - ahead(b))
}

export type SlotGroup = { label: 'Mañana' | 'Tarde' | 'Noche'; times: ClockTime[] }

/** Times under the headings of the booking page. 6:00 pm still reads as 'Tarde'; 'Noche' begins at 18:30. */
export function slotGroups(times: readonly ClockTime[]): SlotGroup[] {
  const groups: SlotGroup[] = [
    { label: 'Mañana', times: times.filter((t) => minutesOf(t) < 720) },
    { label: 'Tarde', times: times.filter((t) => minutesOf(t) >= 720 && minutesOf(t) < 1110) },
    { label: 'Noche', times: times.filter((t) => minutesOf(t) >= 1110) },
  ]
  return groups.filter((group) => group.times.length > 0)
}

/** '5 horarios libres': said when they have arrived. */
export const freeTimesText = ({ length }: readonly ClockTime[]): string =>
  length === 1 ? '1 horario libre' : `${length} horarios libres`

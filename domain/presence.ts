/** Whether a professional is free at a minute of a day, until when, and otherwise from when on. */
import type { Minute } from './dates.ts'
import { type Range, without } from './schedule.ts'

export type Presence =
  | {
      isFree: true
      until: Minute
      /** Something else begins then; otherwise the hours end. */
      isBooked: boolean
    }
  | {
      isFree: false
      /** Something takes that minute; otherwise it lies outside the hours. */
      isBooked: boolean
      /** When the next free time of the day begins. */
      from: Minute | undefined
    }

/** `bookable`: the hours of the day; `taken`: what appointments and blocks take of it. Both in any order. */
export function presenceAt(bookable: readonly Range[], taken: readonly Range[], minute: Minute): Presence {
  const free = joined(without([...bookable], taken))
  const isTakenAt = (at: Minute) => taken.some(([from, to]) => from <= at && at < to)
  const now = free.find(([from, to]) => from <= minute && minute < to)
  if (now) return { isFree: true, until: now[1], isBooked: isTakenAt(now[1]) }
  return { isFree: false, isBooked: isTakenAt(minute), from: free.find(([from]) => from > minute)?.[0] }
}

/** Whether an appointment fits that begins at the minute; what cleans up after it may go on when the hours are over. */
export function fitsIn(presence: Presence, minute: Minute, duration: number, after = 0): boolean {
  if (!presence.isFree) return false
  const { until, isBooked } = presence
  return minute + duration + (isBooked ? after : 0) <= until
}

/** Those who are free and have room first, and of them who is free longest. */
export function byPresence(
  a: { presence: Presence; fits: boolean },
  b: { presence: Presence; fits: boolean },
): number {
  const until = ({ presence }: typeof a) => (presence.isFree ? presence.until : 0)
  const from = ({ presence }: typeof a) => (presence.isFree ? 0 : (presence.from ?? Infinity))
  const [first, second] = [from(a), from(b)]
  return (
    Number(b.presence.isFree) - Number(a.presence.isFree) ||
    Number(b.fits) - Number(a.fits) ||
    until(b) - until(a) ||
    (first === second ? 0 : first - second)
  )
}

/** Ascending, and those that touch as one. */
function joined(ranges: Range[]): Range[] {
  const apart: Range[] = []
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = apart.at(-1)
    if (last && from <= last[1]) apart[apart.length - 1] = [last[0], Math.max(last[1], to)]
    else apart.push([from, to])
  }
  return apart
}

/** The hours of a day in which a professional cannot be booked, with the reason. */
import { bookableRanges, type DayHours, type Range } from './schedule.ts'

export type GapReason = 'closed' | 'break' | 'professional'

export interface Gap {
  from: number
  to: number
  reason: GapReason
}

/** The short label of each reason. */
export const GAP_TEXT: Record<GapReason, string> = {
  closed: 'Cerrado',
  break: 'Almuerzo',
  professional: 'No disponible',
}

/**
 * The complement of `bookableRanges` between the minutes `first` and `last`: ascending, split where the
 * reason changes.
 */
export function gapsOf(hours: DayHours, [first, last]: Range): Gap[] {
  const { open, breaks } = hours
  const bookable = bookableRanges(hours)
  const reasonAt = (minute: number): GapReason => {
    if (!isIn(minute, open)) return 'closed'
    return isIn(minute, breaks) ? 'break' : 'professional'
  }

  const edges = [first, last, ...[...bookable, ...breaks, ...open].flat()]
  const cuts = [...new Set(edges)].filter((at) => at >= first && at <= last).sort((a, b) => a - b)
  const gaps: Gap[] = []
  for (const [i, from] of cuts.slice(0, -1).entries()) {
    if (isIn(from, bookable)) continue
    const [to, reason, before] = [cuts[i + 1]!, reasonAt(from), gaps.at(-1)]
    if (before?.to === from && before.reason === reason) before.to = to
    else gaps.push({ from, to, reason })
  }
  return gaps
}

const isIn = (minute: number, ranges: readonly Range[]): boolean =>
  ranges.some(([from, to]) => minute >= from && minute < to)

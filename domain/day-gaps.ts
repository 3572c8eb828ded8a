/** The hours of a day in which a professional cannot be booked, with the reason. */
import { bookableRanges, type DayHours, type Range } from './schedule.ts'

export type GapReason = 'closed' | 'break' | 'professional'

export interface Gap {
  from: number
  to: number
  reason: GapReason
  /** A break that is not lunch. */
  isPause?: true
}

const REASON_TEXT: Record<GapReason, string> = {
  closed: 'Cerrado',
  break: 'Almuerzo',
  professional: 'No disponible',
}

/** The short label of a gap. */
export const gapText = ({ reason, isPause }: Pick<Gap, 'reason' | 'isPause'>): string =>
  isPause ? 'Descanso' : REASON_TEXT[reason]

/**
 * The complement of `bookableRanges` between the minutes `first` and `last`: ascending, split where the
 * reason changes.
 */
export function gapsOf(hours: DayHours, [first, last]: Range): Gap[] {
  const { open, breaks, lunches } = hours
  const bookable = bookableRanges(hours)
  const reasonAt = (minute: number): GapReason => {
    if (!isIn(minute, open)) return 'closed'
    return isIn(minute, breaks) ? 'break' : 'professional'
  }

  const edges = [first, last, ...[...bookable, ...breaks, ...lunches, ...open].flat()]
  const cuts = [...new Set(edges)].filter((at) => at >= first && at <= last).sort((a, b) => a - b)
  const gaps: Gap[] = []
  for (const [i, from] of cuts.slice(0, -1).entries()) {
    if (isIn(from, bookable)) continue
    const [to, reason, before] = [cuts[i + 1]!, reasonAt(from), gaps.at(-1)]
    const isPause = reason === 'break' && !isIn(from, lunches)
    if (before?.to === from && before.reason === reason && Boolean(before.isPause) === isPause) before.to = to
    else gaps.push({ from, to, reason, ...(isPause && { isPause }) })
  }
  return gaps
}

const isIn = (minute: number, ranges: readonly Range[]): boolean =>
  ranges.some(([from, to]) => minute >= from && minute < to)

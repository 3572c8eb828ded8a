/** Where a block goes that is dragged: its dates and times on the wall clock. */
import { addDays, clockTime } from '#domain/dates.ts'
import { endTime } from '#domain/end-time.ts'
import type { TimeOff } from '../../data/time-off.ts'
import type { Block } from '../../data/dates/use-blocks.ts'

/** What a drag changes of a block. */
export type BlockPlace = Pick<
  TimeOff,
  'professional_id' | 'first_date' | 'last_date' | 'from_time' | 'to_time'
>

interface By {
  /** The edge that is dragged; undefined: the block as a whole. */
  edge: 'from' | 'to' | undefined
  minutes: number
  days: number
  professional_id: number | null
}

const SHORTEST = 15
const DAY = 1440

/** Whole days, and those over several dates, go by days alone. */
export function placedAs({ row, from, to }: Block, { edge, minutes, days, professional_id }: By) {
  const isWhole = row.from_time === null || row.first_date !== row.last_date
  let [start, end] = [from, to]
  if (!isWhole) {
    if (edge !== 'to') start = Math.min(edge ? to - SHORTEST : DAY - (to - from), Math.max(0, from + minutes))
    end = edge
      ? edge === 'to'
        ? Math.max(from + SHORTEST, Math.min(DAY, to + minutes))
        : to
      : start + to - from
  }
  const place: BlockPlace = {
    professional_id,
    first_date: addDays(row.first_date, days),
    last_date: addDays(row.last_date, days),
    from_time: isWhole ? row.from_time : clockTime(start),
    to_time: isWhole ? row.to_time : endTime(end),
  }
  return { place, from: start, to: end, isWhole, isSame: isSamePlace(row, place) }
}

const isSamePlace = (row: TimeOff, place: BlockPlace): boolean =>
  (Object.keys(place) as (keyof BlockPlace)[]).every((name) => row[name] === place[name])

export const placeOf = ({
  professional_id,
  first_date,
  last_date,
  from_time,
  to_time,
}: TimeOff): BlockPlace => ({
  professional_id,
  first_date,
  last_date,
  from_time,
  to_time,
})

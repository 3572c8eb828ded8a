/** The dates that a page shows with their free times, and what is said of them. */
import { isFullWith } from '#domain/availability.ts'
import { addDays, minutesOf, MOST_DATES, type ClockTime, type IsoDate } from '#domain/dates.ts'
import { NO_PLACES } from '#domain/refusals.ts'
import { whyClosed } from '#domain/special-dates.ts'
import { openersOn } from '#domain/special-hours.ts'
import { wallClock } from '#domain/zone.ts'
import type { BookableProfessional, TakenTime } from './queries.ts'

export interface WindowDay {
  date: IsoDate
  times: ClockTime[]
  /** Why nothing can be booked: the whole business said so of the date, or no customer has a place any more. */
  closed?: string
  /** Those of the times that leave a gap in which nothing fits: listed last. */
  others?: ClockTime[]
  /** The professional has the maximum of appointments: customers cannot book more. */
  full?: true
}

/** The first and last date to read: the business's zone is not known yet, so one more on either side of today's in UTC. */
export function datesFrom(nowMs: number, from: IsoDate | undefined): [IsoDate, IsoDate] {
  const utc = new Date(nowMs).toISOString().slice(0, 10)
  const yesterday = addDays(utc, -1)
  const first = from && from > yesterday ? from : yesterday
  return [first, addDays(first, MOST_DATES + 1)]
}

/** With those of its times that its page lists last, as they leave a gap; none where that would be all. */
export const withOthers = (day: WindowDay, others: ClockTime[]): WindowDay =>
  others.length > 0 && others.length < day.times.length ? { ...day, others } : day

interface Reasons {
  isFull: (date: IsoDate) => boolean
  /** Whether somebody works then although the business is closed. */
  isOpened: (date: IsoDate) => boolean
  owner?: number | undefined
  nowMs: number
  /** How long what is to be booked lasts. */
  minutes: number
}

/** Says of dates why nothing can be booked: the business is closed, or customers have no place left. */
export const withReasons = (
  found: Parameters<typeof whyClosed>[0] & { timezone: string },
  days: readonly WindowDay[],
  { isFull: isFullOn, isOpened, owner, nowMs, minutes }: Reasons,
): WindowDay[] => {
  const from = (date: IsoDate) => {
    const now = wallClock(Math.floor(nowMs / 60_000), found.timezone)
    return date === now.date ? minutesOf(now.time) : 0
  }
  return days.map((day) => {
    const { date, times } = day
    const isFull = isFullOn(date)
    const isClosed = times.length === 0 && !isOpened(date)
    const closed = isClosed ? whyClosed(found, date, { minutes, from: from(date) }) : undefined
    const said = closed ?? (isFull && owner === undefined ? NO_PLACES : undefined)
    return { ...day, ...(said !== undefined && { closed: said }), ...(isFull && { full: true as const }) }
  })
}

/** Whether the professional works on a date although the business is closed. */
export const isOpenedOn = ({ special_days }: BookableProfessional, date: IsoDate) =>
  openersOn(special_days, date).size > 0

/** Whether as many of the professional's appointments begin on a date as may when customers book. */
export const isFullOn = (
  { daily_limit, begun }: BookableProfessional & TakenTime,
  date: IsoDate,
  movingId?: number,
) => daily_limit !== null && isFullWith(begun, date, daily_limit, movingId)

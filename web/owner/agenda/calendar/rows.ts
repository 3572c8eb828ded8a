/** The rows of the calendar, half an hour each. */
import { minutesOf } from '#domain/dates.ts'
import { type Hours as Weeks, type Range, rangesOn } from '#domain/schedule.ts'
import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import { type Appointment, startOf } from '../../data/appointment.ts'
import type { Block } from '../../data/dates/use-blocks.ts'
import { takenOf } from '../taken/parts.ts'

export const ROW_MINUTES = 30
const AROUND_MINUTES = 60
const DEFAULT_HOURS = { open: 9 * 60, close: 18 * 60 }

/** The first and last visible minute of the day. */
export interface Hours {
  first: number
  last: number
}

/**
 * From one hour before the week's earliest opening to one hour after its latest closing, those of special dates among them,
 * extended for appointments outside of that, and for what they take before and after; and for blocks of which nothing would be
 * in sight: nobody could open or remove them.
 */
export function hoursShown(
  week: readonly BusinessDay[],
  appointments: readonly Appointment[],
  special: readonly Range[] = [],
  blocks: readonly Block[] = [],
): Hours {
  const open = week.filter((day) => day.is_open && day.open_time && day.close_time)
  const first = open.length ? Math.min(...open.map((day) => minutesOf(day.open_time!))) : DEFAULT_HOURS.open
  const last = open.length ? Math.max(...open.map((day) => minutesOf(day.close_time!))) : DEFAULT_HOURS.close
  let [from, to] = [first - AROUND_MINUTES, last + AROUND_MINUTES]
  for (const [opens, closes] of special) {
    from = Math.min(from, opens - AROUND_MINUTES)
    to = Math.max(to, closes + AROUND_MINUTES)
  }
  for (const one of appointments) {
    const { before, after } = takenOf(one)
    from = Math.min(from, startOf(one) - before)
    to = Math.max(to, startOf(one) + one.duration_minutes + after)
  }
  const isHidden = (block: Block) => block.from >= to || block.to <= from
  const hidden = blocks.filter((block) => block.row.kind !== 'external' && isHidden(block))
  from = Math.min(from, ...hidden.map((block) => block.from))
  to = Math.max(to, ...hidden.map((block) => block.to))
  return {
    first: Math.max(0, Math.floor(from / ROW_MINUTES) * ROW_MINUTES),
    last: Math.min(1440, Math.ceil(to / ROW_MINUTES) * ROW_MINUTES),
  }
}

/** The minutes of the rows in which something is drawn. */
export const wholeRows = ({ from, to }: { from: number; to: number }) => ({
  from: Math.floor(from / ROW_MINUTES) * ROW_MINUTES,
  to: Math.ceil(to / ROW_MINUTES) * ROW_MINUTES,
})

/** Whether most of the row that begins at `minute` cannot be booked. */
export function isShaded(ranges: readonly Range[], minute: number): boolean {
  const open = ranges.reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, minute + ROW_MINUTES) - Math.max(from, minute)),
    0,
  )
  return open < ROW_MINUTES / 2
}

/** The bookable hours of each date. */
export function rangesOf(
  dates: readonly string[],
  week: readonly BusinessDay[],
  professionalWeek: readonly ProfessionalDay[] = [],
  special_hours: Weeks['special_hours'] = {},
): Range[][] {
  const hours = { business_week: week, professional_week: professionalWeek, special_hours }
  return dates.map((date) => rangesOn(hours, date))
}

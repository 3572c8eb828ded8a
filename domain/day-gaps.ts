/** The hours of a day in which a professional cannot be booked, and why, in a word. */
import { minutesOf } from './dates.ts'
import { dayRanges, type Range } from './schedule.ts'
import type { BusinessDay, ProfessionalDay } from './week.ts'

export interface Gap {
  from: number
  to: number
  /** 'Almuerzo', 'No disponible' while the business is open, 'Cerrado' else. */
  text: string
}

/** What `dayRanges` leaves of the minutes from `within[0]` to `within[1]`: ascending, cut where the reason changes. */
export function gapsOf(
  businessWeek: readonly BusinessDay[],
  professionalWeek: readonly ProfessionalDay[],
  dayOfWeek: number,
  [first, last]: Range,
): Gap[] {
  const business = businessWeek.find((day) => day.day_of_week === dayOfWeek)
  const professional = professionalWeek.find((day) => day.day_of_week === dayOfWeek)
  const open = dayRanges(businessWeek, professionalWeek, dayOfWeek)
  const hours = business?.is_open ? rangeOf(business.open_time, business.close_time) : undefined
  const lunches = [business?.is_open && business, professional?.is_available && professional]
    .map((day) => day && rangeOf(day.lunch_start_time, day.lunch_end_time))
    .filter((range): range is Range => Boolean(range))
  const text = (minute: number): string => {
    if (!hours || !isIn(minute, hours)) return 'Cerrado'
    return lunches.some((lunch) => isIn(minute, lunch)) ? 'Almuerzo' : 'No disponible'
  }

  const edges = [first, last, ...[...open, ...lunches, ...(hours ? [hours] : [])].flat()]
  const cuts = [...new Set(edges)].filter((at) => at >= first && at <= last).sort((a, b) => a - b)
  const gaps: Gap[] = []
  for (const [i, from] of cuts.slice(0, -1).entries()) {
    if (open.some((range) => isIn(from, range))) continue
    const [to, before] = [cuts[i + 1]!, gaps.at(-1)]
    if (before?.to === from && before.text === text(from)) before.to = to
    else gaps.push({ from, to, text: text(from) })
  }
  return gaps
}

const isIn = (minute: number, [from, to]: Range): boolean => minute >= from && minute < to

const rangeOf = (from: string | null, to: string | null): Range | undefined =>
  from && to ? [minutesOf(from), minutesOf(to)] : undefined

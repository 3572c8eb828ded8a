/** What the database sends of weeks, dates and taken time as one value each, read. */
import type { Absence, Busy } from '#domain/availability-facts.ts'
import type { Interval } from '#domain/special-day-rules.ts'
import type { Closing } from '#domain/special-dates.ts'
import type { SpecialDay } from '#domain/special-hours.ts'
import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'

export interface WeekRows {
  special_days: SpecialDay[] | null
  business_week: WeekRow[] | null
  professional_week: WeekRow[] | null
}

type WeekRow = [
  day: number,
  isOn: boolean,
  from: string | null,
  to: string | null,
  lunchFrom: string | null,
  lunchTo: string | null,
  breaks: Interval[],
]

// A stored week always has seven rows, so one weekday's row tells whether the professional has their own
// schedule.
export const weeksOf = (row: WeekRows) => ({
  business_week: (row.business_week ?? []).map(businessDay),
  professional_week: (row.professional_week ?? []).map(professionalDay),
  special_days: row.special_days ?? [],
})

const clock = (time: string | null) => time && time.slice(0, 5)

const businessDay = ([
  day_of_week,
  is_open,
  open,
  close,
  lunchStart,
  lunchEnd,
  breaks,
]: WeekRow): BusinessDay => ({
  day_of_week,
  is_open,
  open_time: clock(open),
  close_time: clock(close),
  lunch_start_time: clock(lunchStart),
  lunch_end_time: clock(lunchEnd),
  breaks,
})

const professionalDay = ([
  day_of_week,
  is_available,
  start,
  end,
  lunchStart,
  lunchEnd,
  breaks,
]: WeekRow): ProfessionalDay => ({
  day_of_week,
  is_available,
  start_time: clock(start),
  end_time: clock(end),
  lunch_start_time: clock(lunchStart),
  lunch_end_time: clock(lunchEnd),
  breaks,
})

/** Parses 'minute-minute#appointment'. */
export function busyOf(text: string): Busy {
  const [dash, hash] = [text.indexOf('-'), text.indexOf('#')]
  return [Number(text.slice(0, dash)), Number(text.slice(dash + 1, hash)), Number(text.slice(hash + 1))]
}

export type AbsenceRow = [from: number, to: number, closing: Closing | null]

export const absencesOf = (rows: AbsenceRow[]): { absences: Absence[]; closings: Closing[] } => ({
  absences: rows.map(([from, to, closing]) => ({ from, to, isOfAll: closing !== null })),
  closings: rows.flatMap(([, , closing]) => closing ?? []),
})

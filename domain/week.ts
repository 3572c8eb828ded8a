/** The week of a business and of a professional, with their defaults. */
import type { ClockTime } from './dates.ts'

/** Further breaks beside lunch, ascending; left out where there are none, and in a week to save where they stay. */
export type Breaks = { start_time: ClockTime; end_time: ClockTime }[] | undefined
export const MAX_BREAKS = 3

/** One weekday of a business, 0 Sunday to 6 Saturday. A closed day may have no times. */
export type BusinessDay = {
  day_of_week: number
  is_open: boolean
  open_time: ClockTime | null
  /** Up to 24:00. */
  close_time: ClockTime | null
  lunch_start_time: ClockTime | null
  lunch_end_time: ClockTime | null
  breaks?: Breaks
}

/** One weekday of a professional with a schedule of their own. */
export type ProfessionalDay = {
  day_of_week: number
  is_available: boolean
  start_time: ClockTime | null
  /** Up to 24:00. */
  end_time: ClockTime | null
  lunch_start_time: ClockTime | null
  lunch_end_time: ClockTime | null
  breaks?: Breaks
}

const DAYS = [0, 1, 2, 3, 4, 5, 6]

/**
 * The default week of a new business: Monday to Friday 09:00 to 18:00, Saturday to 15:00, Sunday closed
 * (decisions, Time).
 */
export const DEFAULT_BUSINESS_WEEK: readonly BusinessDay[] = DAYS.map((day) => ({
  day_of_week: day,
  is_open: day !== 0,
  // Sunday has times as well, so that opening it shows sensible hours.
  open_time: '09:00',
  close_time: day === 6 ? '15:00' : '18:00',
  lunch_start_time: null,
  lunch_end_time: null,
}))

/** The initial values of a professional's schedule dialog. Specification 000 §9. */
export const DEFAULT_PROFESSIONAL_WEEK: readonly ProfessionalDay[] = DAYS.map((day) => {
  const hasLunch = day >= 1 && day <= 5
  return {
    day_of_week: day,
    is_available: day !== 0,
    start_time: '09:00',
    end_time: day === 6 ? '15:00' : '18:00',
    lunch_start_time: hasLunch ? '12:00' : null,
    lunch_end_time: hasLunch ? '13:00' : null,
  }
})

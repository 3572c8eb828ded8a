import type { Answer, Query } from '#domain/api/calls.ts'
import { read } from './read.ts'

type Counts = Answer<'GET /api/businesses/stats'>
/** The holiday that the owner is asked about. */
export type AskedHoliday = NonNullable<Counts['holiday']>
/** With the holiday to ask about, how many birthdays there are this week, and whether clients book by themselves. */
export type Stats = Counts['stats'] & {
  holiday: AskedHoliday | null
  birthdays: number
  is_page_used: boolean
}
export type Metrics = Answer<'GET /api/businesses/metrics'>['metrics']
/** With those of the period before, and how many came. */
export type MetricsNow = Metrics & { before: Metrics | null; attendance: AttendanceNow }
export type Attendance = Answer<'GET /api/appointments/attendance/stats'>['stats']
export type AttendanceNow = Attendance & { before: Attendance | null }
export type Series = Pick<Answer<'GET /api/businesses/metrics/series'>, 'days' | 'occupancy'> & {
  /** Of the hours that could be booked; null where that is not known. */
  occupancy_percent: number | null
}
export type DayFigures = Series['days'][number]
export type Period = NonNullable<Query<'GET /api/businesses/metrics'>['period']>

// Figures that are missing in an answer, or cannot be had at all, are zero.
export const NO_STATS: Stats = {
  scheduled_appointments: 0,
  completed_appointments: 0,
  cancelled_appointments: 0,
  active_services: 0,
  active_professionals: 0,
  today_appointments: 0,
  holiday: null,
  birthdays: 0,
  is_page_used: false,
}
export const NO_ATTENDANCE: AttendanceNow = {
  total_appointments: 0,
  attended: 0,
  no_shows: 0,
  attendance_rate: 0,
  before: null,
}
export const NO_METRICS: MetricsNow = {
  total_revenue: 0,
  no_show_rate: 0,
  cancellation_rate: 0,
  new_clients: 0,
  returning_clients: 0,
  top_services: [],
  occupation_hours: 0,
  before: null,
  attendance: NO_ATTENDANCE,
}

export const statsQuery = () =>
  read('/api/businesses/stats', ({ stats, holiday = null, birthdays = 0, is_page_used = false }): Stats => ({
    ...NO_STATS,
    ...stats,
    holiday,
    birthdays,
    is_page_used,
  }))

export const metricsQuery = (period: Period) =>
  read(
    '/api/businesses/metrics',
    ({ metrics, before = null, attendance }): MetricsNow => ({
      ...NO_METRICS,
      ...metrics,
      before,
      attendance: { ...NO_ATTENDANCE, ...attendance?.stats, before: attendance?.before ?? null },
    }),
    { query: { period, attendance: 'true' } },
  )

export const attendanceQuery = (period: Period) =>
  read(
    '/api/appointments/attendance/stats',
    ({ stats, before = null }): AttendanceNow => ({ ...NO_ATTENDANCE, ...stats, before }),
    { query: { period } },
  )

export const seriesQuery = (period: Period) =>
  read(
    '/api/businesses/metrics/series',
    ({ days, occupancy, occupancy_percent = null }): Series => ({ days, occupancy, occupancy_percent }),
    { query: { period, occupancy_percent: 'true' } },
  )

/** The number of reminders that can still be sent. */
export const creditsQuery = () => read('/api/message-credits/status', ({ credits }) => credits)

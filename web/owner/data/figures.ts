import type { Answer, Query } from '#domain/api/calls.ts'
import { read } from './read.ts'

type Counts = Answer<'GET /api/businesses/stats'>
/** The holiday that the owner is asked about. */
export type AskedHoliday = NonNullable<Counts['holiday']>
/** With the holiday to ask about, and how many birthdays there are this week. */
export type Stats = Counts['stats'] & { holiday: AskedHoliday | null; birthdays: number }
export type Metrics = Answer<'GET /api/businesses/metrics'>['metrics']
/** With those of the period before. */
export type MetricsNow = Metrics & { before: Metrics | null }
export type Attendance = Answer<'GET /api/appointments/attendance/stats'>['stats']
export type AttendanceNow = Attendance & { before: Attendance | null }
export type Series = Pick<Answer<'GET /api/businesses/metrics/series'>, 'days' | 'occupancy'> & {
  /** Of the hours that could be booked; null where that is not known. */
  occupancy_percent: number | null
}
export type DayFigures = Series['days'][number]
export type Period = NonNullable<Query<'GET /api/businesses/metrics'>['period']>

export const statsQuery = () =>
  read('/api/businesses/stats', ({ stats, holiday = null, birthdays = 0 }): Stats => ({
    ...stats,
    holiday,
    birthdays,
  }))

export const metricsQuery = (period: Period) =>
  read('/api/businesses/metrics', ({ metrics, before }) => ({ ...metrics, before }), { query: { period } })

export const attendanceQuery = (period: Period) =>
  read('/api/appointments/attendance/stats', ({ stats, before }) => ({ ...stats, before }), {
    query: { period },
  })

export const seriesQuery = (period: Period) =>
  read(
    '/api/businesses/metrics/series',
    ({ days, occupancy, occupancy_percent = null }): Series => ({ days, occupancy, occupancy_percent }),
    { query: { period, occupancy_percent: 'true' } },
  )

/** The number of reminders that can still be sent. */
export const creditsQuery = () => read('/api/message-credits/status', ({ credits }) => credits)

import { z } from 'zod'
import { ok } from '../answer.ts'
import type { Calls } from '../call.ts'

const tags = ['figures']
const rate = z.number().meta({ description: 'Per cent, one decimal' })

const query = z.object({
  period: z.enum(['all', 'month', '30days']).optional().meta({ description: 'All time when left out' }),
  from: z.string().optional().meta({ description: 'YYYY-MM-DD, when no period of a name is asked for' }),
  to: z.string().optional(),
})
/** The period of the requested figures. */
export type PeriodQuery = z.output<typeof query>

const before = { description: 'The same of the month or the 30 days before; null for any other period' }
const metrics = z.object({
  total_revenue: z.number(),
  no_show_rate: rate,
  cancellation_rate: rate,
  new_clients: z.int(),
  returning_clients: z.int(),
  top_services: z.array(z.object({ name: z.string(), count: z.int(), revenue: z.number() })),
  occupation_hours: z.number(),
})
const attendance = z.object({
  total_appointments: z.int(),
  attended: z.int(),
  no_shows: z.int(),
  attendance_rate: rate,
})
const came = z.object({ stats: attendance, before: attendance.nullable().meta(before) })

export const figureCalls = {
  'GET /api/businesses/stats': {
    tags,
    summary: 'Counts of appointments, services and professionals',
    answer: ok({
      stats: z.object({
        scheduled_appointments: z.int(),
        completed_appointments: z.int(),
        cancelled_appointments: z.int(),
        active_services: z.int(),
        active_professionals: z.int(),
        today_appointments: z.int(),
      }),
      holiday: z
        .object({ date: z.string(), name: z.string(), question: z.string(), appointments: z.int() })
        .nullable()
        .optional()
        .meta({ description: 'The next holiday of which its owner is to be asked now; null: none' }),
      birthdays: z.int().optional().meta({ description: 'Clients whose birthday is within seven days' }),
      is_page_used: z
        .boolean()
        .optional()
        .meta({ description: 'Whether a client booked one of the ten latest appointments' }),
    }),
  },
  'GET /api/businesses/metrics': {
    tags,
    summary:
      'Revenue, rates, clients and best services of a period; of the own appointments for whoever sees no others',
    query: query.extend({
      attendance: z.enum(['true', 'false']).optional().meta({ description: 'true: with how many came' }),
    }),
    answer: ok({
      metrics,
      before: metrics.nullable().meta(before),
      attendance: came.optional(),
    }),
  },
  'GET /api/businesses/metrics/series': {
    tags,
    summary:
      'Appointments and revenue by day, occupancy by weekday and hour, and what share of the open hours is booked',
    query: query.extend({
      occupancy_percent: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'true: with the share of the open hours that is booked' }),
    }),
    answer: ok({
      days: z.array(z.object({ date: z.string(), appointments: z.int(), revenue: z.number() })),
      occupancy: z.array(z.object({ day_of_week: z.int(), hour: z.int(), minutes: z.int() })),
      occupancy_percent: rate.nullable().optional().meta({
        description:
          'Of the bookable hours of active professionals, less time off; null: of nothing, of all time, or of more than 366 dates',
      }),
    }),
  },
  'GET /api/appointments/attendance/stats': {
    tags,
    summary: 'How many came',
    query,
    answer: ok(came.shape),
  },
} satisfies Calls

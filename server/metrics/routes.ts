import { addDays, isIsoDate } from '#domain/dates.ts'
import { today } from '#domain/zone.ts'
import { z } from 'zod'
import { ownerOf } from '../accounts/owner.ts'
import { timezoneOf } from '../appointments/owner-queries.ts'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
import { invalid } from '../refusal.ts'
import {
  attendanceStats,
  businessMetrics,
  businessStats,
  dailyFigures,
  occupancy,
  type Period,
} from './queries.ts'

const periodQuery = z.object({
  period: z.enum(['all', 'month', '30days']).optional().meta({ description: 'All time when left out' }),
  from: z.string().optional(),
  to: z.string().optional(),
})
const config = { access: 'owner' as const }
const tags = ['figures']
const rate = z.number().meta({ description: 'Per cent, one decimal' })

export function metricsRoutes(api: Api, { db, now }: Deps) {
  api.get(
    '/businesses/stats',
    {
      config,
      schema: {
        tags,
        summary: 'Counts of appointments, services and professionals',
        response: {
          200: z.object({
            success: z.literal(true),
            stats: z.object({
              scheduled_appointments: z.int(),
              completed_appointments: z.int(),
              cancelled_appointments: z.int(),
              active_services: z.int(),
              active_professionals: z.int(),
              today_appointments: z.int(),
            }),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const stats = await businessStats(db, owner, today(await timezoneOf(db, owner), now()))
      return { success: true as const, stats }
    },
  )

  api.get(
    '/businesses/metrics',
    {
      config,
      schema: {
        tags,
        summary: 'Revenue, rates, clients and best services of a period',
        querystring: periodQuery,
        response: {
          200: z.object({
            success: z.literal(true),
            metrics: z.object({
              total_revenue: z.number(),
              no_show_rate: rate,
              cancellation_rate: rate,
              new_clients: z.int(),
              returning_clients: z.int(),
              top_services: z.array(z.object({ name: z.string(), count: z.int(), revenue: z.number() })),
              occupation_hours: z.number(),
            }),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const period = periodOf(request.query, today(await timezoneOf(db, owner), now()))
      return { success: true as const, metrics: await businessMetrics(db, owner, period) }
    },
  )

  api.get(
    '/businesses/metrics/series',
    {
      config,
      schema: {
        tags,
        summary: 'Appointments and revenue by day, occupancy by weekday and hour',
        querystring: periodQuery,
        response: {
          200: z.object({
            success: z.literal(true),
            days: z.array(z.object({ date: z.string(), appointments: z.int(), revenue: z.number() })),
            occupancy: z.array(z.object({ day_of_week: z.int(), hour: z.int(), minutes: z.int() })),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const period = periodOf(request.query, today(await timezoneOf(db, owner), now()))
      const [days, hours] = await Promise.all([dailyFigures(db, owner, period), occupancy(db, owner, period)])
      return { success: true as const, days, occupancy: hours }
    },
  )

  api.get(
    '/appointments/attendance/stats',
    {
      config,
      schema: {
        tags,
        summary: 'How many came',
        querystring: periodQuery,
        response: {
          200: z.object({
            success: z.literal(true),
            stats: z.object({
              total_appointments: z.int(),
              attended: z.int(),
              no_shows: z.int(),
              attendance_rate: rate,
            }),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const period = periodOf(request.query, today(await timezoneOf(db, owner), now()))
      return { success: true as const, stats: await attendanceStats(db, owner, period) }
    },
  )
}

/** This month so far and to its end, the last 30 days with today, or the dates that were given. */
function periodOf({ period, from, to }: z.infer<typeof periodQuery>, today: string): Period {
  if (period === 'month') return { from: `${today.slice(0, 7)}-01`, to: endOfMonth(today) }
  if (period === '30days') return { from: addDays(today, -29), to: today }
  for (const [name, date] of Object.entries({ from, to }))
    if (date !== undefined && !isIsoDate(date))
      throw invalid({ [name]: 'La fecha no es válida: usa el formato AAAA-MM-DD' })
  return { from: from ?? null, to: to ?? null }
}

function endOfMonth(date: string): string {
  const nextMonth = addDays(`${date.slice(0, 7)}-28`, 4)
  return addDays(`${nextMonth.slice(0, 7)}-01`, -1)
}

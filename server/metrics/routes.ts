import type { PeriodQuery } from '#domain/api/calls/figures.ts'
import { addDays, isIsoDate } from '#domain/dates.ts'
import { today } from '#domain/zone.ts'
import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { scopeOf, type Scope } from '../accounts/scope.ts'
import { timezoneOf } from '../appointments/owner-queries.ts'
import type { Api, Deps } from '../deps.ts'
import { invalid } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { countBirthdays } from '../birthdays/queries.ts'
import { holidayToAsk } from '../special-days/settings.ts'
import { occupancyOf } from './occupancy.ts'
import {
  attendanceStats,
  businessMetrics,
  businessStats,
  dailyFigures,
  isPageUsed,
  occupancy,
  type Period,
} from './queries.ts'

const read = { needs: 'figures:all' } as const
// Cut to the own appointments of whoever sees no others.
const readOwn = { needs: 'figures:own', isDear: true } as const

export function metricsRoutes(api: Api, { db, now }: Deps) {
  const todayOf = async (owner: number) => today(await timezoneOf(db, owner), now())
  const attendanceOf = async (scope: Scope, query: PeriodQuery, today: string) => {
    const [stats, before] = await withBefore(query, today, (period) => attendanceStats(db, scope, period))
    return { stats, before }
  }

  route(api, 'GET /api/businesses/stats', read, async (request) => {
    const owner = ownerOf(request)
    const first = await todayOf(owner)
    const [stats, holiday, birthdays, is_page_used] = await Promise.all([
      businessStats(db, owner, first),
      holidayToAsk(db, owner, first),
      countBirthdays(db, owner, first),
      isPageUsed(db, owner),
    ])
    return { success: true, stats, holiday, birthdays, is_page_used }
  })

  route(api, 'GET /api/businesses/metrics', readOwn, async (request) => {
    const scope = scopeOf(request)
    const today = await todayOf(scope.business_id)
    const [[metrics, before], attendance] = await Promise.all([
      withBefore(request.query, today, (period) => businessMetrics(db, scope, period)),
      request.query.attendance === 'true' ? attendanceOf(scope, request.query, today) : undefined,
    ])
    return { success: true, metrics, before, ...(attendance && { attendance }) }
  })

  route(api, 'GET /api/businesses/metrics/series', readOwn, async (request) => {
    const scope = scopeOf(request)
    const period = periodOf(request.query, await todayOf(scope.business_id))
    const isShareAsked = request.query.occupancy_percent === 'true'
    const [days, hours, occupancy_percent] = await Promise.all([
      dailyFigures(db, scope, period),
      occupancy(db, scope, period),
      isShareAsked ? occupancyOf(db, sessionOf(request).business_id, period, scope) : undefined,
    ])
    return {
      success: true,
      days,
      occupancy: hours,
      ...(occupancy_percent !== undefined && { occupancy_percent }),
    }
  })

  route(api, 'GET /api/appointments/attendance/stats', readOwn, async (request) => {
    const scope = scopeOf(request)
    return {
      success: true,
      ...(await attendanceOf(scope, request.query, await todayOf(scope.business_id))),
    }
  })
}

/**
 * The period of the figures: the whole current month, the last 30 days including today, or the given dates.
 */
function periodOf({ period, from, to }: PeriodQuery, today: string): Period {
  if (period === 'month') return { from: `${today.slice(0, 7)}-01`, to: endOfMonth(today) }
  if (period === '30days') return { from: addDays(today, -29), to: today }
  for (const [name, date] of Object.entries({ from, to }))
    if (date !== undefined && !isIsoDate(date))
      throw invalid({ [name]: 'La fecha no es válida: usa el formato AAAA-MM-DD' })
  return { from: from ?? null, to: to ?? null }
}

/** Figures of the period and of the one before it, which only a month and 30 days have. */
function withBefore<Figures>(
  query: PeriodQuery,
  today: string,
  figuresOf: (period: Period) => Promise<Figures>,
): Promise<[Figures, Figures | null]> {
  const before = periodBefore(query, today)
  return Promise.all([figuresOf(periodOf(query, today)), before ? figuresOf(before) : null])
}

function periodBefore({ period }: PeriodQuery, today: string): Period | undefined {
  if (period === '30days') return { from: addDays(today, -59), to: addDays(today, -30) }
  if (period !== 'month') return undefined
  const last = addDays(`${today.slice(0, 7)}-01`, -1)
  return { from: `${last.slice(0, 7)}-01`, to: last }
}

function endOfMonth(date: string): string {
  const nextMonth = addDays(`${date.slice(0, 7)}-28`, 4)
  return addDays(`${nextMonth.slice(0, 7)}-01`, -1)
}

import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { type Scope, wholeOf } from '../accounts/scope.ts'
import type { Db } from '../database/db.ts'
import { byDay, byHour, cameBefore, clientsWhoCame, type Period } from './figures.ts'

export type { Period } from './figures.ts'

const ALL_TIME: Period = { from: null, to: null }

const LATEST = 10

/** Whether clients book by themselves: one of the latest appointments is by a client. */
export async function isPageUsed(db: Db, owner: BusinessId): Promise<boolean> {
  const latest = await db
    .selectFrom('appointments')
    .select('booked_by')
    .where('business_id', '=', owner)
    .where('hold_kind', 'is', null)
    // Ids are given in the order of arrival.
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute()
  return latest.some(({ booked_by }) => booked_by === 'client')
}

/** Counts for the dashboard cards. A no-show is neither scheduled nor completed. */
export async function businessStats(db: Db, owner: BusinessId, today: string) {
  const { rows } = await sql<{
    scheduled_appointments: number
    completed_appointments: number
    cancelled_appointments: number
    today_appointments: number
    active_services: number
    active_professionals: number
  }>`
    select
      coalesce(sum(scheduled), 0)::int as scheduled_appointments,
      coalesce(sum(completed), 0)::int as completed_appointments,
      coalesce(sum(cancelled), 0)::int as cancelled_appointments,
      coalesce(sum(appointments - cancelled) filter (where appointment_date = ${today}::date), 0)::int
        as today_appointments,
      (select count(*) from services where business_id = ${owner} and is_active and deleted_at is null)::int
        as active_services,
      (select count(*) from professionals where business_id = ${owner} and is_active and deleted_at is null)::int
        as active_professionals
    from ${byDay(wholeOf(owner), ALL_TIME)} day`.execute(db)
  return rows[0]!
}

export async function attendanceStats(db: Db, scope: Scope, period: Period) {
  const { rows } = await sql<{
    total_appointments: number
    attended: number
    no_shows: number
    attendance_rate: number
  }>`
    select coalesce(sum(appointments), 0)::int as total_appointments, coalesce(sum(attended), 0)::int as attended,
      coalesce(sum(no_shows), 0)::int as no_shows,
      coalesce(round(100.0 * sum(attended) / nullif(sum(attended + no_shows), 0), 1), 0) as attendance_rate
    from ${byDay(scope, period)} day`.execute(db)
  return rows[0]!
}

/**
 * The figures of a period: of one professional's appointments, where the scope covers no others. Clients are identified by their cards and counted when they came: new ones for the first time
 * in the period, returning ones before it as well. Nobody is both. Whoever left nothing to be known by is a new one, each time.
 */
export async function businessMetrics(db: Db, scope: Scope, period: Period) {
  const [figures, clients, services] = await Promise.all([
    sql<{
      total_revenue: number
      no_show_rate: number
      cancellation_rate: number
      occupation_hours: number
    }>`
      select coalesce(sum(revenue), 0) as total_revenue,
        coalesce(round(100.0 * sum(no_shows) / nullif(sum(attended + no_shows), 0), 1), 0) as no_show_rate,
        coalesce(round(100.0 * sum(cancelled) / nullif(sum(appointments), 0), 1), 0) as cancellation_rate,
        coalesce(round(sum(minutes) / 60.0, 1), 0) as occupation_hours
      from ${byDay(scope, period)} day`.execute(db),
    sql<{ new_clients: number; returning_clients: number }>`
      select count(*) filter (where not has_come_before)::int as new_clients,
        count(*) filter (where has_come_before)::int as returning_clients
      from (
        select ${cameBefore(scope, period.from, sql`person.client`)} as has_come_before
        from ${clientsWhoCame(scope, period)} person) person`.execute(db),
    sql<{ name: string; count: number; revenue: number }>`
      select service_name as name, sum(appointments - cancelled)::int as count, sum(revenue) as revenue
      from ${byDay(scope, period)} day
      group by service_name having sum(appointments - cancelled) > 0
      order by 2 desc, 1 limit 5`.execute(db),
  ])
  return { ...figures.rows[0]!, ...clients.rows[0]!, top_services: services.rows }
}

/** Revenue and appointments of each day of a period that has any. */
export async function dailyFigures(db: Db, scope: Scope, period: Period) {
  const { rows } = await sql<{ date: string; appointments: number; revenue: number }>`
    select appointment_date as date, sum(appointments - cancelled)::int as appointments, sum(revenue) as revenue
    from ${byDay(scope, period)} day
    group by appointment_date order by appointment_date`.execute(db)
  return rows
}

/** Booked minutes, without cancelled appointments, by weekday (0 Sunday) and starting hour. */
export async function occupancy(db: Db, scope: Scope, period: Period) {
  const { rows } = await sql<{ day_of_week: number; hour: number; minutes: number }>`
    select extract(dow from appointment_date)::int as day_of_week, hour::int as hour, sum(minutes)::int as minutes
    from ${byHour(scope, period)} hour
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** What appointments take of each professional, with what is before and after them, in epoch minutes. */
export async function takenTime(db: Db, owner: BusinessId, [first, last]: readonly [string, string]) {
  const { rows } = await sql<{ professional_id: number; from: number; to: number }>`
    select professional_id, floor(extract(epoch from lower(part)) / 60)::int as "from",
      ceil(extract(epoch from upper(part)) / 60)::int as "to"
    from (
      select a.professional_id, unnest(a.occupied) as part from appointments a
      where a.business_id = ${owner} and a.status <> 'cancelled' and a.hold_kind is null
        and a.appointment_date >= ${first}::date - 1 and a.appointment_date <= ${last}::date + 1) taken`.execute(
    db,
  )
  return rows
}

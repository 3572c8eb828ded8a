import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db } from '../db.ts'

/** Dates of a period, inclusive; all time when both are null. */
export interface Period {
  from: string | null
  to: string | null
}

const within = ({ from, to }: Period) =>
  sql`(${from}::date is null or a.appointment_date >= ${from}::date)
    and (${to}::date is null or a.appointment_date <= ${to}::date)`

// Somebody came: what was paid, else what was booked.
const revenue = sql`coalesce(sum(coalesce(a.actual_price, a.price)) filter (where a.attendance_status = 'attended'), 0)`

/** Counts for the cards. One to which nobody came is neither scheduled nor completed. */
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
      count(*) filter (where status = 'scheduled')::int as scheduled_appointments,
      count(*) filter (where status = 'completed' and attendance_status <> 'no_show')::int as completed_appointments,
      count(*) filter (where status = 'cancelled')::int as cancelled_appointments,
      count(*) filter (where appointment_date = ${today}::date and status <> 'cancelled')::int as today_appointments,
      (select count(*) from services where business_id = ${owner} and is_active and deleted_at is null)::int
        as active_services,
      (select count(*) from professionals where business_id = ${owner} and is_active and deleted_at is null)::int
        as active_professionals
    from appointments where business_id = ${owner}`.execute(db)
  return rows[0]!
}

export async function attendanceStats(db: Db, owner: BusinessId, period: Period) {
  const { rows } = await sql<{
    total_appointments: number
    attended: number
    no_shows: number
    attendance_rate: number
  }>`
    select count(*)::int as total_appointments,
      count(*) filter (where attendance_status = 'attended')::int as attended,
      count(*) filter (where attendance_status = 'no_show')::int as no_shows,
      coalesce(round(100.0 * count(*) filter (where attendance_status = 'attended')
        / nullif(count(*) filter (where attendance_status in ('attended', 'no_show')), 0), 1), 0) as attendance_rate
    from appointments a where a.business_id = ${owner} and ${within(period)}`.execute(db)
  return rows[0]!
}

/**
 * The figures of a period. A client is an e-mail; new ones have their first appointment in it, returning ones came to
 * it with an earlier or another appointment.
 */
export async function businessMetrics(db: Db, owner: BusinessId, period: Period) {
  const [figures, clients, services] = await Promise.all([
    sql<{
      total_revenue: number
      no_show_rate: number
      cancellation_rate: number
      occupation_hours: number
    }>`
      select ${revenue} as total_revenue,
        coalesce(round(100.0 * count(*) filter (where a.attendance_status = 'no_show')
          / nullif(count(*) filter (where a.attendance_status in ('attended', 'no_show')), 0), 1), 0) as no_show_rate,
        coalesce(round(100.0 * count(*) filter (where a.status = 'cancelled') / nullif(count(*), 0), 1), 0)
          as cancellation_rate,
        coalesce(round(sum(a.duration_minutes) filter (where a.status <> 'cancelled') / 60.0, 1), 0) as occupation_hours
      from appointments a where a.business_id = ${owner} and ${within(period)}`.execute(db),
    sql<{ new_clients: number; returning_clients: number }>`
      select count(*) filter (where first_in and total >= 1)::int as new_clients,
        count(*) filter (where total > 1)::int as returning_clients
      from (
        select bool_or(${within(period)}) as is_in, count(*) as total,
          min(a.appointment_date) >= coalesce(${period.from}::date, '-infinity')
            and min(a.appointment_date) <= coalesce(${period.to}::date, 'infinity') as first_in
        from appointments a where a.business_id = ${owner} group by lower(a.client_email)
      ) client where is_in`.execute(db),
    sql<{ name: string; count: number; revenue: number }>`
      select a.service_name as name, count(*)::int as count, ${revenue} as revenue
      from appointments a where a.business_id = ${owner} and a.status <> 'cancelled' and ${within(period)}
      group by a.service_name order by count(*) desc, a.service_name limit 5`.execute(db),
  ])
  return { ...figures.rows[0]!, ...clients.rows[0]!, top_services: services.rows }
}

/** Revenue and appointments for each day of a period that has any. */
export async function dailyFigures(db: Db, owner: BusinessId, period: Period) {
  const { rows } = await sql<{ date: string; appointments: number; revenue: number }>`
    select a.appointment_date as date, count(*) filter (where a.status <> 'cancelled')::int as appointments,
      ${revenue} as revenue
    from appointments a where a.business_id = ${owner} and ${within(period)}
    group by a.appointment_date order by a.appointment_date`.execute(db)
  return rows
}

/** Booked minutes that were not cancelled, by weekday (0 Sunday) and the hour they begin in. */
export async function occupancy(db: Db, owner: BusinessId, period: Period) {
  const { rows } = await sql<{ day_of_week: number; hour: number; minutes: number }>`
    select extract(dow from a.appointment_date)::int as day_of_week, extract(hour from a.appointment_time)::int as hour,
      sum(a.duration_minutes)::int as minutes
    from appointments a where a.business_id = ${owner} and a.status <> 'cancelled' and ${within(period)}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

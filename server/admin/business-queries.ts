import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

const DAYS = sql.raw(`interval '30 days'`)

/** What the administrator sees of one business besides its row in the list. */
export async function businessFigures(db: Db, business_id: number, nowMs: number) {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`
  const { rows } = await sql<{
    currency: string
    last_login_at: number | null
    recent: number
    ahead: number
    attended: number
    cancelled: number
    revenue: number
  }>`
    select b.currency,
      (select max(m.last_login_at) from memberships m where m.business_id = b.id) as last_login_at,
      (select count(*) from appointments a where a.business_id = b.id and a.hold_kind is null
        and a.status <> 'cancelled' and a.starts_at between ${now} - ${DAYS} and ${now})::int as recent,
      (select count(*) from appointments a where a.business_id = b.id and a.hold_kind is null
        and a.status <> 'cancelled' and a.starts_at > ${now} and a.starts_at <= ${now} + ${DAYS})::int as ahead,
      mine.attended, mine.cancelled, mine.revenue
    from businesses b cross join lateral (
      select (count(*) filter (where a.attendance_status = 'attended'))::int as attended,
        (count(*) filter (where a.status = 'cancelled'))::int as cancelled,
        coalesce(sum(coalesce(a.actual_price, a.price)) filter (where a.attendance_status = 'attended'), 0) as revenue
      from appointments a where a.business_id = b.id and a.hold_kind is null) mine
    where b.id = ${business_id}`.execute(db)
  return rows[0]
}

import { RECALL_DAYS } from '#domain/recall.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Db, type Tx } from '../database/db.ts'

/** A client who should have come back by now, and for what. */
export interface Returning {
  id: number
  client_name: string
  client_phone: string
  service_id: number
  service_name: string
  last_date: string
  business_name: string
  slug: string
}

/**
 * A page of the clients whose time to come back has come, the latest first: who came for a service that calls back, has
 * nothing ahead, is not blocked, did not say that they want no advertising, and was not told within the last 30 days. Each once, for the service that was due last.
 *
 * The number is told with the page, so all visits are read; in one pass: one card after the other takes twice as long.
 */
export async function returning(
  db: Db,
  owner: BusinessId,
  { limit, offset, nowMs }: { limit: number; offset: number; nowMs: number },
): Promise<{ rows: Returning[]; total: number }> {
  const now = instant(nowMs)
  const { rows } = await sql<Returning & { total: number }>`
    with said as materialized (
      select distinct on (coalesce(k.merged_into, k.id)) coalesce(k.merged_into, k.id) as card_id, o.given
      from consents o join client_cards k on k.business_id = o.business_id and k.id = o.card_id
      where o.business_id = ${owner} and o.purpose = 'marketing'
      order by coalesce(k.merged_into, k.id), o.id desc),
    came as materialized (
      select a.card_id, a.service_id, max(a.starts_at) as last_at,
        max(a.starts_at) + make_interval(weeks => s.return_weeks) as due_at
      from appointments a join services s on s.business_id = a.business_id and s.id = a.service_id
      where a.business_id = ${owner} and a.card_id is not null and a.starts_at <= ${now} and a.status <> 'cancelled'
        and a.attendance_status <> 'no_show' and a.hold_kind is null and s.return_weeks is not null
        and s.is_active and s.deleted_at is null
      group by a.card_id, a.service_id, s.return_weeks
      having bool_or(a.attendance_status = 'attended')
        and max(a.starts_at) + make_interval(weeks => s.return_weeks) <= ${now}),
    able as materialized (
      select c.id from client_cards c
      where c.business_id = ${owner} and c.merged_into is null and c.forgotten_at is null and c.blocked_at is null
        and (c.recalled_at is null or c.recalled_at <= ${now} - make_interval(days => ${RECALL_DAYS}))
        and c.id not in (select said.card_id from said where not said.given)
        and c.id not in (
          select n.card_id from appointments n
          where n.business_id = ${owner} and n.card_id is not null and n.starts_at > ${now}
            and n.status in ('scheduled', 'held'))),
    due as (
      select distinct on (came.card_id) came.* from came join able on able.id = came.card_id
      order by came.card_id, came.due_at desc, came.service_id),
    page as (
      select due.*, count(*) over ()::integer as total from due
      order by due_at desc, card_id limit ${limit} offset ${offset})
    select c.id, c.client_name, c.client_phone, page.service_id, s.service_name, b.business_name, b.slug,
      ((page.last_at at time zone b.timezone)::date)::text as last_date, page.total
    from page join services s on s.business_id = ${owner} and s.id = page.service_id
    join client_cards c on c.business_id = ${owner} and c.id = page.card_id
    join businesses b on b.id = ${owner}
    order by page.due_at desc, page.card_id`.execute(db)
  if (rows.length === 0 && offset > 0)
    return { rows: [], total: (await returning(db, owner, { limit: 1, offset: 0, nowMs })).total }
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Notes that a client was told; false when there is no such card. */
export async function noteRecalled(
  tx: Db | Tx,
  owner: BusinessId,
  id: number,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_cards')
    .set({ recalled_at: new Date(nowMs).toISOString() })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .where('forgotten_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

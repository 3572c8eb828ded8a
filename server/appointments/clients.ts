import { sql, type RawBuilder } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db } from '../db.ts'
import { literal } from './owner-queries.ts'

/**
 * The columns of figures_by_client for the client `client` of the business `business_id`, both SQL
 * expressions.
 */
export const ofClient = (business_id: RawBuilder<unknown>, client: RawBuilder<unknown>) => sql`
  select count(*)::int as appointments, min(a.appointment_date) as first_date, max(a.appointment_date) as last_date,
    (array_agg(a.client_name order by a.created_at desc, a.id desc))[1] as client_name,
    (array_agg(a.client_phone order by a.created_at desc, a.id desc))[1] as client_phone,
    (array_agg(a.client_email order by a.created_at desc, a.id desc))[1] as client_email,
    (array_agg(a.client_id order by a.created_at desc, a.id desc))[1] as client_id,
    max(a.created_at) as last_booked_at,
    string_agg(distinct plain(a.client_name), e'\n') as names,
    string_agg(distinct a.client_phone, e'\n') as phones,
    max(a.starts_at) filter (where a.status <> 'cancelled' and a.attendance_status <> 'no_show') as last_starts_at
  from appointments a
  where a.business_id = ${business_id} and lower(a.client_email) = ${client} and a.hold_kind is null
  having count(*) > 0`

/** The searchable text of a client's latest data, as figures_by_client builds it. */
const words = sql`plain(client_name || ' ' || client_email || ' ' || client_phone || ' ' || coalesce(client_id, ''))`

/** The rows of figures_by_client computed from the appointments as of now. */
export const byClient = (owner: BusinessId) => sql`(
  select f.* from figures_by_client f
  where f.business_id = ${owner}
    and f.client not in (select s.client from figures_stale s where s.business_id = ${owner})
  union all
  select ${owner}::bigint, stale.client, fresh.*, plain(client_name), ${words}
  from (select distinct s.client from figures_stale s where s.business_id = ${owner}) stale
  cross join lateral (${ofClient(sql`${owner}`, sql`stale.client`)}) fresh)`

/**
 * Earlier clients whose name or phone contains the typed text, each e-mail once with its latest data, latest
 * first.
 */
export async function earlierClients(db: Db, owner: BusinessId, typed: string) {
  const name = `%${literal(typed).split(/\s+/).join('%')}%`
  const digits = typed.replace(/\D/g, '')
  const { rows } = await sql<{
    client_name: string
    client_phone: string
    client_email: string
    client_id: string | null
  }>`
    select client_name, client_phone, client_email, client_id from ${byClient(owner)} client
    where names like (select plain(${name})) or (${digits} <> '' and phones like ${`%${digits}%`})
    order by last_booked_at desc limit 6`.execute(db)
  return rows
}

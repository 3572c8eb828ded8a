import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db } from '../db.ts'

/** A client whose data was deleted: nobody's any more, but the same for all of their appointments. */
export const forgottenEmail = (random: string) => `eliminado-${random}@anonimo.invalid`
export const FORGOTTEN_EMAILS = forgottenEmail('%')

export const CLIENT_SORTS = ['client_name', 'appointments', 'last_visit', 'next_visit'] as const

export interface ClientList {
  /** Words in name, e-mail, phone or document. */
  q?: string | undefined
  sort?: (typeof CLIENT_SORTS)[number] | undefined
  order?: 'asc' | 'desc' | undefined
  limit: number
  offset: number
}

export interface Client {
  client_name: string
  client_phone: string
  client_email: string
  client_id: string | null
  /** All that were ever booked. */
  appointments: number
  /** Epoch milliseconds: the last one that was neither cancelled nor missed, and the next one that is scheduled. */
  last_visit: number | null
  next_visit: number | null
  next_id: number | null
  /** The text that was agreed to last, and when; null when the business booked every one of them. */
  consent_version: string | null
  consented_at: number | null
}

/**
 * The people who booked, an e-mail each, with their latest data: a page of them, and how many there are in all.
 * One pass over the business's appointments; names and texts are read of one appointment for each client only.
 */
export async function listClients(
  db: Db,
  owner: BusinessId,
  nowMs: number,
  { q = '', sort = 'client_name', order = 'asc', limit, offset }: ClientList,
): Promise<{ clients: Client[]; total: number }> {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const by = sort === 'client_name' ? sql`plain(client_name)` : sql.ref(sort)
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6)
  const matching = words.map(
    (word) =>
      sql`plain(client_name || ' ' || client_email || ' ' || client_phone || ' ' || coalesce(client_id, ''))
        like '%' || plain(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`,
  )
  const { rows } = await sql<Client & { total: number }>`
    with people as (
      select max(id) as latest, count(*)::int as appointments,
        max(id) filter (where consented_at is not null) as consent,
        max(starts_at) filter (where starts_at <= ${now} and status <> 'cancelled' and attendance_status <> 'no_show')
          as last_visit,
        min(array[(extract(epoch from starts_at) * 1000)::bigint, id])
          filter (where starts_at > ${now} and status = 'scheduled') as next
      from appointments
      where business_id = ${owner} and client_email not like ${FORGOTTEN_EMAILS}
      group by lower(client_email)
    ), named as materialized (
      -- On its own: a search would be judged before, for every appointment.
      select people.*, a.client_name, a.client_phone, a.client_email, a.client_id
      from people join appointments a on a.business_id = ${owner} and a.id = people.latest
    ), found as (
      select client_name, client_phone, client_email, client_id, appointments, last_visit, next[1] as next_visit,
        next[2] as next_id, consent, count(*) over ()::int as total
      from named
      where ${sql.join([sql`true`, ...matching], sql` and `)}
      order by ${by} ${direction} nulls last, client_email
      limit ${limit} offset ${offset}
    )
    select found.client_name, found.client_phone, found.client_email, found.client_id, found.appointments,
      last_visit, next_visit, next_id, c.consent_version, c.consented_at, total
    from found left join appointments c on c.business_id = ${owner} and c.id = found.consent
    order by ${sort === 'client_name' ? sql`plain(found.client_name)` : by} ${direction} nulls last, found.client_email`.execute(
    db,
  )
  return { clients: rows.map(({ total: _, ...client }) => client), total: rows[0]?.total ?? 0 }
}

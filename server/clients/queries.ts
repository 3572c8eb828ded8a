import type { Client, ClientsQuery } from '#domain/api/calls/clients.ts'
import { sql } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import { byClient, isKnown, isTheirs, isWithin } from '../appointments/clients.ts'
import { literal } from '../appointments/owner-queries.ts'
import type { Db } from '../db.ts'

/** A client whose data was deleted: anonymous, but the same for all of their appointments. */
export const forgottenEmail = (random: string) => `eliminado-${random}@anonimo.invalid`
export const FORGOTTEN_EMAILS = forgottenEmail('%')

/**
 * A page of the clients who booked, one per e-mail with what is known of them, those without an e-mail one per appointment,
 * and their total number. Only the
 * page's own rows are computed; the rest is read from precomputed figures (docs/figures.md).
 */
export async function listClients(
  db: Db,
  scope: Scope,
  nowMs: number,
  { q = '', sort = 'client_name', order = 'asc', limit, offset }: ClientsQuery,
): Promise<{ clients: Client[]; total: number }> {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6)
  // A phone that is not seen is not found by its digits either.
  const searched = sql.ref(scope.seesContacts ? 'words' : 'sorted_name')
  const matching = words.map((word) => sql`${searched} like (select '%' || plain(${literal(word)}) || '%')`)
  const theirs = sql`a.business_id = ${scope.business_id} and ${isTheirs(sql`person.client`)}
    and a.hold_kind is null and ${isWithin(scope)}`

  // Columns needed for every client; the page's order may need one more.
  const lastVisit = sql`case when last_starts_at <= ${now} then last_starts_at else (
    select max(a.starts_at) from appointments a
    where ${theirs} and last_starts_at > ${now} and a.starts_at <= ${now}
      and a.status <> 'cancelled' and a.attendance_status <> 'no_show') end`
  const by = {
    client_name: sql`sorted_name`,
    appointments: sql`appointments`,
    last_visit: lastVisit,
    next_visit: sql`ahead.starts_at`,
  }[sort]
  const ahead = sql`left join (
    select client_key(a.client_email, a.id) as client, min(a.starts_at) as starts_at from appointments a
    where a.business_id = ${scope.business_id} and ${isWithin(scope)} and a.appointment_date >= (${now} - interval '2 days')::date
      and a.starts_at > ${now} and a.status = 'scheduled'
    group by 1) ahead on ahead.client = person.client`

  const { rows } = await sql<Client & { total: number }>`
    with found as materialized (
      select person.client, client_name, client_phone, client_email, client_id, appointments, last_starts_at,
        ${by} as place, count(*) over ()::int as total
      from ${byClient(scope)} person ${sort === 'next_visit' ? ahead : sql``}
      where ${sql.join([sql`person.client not like ${FORGOTTEN_EMAILS}`, isKnown, ...matching], sql` and `)}
      order by place ${direction} nulls last, client
      limit ${limit} offset ${offset}
    )
    select client_name, client_phone, client_email, client_id, appointments, ${lastVisit} as last_visit,
      appointment_of_key(person.client) as appointment_id,
      next_visit, next_id, consent_version, consented_at, total
    from found person
    left join lateral (
      select a.starts_at as next_visit, a.id as next_id from appointments a
      where ${theirs} and a.starts_at > ${now} and a.status = 'scheduled'
      order by a.starts_at, a.id limit 1) next on true
    left join lateral (
      select a.consent_version, a.consented_at from appointments a
      where ${theirs} and a.consented_at is not null
      order by a.id desc limit 1) consent on true
    order by place ${direction} nulls last, person.client`.execute(db)
  return { clients: rows.map(({ total: _, ...client }) => client), total: rows[0]?.total ?? 0 }
}

import { WALK_IN_NAME } from '#domain/appointment-input.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import type { Db } from '../db.ts'
import { literal } from './owner-queries.ts'

/**
 * Which appointment's values stand for a client. Anybody can book with a regular's e-mail, so the newest does not
 * win: what the business itself wrote last does, then what somebody who came had booked with last, then the first.
 */
const whose = sql`written.at desc nulls last, case when written.at is not null then a.id end desc nulls last,
  case when a.attendance_status = 'attended' then a.starts_at end desc nulls last, a.created_at, a.id`
const known = (column: 'client_name' | 'client_phone' | 'client_email' | 'client_id') =>
  sql`(array_agg(${sql.ref(`a.${column}`)} order by ${whose}))[1] as ${sql.ref(column)}`

/**
 * Whether the appointment `a` counts for the client `client`, an SQL expression: those of an e-mail, or the only one of
 * somebody without an e-mail. Each half has an index.
 */
export const isTheirs = (client: RawBuilder<unknown>) => sql`(lower(a.client_email) = ${client}
  or a.client_email is null and a.id = appointment_of_key(${client}))`

/**
 * The columns of figures_by_client for the client `client` of the business `business_id`, both SQL
 * expressions; `only`: a condition on the appointments `a` that count.
 */
export const ofClient = (
  business_id: RawBuilder<unknown>,
  client: RawBuilder<unknown>,
  only: RawBuilder<unknown> = sql`true`,
) => sql`
  select count(*)::int as appointments, min(a.appointment_date) as first_date, max(a.appointment_date) as last_date,
    ${known('client_name')}, ${known('client_phone')}, ${known('client_email')}, ${known('client_id')},
    max(a.created_at) as last_booked_at,
    string_agg(distinct plain(a.client_name), e'\n') as names,
    string_agg(distinct a.client_phone, e'\n') as phones,
    max(a.starts_at) filter (where a.status <> 'cancelled' and a.attendance_status <> 'no_show') as last_starts_at
  from appointments a
  cross join lateral (
    select greatest(case a.booked_by when 'owner' then a.created_at end, max(h.at)) as at
    from appointment_history h
    where h.business_id = a.business_id and h.appointment_id = a.id and h.actor = 'owner'
      and h.old ?| array['client_name', 'client_phone', 'client_email', 'client_id']) written
  where a.business_id = ${business_id} and ${isTheirs(client)} and a.hold_kind is null and ${only}
  having count(*) > 0`

/** The name and document by which a business knows the client of an e-mail. */
export async function knownClient(db: Db, business_id: number, email: string) {
  const { rows } = await sql<{ client_name: string; client_id: string | null }>`
    select client_name, client_id from (${ofClient(sql`${business_id}`, sql`lower(${email})`)}) client`.execute(
    db,
  )
  return rows[0]
}

/** The searchable text of a client, as figures_by_client builds it. */
const words = sql`plain(client_name || ' ' || coalesce(client_email, '') || ' ' || client_phone || ' ' || coalesce(client_id, ''))`

/** A condition on appointments `a`: those that the scope covers. */
export const isWithin = ({ professional_id }: Scope) =>
  professional_id === undefined ? sql`true` : sql`a.professional_id = ${professional_id}`

/**
 * The rows of figures_by_client computed from the appointments as of now. Whoever sees own appointments only has the
 * clients of those, with what these say of them.
 */
export const byClient = (scope: Scope) =>
  scope.professional_id === undefined ? ofEverybody(scope.business_id) : ofOwn(scope)

const ofOwn = (scope: Scope) => sql`(
  select ${scope.business_id}::bigint as business_id, mine.client, fresh.*, plain(client_name) as sorted_name,
    ${words} as words
  from (
    select distinct client_key(a.client_email, a.id) as client from appointments a
    where a.business_id = ${scope.business_id} and a.hold_kind is null and ${isWithin(scope)}) mine
  cross join lateral (${ofClient(sql`${scope.business_id}`, sql`mine.client`, isWithin(scope))}) fresh)`

const ofEverybody = (owner: number) => sql`(
  select f.* from figures_by_client f
  where f.business_id = ${owner}
    and f.client not in (select s.client from figures_stale s where s.business_id = ${owner})
  union all
  select ${owner}::bigint, stale.client, fresh.*, plain(client_name), ${words}
  from (select distinct s.client from figures_stale s where s.business_id = ${owner}) stale
  cross join lateral (${ofClient(sql`${owner}`, sql`stale.client`)}) fresh)`

/** Whether there is anything by which to know the client again: whoever left nothing is in figures alone. */
export const isKnown = sql`(client_email is not null or client_phone <> '' or client_id is not null
  or client_name <> ${WALK_IN_NAME})`

/**
 * Earlier clients whose name or phone contains the typed text, latest first: each e-mail once, and those without one as
 * often as they differ; none for who does not see phones.
 */
export async function earlierClients(db: Db, scope: Scope, typed: string) {
  // They fill a form with the client's contact.
  if (!scope.seesContacts) return []
  const name = `%${literal(typed).split(/\s+/).join('%')}%`
  const digits = typed.replace(/\D/g, '')
  const { rows } = await sql<{
    client_name: string
    client_phone: string
    client_email: string | null
    client_id: string | null
  }>`
    select client_name, client_phone, client_email, client_id from ${byClient(scope)} client
    where (names like (select plain(${name})) or (${digits} <> '' and phones like ${`%${digits}%`})) and ${isKnown}
    group by 1, 2, 3, 4
    order by max(last_booked_at) desc limit 6`.execute(db)
  return rows
}

/** Whether there is a card of this id, or of one that it was merged into, whose client the scope covers. */
export async function seesCard(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from client_cards c
    where c.business_id = ${scope.business_id} and c.id = ${id} and c.forgotten_at is null and ${
      scope.professional_id === undefined
        ? sql`true`
        : sql`exists (
            select from appointments a
            where a.business_id = c.business_id and a.card_id = coalesce(c.merged_into, c.id)
              and a.hold_kind is null and ${isWithin(scope)})`
    }`.execute(db)
  return rows.length > 0
}

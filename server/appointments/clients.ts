import type { ClientMark } from '#domain/api/calls/appointments.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import type { Db } from '../database/db.ts'

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
 * What is known of the client `client` of the business `business_id`, both SQL
 * expressions; `only`: a condition on the appointments `a` that count.
 */
const ofClient = (
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

/** A condition on appointments `a`: those that the scope covers. */
export const isWithin = ({ professional_id }: Scope) =>
  professional_id === undefined ? sql`true` : sql`a.professional_id = ${professional_id}`

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

interface CardPerson {
  client_name: string
  client_phone: string
  client_email: string | null
  client_id: string | null
}

/** Who a card says that its client is, if `seesCard`; the card may be one that was merged. */
export async function personOf(db: Db, scope: Scope, id: number): Promise<CardPerson | undefined> {
  if (!(await seesCard(db, scope, id))) return undefined
  const { rows } = await sql<CardPerson>`
    select kept.client_name, kept.client_phone, kept.client_email, kept.client_id
    from client_cards c
    join client_cards kept on kept.business_id = c.business_id and kept.id = coalesce(c.merged_into, c.id)
    where c.business_id = ${scope.business_id} and c.id = ${id} and kept.forgotten_at is null`.execute(db)
  return rows[0]
}

/** What is to be known of the clients of these appointments: an alert, and how often they did not come. */
export async function marksOf(
  db: Db,
  scope: Scope,
  of: { from: string; to: string } | { id: number },
): Promise<ClientMark[]> {
  const these = 'id' in of ? sql`a.id = ${of.id}` : sql`a.appointment_date between ${of.from} and ${of.to}`
  const { rows } = await sql<ClientMark>`
    select a.id as appointment_id, c.alert, missed.no_shows
    from appointments a
    join client_cards c on c.business_id = a.business_id and c.id = a.card_id and (c.alert is not null or c.no_shows > 0)
    cross join lateral (
      select count(*)::int as no_shows from appointments missed
      where missed.business_id = c.business_id and missed.card_id = c.id and missed.attendance_status = 'no_show'
        and missed.hold_kind is null ${
          scope.professional_id === undefined
            ? sql``
            : sql`and missed.professional_id = ${scope.professional_id}`
        }) missed
    where a.business_id = ${scope.business_id} and a.hold_kind is null and ${isWithin(scope)} and ${these}
      and (c.alert is not null or missed.no_shows > 0)
    order by a.id limit 5000`.execute(db)
  return rows
}

/** The card of the client of an appointment that the scope covers; null once the client is forgotten. */
export async function cardIdOf(db: Db, scope: Scope, id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select c.id from appointments a
    join client_cards c on c.business_id = a.business_id and c.id = a.card_id and c.merged_into is null
      and c.forgotten_at is null
    where a.business_id = ${scope.business_id} and a.id = ${id} and ${isWithin(scope)}`.execute(db)
  return rows[0]?.id ?? null
}

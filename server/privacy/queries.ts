import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { wholeOf } from '../accounts/scope.ts'
import { byClient, isKnown, isTheirs } from '../appointments/clients.ts'
import { FORGOTTEN_EMAILS } from '../clients/queries.ts'
import { instant, type Db, type Tx } from '../db.ts'
import { keyset } from '../download.ts'
import { eraseAnswers, eraseEvidence, eraseMerges } from './erase-queries.ts'

/** All stored data of a business except its appointments and clients; no secrets. */
export async function recordsOf(db: Db, owner: BusinessId) {
  const rowsIn = (
    table:
      | 'services'
      | 'service_categories'
      | 'professional_services'
      | 'professionals'
      | 'business_hours'
      | 'professional_hours'
      | 'special_days'
      | 'time_off'
      | 'time_off_history'
      | 'message_texts'
      | 'reviews',
  ) =>
    db
      .selectFrom(table as 'services')
      .selectAll()
      .where('business_id', '=', owner)
      .execute()
  const [
    business,
    services,
    service_categories,
    professional_services,
    professionals,
    business_hours,
    professional_hours,
    special_days,
    time_off,
    time_off_history,
    message_texts,
    reviews,
    members,
    credit_movements,
  ] = await Promise.all([
    db.selectFrom('businesses').selectAll().where('id', '=', owner).executeTakeFirstOrThrow(),
    rowsIn('services'),
    rowsIn('service_categories'),
    rowsIn('professional_services'),
    rowsIn('professionals'),
    rowsIn('business_hours'),
    rowsIn('professional_hours'),
    rowsIn('special_days'),
    rowsIn('time_off'),
    rowsIn('time_off_history'),
    rowsIn('message_texts'),
    rowsIn('reviews'),
    membersOf(db, owner),
    db
      .selectFrom('credit_movements')
      .select(['kind', 'month', 'amount', 'reason', 'reference', 'at'])
      .where('business_id', '=', owner)
      .orderBy('id')
      .execute(),
  ])
  return {
    business: withoutWords(business),
    business_hours,
    services,
    service_categories,
    professional_services,
    professionals,
    professional_hours,
    special_days,
    time_off,
    time_off_history,
    message_texts,
    reviews,
    members,
    credit_movements,
  }
}

/** The members who may sign in to the business. */
const membersOf = (db: Db, owner: BusinessId) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.name', 'u.email', 'm.role', 'm.professional_id', 'm.permissions', 'm.is_active'])
    .select('m.created_at')
    .where('m.business_id', '=', owner)
    .orderBy('m.user_id')
    .execute()

type ManyRows = 'appointments' | 'appointment_history' | 'activity'
type RowsOfCards = 'client_cards' | 'client_notes' | 'consents' | 'inbound_messages'

/** All of a business's appointments, or their histories, as stored. */
export const rowsOf = (db: Db, owner: BusinessId, table: ManyRows | RowsOfCards) =>
  keyset<Record<string, unknown>>(async (after, size) => {
    const rows = await db
      .selectFrom(table as 'appointments')
      .selectAll()
      .where('business_id', '=', owner)
      .where('id', '>', Number(after?.['id'] ?? 0))
      .orderBy('id')
      .limit(size)
      .execute()
    return rows.map(withoutWords)
  })

/** Columns derived for searching add no data. */
const withoutWords = ({ words: _, sorted_name: __, ...row }: Record<string, unknown>) => row

interface ExportedClient {
  client_name: string
  client_phone: string
  client_email: string | null
  client_id: string | null
  appointments: number
  first_appointment: string
  last_appointment: string
}

/** The clients of whom something is known, one per e-mail and one per appointment without one. */
export async function* clientsOf(db: Db, owner: BusinessId): AsyncGenerator<ExportedClient[]> {
  const pages = keyset<ExportedClient & { client: string }>(async (after, size) => {
    const { rows } = await sql<ExportedClient & { client: string }>`
      select client, client_name, client_phone, client_email, client_id, appointments, first_date as first_appointment,
        last_date as last_appointment
      from ${byClient(wholeOf(owner))} person
      where client > ${after?.client ?? ''} and client not like ${FORGOTTEN_EMAILS} and ${isKnown}
      order by client limit ${size}`.execute(db)
    return rows
  })
  for await (const rows of pages) yield rows.map(({ client: _, ...row }) => row)
}

/** The key of a client, as migrations/0260_email_optional.sql makes it. */
export const clientKey = ({ client_email = '', appointment_id }: ClientOf): string =>
  appointment_id === undefined ? client_email.toLowerCase() : `#${appointment_id}`

export interface ClientOf {
  client_email?: string | undefined
  /** Of a client without an e-mail. */
  appointment_id?: number | undefined
}

/** What a business has of one person, or of an e-mail. */
export interface Person {
  /** Their cards, merged ones included, and locked: no booking finds them any more. */
  cards: number[]
  /** clientKey() of theirs; undefined when they are known by their card. */
  client: string | undefined
}

/**
 * A person by their card; or whoever has an e-mail, or an appointment without one: then a card that has other
 * appointments too is not among theirs.
 */
export async function personOf(
  tx: Tx,
  owner: BusinessId,
  whom: { client: string } | { card: number },
): Promise<Person> {
  const client = 'client' in whom ? whom.client : undefined
  const theirs =
    'card' in whom
      ? sql`c.id = ${whom.card}`
      : sql`(lower(c.client_email) = ${client} or c.id in (
          select a.card_id from appointments a where a.business_id = ${owner} and ${isTheirs(sql`${client}`)}))
        and not exists (
          select from appointments a
          where a.business_id = c.business_id and a.card_id = c.id and ${isTheirs(sql`${client}`)} is not true)`
  // What was merged into a card is forgotten with it.
  const { rows } = await sql<{ id: number }>`
    with theirs as (
      select c.id from client_cards c where c.business_id = ${owner} and c.forgotten_at is null and ${theirs})
    select c.id from client_cards c
    where c.business_id = ${owner} and c.forgotten_at is null
      and (c.id in (select id from theirs) or c.merged_into in (select id from theirs))
    order by c.id for update`.execute(tx)
  return { cards: rows.map(({ id }) => id), client }
}

/** A condition on appointments `a` of a business. */
const areOf = ({ cards, client }: Person) =>
  client === undefined
    ? sql<boolean>`a.card_id = any(${cards}::bigint[])`
    : sql<boolean>`${isTheirs(sql`${client}`)}`

/** Upcoming scheduled appointments of a person. */
export async function aheadOf(tx: Tx, owner: BusinessId, person: Person, nowMs: number): Promise<number> {
  const row = await tx
    .selectFrom('appointments as a')
    .select((count) => count.fn.countAll<number>().as('ahead'))
    .where('business_id', '=', owner)
    .where(areOf(person))
    .where('status', '=', 'scheduled')
    .where('starts_at', '>', instant(nowMs))
    .executeTakeFirstOrThrow()
  return row.ahead
}

/**
 * Removes a person from a business's data: the appointments stay, anonymous, so that all figures remain
 * right.
 * @returns the number of those appointments.
 */
export async function forgetClient(
  tx: Tx,
  owner: BusinessId,
  person: Person,
  alias: string,
  nowMs: number,
): Promise<number> {
  await eraseCards(tx, owner, person.cards, alias, nowMs)
  // A card that stays, for other appointments, keeps nothing of what is forgotten.
  await sql`
    update client_cards set client_email = null
    where business_id = ${owner} and lower(client_email) = ${person.client ?? null}`.execute(tx)
  const { rows: known } = await sql<{ key: string }>`
    select distinct client_key(a.client_email, a.id) as key from appointments a
    where a.business_id = ${owner} and ${areOf(person)}`.execute(tx)
  const keys = [...new Set([...known.map(({ key }) => key), ...(person.client ? [person.client] : [])])]
  const { rows } = await sql<{ id: number }>`
    update appointments a set client_name = 'Cliente eliminado', client_phone = '', client_email = ${alias},
      client_id = null, client_timezone = null, notes = null, no_show_reason = null, idempotency_key = null,
      cancellation_reason = case when cancellation_reason is not null then '' end,
      -- What waits for a person who is gone waits no longer.
      status = case when status = 'held' then 'cancelled' else status end
    where business_id = ${owner} and ${areOf(person)} returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`
    update appointment_history
    set old = old - '{client_name,client_phone,client_email,client_id,notes,cancellation_reason,no_show_reason}'::text[]
    where business_id = ${owner} and appointment_id = any(${ids}::bigint[])`.execute(tx)
  await tx
    .deleteFrom('undelivered')
    .where('business_id', '=', owner)
    .where('appointment_id', 'in', ids)
    .execute()
  await sql`
    delete from digest_items where business_id = ${owner} and message_id in (
      select id from messages where business_id = ${owner} and appointment_id = any(${ids}::bigint[]))`.execute(
    tx,
  )
  await sql`
    update messages set recipient = case when kind like '%\\_owner' then recipient else ${alias} end, data = '{}',
      last_error = null, state = case when state = 'queued' then 'skipped' else state end
    where business_id = ${owner} and appointment_id = any(${ids}::bigint[])`.execute(tx)
  await eraseAnswers(tx, owner, ids)
  // Includes the links sent to an address that the owner has since corrected: nobody could ask for their
  // deletion.
  await sql`
    delete from portal_tokens t where business_id = ${owner} and (lower(client_email) = ${person.client ?? null}
      or not exists (
        select from appointments a
        where a.business_id = t.business_id and lower(a.client_email) = lower(t.client_email)))`.execute(tx)
  // The client's own rows are updated at once; the job, which may be computing them at this moment, is notified
  // as of any change.
  await tx
    .deleteFrom('figures_by_client')
    .where('business_id', '=', owner)
    .where('client', 'in', keys)
    .execute()
  return ids.length
}

/** What is left of a card keeps the appointments together, so that they still count as one client's. */
async function eraseCards(tx: Tx, owner: BusinessId, cards: number[], alias: string, nowMs: number) {
  await tx
    .deleteFrom('client_notes')
    .where('business_id', '=', owner)
    .where(sql<boolean>`card_id = any(${cards}::bigint[])`)
    .execute()
  await eraseEvidence(tx, owner, cards)
  await eraseMerges(tx, owner, cards)
  await tx
    .updateTable('client_cards')
    .set({
      client_name: 'Cliente eliminado',
      whatsapp_user_id: null,
      client_phone: '',
      client_email: alias,
      client_id: null,
      alert: null,
      blocked_at: null,
      blocked_reason: null,
      forgotten_at: new Date(nowMs).toISOString(),
    })
    .where('business_id', '=', owner)
    .where(sql<boolean>`id = any(${cards}::bigint[])`)
    .execute()
}

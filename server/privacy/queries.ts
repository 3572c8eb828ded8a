import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { isTheirs } from '../appointments/clients.ts'
import { eraseFiles } from '../clients/file-queries.ts'
import { eraseHealth } from '../clients/health-queries.ts'
import { instant, type Tx } from '../database/db.ts'
import { isOfAsker } from '../portal/data-request-queries.ts'
import { eraseFormer, formerOf, formerRequests, type Known } from './former-queries.ts'
import { eraseRequests } from './request-queries.ts'
import {
  eraseAnswers,
  eraseEvidence,
  eraseMerges,
  eraseMessages,
  FORGOTTEN_RECIPIENT,
  sendNone,
} from './erase-queries.ts'
import { eraseImported } from './import-queries.ts'

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
 * People of a business are forgotten one at a time, and nobody while what they asked is answered: each reaches into what stands of
 * others, and two would wait for one another. Taken before anything else is locked, within `givingWay`.
 */
export async function lockForgetting(tx: Tx, owner: BusinessId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`forgetting in ${owner}`}, 3))`.execute(tx)
  // A change of the time zone, or of an appointment, holds that one and asks for its card at the end: whoever
  // forgets holds the card, waits for the appointment, and lets go before the two are in each other's way.
  await sql`set local lock_timeout = '700ms'`.execute(tx)
}

/**
 * A person by their card, unless that was merged into another; or whoever has an e-mail, or an appointment without one: then
 * a card that has other appointments too is not among theirs.
 */
export async function personOf(
  tx: Tx,
  owner: BusinessId,
  whom: { client: string } | { card: number },
): Promise<Person> {
  const client = 'client' in whom ? whom.client : undefined
  const theirs =
    'card' in whom
      ? sql`c.id = ${whom.card} and c.merged_into is null`
      : sql`(lower(c.client_email) = ${client} or c.id in (
          select a.card_id from appointments a where a.business_id = ${owner} and ${isTheirs(sql`${client}`)}))
        and not exists (
          select from appointments a
          where a.business_id = c.business_id and a.card_id = c.id and ${isTheirs(sql`${client}`)} is not true)`
  // What was merged into a card is forgotten with it.
  const locked = sql<{ id: number }>`
    with theirs as (
      select c.id from client_cards c where c.business_id = ${owner} and c.forgotten_at is null and ${theirs})
    select c.id from client_cards c
    where c.business_id = ${owner} and c.forgotten_at is null
      and (c.id in (select id from theirs) or c.merged_into in (select id from theirs))
    order by c.id for update`
  // The first waits for merges under way, the second sees what they made.
  await locked.execute(tx)
  const { rows } = await locked.execute(tx)
  return { cards: rows.map(({ id }) => id), client }
}

/** A condition on appointments `a` of a business. */
const areOf = ({ cards, client }: Person) =>
  client === undefined
    ? sql<boolean>`a.card_id = any(${cards}::bigint[])`
    : sql<boolean>`${isTheirs(sql`${client}`)}
        and not is_forgotten_person(a.client_name, a.client_phone, a.client_email)`

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

/** What they asked of their data by the appointments that are theirs, as long as those were not somebody else's when it was asked. */
async function requestsOf(tx: Tx, owner: BusinessId, person: Person): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from data_requests r
    join appointments a on a.business_id = r.business_id and a.id = r.appointment_id
    where r.business_id = ${owner} and ${areOf(person)} and ${isOfAsker}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What their cards and appointments call them; not a card that may still say whose its appointment was before. */
async function knownOf(tx: Tx, owner: BusinessId, person: Person): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select c.client_name, c.client_phone, c.client_email from client_cards c
    where c.business_id = ${owner} and c.id = any(${person.cards}::bigint[])
      and not exists (select from cards_stale s where s.business_id = c.business_id and s.card_id = c.id)
    union select a.client_name, a.client_phone, a.client_email from appointments a
    where a.business_id = ${owner} and ${areOf(person)}`.execute(tx)
  return rows
}

/**
 * Removes a person from a business's data: the appointments stay, anonymous, so that all figures remain
 * right. What they are called may be told, of whoever has neither a card nor an appointment any more that says it.
 * @returns the number of those appointments, and of those that were theirs before they became another's.
 */
export async function forgetClient(
  tx: Tx,
  owner: BusinessId,
  person: Person,
  nowMs: number,
  told: Known[] = [],
): Promise<{ appointments: number; former: number }> {
  // By what they are called, and by the appointments that are still theirs: both are gone once those are anonymous.
  const called = { known: [...(await knownOf(tx, owner, person)), ...told], email: person.client }
  const former = await formerOf(tx, owner, called)
  const requests = [
    ...(await requestsOf(tx, owner, person)),
    ...(await formerRequests(tx, owner, called, former)),
  ]
  await eraseRequests(tx, owner, requests, nowMs)
  await eraseFormer(tx, owner, former, nowMs)
  await eraseCards(tx, owner, person.cards, nowMs)
  // A card that stays, for other appointments, keeps nothing of what is forgotten.
  await sql`
    update client_cards set client_email = null
    where business_id = ${owner} and lower(client_email) = ${person.client ?? null}`.execute(tx)
  const { rows: known } = await sql<{ key: string }>`
    select distinct client_key(a.client_email, a.id) as key from appointments a
    where a.business_id = ${owner} and ${areOf(person)}`.execute(tx)
  const keys = [...new Set([...known.map(({ key }) => key), ...(person.client ? [person.client] : [])])]
  const { rows } = await sql<{ id: number }>`
    update appointments a set client_name = 'Cliente eliminado', client_phone = '', client_email = null,
      client_id = null, client_timezone = null, notes = null, no_show_reason = null, idempotency_key = null,
      cancellation_reason = case when cancellation_reason is not null then '' end,
      -- What waits for a person who is gone waits no longer.
      status = case when status = 'held' then 'cancelled' else status end
    where business_id = ${owner} and ${areOf(person)} returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`
    update appointment_history
    set old = old - '{client_name,client_phone,client_email,client_id,notes,cancellation_reason,no_show_reason}'::text[]
    where business_id = ${owner} and appointment_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    delete from undelivered where business_id = ${owner} and appointment_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`
    delete from digest_items where business_id = ${owner} and message_id in (
      select id from messages where business_id = ${owner} and appointment_id = any(${ids}::bigint[]))`.execute(
    tx,
  )
  const about = sql`appointment_id = any(${ids}::bigint[])`
  await sendNone(tx, owner, about, nowMs)
  await sql`
    update messages set recipient = case when kind like '%\\_owner' then recipient else ${FORGOTTEN_RECIPIENT} end, data = '{}',
      last_error = null
    where business_id = ${owner} and ${about}`.execute(tx)
  await eraseAnswers(tx, owner, ids)
  // Includes the links sent to an address that the owner has since corrected: nobody could ask for their
  // deletion.
  await sql`
    delete from portal_tokens t where business_id = ${owner} and (lower(client_email) = ${person.client ?? null}
      or not exists (
        select from appointments a
        where a.business_id = t.business_id and lower(a.client_email) = lower(t.client_email)))`.execute(tx)
  // Empty since 0660: what processes of an older version made.
  await sql`
    delete from figures_by_client where business_id = ${owner} and client = any(${keys}::text[])`.execute(tx)
  return { appointments: ids.length, former: former.length }
}

/** What is left of a card keeps the appointments together, so that they still count as one client's. */
async function eraseCards(tx: Tx, owner: BusinessId, cards: number[], nowMs: number) {
  await tx
    .deleteFrom('client_notes')
    .where('business_id', '=', owner)
    .where(sql<boolean>`card_id = any(${cards}::bigint[])`)
    .execute()
  await sql`
    delete from client_card_tags where business_id = ${owner} and card_id = any(${cards}::bigint[])`.execute(
    tx,
  )
  await eraseHealth(tx, owner, cards)
  await eraseFiles(tx, owner, cards, nowMs)
  await eraseEvidence(tx, owner, cards)
  await eraseImported(tx, owner, cards)
  await eraseMerges(tx, owner, cards)
  await eraseMessages(tx, owner, cards, nowMs)
  await tx
    .updateTable('client_cards')
    .set({
      client_name: 'Cliente eliminado',
      whatsapp_user_id: null,
      client_phone: '',
      client_email: null,
      client_id: null,
      alert: null,
      birthday: null,
      blocked_at: null,
      blocked_reason: null,
      forgotten_at: new Date(nowMs).toISOString(),
    })
    .where('business_id', '=', owner)
    .where(sql<boolean>`id = any(${cards}::bigint[])`)
    .execute()
}

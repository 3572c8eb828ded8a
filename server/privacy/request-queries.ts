import type { ReceivedRequest } from '#domain/api/calls/data-requests.ts'
import type { Outcome } from '#domain/data-request.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import { UNANSWERED_MS } from '../messages/queries.ts'
import { isOfAsker } from '../portal/data-request-queries.ts'
import { FORGOTTEN_RECIPIENT } from './erase-queries.ts'

const PAGE = 20

/**
 * The cards of whoever made the request `r` by the appointment `a`. Once that one is another person's, they are known by the e-mail
 * and the name that they asked with.
 */
const cardsOfAsker = sql`(
  select a.card_id as id where a.card_id is not null and ${isOfAsker}
  union all
  select c.id from client_cards c
  where not ${isOfAsker} and c.business_id = r.business_id and lower(c.client_email) = lower(r.client_email)
    and similar_names(c.client_name, r.client_name) and c.id is distinct from a.card_id and c.merged_into is null and c.forgotten_at is null)`

const received = (db: Db | Tx, owner: BusinessId) =>
  db
    .selectFrom('data_requests as r')
    .innerJoin('appointments as a', (join) =>
      join.onRef('a.business_id', '=', 'r.business_id').onRef('a.id', '=', 'r.appointment_id'),
    )
    .select(['r.id', 'r.kind', 'r.details', 'r.received_at', 'r.due_date', 'r.extended_reason', 'r.outcome'])
    .select(['r.answer', 'r.answered_at', 'r.client_name', 'r.client_email'])
    .select(sql<string>`case when ${isOfAsker} then a.client_phone else '' end`.as('client_phone'))
    .select(sql<number | null>`case when ${isOfAsker} then a.card_id end`.as('card_id'))
    .select(sql<boolean>`not ${isOfAsker}`.as('is_given_away'))
    .select(sql<boolean>`r.extended_at is not null`.as('is_extended'))
    // Whoever knows a name and a telephone may book by them with an e-mail of their own, and then ask. A card without one, which
    // the business wrote, is given that of a booking only once its client came.
    .select(
      sql<boolean>`r.answered_at is null and (not ${isOfAsker} or exists (
        select from appointments o where o.business_id = a.business_id and o.card_id = a.card_id
          and lower(o.client_email) is distinct from lower(r.client_email)
        union all select from client_cards c where c.business_id = a.business_id and c.id = a.card_id
          and lower(c.client_email) is distinct from lower(r.client_email)))`.as('is_other_email'),
    )
    .select(
      sql<boolean>`r.answered_at is null and exists (
        select from health_notes h where h.business_id = a.business_id and h.card_id in ${cardsOfAsker})`.as(
        'has_health_notes',
      ),
    )
    .where('r.business_id', '=', owner)

/** A page of the requests: the open ones by their date, or the answered ones, newest first. */
export async function requestsOf(
  db: Db,
  owner: BusinessId,
  { state, page }: { state: 'open' | 'answered'; page: number },
): Promise<{ requests: ReceivedRequest[]; total: number }> {
  const isOpen = state === 'open'
  const [requests, { total }] = await Promise.all([
    received(db, owner)
      .where('r.answered_at', isOpen ? 'is' : 'is not', null)
      .$if(isOpen, (query) => query.orderBy('r.due_date').orderBy('r.id'))
      .$if(!isOpen, (query) => query.orderBy('r.answered_at', 'desc').orderBy('r.id', 'desc'))
      .limit(PAGE)
      .offset((page - 1) * PAGE)
      .execute(),
    db
      .selectFrom('data_requests')
      .select((row) => row.fn.countAll<number>().as('total'))
      .where('business_id', '=', owner)
      .where('answered_at', isOpen ? 'is' : 'is not', null)
      .executeTakeFirstOrThrow(),
  ])
  return { requests, total }
}

export const requestOf = (db: Db | Tx, owner: BusinessId, id: number): Promise<ReceivedRequest | undefined> =>
  received(db, owner).where('r.id', '=', id).executeTakeFirst()

/** The appointment by which a request was made. */
export async function appointmentOf(db: Db, owner: BusinessId, id: number): Promise<number> {
  const { appointment_id } = await db
    .selectFrom('data_requests')
    .select('appointment_id')
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return appointment_id
}

/** Whether the appointment of a request is another person's by now, and the cards of whoever made it. */
export async function askerOf(tx: Tx, owner: BusinessId, id: number) {
  const { rows } = await sql<{ is_given_away: boolean; cards: number[] }>`
    select not ${isOfAsker} as is_given_away,
      (select coalesce(json_agg(id order by id), '[]') from ${cardsOfAsker} theirs) as cards
    from data_requests r join appointments a on a.business_id = r.business_id and a.id = r.appointment_id
    where r.business_id = ${owner} and r.id = ${id}`.execute(tx)
  return rows[0]!
}

/** Notes on these cards, and on those merged into them, that their person agrees to nothing any more. */
export async function withdrawConsents(
  tx: Tx,
  owner: BusinessId,
  { cards, appointment_id }: { cards: number[]; appointment_id: number | null },
  nowMs: number,
): Promise<void> {
  await sql`
    insert into consents (business_id, card_id, appointment_id, purpose, given, channel, at)
    select k.business_id, k.id, ${appointment_id}, purpose, false, 'portal', ${instant(nowMs)}
    from client_cards k, unnest(array['service', 'whatsapp', 'marketing']) purpose
    where k.business_id = ${owner} and (k.id = any(${cards}::bigint[]) or k.merged_into = any(${cards}::bigint[]))
    order by purpose, k.id`.execute(tx)
}

/** A request, locked until the transaction ends. */
export function lockRequest(tx: Tx, owner: BusinessId, id: number) {
  return tx
    .selectFrom('data_requests')
    .selectAll()
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function noteAnswer(
  tx: Tx,
  owner: BusinessId,
  id: number,
  answered: { outcome: Outcome; answer: string; user_id: number; nowMs: number },
): Promise<void> {
  const { outcome, answer, user_id, nowMs } = answered
  await tx
    .updateTable('data_requests')
    .set({ outcome, answer, answered_by: user_id, answered_at: new Date(nowMs).toISOString() })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .execute()
}

export async function noteExtension(
  tx: Tx,
  owner: BusinessId,
  id: number,
  { due_date, reason, nowMs }: { due_date: string; reason: string; nowMs: number },
): Promise<void> {
  await tx
    .updateTable('data_requests')
    .set({ due_date, extended_reason: reason, extended_at: new Date(nowMs).toISOString() })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .execute()
}

interface Held {
  client_name: string
  client_phone: string
  client_email: string | null
  client_id: string | null
  appointments: number
  first_date: string
  last_date: string
  consent_version: string | null
  consented_at: number | null
  takes_whatsapp: boolean
  takes_advertising: boolean
  notes: number
  health_notes: number
  /** What their card says; empty where there is none, and contacts where they are those of the appointment. */
  card_phone: string | null
  card_email: string | null
  card_document: string | null
  birthday: string | null
  alert: string | null
  tags: string[]
  photos: number
  is_blocked: boolean
  blocked_reason: string | null
  replies: number
}

/** What is held of the person of an appointment: of their card, or of this appointment alone. */
export async function heldOf(db: Db, owner: BusinessId, appointment_id: number): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    with one as (select * from appointments where business_id = ${owner} and id = ${appointment_id}),
    theirs as (
      select a.* from appointments a, one
      where a.business_id = one.business_id and (a.id = one.id or a.card_id = one.card_id))
    select one.client_name, one.client_phone, one.client_email, one.client_id,
      (select count(*) from theirs)::int as appointments,
      (select min(appointment_date) from theirs)::text as first_date,
      (select max(appointment_date) from theirs)::text as last_date, agreed.consent_version, agreed.consented_at,
      coalesce(has_consent(one.business_id, one.card_id, 'whatsapp'), false) as takes_whatsapp,
      coalesce(has_consent(one.business_id, one.card_id, 'marketing'), false) as takes_advertising,
      (select count(*) from client_notes n where n.business_id = one.business_id and n.card_id = one.card_id)::int as notes,
      (select count(*) from health_notes n
        where n.business_id = one.business_id and n.card_id = one.card_id)::int as health_notes,
      nullif(nullif(c.client_phone, one.client_phone), '') as card_phone,
      case when lower(c.client_email) is distinct from lower(one.client_email) then c.client_email end as card_email,
      nullif(c.client_id, one.client_id) as card_document,
      c.birthday, c.alert, c.blocked_at is not null as is_blocked, c.blocked_reason,
      array(select t.label from client_card_tags has
        join client_tags t on t.business_id = has.business_id and t.id = has.tag_id
        where has.business_id = c.business_id and has.card_id = c.id order by plain(t.label)) as tags,
      (select count(*) from client_files f where f.business_id = c.business_id and f.card_id = c.id)::int as photos,
      (select count(*) from inbound_messages m
        where m.business_id = one.business_id and m.appointment_id in (select id from theirs))::int as replies
    from one left join client_cards c on c.business_id = one.business_id and c.id = one.card_id
    left join lateral (
      select consent_version, consented_at from theirs where consented_at is not null order by consented_at desc limit 1
    ) agreed on true`.execute(db)
  return rows[0]
}

/** Erases what was asked and answered by these requests, and leaves that it was asked. What nobody has answered yet is answered by it. */
export async function eraseRequests(
  tx: Tx,
  owner: BusinessId,
  requests: number[],
  nowMs: number,
): Promise<void> {
  await sql`
    update messages m set data = '{}', last_error = null,
      recipient = case when m.kind like '%\\_owner' then m.recipient else ${FORGOTTEN_RECIPIENT} end,
      state = case when m.state = 'queued' then 'skipped' else m.state end
    from unnest(${requests}::bigint[]) r (id)
    where m.business_id = ${owner}
      and m.once in ('data_request_owner:' || r.id, 'data_answered_client:' || r.id, 'data_extended_client:' || r.id)`.execute(
    tx,
  )
  await sql`
    update data_requests set client_name = 'Cliente eliminado', client_email = null, details = '',
      extended_reason = case when extended_reason is not null then '…' end, answer = '',
      outcome = coalesce(outcome, 'done'), answered_at = coalesce(answered_at, ${instant(nowMs)})
    where business_id = ${owner} and id = any(${requests}::bigint[])`.execute(tx)
}

const WEEK = 7 * 24 * 3_600_000

/** Erases the last answers to people whose data are erased, once they have left the outbox and will not be sent again. */
export async function eraseLastAnswers(db: Db, nowMs: number): Promise<void> {
  await sql`
    update messages m set data = '{}', recipient = 'cliente-eliminado@invalid', last_error = null
    from data_requests r
    where r.kind = 'erase' and r.outcome = 'done' and r.answered_at > ${instant(nowMs - 5 * WEEK)}
      and m.business_id = r.business_id and m.once = 'data_answered_client:' || r.id
      and m.state <> 'queued' and m.settled_at < ${instant(nowMs - UNANSWERED_MS)} and m.data <> '{}'`.execute(
    db,
  )
}

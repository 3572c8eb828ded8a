import type { Wanted } from '#domain/told.ts'
import type { ZoneReader } from '#domain/zone-name.ts'
import { sql } from 'kysely'
import { isYoung } from '../limits/young-queries.ts'
import { instant, type Tx } from '../database/db.ts'
import { enqueue, type DueMessage } from '../messages/queries.ts'
import { formsOf } from './numbers.ts'
import type { Asked } from './payload.ts'
import type { Reply } from './webhook.ts'
import { wordsOf } from './words.ts'

/** The appointment that a reply is about, and what the answer says of it. */
export interface AnsweredAppointment extends ZoneReader {
  business_id: number
  id: number
  status: string
  /** Epoch milliseconds. */
  starts_at: number
  business_name: string
  /** Whether the business's e-mail is confirmed. */
  is_trusted: boolean
  whatsapp: string | null
  whatsapp_user_id: string | null
}

/** The most answers about one appointment: each costs the operator. Two more are kept for who wants to cancel or change. */
const MOST_ANSWERS = 3
const KEPT_FOR_ACTS = 2
const DAY_MS = 24 * 3_600_000

/**
 * The appointment that a reply means, locked: that of its payload, else of the message that it answers, else of the last
 * message to its sender. A message whose answer was lost has no name yet.
 */
export async function appointmentOfReply(
  tx: Tx,
  { context, reaction, from, from_user_id }: Reply,
  asked: Asked | undefined,
): Promise<AnsweredAppointment | undefined> {
  const forms = formsOf(from)
  const recipients = [...forms, ...forms.map((digits) => `+${digits}`)]
  const meant = asked
    ? sql`select ${asked.business_id}::bigint as business_id, ${asked.appointment_id}::bigint as appointment_id`
    : sql`(select business_id, appointment_id from messages
          where channel = 'whatsapp' and provider_id = ${context?.id ?? reaction?.message_id ?? ''} and appointment_id is not null)
        union all
        (select business_id, appointment_id from (
          (select m.business_id, m.appointment_id, m.settled_at from messages m
            where m.channel = 'whatsapp' and m.provider_id is not null and m.appointment_id is not null
              and m.recipient = any(${recipients}::text[])
            order by m.settled_at desc limit 1)
          union all
          (select m.business_id, m.appointment_id, m.settled_at from messages m
            where m.channel = 'whatsapp' and m.provider_id is null and m.state = 'sent' and not starts_with(m.kind, 'by_hand_')
              and m.appointment_id is not null and m.recipient = any(${recipients}::text[])
            order by m.settled_at desc limit 1)) named
          order by settled_at desc limit 1)
        union all
        (select a.business_id, a.id from client_cards c join appointments a on a.business_id = c.business_id
            and a.card_id = c.id
          left join lateral (
            select m.settled_at from messages m
            where m.business_id = a.business_id and m.appointment_id = a.id and m.channel = 'whatsapp' and m.state = 'sent'
              and not starts_with(m.kind, 'by_hand_')
            order by m.settled_at desc limit 1) last on true
          where c.whatsapp_user_id = ${from_user_id ?? ''} and c.whatsapp_user_id <> ''
          order by last.settled_at desc nulls last, a.starts_at desc limit 1)
        limit 1`
  const { rows } = await sql<AnsweredAppointment>`
    with meant as (${meant})
    select a.business_id, a.id, a.client_phone, a.status, a.starts_at, a.appointment_date, a.appointment_time,
      a.client_timezone, b.timezone, b.is_virtual, b.business_name, b.email_confirmed_at is not null and not ${isYoung} as is_trusted, b.phone, b.whatsapp, c.whatsapp_user_id
    from meant join appointments a on a.business_id = meant.business_id and a.id = meant.appointment_id
    join businesses b on b.id = a.business_id
    left join client_cards c on c.business_id = a.business_id and c.id = a.card_id
    where a.hold_kind is null
    for no key update of a`.execute(tx)
  return rows[0]
}

/** Whether a reply was noted before, for any business. Of two deliveries at once the second waits. */
export async function isNoted(tx: Tx, { id }: Reply): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 906))`.execute(tx)
  const row = await tx
    .selectFrom('inbound_messages')
    .select('id')
    .where('channel', '=', 'whatsapp')
    .where('provider_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes a reply; undefined when it was noted before. */
export async function noteReply(
  tx: Tx,
  reply: Reply,
  { business_id, id }: AnsweredAppointment,
  { payload, nowMs }: { payload: string | undefined; nowMs: number },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('inbound_messages')
    .values({
      business_id,
      provider_id: reply.id,
      from_phone: (reply.from ?? '').slice(0, 20),
      from_user_id: reply.from_user_id?.slice(0, 200) ?? null,
      kind: payload !== undefined ? 'button' : reply.text ? 'text' : 'other',
      text: wordsOf(reply)?.slice(0, 1000) ?? null,
      payload: payload?.slice(0, 256) ?? null,
      appointment_id: id,
      handled: 'new',
      at: new Date(Number(reply.timestamp) * 1000 || nowMs).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Withdraws the consent of whoever answered, for their business: also that of others who are written to at the same telephone,
 * such as their children, and on each card that was merged into theirs. Whoever wants no more messages wants no advertising by another way either.
 */
export async function noteStop(
  tx: Tx,
  { business_id, id, client_phone }: AnsweredAppointment,
  reply: string,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into consents (business_id, card_id, appointment_id, purpose, given, channel, at, evidence)
    select ${business_id}, k.id, one.appointment_id, purpose, false, 'whatsapp', ${instant(nowMs)},
      ${JSON.stringify({ reply })}::jsonb
    from (
      select card_id, max(appointment_id) as appointment_id from (
        select a.card_id, a.id as appointment_id from appointments a
        where a.business_id = ${business_id} and a.id = ${id} and a.card_id is not null
        union all
        select c.id, null from client_cards c
        where c.business_id = ${business_id} and c.client_phone = ${client_phone} and c.client_phone <> ''
          and c.merged_into is null and has_consent(c.business_id, c.id, 'whatsapp')) found
      group by card_id) one
    join client_cards k on k.business_id = ${business_id} and (k.id = one.card_id or k.merged_into = one.card_id)
    cross join unnest(array['whatsapp', 'marketing']) purpose`.execute(tx)
}

/**
 * Whether the client of an appointment was told within a day that nobody reads here, whichever of their appointments they wrote
 * about: by when that was written, since what they write may come late.
 */
export async function isAnsweredToday(
  tx: Tx,
  { business_id, id }: AnsweredAppointment,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from (
        select ${id}::bigint as id
        union
        select theirs.id from appointments a join appointments theirs on theirs.business_id = a.business_id
            and theirs.card_id = a.card_id
          where a.business_id = ${business_id} and a.id = ${id}) theirs
        join inbound_messages i on i.business_id = ${business_id} and i.appointment_id = theirs.id
        join messages m on m.business_id = i.business_id and m.once = left('answer:' || i.provider_id || ':whatsapp', 400)
        where i.handled = 'answered' and m.created_at > ${instant(nowMs - DAY_MS)}) as is`.execute(tx)
  return rows[0]!.is
}

const onceOf = (reply: string) => `answer:${reply}:whatsapp`.slice(0, 400)

/** Queues an answer, unless the appointment has had as many as it gets. @returns whether it was queued. */
export async function queueAnswer(
  tx: Tx,
  reply: Reply,
  { business_id, id, client_phone }: AnsweredAppointment,
  { message, is_act, nowMs }: { message: object; is_act: boolean; nowMs: number },
): Promise<boolean> {
  const { rows } = await sql<{ all: number; acts: number }>`
    select count(*)::integer as all, count(*) filter (where data ->> 'is_act' = 'true')::integer as acts
    from messages
    where business_id = ${business_id} and appointment_id = ${id} and kind = 'whatsapp_answer'`.execute(tx)
  const { all, acts } = rows[0]!
  if (all >= MOST_ANSWERS && !(is_act && acts < KEPT_FOR_ACTS)) return false
  await enqueue(tx, {
    business_id,
    appointment_id: id,
    kind: 'whatsapp_answer',
    channel: 'whatsapp',
    recipient: reply.from?.replace(/\D/g, '') || reply.from_user_id || client_phone.replace(/\D/g, ''),
    once: onceOf(reply.id),
    data: { message, ...(is_act && { is_act }) },
    created_at: nowMs,
    due_at: nowMs,
  })
  return true
}

/** Notes what followed from a reply. */
export async function noteHandled(tx: Tx, key: { business_id: number; id: number }, handled: string) {
  await tx
    .updateTable('inbound_messages')
    .set({ handled })
    .where('business_id', '=', key.business_id)
    .where('id', '=', key.id)
    .execute()
}

/** What the owner reads of a tap whose answer did not reach its client. */
export const WANTED_BY: Partial<Record<Asked['act'], Wanted>> = {
  cancel: 'wanted_cancel',
  cancel_yes: 'wanted_cancel',
  change: 'wanted_change',
}

/** Notes for the owner what a client wanted to whom this answer did not go, as long as the appointment is ahead. */
export async function noteLostAnswer(
  tx: Tx,
  { business_id, id, kind }: Pick<DueMessage, 'business_id' | 'id' | 'kind'>,
  nowMs: number,
): Promise<void> {
  if (kind !== 'whatsapp_answer') return
  const wanted = sql`${JSON.stringify(WANTED_BY)}::jsonb ->> split_part(i.payload, '.', 1)`
  await sql`
    update inbound_messages i set handled = ${wanted}
    from messages m join appointments a on a.business_id = m.business_id and a.id = m.appointment_id
    where m.business_id = ${business_id} and m.id = ${id} and i.business_id = m.business_id
      and i.appointment_id = m.appointment_id and m.once = left('answer:' || i.provider_id || ':whatsapp', 400)
      and a.status = 'scheduled' and a.starts_at > ${instant(nowMs)} and i.handled <> 'cancelled' and ${wanted} is not null`.execute(
    tx,
  )
}

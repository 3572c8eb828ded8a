import { COPY_ROWS } from '#domain/data-copy.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../database/db.ts'
import { isOfAsker } from './data-request-queries.ts'

export type Row = Record<string, unknown>

interface Of {
  business_id: number
  email: string
}

/** Rows as JSON, instants as text: one more than a copy holds, so that it is known whether it holds all. */
async function listed(tx: Tx, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(x) as row from (${query} limit ${COPY_ROWS + 1}) x`.execute(tx)
  return rows.map(({ row }) => row)
}

/**
 * The card that is this e-mail's owner's for sure: the only one with it, made by a booking with it, all of whose appointments have
 * it, and into which none of another e-mail was merged. A telephone or a name, which others know, may have put an e-mail on a card,
 * and then the reader of that e-mail need not be whom the card is about.
 */
export async function cardOfEmail(
  tx: Tx,
  { business_id, email }: Of,
): Promise<(Row & { id: number }) | undefined> {
  const { rows } = await sql<{ row: Row & { id: number } }>`
    with one as (
      select c.* from client_cards c
      where c.business_id = ${business_id} and lower(c.client_email) = ${email} and c.merged_into is null
        and c.forgotten_at is null)
    select jsonb_build_object('id', one.id, 'client_name', one.client_name, 'client_phone', one.client_phone,
      'client_email', one.client_email, 'client_id', one.client_id, 'birthday', one.birthday, 'alert', one.alert,
      'blocked_at', one.blocked_at, 'blocked_reason', one.blocked_reason, 'source', one.source,
      'created_at', one.created_at) as row
    from one
    where (select count(*) from one) = 1
      and exists (
        select from appointments a where a.business_id = one.business_id and a.card_id = one.id
          and lower(a.client_email) = ${email} and a.created_at <= one.created_at)
      and not exists (
        select from appointments a where a.business_id = one.business_id and a.card_id = one.id
          and lower(a.client_email) is distinct from ${email})
      and not exists (
        select from client_cards k where k.business_id = one.business_id and k.merged_into = one.id
          and lower(k.client_email) is distinct from ${email})`.execute(tx)
  return rows[0]?.row
}

/** The appointments of an e-mail as the portal shows them; what the team wrote of them with the card alone. */
export const copiedAppointments = (tx: Tx, { business_id, email }: Of, card_id: number | null) =>
  listed(
    tx,
    sql`select a.id, a.service_name, a.professional_name, a.appointment_date, a.appointment_time, a.duration_minutes,
        a.price, a.status, a.attendance_status, a.client_confirmed_at, a.cancellation_reason, a.client_email, a.client_id,
        a.created_at, mine.*
      from appointments a
      left join lateral (
        select a.client_name, a.client_phone, a.actual_price, a.arrived_at, a.notes, a.no_show_reason,
          a.consent_version, a.consented_at
        where a.card_id = ${card_id}) mine on true
      where a.business_id = ${business_id} and lower(a.client_email) = ${email} and a.hold_kind is null
      order by a.starts_at desc, a.id desc`,
  )

/** What went to this e-mail of these appointments, and of the card by any way; not what told another person, whose one was before. */
export const copiedMessages = (tx: Tx, { business_id, email }: Of, ids: number[], card_id: number | null) =>
  listed(
    tx,
    sql`select m.id, m.kind, m.channel, m.recipient, m.state, m.created_at, m.settled_at, m.delivered_at, m.read_at
      from messages m left join appointments a on a.business_id = m.business_id and a.id = m.appointment_id
      where m.business_id = ${business_id} and m.kind not like '%\\_owner'
        and (m.appointment_id = any(${ids}::bigint[]) or m.card_id = ${card_id})
        and (lower(m.recipient) = ${email} or (m.channel in ('whatsapp', 'sms') and ${card_id}::bigint is not null
          and (m.created_at > a.given_away_at) is not false))
      order by m.id desc`,
  )

export const copiedNotes = (tx: Tx, business_id: number, card_id: number) =>
  listed(
    tx,
    sql`select id, body, at from client_notes where business_id = ${business_id} and card_id = ${card_id}
      order by id desc`,
  )

/** As they are sealed. */
export async function copiedHealthNotes(tx: Tx, business_id: number, card_id: number) {
  const { rows } = await sql<{ id: number; at: number; sealed: Buffer }>`
    select id, at, sealed from health_notes where business_id = ${business_id} and card_id = ${card_id}
    order by id desc limit ${COPY_ROWS + 1}`.execute(tx)
  return rows
}

export const copiedTags = (tx: Tx, business_id: number, card_id: number) =>
  listed(
    tx,
    sql`select t.label from client_card_tags h
      join client_tags t on t.business_id = h.business_id and t.id = h.tag_id
      where h.business_id = ${business_id} and h.card_id = ${card_id} order by t.label`,
  )

export const copiedConsents = (tx: Tx, business_id: number, card_id: number) =>
  listed(
    tx,
    sql`select c.id, c.purpose, c.given, c.text_version, c.channel, c.at from consents c
      where c.business_id = ${business_id} and (c.card_id = ${card_id} or c.card_id in (
        select k.id from client_cards k where k.business_id = ${business_id} and k.merged_into = ${card_id}))
      order by c.id desc`,
  )

/** What was answered to messages of these appointments from their telephone, since they are whose they are. */
export const copiedReplies = (tx: Tx, business_id: number, ids: number[]) =>
  listed(
    tx,
    sql`select m.id, m.channel, m.from_phone, m.kind, m.text, m.at from inbound_messages m
      join appointments a on a.business_id = m.business_id and a.id = m.appointment_id
      where m.business_id = ${business_id} and m.appointment_id = any(${ids}::bigint[]) and m.handled <> 'stranger'
        and (m.at > a.given_away_at) is not false
      order by m.id desc`,
  )

export const copiedFiles = (tx: Tx, business_id: number, card_id: number) =>
  listed(
    tx,
    sql`select id, kind, width, at from client_files where business_id = ${business_id} and card_id = ${card_id}
      order by id desc`,
  )

/** What was asked of their data by these appointments by whose they are. */
export const copiedRequests = (tx: Tx, business_id: number, ids: number[]) =>
  listed(
    tx,
    sql`select r.id, r.kind, r.details, r.received_at, r.due_date, r.extended_reason, r.outcome, r.answer, r.answered_at
      from data_requests r join appointments a on a.business_id = r.business_id and a.id = r.appointment_id
      where r.business_id = ${business_id} and r.appointment_id = any(${ids}::bigint[]) and ${isOfAsker}
      order by r.id desc`,
  )

export async function placeOf(tx: Tx, business_id: number) {
  return tx
    .selectFrom('businesses')
    .select(['business_name', 'timezone'])
    .where('id', '=', business_id)
    .executeTakeFirstOrThrow()
}

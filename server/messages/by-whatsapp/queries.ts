import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../../database/db.ts'
import type { MessageTables } from '../../database/tables/message.ts'

/** What is told of an appointment by WhatsApp, and by what it is told once. */
export interface WhatsAppMessage {
  business_id: number
  appointment_id: number
  kind: 'whatsapp_booked' | 'whatsapp_changed' | 'whatsapp_cancelled'
  /** Epoch milliseconds: when it happened. */
  at: number
  /** How long it waits, because the change may be undone, in milliseconds. */
  waitMs?: number
}

/** Queues a message of WhatsApp about an appointment, where its business and its client want them. */
export async function queueWhatsApp(
  db: Db | Tx,
  { business_id, appointment_id, kind, at, waitMs = 0 }: WhatsAppMessage,
): Promise<void> {
  const once = kind === 'whatsapp_booked' ? `${kind}:${appointment_id}` : `${kind}:${appointment_id}:${at}`
  await sql`
    insert into messages (business_id, kind, appointment_id, recipient, once, channel, due_at, created_at)
    select a.business_id, ${kind}, a.id, a.client_phone, ${`${once}:whatsapp`}, 'whatsapp', ${instant(at + waitMs)},
      ${instant(at)}
    from appointments a join businesses b on b.id = a.business_id
    where a.business_id = ${business_id} and a.id = ${appointment_id} and b.reminder_channel <> 'email'
      and a.starts_at > ${instant(at)} and takes_whatsapp(a.business_id, a.card_id, a.client_phone)
    on conflict (business_id, once) do nothing`.execute(db)
}

/** Skips the messages about an appointment's changes that wait and that no sender holds: a later one covers them. */
export async function skipWhatsApp(
  tx: Tx,
  { business_id, appointment_id, at }: Pick<WhatsAppMessage, 'business_id' | 'appointment_id' | 'at'>,
): Promise<void> {
  await sql`
    update messages set state = 'skipped', last_error = 'overtaken by a later change', settled_at = ${instant(at)}
    where (business_id, id) in (
      select business_id, id from messages m
      where m.business_id = ${business_id} and m.appointment_id = ${appointment_id} and m.channel = 'whatsapp'
        and m.kind in ('whatsapp_changed', 'whatsapp_cancelled') and m.state = 'queued' and m.attempts = 0
        and not exists (
          select from handovers h where h.business_id = m.business_id and h.message_id = m.id)
      for no key update skip locked)`.execute(tx)
}

/** What tells of an appointment as it is when it leaves, and not of a change. */
export const TELLS_WHAT_IS = sql<boolean>`(kind in ('whatsapp_booked', 'reminder_whatsapp_advance', 'reminder_whatsapp_two_hours')
  or starts_with(kind, 'by_hand_'))`

/**
 * Whether a message of WhatsApp told of a change, or may have; `change` is its id in the history. A confirmation or a reminder that
 * left after it told of it too; so may one that a sender has in hand, or had.
 */
export async function isToldByWhatsApp(
  tx: Tx,
  { business_id, appointment_id, change }: { business_id: number; appointment_id: number; change: number },
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    with waiting as (
      select m.id from messages m
      where m.business_id = ${business_id} and m.appointment_id = ${appointment_id} and m.channel = 'whatsapp'
        and ${TELLS_WHAT_IS} and m.state = 'queued' and m.attempts = 0 and not exists (
          select from handovers h where h.business_id = m.business_id and h.message_id = m.id)
      for no key update skip locked)
    select exists (
      select from messages m
      join appointment_history h on h.business_id = m.business_id and h.appointment_id = m.appointment_id and h.id = ${change}
      where m.business_id = ${business_id} and m.appointment_id = ${appointment_id} and m.channel = 'whatsapp'
        and m.state <> 'skipped' and (m.kind = 'whatsapp_changed' and m.created_at >= h.at
          or ${TELLS_WHAT_IS} and (m.settled_at > h.at or m.state = 'queued')
            and m.id not in (select id from waiting))) as is`.execute(tx)
  return rows[0]!.is
}

interface Consent {
  purpose: MessageTables['consents']['purpose']
  given: boolean
  channel: 'page' | 'owner' | 'whatsapp' | 'portal'
  text_version?: string | null
  evidence?: Record<string, unknown>
  /**
   * Said by them with the booking, whose request may be repeated, also with corrected details: noted once, and only where the
   * booking that stands is of whoever says it.
   */
  of?: Booker
  nowMs: number
}

interface Booker {
  client_phone: string
  client_email: string | null
}

interface About {
  business_id: number
  appointment_id: number | null
}

/**
 * Adds what the client of an appointment agreed to, or withdrew, which they do on each of their cards; without a card there is
 * nobody who could.
 */
export async function noteConsent(
  db: Db | Tx,
  { business_id, appointment_id }: About,
  { purpose, given, channel, text_version = null, evidence = {}, of, nowMs }: Consent,
): Promise<void> {
  // Whoever asks for WhatsApp has it, though their number may have had none: they are written to again.
  const hasIt = given && purpose === 'whatsapp'
  await sql`
    with said as (
      insert into consents (business_id, card_id, appointment_id, purpose, given, text_version, channel, at, evidence)
      select a.business_id, k.id, a.id, ${purpose}, ${given}, ${text_version}, ${channel}, ${instant(nowMs)},
        ${JSON.stringify(evidence)}::jsonb
      from appointments a join client_cards k on k.business_id = a.business_id
        and (k.id = a.card_id or not ${given}::boolean and k.merged_into = a.card_id)
      where a.business_id = ${business_id} and a.id = ${appointment_id}
        and ${of ? saidWithBooking(purpose, of) : sql`true`}
      order by k.id
      returning business_id, card_id)
    update client_cards c set whatsapp_missing_at = null from said
    where ${hasIt}::boolean and c.business_id = said.business_id and c.id = said.card_id
      and c.whatsapp_missing_at is not null`.execute(db)
}

/** Advertising goes by mail too. */
const saidWithBooking = (
  purpose: Consent['purpose'],
  { client_phone, client_email }: Booker,
) => sql<boolean>`(
  a.client_phone = ${client_phone}
  and (${purpose} = 'whatsapp' or a.client_email is not distinct from ${client_email})
  and not exists (
    select from consents c where c.business_id = a.business_id and c.card_id = a.card_id and c.purpose = ${purpose}
      and c.appointment_id = a.id))`

/** The text that clients agree to; a changed text gets another version. */
const WHATSAPP_CONSENT_VERSION = '2026-11'

/**
 * Notes that the client of a new appointment agreed to messages of WhatsApp, and queues the confirmation, if the business sends
 * them; again nothing more happens. It comes after the booking, which stands without it: a request that is repeated because its
 * process died in between makes up for it.
 */
export async function tellBooked(
  db: Db,
  about: { business_id: number; appointment_id: number },
  {
    agreed,
    nowMs,
    isOn,
  }: {
    agreed: { channel: 'page' | 'owner'; evidence: Record<string, unknown>; of: Booker } | false
    nowMs: number
    /** Whether this installation sends WhatsApp. */
    isOn: boolean
  },
): Promise<void> {
  if (agreed) {
    const said = { purpose: 'whatsapp' as const, given: true, text_version: WHATSAPP_CONSENT_VERSION }
    await noteConsent(db, about, { ...said, ...agreed, nowMs })
  }
  if (isOn) await queueWhatsApp(db, { ...about, kind: 'whatsapp_booked', at: nowMs })
}

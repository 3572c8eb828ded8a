import { sql } from 'kysely'
import type { Limit } from '../limits/attempts.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import { trustOf } from './phone-queries.ts'
import type { DueMessage } from '../messages/queries.ts'

const DAY_MS = 24 * 3_600_000
const NEW_DAYS = 7
const TO_ONE = 10
const A_DAY = { isNew: 50, isKnown: 500 }

/** What is missing for the many. */
export type Lacking = 'email' | 'phone' | 'age'

/**
 * How many messages a business may send in a day: new, or without a confirmed e-mail and telephone, few; and what is missing
 * for more.
 */
export async function quotaOf(db: Db, business_id: number, nowMs: number) {
  const { created_at, has_email, has_phone } = await trustOf(db, business_id)
  const lacks: Lacking[] = []
  if (!has_email) lacks.push('email')
  if (!has_phone) lacks.push('phone')
  if (Number(created_at) > nowMs - NEW_DAYS * DAY_MS) lacks.push('age')
  return { a_day: lacks.length > 0 ? A_DAY.isNew : A_DAY.isKnown, lacks }
}

/**
 * What a message counts against: all share one number, and what one business does with it, it does to everybody's. Answers have
 * a limit of their own, and whoever taps 'Cancelar' needs one.
 */
export async function limitsOf(
  db: Db,
  { business_id, recipient, kind }: Pick<DueMessage, 'business_id' | 'recipient' | 'kind'>,
  nowMs: number,
): Promise<Limit[]> {
  if (kind === 'whatsapp_answer') return []
  const { a_day } = await quotaOf(db, business_id, nowMs)
  return [
    {
      subject: `whatsapp of business ${business_id}`,
      max: a_day,
      minutes: 24 * 60,
    },
    // Over all businesses: anybody may write somebody else's number into a form.
    { subject: `whatsapp to ${recipient.replace(/\D/g, '')}`, max: TO_ONE, minutes: 24 * 60 },
  ]
}

/** What a message of WhatsApp needs to know of its reader. */
export interface ReaderFacts {
  language: string | null
  takes_whatsapp: boolean
  /** Whether their number has no WhatsApp. */
  is_missing: boolean
  is_on: boolean
}

export async function readerFacts(
  db: Db,
  { business_id, appointment_id }: Pick<DueMessage, 'business_id' | 'appointment_id'>,
): Promise<ReaderFacts | undefined> {
  const { rows } = await sql<ReaderFacts>`
    select c.language, takes_whatsapp(a.business_id, a.card_id, a.client_phone) as takes_whatsapp,
      coalesce(c.whatsapp_missing_at is not null and c.client_phone = a.client_phone, false) as is_missing,
      b.reminder_channel <> 'email' as is_on
    from appointments a join businesses b on b.id = a.business_id
    left join client_cards c on c.business_id = a.business_id and c.id = a.card_id
    where a.business_id = ${business_id} and a.id = ${appointment_id}`.execute(db)
  return rows[0]
}

/** Whom a message about a person greets, as their card knows them. */
export interface Greeted {
  client_name: string
  client_phone: string
  language: string | null
  takes_whatsapp: boolean
}

/**
 * Whom a greeting is for; undefined when its appointment is somebody else's meanwhile, or the telephone of its card another one
 * than it was written for.
 */
export async function greetedOf(
  db: Db,
  { business_id, id }: Pick<DueMessage, 'business_id' | 'id'>,
): Promise<Greeted | undefined> {
  const { rows } = await sql<Greeted>`
    select c.client_name, c.client_phone, c.language, takes_whatsapp(c.business_id, c.id, c.client_phone) as takes_whatsapp
    from messages m
    join client_cards k on k.business_id = m.business_id and k.id = m.card_id
    join client_cards c on c.business_id = k.business_id and c.id = coalesce(k.merged_into, k.id)
    join appointments a on a.business_id = m.business_id and a.id = m.appointment_id and a.card_id = c.id
    where m.business_id = ${business_id} and m.id = ${id} and c.client_phone = m.recipient`.execute(db)
  return rows[0]
}

/** Notes what WhatsApp calls a message, and its reader. */
export async function noteProviderId(
  db: Db,
  row: Pick<DueMessage, 'business_id' | 'id' | 'appointment_id' | 'recipient'>,
  provider_id: string,
  user_id: string | undefined,
): Promise<void> {
  // Of two that are called alike, the first one is meant.
  await sql`
    update messages set provider_id = ${provider_id}
    where business_id = ${row.business_id} and id = ${row.id} and provider_id is null and not exists (
      select from messages other where other.channel = 'whatsapp' and other.provider_id = ${provider_id})`.execute(
    db,
  )
  if (user_id !== undefined) await noteUserId(db, row, user_id)
}

/** Keeps what WhatsApp calls the reader of a message with the reader's card: not once the appointment has another telephone. */
export async function noteUserId(
  db: Db | Tx,
  {
    business_id,
    appointment_id,
    recipient,
  }: Pick<DueMessage, 'business_id' | 'appointment_id' | 'recipient'>,
  user_id: string,
): Promise<void> {
  await sql`
    update client_cards c set whatsapp_user_id = ${user_id} from appointments a
    where a.business_id = ${business_id} and a.id = ${appointment_id} and a.client_phone = ${recipient}
      and c.business_id = a.business_id and c.id = a.card_id and c.whatsapp_user_id is distinct from ${user_id} and c.forgotten_at is null`.execute(
    db,
  )
}

/** Remembers that the number of a card has no WhatsApp: not another one, to which an appointment of it was told. */
export async function noteMissing(tx: Tx, row: DueMessage, nowMs: number): Promise<void> {
  await sql`
    update client_cards c set whatsapp_missing_at = ${instant(nowMs)} from appointments a
    where a.business_id = ${row.business_id} and a.id = ${row.appointment_id} and c.business_id = a.business_id
      and c.id = a.card_id and c.client_phone = ${row.recipient}`.execute(tx)
}

/**
 * Notes that a number has WhatsApp after all, since something arrived there, or came from it, at `at`. What said that it has
 * none may be of later, unless it was of the same message.
 */
export async function noteReached(
  tx: Tx,
  { business_id, recipient }: Pick<DueMessage, 'business_id' | 'recipient'>,
  { at, isOfSame = false }: { at: number; isOfSame?: boolean },
): Promise<void> {
  await sql`
    update client_cards set whatsapp_missing_at = null
    where business_id = ${business_id} and client_phone = ${recipient} and client_phone <> ''
      and whatsapp_missing_at is not null
      and (${isOfSame}::boolean or whatsapp_missing_at <= ${instant(at)})`.execute(tx)
}

/** The e-mail of an appointment's client, which a reminder may go to instead. */
export async function mailOf(tx: Tx, { business_id, appointment_id }: DueMessage): Promise<string | null> {
  const row = await tx
    .selectFrom('appointments')
    .select('client_email')
    .where('business_id', '=', business_id)
    .where('id', '=', appointment_id!)
    .executeTakeFirst()
  return row?.client_email ?? null
}

const DISCONNECTED = 'whatsapp_disconnected'

/** Notes since when the token is refused; or that it is taken again. */
export async function noteConnection(db: Db, isConnected: boolean, nowMs: number): Promise<void> {
  if (!isConnected) {
    lastConnected.delete(db)
    await db
      .insertInto('installation')
      .values({ name: DISCONNECTED, value: new Date(nowMs).toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return
  }
  // Another process may have noted the opposite: looked at once a minute.
  const last = lastConnected.get(db)
  if (last !== undefined && nowMs >= last && nowMs - last < 60_000) return
  lastConnected.set(db, nowMs)
  await db.deleteFrom('installation').where('name', '=', DISCONNECTED).execute()
}
const lastConnected = new WeakMap<Db, number>()

/** Since when the token is refused, epoch milliseconds; null when it is taken. */
export async function disconnectedSince(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', DISCONNECTED)
    .executeTakeFirst()
  return row ? Date.parse(row.value) : null
}

export type ReminderChannel = 'email' | 'whatsapp' | 'both'

/** How a business reminds its clients. */
export async function channelOf(db: Db, business_id: number): Promise<ReminderChannel> {
  const row = await db
    .selectFrom('businesses')
    .select('reminder_channel')
    .where('id', '=', business_id)
    .executeTakeFirstOrThrow()
  return row.reminder_channel
}

export async function setChannel(db: Db | Tx, business_id: number, reminder_channel: ReminderChannel) {
  await db.updateTable('businesses').set({ reminder_channel }).where('id', '=', business_id).execute()
}

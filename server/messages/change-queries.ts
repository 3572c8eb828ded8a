import { sql } from 'kysely'
import { KINDS_TO_CLIENTS } from '#domain/told.ts'
import { instant, type Db, type Tx } from '../database/db.ts'

/** The data of a change's message; everything else is read when it is sent. */
export interface ChangeData {
  /**
   * The number of the change, from 1 for each appointment: for its calendar entries, and to know the latest.
   */
  sequence: number
  actor: 'client' | 'owner'
  old: Record<string, unknown>
  /** Of a cancellation: how many others of the same client were cancelled with it. */
  others?: number
}

// Must match the condition of the index messages_changes literally.
const isChange = sql<boolean>`kind in ('cancelled_client', 'cancelled_owner', 'moved_client', 'moved_owner', 'edited_client', 'edited_owner')`

/**
 * The number of an appointment's latest change, which its calendar entry carries; 0 for a new appointment.
 */
export const lastSequence = (business_id: string, appointment_id: string) => sql<number>`coalesce((
  select max((data->>'sequence')::integer) from messages
  where business_id = ${sql.ref(business_id)} and appointment_id = ${sql.ref(appointment_id)} and ${isChange}), 0)`

const changesOf = (db: Db | Tx, business_id: number, appointment_id: number) =>
  db
    .selectFrom('messages')
    .where('business_id', '=', business_id)
    .where('appointment_id', '=', appointment_id)
    .where(isChange)

/** Reads the recipients of an appointment's messages and locks the appointment until the transaction ends. */
export async function lockRecipients(tx: Tx, business_id: number, id: number) {
  return await tx
    .selectFrom('appointments as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .select(['a.client_email as client', 'b.email as owner'])
    .where('a.business_id', '=', business_id)
    .where('a.id', '=', id)
    .forNoKeyUpdate('a')
    .executeTakeFirst()
}

/** The number of the next change. Requires the appointment's lock, so that no two changes get the same. */
export async function changeSequence(tx: Tx, business_id: number, appointment_id: number): Promise<number> {
  const { last } = await changesOf(tx, business_id, appointment_id)
    .select(sql<number | null>`max((data->>'sequence')::integer)`.as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * Skips an appointment's waiting messages that certainly were not sent: the later message covers them.
 * Messages that a sender has claimed, or may have handed over, stay as they are.
 * @returns the numbers of the changes of which the client will not be told.
 */
export async function skipWaiting(
  tx: Tx,
  business_id: number,
  appointment_id: number,
  nowMs: number,
): Promise<number[]> {
  const rows = await skip(tx, changesOf(tx, business_id, appointment_id), business_id, nowMs)
  return rows
    .filter(({ kind }) => kind.endsWith('_client'))
    .map(({ data }) => (data as unknown as ChangeData).sequence)
}

/** Skips an appointment's confirmation to its client, while it waits: another one takes its place. */
export async function skipConfirmation(tx: Tx, business_id: number, appointment_id: number, nowMs: number) {
  const confirmation = tx
    .selectFrom('messages')
    .where('business_id', '=', business_id)
    .where('appointment_id', '=', appointment_id)
    .where('kind', '=', 'booked_client')
  await skip(tx, confirmation, business_id, nowMs)
}

/** Skips those of the messages that certainly were not sent, and that no sender holds. */
function skip(tx: Tx, messages: ReturnType<typeof changesOf>, business_id: number, nowMs: number) {
  const waiting = messages
    .select('id')
    .where('state', '=', 'queued')
    // A mail that was refused was not delivered; WhatsApp may have taken what it answered a fault to.
    .where((row) =>
      row.or([row('attempts', '=', 0), row.and([row('channel', '=', 'email'), row('unanswered', '=', 0)])]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('handovers as h')
            .select('h.message_id')
            .where('h.business_id', '=', business_id)
            .whereRef('h.message_id', '=', 'messages.id'),
        ),
      ),
    )
    .forNoKeyUpdate()
    .skipLocked()
  return tx
    .updateTable('messages')
    .set({
      state: 'skipped',
      last_error: 'overtaken by a later change',
      settled_at: new Date(nowMs).toISOString(),
    })
    .where('business_id', '=', business_id)
    .where('id', 'in', waiting)
    .returning(['kind', 'data'])
    .execute()
}

export interface ChangeMessage {
  kind: string
  state: 'queued' | 'sent' | 'failed' | 'skipped'
  unanswered: number
  /** Epoch milliseconds. */
  created_at: number
  data: ChangeData
}

/** The messages of an appointment's changes, latest first. */
export async function changeMessages(
  db: Db,
  business_id: number,
  appointment_id: number,
): Promise<ChangeMessage[]> {
  const rows = await changesOf(db, business_id, appointment_id)
    .select(['kind', 'state', 'unanswered', 'created_at', 'data'])
    .orderBy(sql`(data->>'sequence')::integer`, (by) => by.desc().nullsLast())
    .execute()
  return rows.map((row) => ({ ...row, data: row.data as unknown as ChangeData }))
}

export const KINDS_TO_OWNERS = ['booked_owner', 'cancelled_owner', 'moved_owner', 'edited_owner']

/**
 * When the client or the owner last heard what was true of an appointment then, or may have: by whatever message, a digest
 * included, since each tells what is true when it leaves. `except` is the message that asks, and `claimed` those that are made
 * together with it; one that another sender holds may say what was true a moment ago, and counts as heard now.
 * @returns epoch milliseconds, 0 for never.
 */
export async function heardAt(
  db: Db | Tx,
  { business_id, appointment_id }: { business_id: number; appointment_id: number },
  audience: 'client' | 'owner',
  { nowMs, except = 0, claimed = [] }: { nowMs: number; except?: number; claimed?: number[] },
): Promise<number> {
  const kinds = audience === 'client' ? KINDS_TO_CLIENTS : KINDS_TO_OWNERS
  const { rows } = await sql<{ at: number | null }>`
    with told as (
      select id, channel, state, attempts, unanswered, settled_at from messages
      where business_id = ${business_id} and appointment_id = ${appointment_id} and kind = any(${kinds}::text[])
        and id <> ${except}),
    waiting as (
      select m.id from messages m
      where m.business_id = ${business_id} and m.state = 'queued' and not exists (
          select from handovers h where h.business_id = m.business_id and h.message_id = m.id)
        and m.id in (select id from told where channel = 'email' or attempts = 0)
      for no key update skip locked)
    select max(at) as at from (
      select coalesce(settled_at, ${instant(nowMs)}::timestamptz) as at from told
      where state = 'sent' or unanswered > 0
        or state = 'queued' and id <> all(${claimed}::bigint[]) and id not in (select id from waiting)
      union all
      select coalesce(d.settled_at, ${instant(nowMs)}::timestamptz)
      from digest_items i join messages d on d.business_id = 0 and d.id = i.digest_id
      where i.business_id = ${business_id} and i.message_id in (select id from told union all select ${except}::bigint)
        and (d.state = 'sent' or d.unanswered > 0)) heard`.execute(db)
  return rows[0]!.at ?? 0
}

/** For so long a change waits for what is on its way: a mail server that takes longer keeps nobody from hearing of it. */
const IN_ORDER_MS = 60_000

/**
 * Whether another sender has an earlier message of the appointment to the same reader in hand: of two that are on their way at
 * once nobody knows which arrives last, and who reads 'reprogramada' after 'cancelada' comes.
 */
export async function isBeingTold(
  db: Db | Tx,
  { business_id, appointment_id, id }: { business_id: number; appointment_id: number | null; id: number },
  {
    kinds,
    channel,
    nowMs,
    claimed = [],
  }: { kinds: readonly string[]; channel: 'email' | 'whatsapp'; nowMs: number; claimed?: number[] },
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    with earlier as (
      select id from messages
      where business_id = ${business_id} and appointment_id = ${appointment_id} and kind = any(${kinds}::text[])
        and channel = ${channel} and state = 'queued' and id < ${id} and id <> all(${claimed}::bigint[])),
    waiting as (
      select m.id from messages m where m.business_id = ${business_id} and m.id in (select id from earlier)
      for no key update skip locked)
    select exists (select from earlier where id not in (select id from waiting)) and exists (
      select from messages
      where business_id = ${business_id} and id = ${id} and created_at > ${instant(nowMs - IN_ORDER_MS)}) as is`.execute(
    db,
  )
  return rows[0]!.is
}

/** When a message that waits for another one looks again. */
export const againAt = (nowMs: number) => nowMs + 1000

interface Client {
  client_name: string
  client_phone: string
  client_email: string | null
}

/** Whether these details of its client are another person's, and not corrected ones of the same. */
export async function isAnotherPerson(db: Db | Tx, before: Client, after: Client): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select is_another_person(${before.client_name}, ${before.client_phone}, ${before.client_email},
      ${after.client_name}, ${after.client_phone}, ${after.client_email}) as is`.execute(db)
  return rows[0]!.is
}

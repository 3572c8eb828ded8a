import type { MessageText } from '#domain/api/calls/by-hand.ts'
import { type TextKind, USUAL_TEXTS, WRITTEN_KINDS, type WrittenKind } from '#domain/message-texts.ts'
import type { ZoneReader } from '#domain/zone-name.ts'
import { sql } from 'kysely'
import type { By } from '../activity.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Scope } from '../accounts/scope.ts'
import { instant, type Db, type Tx } from '../database/db.ts'

/** More than anybody writes to by hand in two days. */
const MOST = 1000

/** What stands of an appointment and its business in a message by hand. */
export interface Tellable extends ZoneReader {
  id: number
  client_name: string
  client_email: string | null
  service_name: string
  professional_id: number
  professional_name: string
  /** Epoch milliseconds. */
  starts_at: number
  status: string
  client_confirmed_at: number | null
  /** When the business gave it its present time, and its client did not. */
  moved_at: number | null
  business_name: string
  slug: string
}

/** What happened last to an appointment's time, unless it was taken back. */
const ofBusiness = (change: 'cancelled' | 'moved') => sql`(
  select case when h.change <> 'undone' and h.actor <> 'client' then h.at end from appointment_history h
  where h.business_id = a.business_id and h.appointment_id = a.id
    and ${change === 'moved' ? sql`(h.change = 'undone' or h.change in ('moved', 'edited') and h.old ? 'starts_at')` : sql`h.change = 'cancelled'`}
  order by h.id desc limit 1)`

const tellable = ({ business_id, professional_id }: Scope) => sql`
  select a.id, a.client_name, a.client_phone, a.client_email, a.service_name, a.professional_id, a.professional_name,
    a.appointment_date, a.appointment_time, a.starts_at, a.status, a.client_confirmed_at,
    ${ofBusiness('moved')} as moved_at, b.business_name, b.slug,
    a.client_timezone, b.timezone, b.phone, b.is_virtual
  from appointments a join businesses b on b.id = a.business_id
  where a.business_id = ${business_id} and a.hold_kind is null
    and ${professional_id === undefined ? sql`true` : sql`a.professional_id = ${professional_id}`}`

/**
 * The appointments of the dates that are still to come, and those that the business itself cancelled: whoever did it
 * themselves knows.
 */
export async function toTell(db: Db, scope: Scope, dates: string[], nowMs: number): Promise<Tellable[]> {
  const { rows } = await sql<Tellable>`
    ${tellable(scope)} and a.appointment_date = any(${dates}::date[]) and a.starts_at > ${instant(nowMs)}
      and (a.status = 'scheduled' or a.status = 'cancelled' and ${ofBusiness('cancelled')} is not null)
    order by a.starts_at, a.id limit ${MOST}`.execute(db)
  return rows
}

/** One appointment; `tx` locks it, so that nothing happens to it meanwhile. */
export async function tellableOne(db: Db | Tx, scope: Scope, id: number): Promise<Tellable | undefined> {
  const { rows } = await sql<Tellable>`
    ${tellable(scope)} and a.id = ${id}
    ${db.isTransaction ? sql`for no key update of a` : sql``}`.execute(db)
  return rows[0]
}

export interface SentByHand {
  once: string
  recipient: string
  /** Epoch milliseconds. */
  at: number
  user_id: number | null
  user_name: string | null
}

/** Those of these messages that somebody said to have sent. */
export async function sentByHand(db: Db | Tx, business_id: number, keys: string[]): Promise<SentByHand[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<SentByHand>`
    select m.once, m.recipient, m.settled_at as at, u.id as user_id, coalesce(u.name, u.email) as user_name
    from messages m left join users u on u.id = (m.data ->> 'user_id')::bigint
    where m.business_id = ${business_id} and m.once = any(${keys}::text[])`.execute(db)
  return rows
}

/**
 * Notes a message that was sent by hand; of two who say so, the first one counts. Sent again to another telephone, it is that message
 * from then on. It costs no credit.
 */
export async function noteSentByHand(
  tx: Tx,
  message: { business_id: number; appointment_id: number; kind: TextKind; once: string; recipient: string },
  { user_id, nowMs }: By,
): Promise<void> {
  const at = new Date(nowMs).toISOString()
  await tx
    .insertInto('messages')
    .values({
      ...message,
      kind: `by_hand_${message.kind}`,
      channel: 'whatsapp',
      state: 'sent',
      data: JSON.stringify({ manual: true, user_id }),
      due_at: at,
      created_at: at,
      settled_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'once'])
        .doUpdateSet((row) => ({
          recipient: row.ref('excluded.recipient'),
          data: row.ref('excluded.data'),
          settled_at: row.ref('excluded.settled_at'),
        }))
        .whereRef('messages.recipient', '<>', 'excluded.recipient'),
    )
    .execute()
}

/** What each kind of message says in a business. */
export async function textsOf(db: Db | Tx, business_id: number): Promise<MessageText[]> {
  const own = await db
    .selectFrom('message_texts')
    .select(['kind', 'text', 'version'])
    .where('business_id', '=', business_id)
    .execute()
  return WRITTEN_KINDS.map(
    (kind) => own.find((row) => row.kind === kind) ?? { kind, text: USUAL_TEXTS[kind], version: 0 },
  )
}

/**
 * Stores a text in one statement, so that of two with the same `version` one is stored: undefined for the other. A
 * text that nobody wrote yet has version 0.
 */
export async function storeText(
  tx: Tx,
  business_id: BusinessId,
  { kind, text, version }: { kind: WrittenKind; text: string; version?: number | undefined },
  nowMs: number,
): Promise<MessageText | undefined> {
  const isOutdated = version !== undefined && version > 0
  // Without a row, only the usual text can have been changed.
  const fresh = sql<boolean>`${!isOutdated} or exists (select from message_texts t
    where t.business_id = ${business_id} and t.kind = ${kind})`
  const { rows } = await sql<MessageText>`
    insert into message_texts (business_id, kind, text, updated_at)
    select ${business_id}, ${kind}, ${text}, ${instant(nowMs)}::timestamptz where ${fresh}
    on conflict (business_id, kind) do update set text = excluded.text, updated_at = excluded.updated_at
      where ${version === undefined ? sql`true` : sql`message_texts.version = ${version}`}
        and message_texts.text != excluded.text
    returning kind, text, version`.execute(tx)
  return rows[0]
}

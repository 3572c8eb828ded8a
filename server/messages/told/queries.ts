import type { ClientReply, ToldMessage } from '#domain/api/told.ts'
import {
  KINDS_TO_CLIENTS,
  progressOf,
  type StoredMessage,
  toldKindOf,
  toldReason,
  WANTED,
} from '#domain/told.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'

type Key = { business_id: number; id: number }

/** More than one appointment has; somebody who answers without end is not shown without end. */
const MOST = 50

interface Row extends StoredMessage {
  id: number
  kind: string
  channel: 'email' | 'whatsapp'
  user_id: number | null
  user_name: string | null
}

/** What an appointment's client was told, from the latest; `user_id` is who asks. */
export async function toldOf(db: Db, { business_id, id }: Key, user_id: number): Promise<ToldMessage[]> {
  const { rows } = await sql<Row>`
    select m.id, m.kind, m.channel, m.state, m.last_error, m.due_at, m.settled_at, m.delivered_at, m.read_at,
      u.id as user_id, coalesce(u.name, u.email) as user_name
    from messages m left join users u on u.id = (m.data ->> 'user_id')::bigint
    where m.business_id = ${business_id} and m.appointment_id = ${id}
      and m.kind = any(${KINDS_TO_CLIENTS}::text[]) and m.channel in ('email', 'whatsapp')
    order by m.id desc limit ${MOST}`.execute(db)
  return rows.flatMap((row) => {
    const reason = toldReason(row)
    if (reason === undefined) return []
    const manual = row.kind.startsWith('by_hand_')
    return {
      id: row.id,
      kind: toldKindOf(row.kind),
      channel: row.channel,
      ...progressOf(row),
      reason,
      manual,
      sent_by: manual && row.user_id !== user_id ? (row.user_name ?? 'tu equipo') : null,
    }
  })
}

export interface ByWhatsApp extends StoredMessage {
  appointment_id: number
  recipient: string
  kind: string
  created_at: number
  /** Of a reminder: the start that it tells. */
  starts_at: number | null
}

/** What the clients of these appointments were told by WhatsApp without anybody's hand, from the latest. */
export async function toldByWhatsApp(db: Db | Tx, business_id: number, ids: number[]): Promise<ByWhatsApp[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ByWhatsApp>`
    select appointment_id, recipient, kind, channel, state, last_error, due_at, settled_at, delivered_at, read_at, created_at,
      (data ->> 'starts_at')::bigint as starts_at
    from messages
    where business_id = ${business_id} and appointment_id = any(${ids}::bigint[]) and channel = 'whatsapp'
      and kind = any(${KINDS_TO_CLIENTS}::text[]) and not starts_with(kind, 'by_hand_') and state <> 'skipped'
    order by id desc`.execute(db)
  return rows
}

/**
 * What the client of an appointment wrote, from the latest: not the taps, which the appointment itself tells, but for what one
 * wanted that could not be answered any more.
 */
export async function repliesOf(db: Db, { business_id, id }: Key): Promise<ClientReply[]> {
  const { rows } = await sql<ClientReply>`
    select id, coalesce(${JSON.stringify(WANTED)}::jsonb ->> handled, text) as text, at from inbound_messages i
    where business_id = ${business_id} and appointment_id = ${id} and handled <> 'stranger'
      and (kind <> 'button' or ${JSON.stringify(WANTED)}::jsonb ? handled and not exists (
        select from inbound_messages later where later.business_id = i.business_id
          and later.appointment_id = i.appointment_id and later.handled = i.handled and later.id > i.id))
    order by id desc limit ${MOST}`.execute(db)
  return rows
}

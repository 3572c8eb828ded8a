import type { StoppedReason } from '#domain/mail-state.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Db } from '../database/db.ts'

/** Since when (ISO) the mail server has taken no mail from any process, and why. */
export interface Stopped {
  since: string
  reason: StoppedReason
}

/** A former version notes only some of it. */
interface Mark extends Stopped {
  /** Whose mails it refused because of us since then, as hashes of their addresses; some of them. */
  refused?: string[]
  /** When it refused the last of those (ISO). */
  last?: string
}

/** The channels of which it is noted, each in a mark of its own. */
const MARKS = { email: 'mail stopped', whatsapp: 'whatsapp stopped' }
type Channel = keyof typeof MARKS
const MOST_NOTED = 8

/**
 * Notes that the mail server took no mail, or refused those to `refused`; the first time stays, the latest reason
 * counts. Of WhatsApp likewise.
 */
export async function noteStopped(
  db: Db,
  reason: StoppedReason,
  nowMs: number,
  refused: string[] = [],
  channel: Channel = 'email',
): Promise<void> {
  lastGoing[channel].delete(db)
  const hashes = [...new Set(refused.map(hashOf))].slice(0, MOST_NOTED)
  const at = new Date(nowMs).toISOString()
  const mark: Mark = { since: at, reason, refused: hashes, last: at }
  await sql`
    insert into installation (name, value) values (${MARKS[channel]}, ${JSON.stringify(mark)})
    on conflict (name) do update set
      value = (installation.value::jsonb || jsonb_build_object('reason', ${reason}::text, 'last', ${at}::text, 'refused', (
        select coalesce(jsonb_agg(hash), '[]') from (
          select hash from jsonb_array_elements_text(installation.value::jsonb -> 'refused') hash
          union select unnest(${hashes}::text[]) limit ${MOST_NOTED}) noted)))::text
      where installation.value::jsonb ->> 'reason' <> ${reason} or cardinality(${hashes}::text[]) > 0`.execute(
    db,
  )
}

const hashOf = (address: string) =>
  createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 16)

/** Notes that a message went out. Another process may have noted the opposite: looked at once a minute. */
export async function noteGoing(db: Db, nowMs: number, channel: Channel = 'email'): Promise<void> {
  const last = lastGoing[channel].get(db)
  if (last !== undefined && nowMs >= last && nowMs - last < 60_000) return
  lastGoing[channel].set(db, nowMs)
  await db.deleteFrom('installation').where('name', '=', MARKS[channel]).execute()
}

const lastGoing = { email: new WeakMap<Db, number>(), whatsapp: new WeakMap<Db, number>() }

// These do not mend themselves; anything else may be over in a moment.
const LASTING: StoppedReason[] = ['login', 'certificate', 'sender']
const PATIENCE_MS = 60_000
// One address that is refused says nothing of the others.
const MANY_REFUSED = 3

/** What screens and operators are told: an outage of less than a minute is not worth it. */
export async function mailStopped(db: Db, nowMs: number): Promise<Stopped | null> {
  const mark = await markOf(db, nowMs, 'email')
  return mark && { since: mark.since, reason: mark.reason }
}

/** A message is tried every hour at least. */
const TRIED_MS = 65 * 60_000

/** Whether WhatsApp takes no message, again and again. After an hour in which none was tried in vain, that may be over. */
export async function whatsAppStopped(db: Db, nowMs: number): Promise<boolean> {
  const mark = await markOf(db, nowMs, 'whatsapp')
  return mark !== null && nowMs - Date.parse(mark.last ?? mark.since) < TRIED_MS
}

/** What is noted of a channel; null while it is not worth telling. */
async function markOf(db: Db, nowMs: number, channel: Channel): Promise<Mark | null> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', MARKS[channel])
    .executeTakeFirst()
  if (!row) return null
  const mark = JSON.parse(row.value) as Mark
  const isShort = nowMs - Date.parse(mark.since) < PATIENCE_MS
  if (isShort && !LASTING.includes(mark.reason)) return null
  return mark.reason === 'refused' && (mark.refused ?? []).length < MANY_REFUSED ? null : mark
}

const UNKNOWN = 'unknown addresses'

/** Notes that mails of a business wait, because too many of its addresses do not exist. */
export async function noteUnknown(db: Db, nowMs: number): Promise<void> {
  const value = String(nowMs)
  await db
    .insertInto('installation')
    .values({ name: UNKNOWN, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Whether any did within the last two hours: they are tried every hour. */
export async function areUnknown(db: Db, nowMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', UNKNOWN)
    .executeTakeFirst()
  return row !== undefined && nowMs - Number(row.value) < 2 * 60 * 60_000
}

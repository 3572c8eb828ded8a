import type { StoppedReason } from '#domain/mail-state.ts'
import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** Since when (ISO) the mail server has taken no mail from any process, and why. */
export interface Stopped {
  since: string
  reason: StoppedReason
}

const MARK = 'mail stopped'

/** Notes that the mail server took no mail; the first time stays, the latest reason counts. */
export async function noteStopped(db: Db, reason: StoppedReason, nowMs: number): Promise<void> {
  lastGoing.delete(db)
  const value = JSON.stringify({ since: new Date(nowMs).toISOString(), reason } satisfies Stopped)
  await sql`
    insert into installation (name, value) values (${MARK}, ${value})
    on conflict (name) do update set
      value = jsonb_set(installation.value::jsonb, '{reason}', to_jsonb(${reason}::text))::text
      where installation.value::jsonb ->> 'reason' <> ${reason}`.execute(db)
}

/** Notes that a mail went out. Another process may have noted the opposite: looked at once a minute. */
export async function noteGoing(db: Db, nowMs: number): Promise<void> {
  const last = lastGoing.get(db)
  if (last !== undefined && nowMs >= last && nowMs - last < 60_000) return
  lastGoing.set(db, nowMs)
  await db.deleteFrom('installation').where('name', '=', MARK).execute()
}

const lastGoing = new WeakMap<Db, number>()

// These do not mend themselves; anything else may be over in a moment.
const LASTING: StoppedReason[] = ['login', 'certificate']
const PATIENCE_MS = 60_000

/** What screens and operators are told: an outage of less than a minute is not worth it. */
export async function mailStopped(db: Db, nowMs: number): Promise<Stopped | null> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', MARK).executeTakeFirst()
  if (!row) return null
  const stopped = JSON.parse(row.value) as Stopped
  const isShort = nowMs - Date.parse(stopped.since) < PATIENCE_MS
  return isShort && !LASTING.includes(stopped.reason) ? null : stopped
}

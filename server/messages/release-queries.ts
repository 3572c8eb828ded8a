import type { LimitedReason } from '#domain/mail-state.ts'
import { statement, type Db, type Tx } from '../database/db.ts'
import type { SentChannel } from './claim-queries.ts'

/** Sends now what waited for the business's e-mail to be confirmed. */
export const releaseUnconfirmed = (tx: Tx, business_id: number, nowMs: number) =>
  release(tx, business_id, ['unconfirmed'], nowMs)

/** Sends now what waited because the business had sent too many mails, or too many to addresses that do not exist. */
export const releaseMany = (tx: Tx, business_id: number, nowMs: number) =>
  release(tx, business_id, ['many_mails', 'unknown_addresses'], nowMs)

async function release(tx: Tx, business_id: number, why: LimitedReason[], nowMs: number): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ due_at: new Date(nowMs).toISOString(), last_error: null })
    .where('business_id', '=', business_id)
    .where('state', '=', 'queued')
    .where('last_error', 'in', why)
    .execute()
}

// Must match the conditions of the indexes messages_due… literally. A reminder is due by its appointment, whenever it was written.
const bringing = (channel: SentChannel) =>
  statement<{ id: number }, [now: string]>(`
    with ahead as (
      select business_id, id from messages
      where state = 'queued' and channel = '${channel}' and not starts_with(kind, 'reminder_')
        and due_at > $1::timestamptz + interval '1 hour' and created_at > $1::timestamptz + interval '1 hour'
      for no key update skip locked)
    update messages m set due_at = $1::timestamptz, created_at = $1::timestamptz from ahead
    where m.business_id = ahead.business_id and m.id = ahead.id returning m.id`)
const bringingEach = (['email', 'whatsapp', 'push'] as const).map(bringing)

/**
 * Sends now what was written under a clock that was ahead, and did not go before it was set right: a confirmation would wait for as long
 * as the clock was wrong.
 */
export async function releaseWrittenAhead(db: Db, nowMs: number): Promise<void> {
  for (const bring of bringingEach) await bring(db, new Date(nowMs).toISOString())
}

import type { LimitedReason } from '#domain/mail-state.ts'
import type { Tx } from '../db.ts'

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

import type { Tx } from '../db.ts'

/** Sends now what waited for the business's e-mail to be confirmed. */
export async function releaseUnconfirmed(tx: Tx, business_id: number, nowMs: number): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ due_at: new Date(nowMs).toISOString(), last_error: null })
    .where('business_id', '=', business_id)
    .where('state', '=', 'queued')
    .where('last_error', '=', 'unconfirmed')
    .execute()
}

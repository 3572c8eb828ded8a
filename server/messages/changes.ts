import type { Tx } from '../db.ts'
import { changeSequence, lockRecipients, skipWaiting, type ChangeData } from './change-queries.ts'
import { enqueue } from './queries.ts'

export interface AppointmentChange {
  kind: 'cancelled' | 'moved' | 'edited'
  business_id: number
  appointment_id: number
  actor: 'client' | 'owner'
  /** Epoch milliseconds. */
  at: number
  /** The changed columns as they were. */
  old?: Record<string, unknown>
  /** How long nobody is told yet, because it may be taken back. */
  waitMs?: number
}

/**
 * Tells the client of a change, and the owner of the client's, in the transaction of the change. Of several changes
 * that wait, only the last is sent: it says from what its reader knew to what is true.
 * @throws Error for an unknown appointment.
 */
export async function queueChange(
  tx: Tx,
  { kind, business_id, appointment_id, actor, at, old = {}, waitMs = 0 }: AppointmentChange,
): Promise<void> {
  const recipients = await lockRecipients(tx, business_id, appointment_id)
  if (!recipients) throw new Error(`There is no appointment ${appointment_id} to tell a change of.`)
  const sequence = await changeSequence(tx, business_id, appointment_id)
  // Now and not when they fall due: this change may be told before them, and must know what its reader has not heard.
  await skipWaiting(tx, business_id, appointment_id, at)
  const data = { sequence, actor, old } satisfies ChangeData
  const tell = (audience: 'client' | 'owner') =>
    enqueue(tx, {
      ...{ business_id, appointment_id, kind: `${kind}_${audience}`, recipient: recipients[audience] },
      ...{
        once: `${kind}_${audience}:${appointment_id}:${sequence}`,
        data: { ...data },
        due_at: at + waitMs,
      },
    })
  await tell('client')
  if (actor === 'client') await tell('owner')
}

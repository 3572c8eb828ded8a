import type { Tx } from '../database/db.ts'
import {
  changeSequence,
  lockRecipients,
  skipConfirmation,
  skipWaiting,
  type ChangeData,
} from './change-queries.ts'
import { enqueue } from './queries.ts'
import { queueWhatsApp, skipWhatsApp } from './by-whatsapp/queries.ts'

export interface AppointmentChange {
  kind: 'cancelled' | 'moved' | 'edited'
  business_id: number
  appointment_id: number
  actor: 'client' | 'owner'
  /** The digest of the client's network, by which mails are counted. */
  network?: string | undefined
  /** Epoch milliseconds. */
  at: number
  /** The previous values of the changed columns. */
  old?: Record<string, unknown>
  /** How many others of the same client were cancelled with it, which this message tells too. */
  others?: number
  /** How long the messages wait, in milliseconds, because the change may be undone. */
  waitMs?: number
}

/**
 * Queues the messages of a change, in its transaction: always to the client who has an e-mail, and to the owner when the client
 * made the change. Of several waiting changes only the last is sent; it tells the difference to what its
 * recipient knew.
 * @throws Error for an unknown appointment.
 */
export async function queueChange(
  tx: Tx,
  {
    kind,
    business_id,
    appointment_id,
    actor,
    network,
    at,
    old = {},
    others = 0,
    waitMs = 0,
  }: AppointmentChange,
): Promise<void> {
  const recipients = await lockRecipients(tx, business_id, appointment_id)
  if (!recipients) throw new Error(`There is no appointment ${appointment_id} to tell a change of.`)
  const sequence = await changeSequence(tx, business_id, appointment_id)
  // Skipped now, not when they fall due: the new message may be sent first, and must know which changes its
  // recipient missed.
  await skipWaiting(tx, business_id, appointment_id, at)
  await skipWhatsApp(tx, { business_id, appointment_id, at })
  const data = { sequence, actor, old, ...(others > 0 && { others }) } satisfies ChangeData
  const tell = async (audience: 'client' | 'owner') => {
    const recipient = recipients[audience]
    // A client without an e-mail is told by the business.
    if (recipient === null) return
    await enqueue(tx, {
      business_id,
      appointment_id,
      kind: `${kind}_${audience}`,
      recipient,
      once: `${kind}_${audience}:${appointment_id}:${sequence}`,
      data: { ...data, ...(network && audience === 'client' && { network }) },
      due_at: at + waitMs,
      // By the clock that also says when others left: `heardAt`.
      created_at: at,
    })
  }
  await tell('client')
  if (actor === 'client') await tell('owner')
  await queueWhatsApp(tx, {
    business_id,
    appointment_id,
    kind: kind === 'cancelled' ? 'whatsapp_cancelled' : 'whatsapp_changed',
    at,
    waitMs,
  })
}

interface Confirmation {
  business_id: number
  appointment_id: number
  recipient: string
  at: number
  /** The digest of the client's network, by which mails are counted. */
  network: string
  /** The correction's id in the history: each is confirmed once. */
  number: number
}

/** Queues the confirmation once more, to a corrected address; one that still waits is not sent twice. */
export async function queueConfirmation(
  tx: Tx,
  { at, number, network, ...message }: Confirmation,
): Promise<void> {
  const { business_id, appointment_id } = message
  await skipConfirmation(tx, business_id, appointment_id, at)
  await enqueue(tx, {
    ...message,
    kind: 'booked_client',
    once: `booked_client:${appointment_id}:${number}`,
    data: { network },
    due_at: at,
  })
}

/** Drops the waiting messages about a change that its client will not be told of, or hears of with another one. */
export async function keepUntold(
  tx: Tx,
  { business_id, appointment_id, at }: Pick<AppointmentChange, 'business_id' | 'appointment_id' | 'at'>,
) {
  await skipWaiting(tx, business_id, appointment_id, at)
  await skipWhatsApp(tx, { business_id, appointment_id, at })
}

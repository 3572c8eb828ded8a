import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../database/db.ts'
import { installationSecret } from '../installation.ts'

/** What a quick reply asks for. */
const ACTS = ['confirm', 'change', 'cancel', 'cancel_yes', 'cancel_no'] as const
export type Act = (typeof ACTS)[number]

export interface Asked {
  act: Act
  business_id: number
  appointment_id: number
  /** The number of the appointment's last change when the message was written. */
  sequence: number
}

/** '{act}.{business}.{appointment}.{sequence}.{mac}', at most 100 characters. */
export async function payloadFor(
  db: Db,
  { act, business_id, appointment_id, sequence }: Asked,
): Promise<string> {
  const text = `${act}.${business_id}.${appointment_id}.${sequence}`
  return `${text}.${await macOf(db, text)}`
}

/** Undefined for anything that this installation did not write. */
export async function readPayload(db: Db, payload: unknown): Promise<Asked | undefined> {
  const parts =
    typeof payload === 'string' && payload.length <= 100
      ? /^(([a-z_]+)\.([1-9]\d{0,15})\.([1-9]\d{0,15})\.(\d{1,9}))\.([\w-]{16})$/.exec(payload)
      : null
  if (!parts) return undefined
  const [, text, act, business_id, appointment_id, sequence, mac] = parts
  const right = await macOf(db, text!)
  if (!timingSafeEqual(Buffer.from(mac!), Buffer.from(right))) return undefined
  if (!ACTS.includes(act as Act)) return undefined
  return {
    act: act as Act,
    business_id: Number(business_id),
    appointment_id: Number(appointment_id),
    sequence: Number(sequence),
  }
}

/** 96 bits, as 16 characters: a payload has room for a hundred in all. */
export async function macOf(db: Db, text: string): Promise<string> {
  const secret = await installationSecret(db, 'whatsapp payloads')
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 16)
}

import { timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../database/db.ts'
import { formsOf } from './numbers.ts'
import { macOf } from './payload.ts'
import { confirmPhone, ownNumber, trustOf } from './phone-queries.ts'
import type { Reply } from './webhook.ts'

const SAID = 'Confirmo el celular de mi negocio'

const digitsOf = (phone: string) => phone.replace(/\D/g, '')
const markOf = (db: Db, business_id: number, digits: string) => macOf(db, `phone.${business_id}.${digits}`)

/** What opens WhatsApp with the words by which a business shows that its telephone is its own; null while our number is unknown. */
export async function confirmPhoneUrl(db: Db, business_id: number): Promise<string | null> {
  const [number, { phone }] = await Promise.all([ownNumber(db), trustOf(db, business_id)])
  if (number === undefined || phone === '') return null
  const text = `${SAID}: ${business_id}.${await markOf(db, business_id, digitsOf(phone))}`
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}

/**
 * Takes those words, from the telephone that they are about; again nothing more happens.
 * @returns the business; undefined for whatever else somebody writes, or from elsewhere.
 */
export async function readConfirmation(db: Db, tx: Tx, reply: Reply): Promise<number | undefined> {
  const found = /: ([1-9]\d{0,15})\.([\w-]{16})$/.exec(reply.text?.body?.trim() ?? '')
  if (!found) return undefined
  const business_id = Number(found[1])
  for (const digits of formsOf(reply.from)) {
    const right = await markOf(db, business_id, digits)
    if (!timingSafeEqual(Buffer.from(found[2]!), Buffer.from(right))) continue
    return (await confirmPhone(tx, business_id, digits)) ? business_id : undefined
  }
  return undefined
}

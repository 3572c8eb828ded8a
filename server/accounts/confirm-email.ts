import { spend, tryOnce } from '../limits/attempts.ts'
import type { Db, Tx } from '../database/db.ts'
import { queueConfirmEmail } from '../messages/confirm-email.ts'
import { releaseUnconfirmed } from '../messages/release-queries.ts'
import { Refusal } from '../http/refusal.ts'
import { businessOfEmailToken, fitsEmail } from '../tokens.ts'
import { lockOwnersOfEmail, proveOwnersEmail } from './password-queries.ts'
import { businessEmail, confirmBusinessEmail, sessionBusiness } from './queries.ts'

const NOT_VALID = 'El enlace no es válido. Pide otro desde tu panel.'
const CONFIRMED_ALREADY = 'Tu correo ya está confirmado'

/**
 * Confirms the e-mail that a token was mailed to, and lets the mails go that waited for it. Repeating it
 * changes nothing.
 * @throws Refusal 400 for a token that is wrong, or of an e-mail that is not the business's any more.
 */
export async function confirmEmail(db: Db, nowMs: number, token: string, network: string): Promise<void> {
  const business_id = businessOfEmailToken(token)
  const shared = [{ subject: `e-mail tokens from ${network}`, max: 100, minutes: 15 }]
  const isRight = await tryOnce(db, nowMs, { subjects: [], limits: [], shared }, async () => {
    if (business_id === undefined) return false
    const email = await businessEmail(db, business_id)
    return email !== undefined && (await fitsEmail(db, token, business_id, email)) && email
  })
  if (!isRight) throw new Refusal(400, NOT_VALID, { fields: { token: NOT_VALID } })
  await db.transaction().execute((tx) => confirmed(tx, business_id!, isRight, nowMs))
}

/** Notes that whoever reads the mails to `email` is the business's owner, if it still is its e-mail. */
export async function confirmed(tx: Tx, business_id: number, email: string, nowMs: number): Promise<void> {
  await lockOwnersOfEmail(tx, business_id, email)
  if (!(await confirmBusinessEmail(tx, business_id, email, nowMs))) return
  await releaseUnconfirmed(tx, business_id, nowMs)
  await proveOwnersEmail(tx, business_id, email, nowMs)
}

/**
 * Queues the mail with the link again.
 * @throws Refusal 409 when it is confirmed, 429 after five in an hour.
 */
export async function mailAgain(db: Db, nowMs: number, business_id: number): Promise<void> {
  const { email, is_email_confirmed } = await sessionBusiness(db, business_id)
  if (is_email_confirmed) throw new Refusal(409, CONFIRMED_ALREADY)
  await spend(db, nowMs, [{ subject: `confirmation mails of ${business_id}`, max: 5, minutes: 60 }])
  await queueConfirmEmail(db, { business_id, email, at: nowMs })
}

import { isSameEmail } from '#domain/account.ts'
import { confirmBusinessEmail, sessionBusiness } from '../accounts/queries.ts'
import { noteActivity } from '../activity.ts'
import { presentPolicy } from '../businesses/policy.ts'
import { attempt, sqlState, type Tx } from '../database/db.ts'
import { queueAccountChanged } from '../messages/account-changed.ts'
import { releaseUnconfirmed } from '../messages/release-queries.ts'
import { queueConfirmEmail } from '../messages/confirm-email.ts'
import { ownerToWriteTo, writeTo } from './queries.ts'

interface Gone {
  business_id: number
  /** Who put them out, or themselves. */
  by: number
  email: string
}

/**
 * Has a business written to at its owner's log-in, where it was at that of somebody who is out of it: its mails name clients and their
 * telephones, and the address is free for whoever has it. The owner is told, also when their e-mail is another business's already, so
 * that they have to choose one. After who is out is no owner any more: the log-in of an owner goes along (migrations/0090_people.sql).
 */
export async function writeToOwner(tx: Tx, nowMs: number, { business_id, by, email: former }: Gone) {
  const business = await sessionBusiness(tx, business_id)
  if (!isSameEmail(business.email, former)) return
  const owner = await ownerToWriteTo(tx, business_id)
  // The database refuses to let the last one go.
  if (!owner) return
  const { email, is_free, is_proven } = owner
  const told = { business_id, recipient: email, at: nowMs, detail: { former } }
  const leave = () => queueAccountChanged(tx, { ...told, change: 'business_email_left' })
  if (!is_free) return leave()
  try {
    // Another one may have been chosen in this moment,
    if (!(await attempt(tx, (part) => writeTo(part, business_id, { email, former })))) return
  } catch (error) {
    // or the owner's have become another business's.
    if (sqlState(error) === '23505') return leave()
    throw error
  }
  await presentPolicy(tx, business_id, nowMs)
  if (!is_proven) await queueConfirmEmail(tx, { business_id, email, at: nowMs })
  else if (await confirmBusinessEmail(tx, business_id, email, nowMs))
    await releaseUnconfirmed(tx, business_id, nowMs)
  await noteActivity(tx, { business_id, user_id: by, act: 'business_email_moved', subject: email, nowMs })
  await queueAccountChanged(tx, { ...told, change: 'business_email_moved' })
}

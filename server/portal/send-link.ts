import { giveBack, takeEach } from '../allowances.ts'
import { spend, type Limit } from '../attempts.ts'
import type { Db } from '../db.ts'
import { enqueueAsked } from '../messages/asked/queries.ts'
import { digestFor } from '../tokens.ts'
import { openByEmail } from './queries.ts'

/**
 * Counts people only, after the human check: what does not pass it shuts nobody out who has the same address of a carrier.
 * @throws Refusal 429 when too many were asked for from there, whether or not an address has appointments.
 */
export const spendLink = (db: Db, nowMs: number, network: string) =>
  spend(db, nowMs, [{ subject: `portal links from ${network}`, max: 30, minutes: 60 }])

/** An address has three in an hour. */
const limitOf = (email: string): Limit => ({
  subject: `portal link to ${email.toLowerCase()}`,
  max: 3,
  minutes: 60,
})

/**
 * Queues a mail with a link to the portal for each business in which the address has appointments that a link opens, unless the
 * address has had its links of this hour. It counts for the network that asked, not for the business, and for the address
 * only where a mail leaves: who presses again at once has its other two.
 * @returns whether there is any; the visitor must not learn it.
 */
export async function queueLinks(db: Db, nowMs: number, email: string, network: string): Promise<boolean> {
  const found = await openByEmail(db, email, nowMs)
  if (found.length === 0) return false
  const limit = limitOf(email)
  const [refused] = await takeEach(db, nowMs, [[limit]])
  if (refused) return false
  const data = { network: await digestFor(db, 'mails', network) }
  let queued = 0
  for (const { business_id, appointment_id, client_email: recipient } of found) {
    const once = `portal_link:${await digestFor(db, 'mails', recipient.toLowerCase())}`
    const message = { business_id, appointment_id, kind: 'portal_link', recipient, once, data }
    if (await enqueueAsked(db, message, nowMs)) queued++
  }
  if (queued === 0) await giveBack(db, [[limit]])
  return true
}

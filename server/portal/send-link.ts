import { giveBack, takeEach } from '../limits/allowances.ts'
import { ensureOpen, spend, type Limit } from '../limits/attempts.ts'
import type { Db } from '../database/db.ts'
import { enqueueAsked } from '../messages/asked/queries.ts'
import { digestFor } from '../tokens.ts'
import { openByEmail } from './queries.ts'

const ofNetwork = (network: string): Limit => ({
  subject: `portal links from ${network}`,
  max: 30,
  minutes: 60,
})

/**
 * Beyond a network's limit only work opens it: who shares the address of a carrier is not shut out by the others.
 * @throws Refusal 429 with a `challenge`, whether or not an address has appointments.
 */
export function ensureLinkOpen(db: Db, nowMs: number, network: string, proof: unknown): Promise<void> {
  const limit = ofNetwork(network)
  return ensureOpen(db, nowMs, { subjects: [limit.subject], limits: [limit], proof })
}

/** Counts people only, after the human check: what does not pass it makes nobody work. */
export const countLink = (db: Db, nowMs: number, network: string) =>
  spend(db, nowMs, [{ ...ofNetwork(network), max: Infinity }])

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

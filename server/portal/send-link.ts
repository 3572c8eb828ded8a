import { randomUUID } from 'node:crypto'
import { spend, spendIfLeft } from '../attempts.ts'
import type { Db } from '../db.ts'
import { enqueue } from '../messages/queries.ts'
import { digestFor } from '../tokens.ts'
import { openByEmail } from './queries.ts'

/**
 * Counts people only, after the human check: what does not pass it shuts nobody out who has the same address of a carrier.
 * @throws Refusal 429 when too many were asked for from there, whether or not an address has appointments.
 */
export const spendLink = (db: Db, nowMs: number, network: string) =>
  spend(db, nowMs, [{ subject: `portal links from ${network}`, max: 30, minutes: 60 }])

/**
 * Whether the address has not had its links of this hour yet. It counts people only, after the human check: nobody else's
 * tries keep a client from theirs.
 */
export const isLinkLeft = (db: Db, nowMs: number, email: string): Promise<boolean> =>
  spendIfLeft(db, nowMs, [{ subject: `portal link to ${email.toLowerCase()}`, max: 3, minutes: 60 }])

/**
 * Queues a mail with a link to the portal for each business in which the address has appointments that a link opens. It counts
 * for the network that asked, not for the business.
 * @returns whether there is any; the visitor must not learn it.
 */
export async function queueLinks(db: Db, nowMs: number, email: string, network: string): Promise<boolean> {
  const found = await openByEmail(db, email, nowMs)
  const data = { network: await digestFor(db, 'mails', network) }
  for (const { business_id, appointment_id, client_email } of found)
    await enqueue(db, {
      business_id,
      appointment_id,
      kind: 'portal_link',
      recipient: client_email,
      once: `portal_link:${appointment_id}:${randomUUID()}`,
      data,
      due_at: nowMs,
    })
  return found.length > 0
}

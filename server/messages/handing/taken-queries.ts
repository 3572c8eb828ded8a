import type { Db, Tx } from '../../database/db.ts'
import { COUNTS_AS_SENT, type DueMessage, type Outcome } from '../queries.ts'

/** What is known of a handover whose outcome is stored. */
interface Handover {
  /** The moment that the commit ahead noted, where there was one. */
  sentAt?: number
  state?: Outcome['state']
}

/**
 * Stores what became of a message on another connection than the claim's: unless somebody else has taken it since, or a status told
 * of it, which is a fact whatever an answer says. The lock waits for whoever is about to.
 */
export async function unlessTaken(
  db: Db,
  { business_id, id, attempts }: Pick<DueMessage, 'business_id' | 'id' | 'attempts'>,
  { sentAt, state }: Handover,
  store: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('messages')
      .select(['state', 'attempts', 'last_error', 'settled_at', 'provider_id'])
      .where('business_id', '=', business_id)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row || row.provider_id !== null) return
    const isOurs = sentAt !== undefined && row.state === 'sent' && Number(row.settled_at) === sentAt
    // What others tried in vain meanwhile is not tried again where ours went.
    const isWaiting = row.state === 'queued' && (state === 'sent' || row.attempts === attempts)
    const countsAsSent = row.last_error === COUNTS_AS_SENT && row.attempts === attempts + 1
    if (isOurs || isWaiting || countsAsSent) await store(tx)
  })
}

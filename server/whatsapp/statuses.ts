import type { Tx } from '../database/db.ts'
import { settle } from '../messages/queries.ts'
import { about, type Log } from '../messages/send.ts'
import { afterFailure, type Reminding } from './failed.ts'
import { isOurs, reasonOf } from './outcome.ts'
import { noteReached, noteUserId } from './queries.ts'
import { messageOfStatus, noteState } from './status-queries.ts'
import type { Status } from './webhook.ts'

/** A status of a message that is not known yet: it may come before its sender has noted its name. */
export class UnknownMessage extends Error {}

/**
 * Stores what became of a message. Statuses come in any order and more than once: none takes back what a later one said.
 * @throws UnknownMessage
 */
export async function handleStatus(
  tx: Tx,
  status: Status,
  { nowMs, log, limits }: Reminding & { log: Log },
): Promise<number | undefined> {
  const row = await messageOfStatus(tx, status)
  if (!row) {
    if (status.biz_opaque_callback_data === undefined) throw new UnknownMessage('no message has this name')
    return undefined
  }
  const at = Number(status.timestamp) * 1000 || nowMs
  if (status.recipient_user_id) await noteUserId(tx, row, status.recipient_user_id.slice(0, 200))
  if (status.status === 'failed') {
    // It arrived, or that it did not is known already.
    if (row.delivered_at !== null || row.state !== 'sent') return undefined
    const { code = 0, title = '' } = status.errors?.[0] ?? {}
    await afterFailure(
      tx,
      row,
      { state: 'failed', error: reasonOf(code, `${code} ${title}`) },
      { code },
      { nowMs, limits },
    )
    if (isOurs({ code })) log.error({ ...about(row), state: 'failed', code }, 'message')
    return row.business_id
  }
  if (!['sent', 'delivered', 'read'].includes(status.status)) return undefined
  // Refused, it waits for another attempt; and yet it went.
  if (row.state === 'queued') await settle(tx, row, { state: 'sent' }, nowMs)
  if (status.status !== 'sent') await noteReached(tx, row, { at, isOfSame: row.state === 'failed' })
  await noteState(tx, row, { provider_id: status.id, state: status.status as 'sent', at })
  return row.business_id
}

import { takeEach } from '../../limits/allowances.ts'
import type { Tx } from '../../database/db.ts'
import { queueAccountChanged } from '../../messages/account-changed.ts'
import type { Holder } from '../second-factor-queries.ts'
import type { SeenFrom } from './seen.ts'

/** Enough to be warned; whoever has the password cannot fill the mailbox with it. */
const MAILS_A_DAY = 5

/** Log-ins sent together, or again because an answer got lost, would tell the same several times. */
const TOLD_TOGETHER_MINUTES = 0.5

interface Entry {
  holder: Holder
  business_id: number
  recipient: string
  from: SeenFrom
  nowMs: number
}

/**
 * Tells by mail that somebody signed in from a browser that did not know them, in the transaction that opens the
 * session. A browser that is known may be in any network.
 */
export async function tellNewDevice(tx: Tx, { holder, business_id, recipient, from, nowMs }: Entry) {
  const subject = `new device mails of ${holder.table} ${holder.id}`
  const limits = [
    { subject, max: MAILS_A_DAY, minutes: 24 * 60 },
    { subject: `${subject} about ${JSON.stringify(from)}`, max: 1, minutes: TOLD_TOGETHER_MINUTES },
  ]
  const [refused] = await takeEach(tx, nowMs, [limits])
  if (refused) return
  // By the time the mail leaves, whoever came in may have another e-mail here.
  const detail = { ...from, ...(holder.table === 'users' && { user_id: holder.id }) }
  await queueAccountChanged(tx, { business_id, recipient, at: nowMs, change: 'new_device', detail })
}

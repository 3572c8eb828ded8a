import { statement, type Db } from '../db.ts'
import type { DueMessage } from './queries.ts'

/** `urgent`: messages that somebody waits for, no reminders. `all`: urgent ones first, then reminders. */
export type Priority = 'all' | 'urgent'

/** The channels that this installation sends by itself. */
export type SentChannel = 'email' | 'whatsapp' | 'push'

const COLUMNS = 'business_id, id, kind, appointment_id, recipient, data, attempts, unanswered'

function claimingOf(channel: SentChannel) {
  // Must match the conditions of the indexes messages_due… literally.
  const firstOf = (condition: string, more = '') => `
    select ${COLUMNS} from messages
    where state = 'queued' and channel = '${channel}' and ${condition} and due_at <= $1::timestamptz ${more}
    order by due_at limit $2::integer for no key update skip locked`
  const URGENT = firstOf("not starts_with(kind, 'reminder_')")
  const REMINDERS = firstOf("starts_with(kind, 'reminder_')", 'and not exists (select from urgent)')
  return {
    urgent: statement<DueMessage, [now: string, most: number]>(URGENT),
    all: statement<DueMessage, [now: string, most: number]>(`
      with urgent as (${URGENT}), reminders as (${REMINDERS})
      select * from urgent union all select * from reminders`),
  }
}
const claiming = { email: claimingOf('email'), whatsapp: claimingOf('whatsapp'), push: claimingOf('push') }

/**
 * Claims up to `most` due messages of a channel that nobody else has. The claim is the row lock: it ends with the
 * transaction, or a killed process. `for update` would make the handover's foreign key wait.
 */
export async function claim(
  own: Db,
  now: number,
  priority: Priority,
  most: number,
  channel: SentChannel = 'email',
): Promise<DueMessage[]> {
  return await claiming[channel][priority](own, new Date(now).toISOString(), most)
}

import { takeEach } from '../limits/allowances.ts'
import { countsOf } from '../limits/attempts.ts'
import type { Tx } from '../database/db.ts'
import { bouncedMark } from '../messages/bounced.ts'
import { skipReminders } from './queries.ts'

interface Waiting {
  business_id: number
  id: number
  kind: string
  recipient: string
}

/**
 * Those of the waiting reminders that somebody may get: not to an address that does not exist, and at most `perDay` of each kind to one
 * address, so that invented bookings cannot spend a business's credits. The rest is skipped, unpaid.
 */
export async function allowed<Reminder extends Waiting>(
  tx: Tx,
  waiting: Reminder[],
  perDay: number,
  now: number,
): Promise<Reminder[]> {
  const recipients = [...new Set(waiting.map(({ recipient }) => recipient))]
  const counts = await countsOf(tx, now, recipients.map(bouncedMark))
  const bounced = new Set(recipients.filter((_, n) => counts[n]! > 0))
  const limits = waiting.map(({ kind, recipient }) =>
    bounced.has(recipient) || perDay === Infinity
      ? []
      : [{ subject: `${kind} to ${recipient.toLowerCase()}`, max: perDay, minutes: 24 * 60 }],
  )
  const refused = await takeEach(tx, now, limits)
  await skipReminders(
    tx,
    waiting.filter(({ recipient }) => bounced.has(recipient)),
    'bounced',
    now,
  )
  await skipReminders(
    tx,
    waiting.filter((_, n) => refused[n]),
    'many',
    now,
  )
  return waiting.filter(({ recipient }, n) => !bounced.has(recipient) && !refused[n])
}

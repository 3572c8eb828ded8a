import { statement, type Db } from '../database/db.ts'
import { begin, COUNTS_AS_SENT, rollback, type DueMessage, type Outcome } from './queries.ts'

/** `urgent`: messages that somebody waits for, no reminders. `all`: urgent ones first, then reminders. */
export type Priority = 'all' | 'urgent'

/** The channels that this installation sends by itself. */
export type SentChannel = 'email' | 'whatsapp' | 'push'

const COLUMNS = 'business_id, id, kind, appointment_id, recipient, data, attempts, unanswered'

/** A claimed message, with the handover note of an earlier attempt. */
export interface Claimed extends DueMessage {
  /** How long ago it was noted, in ms of the database's clock: no process's own has to agree with it. Null without a note. */
  ms_ago: number | null
  /** Whether the database was restarted since then, or another one took over, and what followed may be lost. */
  restarted: boolean | null
}

function claimingOf(channel: SentChannel) {
  // Must match the conditions of the indexes messages_due… literally.
  const firstOf = (condition: string, more = '') => `
    select ${COLUMNS} from messages
    where state = 'queued' and channel = '${channel}' and ${condition} and due_at <= $1::timestamptz
      and business_id <> all($3::bigint[]) ${more}
    order by due_at limit $2::integer for no key update skip locked`
  const URGENT = firstOf("not starts_with(kind, 'reminder_')")
  const REMINDERS = firstOf("starts_with(kind, 'reminder_')", 'and not exists (select from urgent)')
  // The note is asked for once its row is locked: what is seen of it is newer than the lock. From here on no statement of the claim is
  // ended by the database: a commit that froze with it for so long would be undone when it wakes, though the last bytes are out.
  const claiming = (lanes: string, claimed: string) =>
    statement<Claimed, [now: string, most: number, full: number[]]>(`
      with ${lanes} select claimed.*, note.ms_ago, note.restarted from (${claimed}) claimed
      cross join lateral noted_handover(claimed.business_id, claimed.id) note,
      (select set_config('statement_timeout', '0', true)) unbounded`)
  return {
    urgent: claiming(`urgent as (${URGENT})`, 'select * from urgent'),
    all: claiming(
      `urgent as (${URGENT}), reminders as (${REMINDERS})`,
      'select * from urgent union all select * from reminders',
    ),
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
  full: number[] = [],
): Promise<Claimed[]> {
  return await claiming[channel][priority](own, new Date(now).toISOString(), most, full)
}

/** The outcome of one message. `unreachable`: nobody takes messages there, and this one waits unchanged. */
export type Step = 'unreachable' | Outcome['state']

/** How long a handover note is left to the process that wrote it, in ms: enough to store the outcome. */
const GRACE = 5000

interface Taking {
  channel: SentChannel
  priority: Priority
  most: number
  /** Businesses whose messages have to wait for each other. */
  full?: number[]
}

/**
 * Claims up to `most` due messages of a channel on a connection of their own, which `attempt` ends: it commits, or rolls back.
 * @returns the outcomes; an empty list when nothing is due.
 * @throws when the database cannot be reached.
 */
export async function takeDue(
  { db, now }: { db: Db; now: () => number },
  { channel, priority, most, full }: Taking,
  attempt: (own: Db, claimed: Claimed[]) => Promise<Step[]>,
): Promise<Step[]> {
  return await db.connection().execute(async (own) => {
    await begin(own)
    try {
      const claimed = await claim(own, now(), priority, most, channel, full)
      if (claimed.length > 0) return await attempt(own, claimed)
      await rollback(own)
      return []
    } catch (error) {
      await rollback(own).catch(() => {})
      throw error
    }
  })
}

/** What an earlier attempt left behind: it counts as sent, or is for now its process's to settle. */
type Left = { outcome: Outcome } | { until: number }

/** What an earlier attempt left behind of a claimed message; undefined when it may go. */
export function leftBehind({ ms_ago, restarted }: Claimed, nowMs: number): Left | undefined {
  if (ms_ago === null) return undefined
  if (restarted)
    return {
      outcome: { state: 'sent', error: COUNTS_AS_SENT },
    }
  return ms_ago < GRACE ? { until: nowMs + GRACE - Math.max(0, ms_ago) } : undefined
}

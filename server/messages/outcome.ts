import { isPutOff, MailError, refusalOf } from '../mail/mailer.ts'
import type { DueMessage, Outcome } from './queries.ts'

/** What follows from a failed attempt; `unreachable` when it says nothing about this message. */
export function outcomeOf(row: DueMessage, error: Error, now: number): Outcome | 'unreachable' {
  const phase = error instanceof MailError ? error.phase : 'before'
  if (phase === 'connect') return 'unreachable'
  if (phase === 'after' && row.kind.startsWith('reminder_'))
    return { state: 'sent', error: `no answer, may not have arrived: ${error.message}` }
  return phase === 'after' ? repeat(row, error, now) : postpone(row, error, now)
}

// Each repetition may be one copy more: three in all, the last after hours, so that a server that hangs up has recovered.
const REPEAT_AFTER_MINUTES = [10, 120]

function repeat(row: DueMessage, error: Error, now: number): Outcome {
  const minutes = REPEAT_AFTER_MINUTES[row.unanswered]
  if (minutes === undefined)
    return { state: 'failed', error: `no answer, may have arrived: ${error.message}`, reason: 'unanswered' }
  const due_at = now + minutes * 60_000
  return { state: 'queued', error: error.message, due_at, unanswered: row.unanswered + 1 }
}

const SECONDS = [5, 15, 60, 300, 900]
const LONGEST = 3600
/** The last attempt takes place about five days after the first. */
const MOST_ATTEMPTS = SECONDS.length + (5 * 24 * 3600) / LONGEST
const MOST_REFUSALS = 3
// What is refused because of us, a quota or an account, is not lost while somebody mends it: a day and more.
const REFUSED_SECONDS = [5, 15, 900, 3600, 4 * 3600, 8 * 3600, 12 * 3600]

/** Tries again later, unless it was tried often enough. */
export function postpone(row: DueMessage, error: Error, now: number): Outcome {
  const attempts = row.attempts + 1
  const refused = refusalOf(error)
  const permanent = error instanceof MailError && error.permanent
  const most = refused === 'us' ? REFUSED_SECONDS.length + 1 : permanent ? MOST_REFUSALS : MOST_ATTEMPTS
  if (attempts >= most)
    return {
      state: 'failed',
      error: error.message,
      reason: refused === 'address' ? 'unknown_address' : 'refused',
    }
  const seconds = (refused === 'us' ? REFUSED_SECONDS : SECONDS)[row.attempts] ?? LONGEST
  return { state: 'queued', error: error.message, due_at: now + seconds * 1000 }
}

/** Six minutes after the first: until then a server may have put off what it did not know, or was restarted. */
const TELLING_ATTEMPT = 5

/** Whether so many attempts failed now that it says something of whoever should take the message. */
export const isTelling = (row: DueMessage) => row.attempts + 1 >= TELLING_ATTEMPT

/** Whether a failed attempt says that the mail server takes no mail of ours: for good, or every time for now. */
export const saysOfUs = (row: DueMessage, error: Error): boolean =>
  refusalOf(error) === 'us' || (isTelling(row) && isPutOff(error))

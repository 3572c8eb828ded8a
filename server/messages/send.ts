import { setTimeout as sleep } from 'node:timers/promises'
import type { EmailTemplates } from '../../emails/types.ts'
import type { Db } from '../db.ts'
import { MailError, type Mailer } from '../mail/mailer.ts'
import { compose, type Composed } from './compose.ts'
import {
  begin,
  claim,
  commit,
  commitSent,
  handOver,
  handoverOf,
  leaveUntil,
  rollback,
  settle,
  type DueMessage,
  type Lane,
  type Outcome,
} from './queries.ts'

export interface Log {
  info(about: object, text: string): void
  warn(about: object, text: string): void
  error(about: object, text: string): void
}

export interface SendDeps {
  /** Needs two connections for every message that is sent at once. */
  db: Db
  mailer: Mailer
  render: EmailTemplates
  /** The current time, epoch milliseconds. */
  now: () => number
  publicUrl: string
  mailFrom: string
  log: Log
}

/** `idle`: nothing is due. `unreachable`: the mail server; the message waits as it was. */
export type Step = 'idle' | 'unreachable' | Outcome['state']

/**
 * Sends what is due, one after the other, at most `limit`; several processes may do so at once.
 * @returns how many were sent.
 * @throws when the database cannot be reached.
 */
export async function sendDue(deps: SendDeps, limit = Infinity): Promise<number> {
  let sent = 0
  while (sent < limit) {
    const step = await sendNext(deps)
    if (step === 'idle' || step === 'unreachable') break
    if (step === 'sent') sent++
  }
  return sent
}

/**
 * Takes one due message of the lane, sends it and notes what became of it. The reasoning is in docs/messages.md.
 * @throws when the database cannot be reached.
 */
export async function sendNext(deps: SendDeps, lane?: Lane): Promise<Step> {
  return await deps.db.connection().execute(async (own) => {
    await begin(own)
    try {
      return await attempt(deps, own, lane)
    } catch (error) {
      await rollback(own).catch(() => {})
      throw error
    }
  })
}

/** How long a note of a handover is left to the process that wrote it: time enough to say how it ended. */
const GRACE = 5000

async function attempt(deps: SendDeps, own: Db, lane?: Lane): Promise<Step> {
  const { log, now } = deps
  const row = await claim(own, now(), lane)
  const noted = row && (await handoverOf(own, row))
  if (noted && !noted.restarted && noted.at + GRACE > now()) {
    await leaveUntil(own, row, noted.at + GRACE)
    await commit(own)
    return 'queued'
  }
  if (!row) {
    await rollback(own)
    return 'idle'
  }
  const outcome: Outcome | 'unreachable' = noted?.restarted
    ? await finish(
        own,
        row,
        { state: 'sent', error: 'the database stopped while it was handed over: counts as sent' },
        now,
      )
    : await deliver(deps, own, row)
  if (outcome === 'unreachable') return outcome
  // Servers quote addresses in their answers: the reason stays in the row, out of the log.
  log[outcome.state === 'failed' ? 'error' : 'info']({ ...about(row), state: outcome.state }, 'message')
  return outcome.state
}

async function finish(own: Db, row: DueMessage, outcome: Outcome, now: () => number): Promise<Outcome> {
  await settle(own, row, outcome, now())
  await commit(own)
  return outcome
}

async function deliver(deps: SendDeps, own: Db, row: DueMessage): Promise<Outcome | 'unreachable'> {
  const { db, mailer, log, now } = deps
  let composed: Composed
  try {
    // Not on the claim's connection: an error there would leave it unable to note the failure.
    composed = await compose(db, row, { ...deps, now: now() })
  } catch (error) {
    log.error({ ...about(row), err: error }, 'a message cannot be made')
    return await finish(own, row, postpone(row, error as Error, now()), now)
  }
  if ('skip' in composed) return await finish(own, row, { state: 'skipped', error: composed.skip }, now)

  const { mail, token } = composed
  let noted = false
  let ahead: { kept: Promise<boolean> } | undefined
  const outcome = await mailer
    .send(mail, async () => {
      noted = true
      await handOver(db, row, token)
      ahead = await commitAhead(deps, own, row)
    })
    .then(
      (): Outcome => ({ state: 'sent' }),
      (error: Error) => outcomeOf(row, error, now()),
    )

  if (outcome === 'unreachable') {
    log.warn({}, 'the mail server cannot be reached')
    await rollback(own)
    return outcome
  }
  if (ahead) {
    await ahead.kept
    if (outcome.state !== 'sent' || outcome.error) await insist(() => settle(db, row, outcome, now()))
    return outcome
  }
  try {
    return await finish(own, row, outcome, now)
  } catch (error) {
    // Our claim is gone with the connection. Left alone, the note could make an unsent mail count as sent.
    if (noted) await insist(() => settle(db, row, outcome, now()))
    throw error
  }
}

/**
 * Puts the claim's commit on its way without waiting for it. When this resolves, the database has it in hand, and the
 * last byte follows in the same turn of the event loop: a process that is killed has given away both, or neither.
 * @returns whether the commit came through; if not, it has been made up for.
 * @throws when the connection is known to be dead: then the last byte must not go.
 */
async function commitAhead(
  { db, now }: SendDeps,
  own: Db,
  row: DueMessage,
): Promise<{ kept: Promise<boolean> }> {
  let refused: Error | undefined
  const sent = commitSent(own, row, now())
  sent.catch((error: Error) => (refused = error))
  // Each comes after every promise that is ready, but before anything new is read: the first when the statement is
  // written, the last when a connection that was dead already has said so.
  for (let n = 0; n < 3; n++) await new Promise<void>((resolve) => process.nextTick(resolve))
  if (refused) throw refused
  const kept = sent.then(
    () => true,
    async () => {
      // At once, not when the answer is there: to the others the message looks unsent.
      await insist(() => settle(db, row, { state: 'sent' }, now()))
      return false
    },
  )
  kept.catch(() => {})
  return { kept }
}

function outcomeOf(row: DueMessage, error: Error, now: number): Outcome | 'unreachable' {
  const phase = error instanceof MailError ? error.phase : 'before'
  if (phase === 'connect') return 'unreachable'
  if (phase === 'after' && row.kind.startsWith('reminder_'))
    return { state: 'sent', error: `no answer, may not have arrived: ${error.message}` }
  return postpone(row, error, now)
}

const SECONDS = [5, 15, 60, 300, 900]
const LONGEST = 3600
/** The last one comes some five days after the first. */
const MOST_ATTEMPTS = SECONDS.length + (5 * 24 * 3600) / LONGEST
const MOST_REFUSALS = 3

function postpone(row: DueMessage, error: Error, now: number): Outcome {
  const attempts = row.attempts + 1
  const permanent = error instanceof MailError && error.permanent
  if (attempts >= (permanent ? MOST_REFUSALS : MOST_ATTEMPTS))
    return { state: 'failed', error: error.message }
  const seconds = SECONDS[row.attempts] ?? LONGEST
  return { state: 'queued', error: error.message, due_at: now + seconds * 1000 }
}

async function insist(write: () => Promise<void>): Promise<void> {
  for (let tries = 300; ; tries--) {
    try {
      return await write()
    } catch (error) {
      if (tries === 0) throw error
      await sleep(100)
    }
  }
}

/** Names a message in the log without saying who it is for. */
const about = ({ business_id, id, kind, attempts }: DueMessage) => ({
  business_id,
  message_id: id,
  kind,
  attempts,
})

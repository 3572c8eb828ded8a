import type { EmailTemplates } from '../../emails/types.ts'
import type { Db } from '../database/db.ts'
import type { Mailer } from '../mail/mailer.ts'
import { isAdvertising } from '#domain/advertising.ts'
import { giveBack } from '../limits/allowances.ts'
import { insist, type Pause } from '../database/insist.ts'
import type { Limit } from '../limits/attempts.ts'
import { advertise } from './advertising/gate.ts'
import { admit, takeBack, type MailLimits, type Made } from './allowance.ts'
import { compose } from './compose.ts'
import { postpone } from './outcome.ts'
import { deliver, type Ended } from './handing/deliver.ts'
import { leaveUntil, type DueMessage } from './queries.ts'
import { noteGoing, noteStopped } from './stopped-queries.ts'
import { leftBehind, type Claimed, type Priority, type Step, takeDue } from './claim-queries.ts'

export interface Log {
  info(about: object, text: string): void
  warn(about: object, text: string): void
  error(about: object, text: string): void
}

export interface SendDeps {
  /** Needs two connections for every claim at once. */
  db: Db
  mailer: Mailer
  render: EmailTemplates
  /** The current time, epoch milliseconds. */
  now: () => number
  publicUrl: string
  mailFrom: string
  limits: MailLimits
  log: Log
  /** Waits between the tries to store an outcome during an outage of the database. */
  pause?: Pause | undefined
}

/**
 * Sends due messages one after the other, at most `limit`. Several processes may do so at once.
 * @returns how many were sent.
 * @throws when the database cannot be reached.
 */
export async function sendDue(deps: SendDeps, limit = Infinity): Promise<number> {
  let sent = 0
  while (sent < limit) {
    const [step] = await sendNext(deps)
    if (step === undefined || step === 'unreachable') break
    if (step === 'sent') sent++
  }
  return sent
}

/**
 * Takes up to `most` due messages of that priority, sends them together and stores the outcome of each.
 * docs/messages.md explains why.
 * @returns the outcomes; an empty list when nothing is due.
 * @throws when the database cannot be reached.
 */
export async function sendNext(deps: SendDeps, priority: Priority = 'all', most = 1): Promise<Step[]> {
  return await takeDue(deps, { channel: 'email', priority, most }, (own, claimed) =>
    attempt(deps, own, claimed),
  )
}

async function attempt(deps: SendDeps, own: Db, claimed: Claimed[]): Promise<Step[]> {
  const { log, now } = deps
  // Not on the claim's connection: an error there would prevent storing the failure.
  const composed = await compose(deps.db, claimed, { ...deps, now: now() })
  const ended: Ended[] = []
  const made: Made[] = []
  const advertised = new Map<DueMessage, Limit[]>()
  let left = 0
  for (const [n, row] of claimed.entries()) {
    const was = leftBehind(row, now())
    const mail = composed[n]!
    if (was && 'outcome' in was) ended.push({ row, outcome: was.outcome })
    else if (was) {
      await leaveUntil(own, row, was.until)
      left++
    } else if ('mail' in mail) {
      const verdict = isAdvertising(row.kind) ? await advertise(deps.db, own, row, now()) : undefined
      if (verdict && 'skip' in verdict)
        ended.push({ row, outcome: { state: 'skipped', error: verdict.skip } })
      else if (verdict && 'until' in verdict) {
        await leaveUntil(own, row, verdict.until)
        left++
      } else {
        if (verdict) advertised.set(row, verdict.taken)
        made.push({ row, ...mail })
      }
    } else if ('until' in mail) {
      await leaveUntil(own, row, mail.until)
      left++
    } else if ('skip' in mail) ended.push({ row, outcome: { state: 'skipped', error: mail.skip } })
    else {
      log.error({ ...about(row), err: mail }, 'a message cannot be made')
      ended.push({ row, outcome: postpone(row, mail, now()) })
    }
  }
  const { going, held, left: waiting } = await admit(deps, own, made)
  left += waiting
  ended.push(...held)
  const delivered = await deliver(deps, own, going, ended, async () => {
    const untried = going.map(({ row }) => ({ row, outcome: 'unreachable' as const }))
    await insist(() => takeBack(deps, going, untried), deps)
    await insist(() => giveBack(deps.db, [...advertised.values()]), deps)
  })
  ended.push(...delivered)
  const unsent = [...advertised].filter(
    ([row]) => !ended.some((end) => end.row === row && isSent(end.outcome)),
  )
  const counts = unsent.map(([, taken]) => taken)
  await insist(() => giveBack(deps.db, counts), deps)
  await takeBack(deps, going, delivered)

  const unreachable = ended.find(({ outcome }) => outcome === 'unreachable')
  if (unreachable) log.warn({ reason: unreachable.reason }, 'the mail server takes no mail')
  const refused = delivered.filter(({ to }) => to !== undefined)
  if (refused[0]) log.error({ reason: nameless(refused[0].reason!) }, 'the mail server refuses what we send')
  if (delivered.some(({ outcome }) => isSent(outcome))) await noteGoing(deps.db, now())
  else if (unreachable?.stopped) await noteStopped(deps.db, unreachable.stopped, now())
  else if (refused.length > 0)
    await noteStopped(
      deps.db,
      'refused',
      now(),
      refused.map(({ to }) => to!),
    )
  const steps: Step[] = Array.from({ length: left }, () => 'queued')
  for (const { row, outcome } of ended) {
    const state = outcome === 'unreachable' ? outcome : outcome.state
    steps.push(state)
    if (state === 'unreachable') continue
    // Servers quote addresses in their answers, so the reason is stored in the row but not logged.
    log[state === 'failed' ? 'error' : 'info']({ ...about(row), state }, 'message')
  }
  return steps
}

/** Servers quote addresses in their answers. */
const nameless = (answer: string) => answer.replace(/[^\s<>@]+@[^\s<>@]+/g, '…@…')

const isSent = (outcome: Ended['outcome']) => outcome !== 'unreachable' && outcome.state === 'sent'

/** Identifies a message in the log without naming its recipient. */
export const about = ({ business_id, id, kind, attempts }: DueMessage) => ({
  business_id,
  message_id: id,
  kind,
  attempts,
})

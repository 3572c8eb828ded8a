import { setTimeout as sleep } from 'node:timers/promises'
import { isAdvertising } from '#domain/advertising.ts'
import { KINDS_TO_CLIENTS } from '#domain/told.ts'
import { takeEach } from '../limits/allowances.ts'
import type { Db, Tx } from '../database/db.ts'
import { insist, type Pause } from '../database/insist.ts'
import type { Limits } from '../limits/limits.ts'
import {
  commit,
  handOver,
  leaveUntil,
  rollback,
  settle,
  type DueMessage,
  type Outcome,
} from '../messages/queries.ts'
import { advertise } from '../messages/advertising/gate.ts'
import { againAt, isBeingTold } from '../messages/change-queries.ts'
import { commitAhead, storeAfter, takeBackHandover, type Ahead } from '../messages/handing/ahead.ts'
import { counted, type Going } from '../messages/handing/counted.ts'
import { about, type Log } from '../messages/send.ts'
import { isTelling } from '../messages/outcome.ts'
import { noteGoing, noteStopped } from '../messages/stopped-queries.ts'
import { leftBehind, type Claimed, type Priority, type Step, takeDue } from '../messages/claim-queries.ts'
import { type Channel, WhatsAppError } from './cloud-api.ts'
import { composeWhatsApp, type Written } from './compose.ts'
import { isDisconnected, isOfOne, isOurs, outcomeOf } from './outcome.ts'
import { afterFailure, beforeReminding, remindByMail } from './failed.ts'
import { limitsOf, noteConnection, noteProviderId } from './queries.ts'
import { noteLostAnswer } from './reply-queries.ts'

export interface WhatsAppDeps {
  /** Needs two connections for every message at once. */
  db: Db
  channel: Channel
  /** Epoch milliseconds. */
  now: () => number
  publicUrl: string
  log: Log
  /** How many reminders of a kind go to an address in a day, also where a mail takes WhatsApp's place. */
  limits?: Pick<Limits, 'remindersPerDay'>
  /** Called with the business of which something changed. */
  changed: (business_id: number) => void
  /** Waits between the tries to store an outcome. */
  pause?: Pause | undefined
}

/** Why a reminder that was planned goes by mail instead. */
const INSTEAD = ['limit', 'no_consent', 'no_whatsapp', 'off', 'template', 'name']

const CHANGES = ['whatsapp_changed', 'whatsapp_cancelled']

const DISCONNECTED_MS = 60_000

/**
 * Takes the next due message of WhatsApp, sends it and stores the outcome: the steps of docs/messages.md, one message at a
 * time.
 * @returns the outcome; an empty list when nothing is due.
 * @throws when the database cannot be reached.
 */
export async function sendNextWhatsApp(deps: WhatsAppDeps, priority: Priority = 'all'): Promise<Step[]> {
  return await takeDue(deps, { channel: 'whatsapp', priority, most: 1 }, async (own, claimed) => {
    const row = claimed[0]!
    const step = await attempt(deps, own, row)
    if (step !== 'unreachable') deps.changed(row.business_id)
    return [step]
  })
}

async function attempt(deps: WhatsAppDeps, own: Db, row: Claimed): Promise<Step> {
  const { db, log, now } = deps
  const settled = async (outcome: Outcome): Promise<Step> => {
    const goesByMail = outcome.state === 'skipped' && INSTEAD.includes(outcome.error ?? '')
    if (goesByMail) await beforeReminding(own as unknown as Tx, row)
    await settle(own, row, outcome, now())
    // Who is not written to there is reminded all the same.
    if (goesByMail) await remindByMail(own as unknown as Tx, row, { nowMs: now(), limits: deps.limits })
    if (outcome.state === 'failed') await noteLostAnswer(own as unknown as Tx, row, now())
    await commit(own)
    log[outcome.state === 'failed' ? 'error' : 'info']({ ...about(row), state: outcome.state }, 'message')
    return outcome.state
  }
  const left = async (until: number): Promise<Step> => {
    await leaveUntil(own, row, until)
    await commit(own)
    return 'queued'
  }
  const before = leftBehind(row, now())
  if (before) return 'outcome' in before ? settled(before.outcome) : left(before.until)
  // Two that leave at once may arrive in either order.
  if (CHANGES.includes(row.kind)) {
    const how = { kinds: KINDS_TO_CLIENTS, channel: 'whatsapp', nowMs: now() } as const
    if (await isBeingTold(db, row, how)) return left(againAt(now()))
  }
  const going: Going = { isHanded: false }
  const go = () => attemptNow(deps, own, row, settled, going)
  if (!isAdvertising(row.kind)) return go()
  const verdict = await advertise(db, own, row, now())
  if ('skip' in verdict) return settled({ state: 'skipped', error: verdict.skip })
  if ('until' in verdict) return left(verdict.until)
  return counted(deps, { own, going, taken: verdict.taken }, (step) => step !== 'sent', go)
}

async function attemptNow(
  deps: WhatsAppDeps,
  own: Db,
  row: DueMessage,
  settled: (outcome: Outcome) => Promise<Step>,
  going: Going,
): Promise<Step> {
  const { db, log, now } = deps
  const written = await composeWhatsApp(db, row, deps).catch((error: Error) => error)
  if (written instanceof Error) {
    log.error({ ...about(row), err: written }, 'a message cannot be made')
    return settled(outcomeOf(row, written, now()))
  }
  if ('skip' in written) return settled({ state: 'skipped', error: written.skip })
  // Counted once, however often it is tried.
  const limits = row.attempts === 0 ? await limitsOf(db, row, now()) : []
  const [refused] = await takeEach(db, now(), [limits])
  if (refused) return settled({ state: 'skipped', error: 'limit' })
  // What could not even be tried is counted when it is.
  const isUntried = (step: Step) => step === 'unreachable'
  return counted(deps, { own, going, taken: limits }, isUntried, () => hand(deps, own, row, written, going))
}

async function hand(
  deps: WhatsAppDeps,
  own: Db,
  row: DueMessage,
  { message }: Written,
  going: Going,
): Promise<Step> {
  const { db, channel, log, now } = deps
  let isNoted = false
  let ahead: Ahead | undefined
  try {
    const { provider_id, user_id } = await channel.send(
      { ...message, biz_opaque_callback_data: `${row.business_id}.${row.id}` },
      async () => {
        isNoted = true
        await handOver(db, [{ row }])
        ahead = await commitAhead(deps, own, [{ row }])
        going.isHanded = true
      },
    )
    await storeAfter(deps, ahead!, [{ row, outcome: { state: 'sent' } }])
    await insist(() => noteProviderId(db, row, provider_id, user_id), deps)
    await noteConnection(db, true, now())
    await noteGoing(db, now(), 'whatsapp')
    log.info({ ...about(row), state: 'sent' }, 'message')
    return 'sent'
  } catch (error) {
    if (isNoted && !ahead) {
      await takeBackHandover(deps, own, row, error)
      throw error
    }
    if (!(error instanceof WhatsAppError)) throw error
    if (!ahead) {
      // Nothing was written, and the claim stands: as if it had not been tried.
      await rollback(own)
      log.warn({ reason: error.message }, 'WhatsApp takes no message')
      return 'unreachable'
    }
    if (isDisconnected(error)) {
      // As if it had not been tried: what is counted by attempts is counted when it is.
      const untried = { ...row, attempts: row.attempts - 1 }
      const later = { state: 'queued', error: error.message, due_at: now() + DISCONNECTED_MS } as const
      await storeAfter(deps, ahead, [{ row, outcome: later }], (tx) => settle(tx, untried, later, now()))
      going.ended = 'unreachable'
      await noteConnection(db, false, now())
      log.error(
        { reason: `it refuses the token or the account (${error.status}, ${error.code})` },
        'WhatsApp is disconnected',
      )
      return 'unreachable'
    }
    const outcome = outcomeOf(row, error, now())
    await storeAfter(deps, ahead, [{ row, outcome }], (tx) =>
      afterFailure(tx, row, outcome, error, { nowMs: now(), limits: deps.limits }),
    )
    going.ended = outcome.state
    // What is not answered is not tried again: one time tells as much.
    const isUnanswered = error.phase === 'after'
    if (isUnanswered || (outcome.state === 'queued' && isTelling(row) && !isOfOne(error)))
      await noteStopped(db, 'refused', now(), [row.recipient], 'whatsapp')
    // What is ours to mend is an error; a number without WhatsApp is not.
    log[isOurs(error) ? 'error' : isUnanswered ? 'warn' : 'info'](
      {
        ...about(row),
        state: outcome.state,
        code: error.code,
        ...(isUnanswered && { reason: error.message }),
      },
      'message',
    )
    if (outcome.state === 'queued' && error.retryAfter) await sleep(Math.min(error.retryAfter, 5) * 1000)
    return outcome.state
  }
}

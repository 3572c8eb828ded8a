import { takeEach } from '../limits/allowances.ts'
import type { Db } from '../database/db.ts'
import { postpone } from '../messages/outcome.ts'
import { commit, handOver, leaveUntil, settle, type DueMessage, type Outcome } from '../messages/queries.ts'
import type { Pause } from '../database/insist.ts'
import { commitAhead, storeAfter, takeBackHandover, type Ahead } from '../messages/handing/ahead.ts'
import { counted, type Going } from '../messages/handing/counted.ts'
import { about, type Log } from '../messages/send.ts'
import { leftBehind, type Claimed, type Step, takeDue } from '../messages/claim-queries.ts'
import { RequestError } from '../http/one-request.ts'
import { composePush, type Push } from './compose.ts'
import { takePlace, withoutPlace } from './places.ts'
import {
  forgetSubscription,
  noteFailure,
  noteSlow,
  noteSuccess,
  pushFacts,
  type PushFacts,
} from './queries.ts'
import { PushRefused, type PushService } from './service.ts'

export interface PushDeps {
  /** Needs two connections for every push at once. */
  db: Db
  service: PushService
  /** Epoch milliseconds. */
  now: () => number
  log: Log
  /** Waits between the tries to store an outcome. */
  pause?: Pause | undefined
}

/** To one browser: a flood of bookings must not become a flood of noises. */
const LIMIT = { max: 60, minutes: 60 }
/** To all browsers of a business: a hard Saturday's bookings for the owner's phones and everybody's own. */
const LIMIT_OF_BUSINESS = { max: 3000, minutes: 60 }
/** A browser whose service took long rests so many times as long: the places for pushes are everybody's. */
const RESTS = 20
const NO_PLACE_MS = 1000
/** No browser rests longer (queries.ts). */
const LONGEST_REST_MS = 3_600_000

/**
 * Takes the next due push, sends it and stores the outcome: the steps of docs/messages.md, one at a time.
 * @returns the outcome; an empty list when nothing is due.
 * @throws when the database cannot be reached.
 */
export async function sendNextPush(deps: PushDeps): Promise<Step[]> {
  const full = withoutPlace(deps.db)
  return await takeDue(deps, { channel: 'push', priority: 'urgent', most: 1, full }, async (own, [row]) => [
    await attempt(deps, own, row!),
  ])
}

async function attempt(deps: PushDeps, own: Db, row: Claimed): Promise<Step> {
  const { db, log, now } = deps
  const settled = async (outcome: Outcome): Promise<Step> => {
    await settle(own, row, outcome, now())
    await commit(own)
    log.info({ ...about(row), state: outcome.state }, 'message')
    return outcome.state
  }
  const left = async (until: number): Promise<Step> => {
    await leaveUntil(own, row, until)
    await commit(own)
    return 'queued'
  }
  const before = leftBehind(row, now())
  if (before) return 'outcome' in before ? settled(before.outcome) : left(before.until)
  const facts = await pushFacts(db, row, now())
  const push = composePush(row, facts, now())
  if ('skip' in push) return settled({ state: 'skipped', error: push.skip })
  const { id, rests_until } = facts!
  // A longer rest is of a clock that was ahead, and has been set right.
  const isResting = rests_until !== null && rests_until > now() && rests_until <= now() + LONGEST_REST_MS
  if (isResting) return left(rests_until)
  const giveBack = takePlace(db, row.business_id)
  // Another worker took it meanwhile.
  if (!giveBack) return left(now() + NO_PLACE_MS)
  const took = { ms: 0 }
  try {
    // Counted once, however often it is tried.
    const taken =
      row.attempts === 0
        ? [
            { subject: `push to ${row.business_id}.${id}`, ...LIMIT },
            { subject: `pushes of ${row.business_id}`, ...LIMIT_OF_BUSINESS },
          ]
        : []
    const [refused] = await takeEach(db, now(), [taken])
    if (refused) return await settled({ state: 'skipped', error: 'many' })
    const going: Going = { isHanded: false }
    return await counted(
      deps,
      { own, going, taken },
      () => false,
      () => hand(deps, own, row, { facts: facts!, push, took, going }),
    )
  } finally {
    if (giveBack(took.ms))
      await noteSlow(db, row.business_id, id, now() + RESTS * took.ms).catch((error: unknown) =>
        log.error({ ...about(row), err: error }, 'a slow push service was not noted'),
      )
  }
}

/** @param took is told how long the service took: what the database takes is not its fault. */
async function hand(
  deps: PushDeps,
  own: Db,
  row: DueMessage,
  { facts, push, took, going }: { facts: PushFacts; push: Push; took: { ms: number }; going: Going },
): Promise<Step> {
  const { db, service, log, now } = deps
  let isNoted = false
  let ahead: Ahead | undefined
  try {
    await timed(took, (apart) =>
      service.send(facts, push, () =>
        apart(async () => {
          isNoted = true
          await handOver(db, [{ row }])
          ahead = await commitAhead(deps, own, [{ row }])
          going.isHanded = true
        }),
      ),
    )
    await storeAfter(deps, ahead!, [{ row, outcome: { state: 'sent' } }])
    if (facts.failures > 0) await noteSuccess(db, row.business_id, facts.id)
    log.info({ ...about(row), state: 'sent' }, 'message')
    return 'sent'
  } catch (error) {
    if (isNoted && !ahead) {
      await takeBackHandover(deps, own, row, error)
      throw error
    }
    if (!(error instanceof RequestError) && !(error instanceof PushRefused)) throw error
    const outcome = outcomeOf(row, error, now())
    if (ahead) await storeAfter(deps, ahead, [{ row, outcome }])
    else {
      await settle(own, row, outcome, now())
      await commit(own)
    }
    going.ended = outcome.state
    if (isGone(error)) await forgetSubscription(db, row.business_id, facts.id)
    else if (isServices(error)) await noteFailure(db, row.business_id, facts.id, now())
    log.info({ ...about(row), state: outcome.state }, 'message')
    return outcome.state
  }
}

/** Measures what is done, without what is done apart. */
async function timed(
  took: { ms: number },
  act: (apart: (other: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  let others = 0
  try {
    await act(async (other) => {
      const since = performance.now()
      await other().finally(() => (others = performance.now() - since))
    })
  } finally {
    took.ms = performance.now() - begun - others
  }
}

const isGone = (error: Error) => error instanceof PushRefused && [404, 410].includes(error.status)

/** Whether it says nothing of this push: the service is away, or wants fewer. */
const isServices = (error: Error) =>
  error instanceof RequestError ||
  (error instanceof PushRefused && (error.status >= 500 || [408, 429].includes(error.status)))

/** What may have arrived counts as sent; what the service had no time for goes again, for as long as it is news. */
function outcomeOf(row: DueMessage, error: RequestError | PushRefused, nowMs: number): Outcome {
  if (error instanceof RequestError && error.phase === 'after')
    return { state: 'sent', error: `no answer, may not have arrived: ${error.message}` }
  if (isGone(error)) return { state: 'skipped', error: 'gone' }
  if (!isServices(error)) return { state: 'failed', error: `refused: ${error.message}` }
  const later = postpone(row, error, nowMs)
  const wait = error instanceof PushRefused ? (error.retryAfter ?? 0) * 1000 : 0
  return later.state === 'queued' ? { ...later, due_at: Math.max(later.due_at, nowMs + wait) } : later
}

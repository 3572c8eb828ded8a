import { spend } from '../credits/queries.ts'
import type { Db } from '../db.ts'
import { longestLookBack, planAlone, skipUnpaid, writeDue } from './queries.ts'

/** At most how many reminders one transaction writes: the first are under way while the next are written. */
const BATCH = 2000

/**
 * Writes the reminders that fell due between `from` and `now` to the outbox, each once, and pays for them: together or
 * not at all. Without `from`, all that can still be due. Several processes may do so at once.
 * @returns how many were written, also those that were skipped for want of credit; undefined when another process is
 *   at it.
 */
export async function queueDue(
  db: Db,
  now: number,
  limit = BATCH,
  from = longestLookBack(now),
): Promise<number | undefined> {
  return await db.transaction().execute(async (tx) => {
    if (!(await planAlone(tx))) return undefined
    const written = await writeDue(tx, { now, from, limit })
    const toSend = written.filter(({ state }) => state === 'queued')
    await skipUnpaid(tx, await spend(tx, toSend, now), now)
    return written.length
  })
}

/** A booking that was being written when we looked at its moment is seen on the next turns. */
const OVERLAP_MS = 60_000
const SWEEP_MS = 60_000
/** Looking at everything takes at most this part of the time, however much there is. */
const SWEEP_SHARE = 1 / 20

/**
 * A job that plans what fell due since its last run, and every minute everything that can be due: a changed choice of
 * hours, or a changed time zone, moves moments into the past.
 */
export function reminderPlanner() {
  let until: number | undefined
  let sweepAt = 0
  return async ({ db, now }: { db: Db; now: () => number }): Promise<void> => {
    const at = now()
    const isSweep = until === undefined || at < until || at >= sweepAt
    const from = isSweep ? undefined : until! - OVERLAP_MS
    const began = performance.now()
    let written: number | undefined
    do {
      written = await queueDue(db, at, BATCH, from)
      // Somebody else is at it; what that one leaves is found by looking from here again.
      if (written === undefined) return
    } while (written === BATCH)
    until = at
    if (isSweep) sweepAt = at + Math.max(SWEEP_MS, (performance.now() - began) / SWEEP_SHARE)
  }
}

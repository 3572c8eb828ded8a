import { spend } from '../credits/queries.ts'
import type { Db } from '../db.ts'
import { longestLookBack, planAlone, skipUnpaid, writeDue } from './queries.ts'

/** At most how many reminders one transaction writes: the first are under way while the next are written. */
const BATCH = 2000

export interface Planned {
  /** Reminders, also those that were skipped at once. */
  written: number
  /** All that was due before is written: from here the next batch goes on. Undefined when nothing is left. */
  next: number | undefined
}

/**
 * Writes the reminders that fell due between `from` and `now` to the outbox, each once, and pays for them: together or
 * not at all. Without `from`, all that can still be due. Several processes may do so at once.
 * @returns undefined when another process is at it.
 */
export async function queueDue(
  db: Db,
  now: number,
  limit = BATCH,
  from = longestLookBack(now),
): Promise<Planned | undefined> {
  return await db.transaction().execute(async (tx) => {
    if (!(await planAlone(tx))) return undefined
    const written = await writeDue(tx, { now, from, limit })
    const toSend = written.filter(({ state }) => state === 'queued')
    await skipUnpaid(tx, await spend(tx, toSend, now), now)
    const last = written.at(-1)
    // Others can be due at the same instant as the last one.
    const next = last && written.length === limit ? last.due_at - 1 : undefined
    return { written: written.length, next }
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
    const began = performance.now()
    let from = isSweep ? undefined : until! - OVERLAP_MS
    do {
      const planned = await queueDue(db, at, BATCH, from)
      // Somebody else is at it; what that one leaves is found by looking from here again.
      if (planned === undefined) return
      from = planned.next
    } while (from !== undefined)
    until = at
    if (isSweep) sweepAt = at + Math.max(SWEEP_MS, (performance.now() - began) / SWEEP_SHARE)
  }
}

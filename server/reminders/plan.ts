import { spend } from '../credits/queries.ts'
import type { Db } from '../database/db.ts'
import type { Limits } from '../limits/limits.ts'
import { allowed } from './allowed.ts'
import { decideWays, longestLookBack, planAlone, skipReminders, writeDue } from './queries.ts'

/** The most reminders written in one transaction: the first are sent while the next are written. */
const BATCH = 2000

export interface Planned {
  /** How many reminders were written, including those skipped at once. */
  written: number
  /**
   * Everything due before this moment is written, and the next batch continues here; undefined when nothing
   * is left.
   */
  next: number | undefined
}

/**
 * Writes the reminders that fell due between `from` and `now` to the outbox, each once, and pays for them in
 * the same transaction. Without `from`, it covers all that can still be due. Several processes may do so at
 * once.
 * @returns undefined when another process is planning.
 */
export async function queueDue(
  db: Db,
  now: number,
  limit = BATCH,
  from = longestLookBack(now),
  { perDay = Infinity, hasWhatsApp = false }: { perDay?: number; hasWhatsApp?: boolean } = {},
): Promise<Planned | undefined> {
  return await db.transaction().execute(async (tx) => {
    if (!(await planAlone(tx))) return undefined
    await decideWays(tx)
    const written = await writeDue(tx, { now, from, limit, hasWhatsApp })
    const waiting = written.filter(({ state }) => state === 'queued')
    const toSend = await allowed(tx, waiting, perDay, now)
    await skipReminders(tx, await spend(tx, toSend, now), 'no_credit', now)
    const last = written.at(-1)
    // Other reminders may be due at the same instant as the last one.
    const next = last && written.length === limit ? last.due_at - 1 : undefined
    return { written: written.length, next }
  })
}

/**
 * How far back each run looks again, to find bookings that were being committed when their reminder fell due.
 */
const OVERLAP_MS = 60_000
const SWEEP_MS = 60_000
/** The most of the time that complete sweeps may take, as a fraction. */
const SWEEP_SHARE = 1 / 20

interface Deps {
  db: Db
  now: () => number
  limits?: Pick<Limits, 'remindersPerDay'>
  /** Whether this installation sends WhatsApp. */
  hasWhatsApp?: boolean
}

/**
 * A job that plans what fell due since its last run, and every minute everything that can be due: a change of
 * the reminder hours or of the time zone moves due times into the past.
 */
export function reminderPlanner() {
  let until: number | undefined
  let sweepAt = 0
  return async ({ db, now, limits, hasWhatsApp = false }: Deps): Promise<void> => {
    const at = now()
    const isSweep = until === undefined || at < until || at >= sweepAt
    const began = performance.now()
    let from = isSweep ? undefined : until! - OVERLAP_MS
    do {
      const planned = await queueDue(db, at, BATCH, from, {
        ...(limits && { perDay: limits.remindersPerDay }),
        hasWhatsApp,
      })
      // Another process is planning; the next run starts from here again and finds what it leaves.
      if (planned === undefined) return
      from = planned.next
    } while (from !== undefined)
    until = at
    if (isSweep) sweepAt = at + Math.max(SWEEP_MS, (performance.now() - began) / SWEEP_SHARE)
  }
}

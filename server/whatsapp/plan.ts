import { LOCKS } from '../database/advisory-locks.ts'
import { spend } from '../credits/queries.ts'
import type { Db } from '../database/db.ts'
import { decideWays, longestLookBack, planAlone, skipReminders } from '../reminders/queries.ts'
import { writeDueByWhatsApp } from './plan-queries.ts'

const BATCH = 2000
const OVERLAP_MS = 60_000
const SWEEP_MS = 60_000

/**
 * Writes the reminders by WhatsApp that fell due between `from` and `now`, each once and none that is late, and pays for them in the
 * same transaction. Several processes may do so at once.
 * @returns whether all were written; undefined when another process is planning.
 */
export async function queueDueByWhatsApp(
  db: Db,
  now: number,
  from = longestLookBack(now),
  limit = BATCH,
): Promise<boolean | undefined> {
  return await db.transaction().execute(async (tx) => {
    if (!(await planAlone(tx, LOCKS.planWhatsAppReminders))) return undefined
    await decideWays(tx)
    const written = await writeDueByWhatsApp(tx, { now, from, limit })
    const toSend = written.filter(({ state }) => state === 'queued')
    await skipReminders(tx, await spend(tx, toSend, now), 'no_credit', now)
    return written.length < limit
  })
}

/** A job that plans what fell due since its last run, and every minute everything that can be due. */
export function whatsAppPlanner() {
  let until: number | undefined
  let sweepAt = 0
  return async ({ db, now, hasWhatsApp }: { db: Db; now: () => number; hasWhatsApp: boolean }) => {
    if (!hasWhatsApp) return
    const at = now()
    const isSweep = until === undefined || at < until || at >= sweepAt
    const from = isSweep ? longestLookBack(at) : until! - OVERLAP_MS
    let isDone: boolean | undefined = false
    while (isDone === false) isDone = await queueDueByWhatsApp(db, at, from)
    if (isDone === undefined) return
    until = at
    if (isSweep) sweepAt = at + SWEEP_MS
  }
}

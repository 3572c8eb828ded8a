import { LOCKS } from '../database/advisory-locks.ts'
import { spend } from '../credits/queries.ts'
import type { Db } from '../database/db.ts'
import { planAlone, skipReminders } from '../reminders/queries.ts'
import { writeGreetings } from './plan-queries.ts'

const BATCH = 500

interface PlanDeps {
  db: Db
  now: () => number
  hasWhatsApp: boolean
}

/**
 * Writes the greetings of the day, each once, and pays for them in the same transaction. When they go out, and whether they
 * still may, the senders say. Several processes may do so at once.
 */
export async function planGreetings({ db, now, hasWhatsApp }: PlanDeps): Promise<void> {
  const nowMs = now()
  let written = BATCH
  while (written === BATCH)
    written = await db.transaction().execute(async (tx) => {
      if (!(await planAlone(tx, LOCKS.planGreetings))) return 0
      const greetings = await writeGreetings(tx, nowMs, hasWhatsApp, BATCH)
      await skipReminders(tx, await spend(tx, greetings, nowMs), 'no_credit', nowMs)
      return greetings.length
    })
}

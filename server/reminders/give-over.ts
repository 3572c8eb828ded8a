import { returnCredits, spend } from '../credits/queries.ts'
import type { Db } from '../db.ts'
import { writeInstead } from './give-over-queries.ts'
import { decideWays, planAlone, skipReminders } from './queries.ts'

const PLANNER = 720_240_214
const BATCH = 500

interface Deps {
  db: Db
  now: () => number
  hasWhatsApp: boolean
}

/**
 * Reminds by mail whom WhatsApp, or the way to it, has kept waiting; and by WhatsApp, where a business chose that since, whom the
 * mail server has. The credit of the one pays the other.
 */
export async function giveOver({ db, now, hasWhatsApp }: Deps): Promise<void> {
  for (const to of hasWhatsApp ? (['email', 'whatsapp'] as const) : (['email'] as const))
    while ((await giveOverTo(db, to, now())) === BATCH);
}

function giveOverTo(db: Db, to: 'email' | 'whatsapp', nowMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await planAlone(tx, PLANNER))) return 0
    await decideWays(tx)
    const given = await writeInstead(tx, to, nowMs, BATCH)
    await returnCredits(
      tx,
      given.map(({ business_id, closed_id: id }) => ({ business_id, id })),
      nowMs,
    )
    const written = given.flatMap(({ business_id, id }) => (id === null ? [] : [{ business_id, id }]))
    await skipReminders(tx, await spend(tx, written, nowMs), 'no_credit', nowMs)
    return given.length
  })
}

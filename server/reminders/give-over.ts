import { LOCKS } from '../database/advisory-locks.ts'
import { returnCredits, spend } from '../credits/queries.ts'
import type { Db } from '../database/db.ts'
import type { Limits } from '../limits/limits.ts'
import { allowed } from './allowed.ts'
import { writeInstead } from './give-over-queries.ts'
import { decideWays, planAlone, skipReminders } from './queries.ts'

const BATCH = 500

interface Deps {
  db: Db
  now: () => number
  limits?: Pick<Limits, 'remindersPerDay'>
  hasWhatsApp: boolean
}

/**
 * Reminds by mail whom WhatsApp, or the way to it, has kept waiting; and by WhatsApp, where a business chose that since, whom the
 * mail server has. The credit of the one pays the other.
 */
export async function giveOver({ db, now, limits, hasWhatsApp }: Deps): Promise<void> {
  const perDay = limits?.remindersPerDay ?? Infinity
  for (const to of hasWhatsApp ? (['email', 'whatsapp'] as const) : (['email'] as const))
    while ((await giveOverTo(db, to, now(), perDay)) === BATCH);
}

function giveOverTo(db: Db, to: 'email' | 'whatsapp', nowMs: number, perDay: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await planAlone(tx, LOCKS.remindByOtherWay))) return 0
    await decideWays(tx)
    const given = await writeInstead(tx, to, nowMs, BATCH)
    await returnCredits(
      tx,
      given.map(({ business_id, closed_id: id }) => ({ business_id, id })),
      nowMs,
    )
    const written = given.flatMap(({ id, ...one }) => (id === null ? [] : [{ ...one, id }]))
    const toSend = to === 'email' ? await allowed(tx, written, perDay, nowMs) : written
    await skipReminders(tx, await spend(tx, toSend, nowMs), 'no_credit', nowMs)
    return given.length
  })
}

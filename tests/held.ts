import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/db.ts'

type Step = (tx: Tx) => Promise<unknown>

/** Does something that waits for what another transaction has locked; once it waits, that one does the rest and lets go. */
export async function whileHeld<T>(db: Db, lock: Step, work: () => Promise<T>, rest: Step): Promise<T> {
  const letGo = await hold(db, lock, rest)
  const answer = work()
  await waiting(db).finally(letGo)
  return answer
}

/** Locks something in another transaction. @returns what does the rest there and lets go. */
export async function hold(db: Db, lock: Step, rest: Step = async () => {}): Promise<() => Promise<void>> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await lock(tx)
    held()
    await isOver
    await rest(tx)
  })
  await Promise.race([isHeld, holding])
  return () => {
    end()
    return holding
  }
}

/** Until somebody waits for a lock. */
async function waiting(db: Db) {
  for (const until = Date.now() + 20_000; Date.now() < until;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('nobody waits')
}

import { sql } from 'kysely'
import { atMost } from '../at-most.ts'
import type { Db } from '../db.ts'
import { Refusal } from '../refusal.ts'
import { earlierAnswer, keepAnswer } from './queries.ts'

// Each holds a connection while it does its work on others: all of them at once would leave none to work on.
const few = atMost(4)

/**
 * Does something once for a key: when the key comes again within 24 hours, the first answer (or refusal) is given
 * again and nothing is done. Without a key it is simply done.
 */
export async function once<Answer extends object>(
  db: Db,
  { business_id, key, nowMs }: { business_id: number; key: string | undefined; nowMs: number },
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return act()
  return few(() =>
    db.transaction().execute(async (tx) => {
      // The same key, twice at once: the second waits here for the first one's answer.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${business_id} ${key}`}, 1))`.execute(tx)
      const earlier = await earlierAnswer(tx, business_id, key, nowMs)
      if (earlier && earlier.status >= 400) {
        const { error, ...details } = earlier.answer
        throw new Refusal(earlier.status, String(error), details)
      }
      if (earlier) return earlier.answer as Answer
      try {
        const answer = await act()
        await keepAnswer(tx, business_id, key, { status: 200, answer, nowMs })
        return answer
      } catch (error) {
        // What the person asked for cannot be done, now or by repeating it. (Not in this transaction: it ends here.)
        if (error instanceof Refusal && [400, 404, 409].includes(error.status))
          await keepAnswer(db, business_id, key, {
            status: error.status,
            answer: { error: error.message, ...error.details },
            nowMs,
          })
        throw error
      }
    }),
  )
}

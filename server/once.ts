import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { atMost } from './at-most.ts'
import { instant, type Db, type Tx } from './db.ts'
import { Refusal } from './refusal.ts'

export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().min(1).max(255).optional().meta({
    description: 'A repeated key within 24 h gets the first answer again, and nothing is done a second time',
  }),
})

/** The key of a request, apart from those of other things (`what`) that are done once. */
export function keyOf(request: FastifyRequest, what: string): string | undefined {
  const key = request.headers['idempotency-key']
  return key === undefined ? undefined : `${what} ${key}`
}

// Each holds a connection while it does its work on others: all of them at once would leave none to work on.
const few = atMost(4)

/**
 * Does something once for a key: when the key comes again within 24 hours, the first answer (or refusal) is given
 * again and nothing is done. Without a key it is simply done. `keepsRefusals`: false when what was refused may come again
 * corrected, with the same key.
 */
export async function once<Answer extends object>(
  db: Db,
  {
    business_id,
    key,
    nowMs,
    keepsRefusals = true,
  }: { business_id: number; key: string | undefined; nowMs: number; keepsRefusals?: boolean },
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
        if (keepsRefusals && error instanceof Refusal && [400, 404, 409].includes(error.status))
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

/** What was answered to a key within the last 24 hours, other than an appointment. */
export async function earlierAnswer(db: Db | Tx, businessId: number, key: string, nowMs: number) {
  return db
    .selectFrom('idempotency_keys')
    .select(['status', 'answer'])
    .where('business_id', '=', businessId)
    .where('key', '=', key)
    .where('created_at', '>', instant(nowMs - 24 * 3_600_000))
    .executeTakeFirst()
}

export async function keepAnswer(
  db: Db | Tx,
  businessId: number,
  key: string,
  { status, answer, nowMs }: { status: number; answer: object; nowMs: number },
) {
  const row = { status, answer: JSON.stringify(answer), created_at: new Date(nowMs).toISOString() }
  await db
    .insertInto('idempotency_keys')
    .values({ business_id: businessId, key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'key'])
        .doUpdateSet(row)
        .where('idempotency_keys.created_at', '<=', instant(nowMs - 24 * 3_600_000)),
    )
    .execute()
}

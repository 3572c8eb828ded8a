import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../database/db.ts'
import { keyOf, once } from '../once.ts'
import { administratorOf } from './gate.ts'

/**
 * Runs what an administrator does with a business in a transaction, once for its Idempotency-Key: sent again because the answer got
 * lost, it is no second act, and undoes nothing that another one did meanwhile. A key belongs to one administrator, call and address.
 */
export function onceByAdministrator<Answer extends object>(
  { db, now }: { db: Db; now: () => number },
  request: FastifyRequest,
  act: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const { id: business_id } = request.params as { id: number }
  const key = keyOf(request, `${request.method} ${request.url} administrator ${administratorOf(request).id}`)
  return once(db, { business_id, key, nowMs: now() }, act)
}

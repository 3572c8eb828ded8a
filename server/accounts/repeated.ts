import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../database/db.ts'
import { keyOf, once } from '../once.ts'
import { sessionOf } from './owner.ts'

/**
 * Runs a member's change in a transaction, once for its Idempotency-Key: what was cancelled or removed cannot be so again, and
 * who sends it again because the answer got lost gets that answer. A key belongs to one member, call and address.
 * @param admit may refuse by throwing; an answered key is not asked for it.
 */
export function onceBy<Answer extends object>(
  { db, now, admit }: { db: Db; now: () => number; admit?: () => Promise<void> },
  request: FastifyRequest,
  act: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const { business_id, user_id } = sessionOf(request)
  const key = keyOf(request, `${request.method} ${request.url} ${user_id}`)
  return once(db, { business_id, key, nowMs: now(), ...(admit && { admit }) }, act)
}

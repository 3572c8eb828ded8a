import type { FastifyRequest } from 'fastify'
import type { Db } from '../database/db.ts'
import { earlierAnswer, keyOf } from '../once.ts'
import type { TokenKey } from '../tokens.ts'

/** The key of a call that ends its own session: of that session's, since afterwards nobody says whose it was. */
export const keyOfEnding = (request: FastifyRequest, { hash }: Pick<TokenKey, 'hash'>): string | undefined =>
  keyOf(request, `${request.method} ${request.url} ${hash.toString('hex')}`)

/** What a call answered that ended the session of this token, sent again because the answer got lost; undefined for any other call. */
export async function answerOfEnding(
  db: Db,
  nowMs: number,
  request: FastifyRequest,
  token: TokenKey,
): Promise<object | undefined> {
  const { endsSession } = request.routeOptions.config
  if (endsSession === 'log-out') return { success: true }
  const key = endsSession && keyOfEnding(request, token)
  return key === undefined ? undefined : earlierAnswer(db, { business_id: token.business_id, key, nowMs })
}

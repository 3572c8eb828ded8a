import type { FastifyRequest } from 'fastify'
import { Refusal } from '../http/refusal.ts'
import { VERIFICATION_ERRORS, type Verifier } from './verifier.ts'

/**
 * Refuses unverified visitors. Where the page stops without a token, a missing provider is no excuse.
 * @param use what the token is spent on: a request that may be repeated names its key.
 * @throws Refusal 400, or 503 when the provider cannot be reached.
 */
export async function ensureHuman(
  verifier: Verifier,
  request: FastifyRequest,
  action: string,
  token: unknown,
  use: string = request.id,
) {
  const verdict = await verifier.verify(token, { action, use, remoteAddress: request.ip })
  if (verdict === 'verified') return
  const failed = verdict === 'unverified' ? 'failed' : verdict
  throw new Refusal(failed === 'unreachable' ? 503 : 400, VERIFICATION_ERRORS[failed])
}

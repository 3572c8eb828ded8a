import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { VERIFICATION_ERRORS, type Verifier } from './verifier.ts'

/**
 * Lets only verified people pass: where the page stops without a token, a missing provider is no excuse.
 * @throws Refusal 400, or 503 when the provider cannot be reached.
 */
export async function ensureHuman(
  verifier: Verifier,
  request: FastifyRequest,
  action: string,
  token: unknown,
) {
  const verdict = await verifier.verify(token, { action, use: request.id, remoteAddress: request.ip })
  if (verdict === 'verified') return
  const failed = verdict === 'unverified' ? 'failed' : verdict
  throw new Refusal(failed === 'unreachable' ? 503 : 400, VERIFICATION_ERRORS[failed])
}

import { spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { workOfPage } from './crowd.ts'
import { VERIFICATION_ERRORS } from './verifier.ts'

/** Each of them asks the provider. */
const CHECKS = { max: 60, minutes: 1 }

export function verificationRoutes(api: Api, { db, now, verifier }: Deps) {
  route(api, 'GET /api/security/challenge', { access: 'public' }, async ({ headers, ip }, reply) => {
    if (!verifier.challenge) throw notFound('Esta instalación no usa desafíos')
    reply.header('cache-control', 'no-store')
    return {
      ...(await verifier.challenge(await workOfPage(db, now(), headers.referer ?? '', networkOf(ip)))),
    }
  })

  route(api, 'POST /api/security/verify-recaptcha', { access: 'public' }, async (request) => {
    await spend(db, now(), [{ subject: `human checks from ${networkOf(request.ip)}`, ...CHECKS }])
    const verdict = await verifier.verify(request.body.recaptcha_token, {
      action: 'verify',
      use: request.id,
      remoteAddress: request.ip,
    })
    if (verdict === 'verified') return { success: true }
    const failed = verdict === 'unverified' ? 'failed' : verdict
    throw new Refusal(failed === 'unreachable' ? 503 : 400, VERIFICATION_ERRORS[failed])
  })
}

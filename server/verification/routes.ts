import { z } from 'zod'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
import { notFound, Refusal } from '../refusal.ts'
import { VERIFICATION_ERRORS } from './verifier.ts'

export function verificationRoutes(api: Api, { verifier }: Deps) {
  api.get(
    '/security/challenge',
    {
      config: { access: 'public' },
      schema: {
        tags: ['public'],
        summary: 'A proof-of-work challenge, when the installation uses them',
        response: { 200: z.looseObject({}), '4xx': failure },
      },
    },
    async (_request, reply) => {
      if (!verifier.challenge) throw notFound('Esta instalación no usa desafíos')
      reply.header('cache-control', 'no-store')
      return { ...(await verifier.challenge()) }
    },
  )

  api.post(
    '/security/verify-recaptcha',
    {
      config: { access: 'public', rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: {
        tags: ['public'],
        summary: 'Whether an answer to the human check passes',
        body: z.object({ recaptcha_token: z.unknown().optional().meta({ type: 'string' }) }),
        response: { 200: z.object({ success: z.literal(true) }), '4xx': failure },
      },
    },
    async (request) => {
      const verdict = await verifier.verify(request.body.recaptcha_token, {
        action: 'verify',
        use: request.id,
        remoteAddress: request.ip,
      })
      if (verdict === 'verified') return { success: true as const }
      const failed = verdict === 'unverified' ? 'failed' : verdict
      throw new Refusal(failed === 'unreachable' ? 503 : 400, VERIFICATION_ERRORS[failed])
    },
  )
}

import { z } from 'zod'
import { signedIn, signedInAnswer } from '../accounts/routes.ts'
import { spend } from '../attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
import { ensureHuman } from '../verification/human.ts'
import { register } from './register.ts'

const text = (description: string) => z.unknown().meta({ type: 'string', description }).optional()
const flag = (description: string) => z.unknown().meta({ type: 'boolean', description }).optional()

export function registerRoutes(api: Api, { db, now, config, verifier, messagesQueued }: Deps) {
  // Each tells whether an e-mail has an account, and makes a business: few are enough for anybody.
  const perHour = config.production ? 30 : 3000

  api.post(
    '/auth/register',
    {
      config: { access: 'public' },
      schema: {
        tags: ['account'],
        summary: 'Makes a business with its account, and signs its owner in',
        body: z.object({
          business_name: text('At most 120 characters'),
          business_type: text('One of the types that are offered'),
          is_virtual: flag('A virtual business has no address'),
          address: text('Needed unless the business is virtual'),
          latitude: z.unknown().optional().meta({ type: 'number' }),
          longitude: z.unknown().optional().meta({ type: 'number' }),
          email: text('Where bookings are told, and the log-in'),
          phone: text("Country code and digits, as '+573001234567'"),
          password: text('At least 6 characters'),
          confirmPassword: text('The same again'),
          terms: flag('Must be true'),
          remember: flag('A session of 30 days instead of 12 hours'),
          recaptcha_token: text('Answer to the human check'),
        }),
        response: { 201: signedIn, '4xx': failure },
      },
    },
    async (request, reply) => {
      const { body } = request
      const opened = await register(db, now(), {
        body,
        admit: async () => {
          await spend(db, now(), [{ subject: `registrations from ${request.ip}`, max: perHour, minutes: 60 }])
          await ensureHuman(verifier, request, 'register', body.recaptcha_token)
        },
      })
      messagesQueued()
      return reply.code(201).send(await signedInAnswer(db, opened))
    },
  )
}

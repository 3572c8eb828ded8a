import { idOf, cleanText } from '#domain/fields.ts'
import { z } from 'zod'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
import { idempotencyHeaders } from '../once.ts'
import { invalid, Refusal } from '../refusal.ts'
import { VERIFICATION_ERRORS } from '../verification/verifier.ts'
import { book } from './book.ts'

/** Bookings without a passed human check, per address: enough for a family, not for a script. */
const UNVERIFIED_BOOKINGS = { max: 5, timeWindow: '1 hour' }

// The values are checked by the rules of domain/, whose sentences people read; here stands only what they mean.
const text = (description: string) => z.unknown().optional().meta({ type: 'string', description })
const id = (description: string) => z.unknown().optional().meta({ type: 'integer', description })

export const appointmentBody = {
  service_id: id('The service'),
  professional_id: id('A professional who does it'),
  appointment_date: text('YYYY-MM-DD, today to 30 days ahead in the business’s time zone'),
  appointment_time: text('HH:MM, one of the free times'),
  client_name: text('At most 120 characters'),
  client_phone: text("Country code and digits, as '+573001234567'"),
  client_email: text('Confirmation and reminders go there'),
  client_id: text('Optional identity document, 8 to 12 digits'),
  notes: text('Optional, at most 500 characters'),
}
const required = [
  ...['service_id', 'professional_id', 'appointment_date', 'appointment_time'],
  ...['client_name', 'client_phone', 'client_email'],
]

const alternatives = z.array(z.object({ date: z.string(), time: z.string() }))

export function appointmentRoutes(api: Api, { db, now, verifier, messagesQueued, live }: Deps) {
  const unverifiedLimit = api.createRateLimit(UNVERIFIED_BOOKINGS)

  api.post(
    '/appointments/public',
    {
      config: { access: 'public' },
      schema: {
        tags: ['public'],
        summary: 'Books an appointment',
        headers: idempotencyHeaders,
        body: z
          .object({
            business_id: id('The business'),
            ...appointmentBody,
            send_confirmation: z.unknown().optional().meta({ type: 'boolean', description: 'Always true' }),
            recaptcha_token: text('Answer to the human check'),
            terms: z.unknown().optional().meta({ type: 'boolean', description: 'False is refused' }),
            consent_version: text('Version of the terms that were accepted'),
          })
          .meta({ required: ['business_id', ...required] }),
        response: {
          201: z.object({
            success: z.literal(true),
            appointment: z.object({
              id: z.int(),
              business_id: z.int(),
              business_name: z.string(),
              business_address: z.string().nullable(),
              service_id: z.int(),
              service_name: z.string(),
              professional_id: z.int(),
              professional_name: z.string(),
              appointment_date: z.string(),
              appointment_time: z.string(),
              duration_minutes: z.int(),
              price: z.number(),
              status: z.string(),
              client_name: z.string(),
              client_email: z.string(),
              starts_at: z.string(),
            }),
          }),
          409: failure.extend({ alternatives }),
          '4xx': failure,
        },
      },
    },
    async (request, reply) => {
      const { body } = request
      const key = request.headers['idempotency-key']
      if (idOf(body.business_id) === undefined) throw invalid({ business_id: 'Negocio es requerido' })
      const answer = await book(db, now(), body, {
        actor: 'client',
        key,
        consentVersion: cleanText(body.consent_version).slice(0, 40) || null,
        admit: () => checkHuman(`booking ${body.business_id} ${key ?? request.id}`),
      })
      messagesQueued()
      live.changed(answer.appointment.business_id)
      return reply.code(201).send(answer)

      async function checkHuman(use: string) {
        const verdict = await verifier.verify(body.recaptcha_token, {
          action: 'booking',
          use,
          remoteAddress: request.ip,
        })
        if (verdict === 'verified') return
        if (verdict !== 'unverified')
          throw new Refusal(verdict === 'unreachable' ? 503 : 400, VERIFICATION_ERRORS[verdict])
        const limit = await unverifiedLimit(request)
        if (!limit.isAllowed && limit.isExceeded)
          throw new Refusal(429, 'Demasiados intentos, intenta más tarde', { retryAfter: limit.ttlInSeconds })
      }
    },
  )
}

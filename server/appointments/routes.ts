import { spend } from '../attempts.ts'
import type { RouteErrorHandler } from '../route.ts'
import type { Api, Deps } from '../deps.ts'
import { answerError } from '../http.ts'
import { ensurePublished } from '../businesses/policy.ts'
import { networkOf } from '../network.ts'
import { Refusal } from '../refusal.ts'
import { route } from '../route.ts'
import { countBooking, ensureNoCrowd } from '../verification/crowd.ts'
import { tellBooked } from '../messages/by-whatsapp/queries.ts'
import { appointmentToken, digestFor } from '../tokens.ts'
import { VERIFICATION_ERRORS } from '../verification/verifier.ts'
import { book, refuseUnread, type BookedAnswer } from './book.ts'

/** Bookings without a passed human check, from one network: enough for a family, not for a script. */
const UNVERIFIED = { max: 5, minutes: 60 }

export function appointmentRoutes(api: Api, { db, now, config, verifier, messagesQueued, live }: Deps) {
  const withToken = async (answer: BookedAnswer) => ({
    ...answer,
    portal_token: await appointmentToken(db, answer.appointment),
  })
  const errorHandler: RouteErrorHandler = async (error, request, reply) => {
    if (!error.validation) return answerError(error, request, reply)
    const { business_id } = Object(request.body) as { business_id?: unknown }
    const by = { business_id, actor: 'client' as const, key: request.headers['idempotency-key'] }
    await refuseUnread(db, now(), by, error).then(
      async (answer) => reply.code(201).send(await withToken(answer)),
      (refusal) => answerError(refusal, request, reply),
    )
    return reply
  }

  route(api, 'POST /api/appointments/public', { access: 'public', errorHandler }, async (request) => {
    const { recaptcha_token, consent_version, send_confirmation, terms, no_messages, ...rest } = request.body
    const { whatsapp_consent: isTicked, ...booking } = rest
    // Whoever leaves no e-mail so that nobody writes is not written to.
    const whatsapp_consent = isTicked && !(no_messages && booking.client_email === null)
    await ensurePublished(db, booking.business_id, consent_version ?? null)
    const key = request.headers['idempotency-key'] as string | undefined
    const counted = { ...booking, network: networkOf(request.ip) }
    const answer = await book(db, now(), booking, {
      actor: 'client',
      key,
      consentVersion: consent_version ?? null,
      withoutEmail: no_messages ? 'no_messages' : isTicked && config.whatsapp ? 'whatsapp' : 'nothing',
      async admit() {
        const size = await ensureNoCrowd(db, now(), counted, config.limits)
        await checkHuman(`booking ${booking.business_id} ${key ?? request.id}`, size)
      },
      // What counts it may fail: the booking stands.
      async onBooked(id) {
        void countBooking(db, now(), counted, config.limits).catch(() => {})
        await tellByWhatsApp(id)
      },
    })
    messagesQueued()
    live.changed(answer.appointment.business_id)
    return withToken(answer)

    async function tellByWhatsApp(id: number) {
      if (!whatsapp_consent && !config.whatsapp) return
      const about = { business_id: booking.business_id, appointment_id: id }
      const network = await digestFor(db, 'consents', counted.network)
      const agreed = whatsapp_consent && { channel: 'page' as const, evidence: { network } }
      await tellBooked(db, about, { agreed, nowMs: now(), isOn: config.whatsapp !== undefined }).catch(
        (error: unknown) => request.log.error({ err: error }, 'a booking is not told by WhatsApp'),
      )
    }

    async function checkHuman(use: string, size: number) {
      const verdict = await verifier.verify(recaptcha_token, {
        action: 'booking',
        use,
        remoteAddress: request.ip,
        size,
      })
      if (verdict === 'verified') return
      if (verdict !== 'unverified')
        throw new Refusal(verdict === 'unreachable' ? 503 : 400, VERIFICATION_ERRORS[verdict])
      await spend(db, now(), [{ subject: `unverified bookings from ${counted.network}`, ...UNVERIFIED }])
    }
  })
}

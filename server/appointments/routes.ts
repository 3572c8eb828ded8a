import { tryOnce } from '../attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../network.ts'
import { route } from '../route.ts'
import { appointmentToken, rememberedToken } from '../tokens.ts'
import type { BookedAnswer } from './book.ts'
import { bookOnline, unreadBooking } from './book-online.ts'
import { bookedWith } from './queries.ts'

/** How often a network may ask for bookings that are not there: while one is under way, its page asks again. */
const ASKING = { max: 600, minutes: 15 }

export function appointmentRoutes(api: Api, deps: Deps) {
  const withToken = async (answer: BookedAnswer) => ({
    ...answer,
    portal_token: await appointmentToken(deps.db, answer.appointment),
  })
  const errorHandler = unreadBooking(deps, 'client', withToken)

  route(api, 'POST /api/appointments/public', { access: 'public', errorHandler }, async (request) => {
    const { recaptcha_token, consent_version, send_confirmation, terms, no_messages, ...rest } = request.body
    const { whatsapp_consent: isTicked, marketing_consent, ...input } = rest
    const answer = await bookOnline(deps, request, {
      input,
      recaptcha_token,
      consent_version: consent_version ?? null,
      withoutEmail: no_messages ? 'no_messages' : isTicked && deps.config.whatsapp ? 'whatsapp' : 'nothing',
      // Whoever leaves no e-mail so that nobody writes is not written to.
      agrees: isTicked && !(no_messages && input.client_email === null),
      takesAdvertising: marketing_consent,
    })
    return withToken(answer)
  })

  // A page that was opened anew has the key alone: nothing of the person stays in the browser to send it again.
  route(api, 'GET /api/appointments/public', { access: 'public' }, async (request, reply) => {
    const key = request.headers['idempotency-key']
    const { business_id } = request.query
    const shared = [{ subject: `bookings asked for from ${networkOf(request.ip)}`, ...ASKING }]
    const booked = await tryOnce(deps.db, deps.now(), { of: [], limits: [], shared }, async () =>
      key === undefined
        ? undefined
        : bookedWith(deps.db, business_id, [`client ${key}`, `remembered ${key}`]),
    )
    reply.header('cache-control', 'no-store')
    if (!booked) return { success: true, portal_token: null }
    const isRemembered = booked.idempotency_key?.startsWith('remembered ')
    const tokenFor = isRemembered ? rememberedToken : appointmentToken
    return { success: true, portal_token: await tokenFor(deps.db, booked) }
  })
}

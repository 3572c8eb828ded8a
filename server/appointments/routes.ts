import { tryOnce } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { isRefused } from '../once.ts'
import { route } from '../http/route.ts'
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
    const keys = key === undefined ? [] : [`client ${key}`, `remembered ${key}`]
    const shared = [{ subject: `bookings asked for from ${networkOf(request.ip)}`, ...ASKING }]
    const booked = await tryOnce(deps.db, deps.now(), { subjects: [], limits: [], shared }, async () =>
      keys.length > 0 ? bookedWith(deps.db, business_id, keys) : undefined,
    )
    reply.header('cache-control', 'no-store')
    if (!booked) {
      const is_refused = keys.length > 0 && (await isRefused(deps.db, business_id, keys, deps.now()))
      return { success: true, portal_token: null, is_refused }
    }
    const isRemembered = booked.idempotency_key?.startsWith('remembered ')
    const tokenFor = isRemembered ? rememberedToken : appointmentToken
    return { success: true, portal_token: await tokenFor(deps.db, booked), is_refused: false }
  })
}

import type { Api, Deps } from '../deps.ts'
import { route } from '../route.ts'
import { appointmentToken } from '../tokens.ts'
import type { BookedAnswer } from './book.ts'
import { bookOnline, unreadBooking } from './book-online.ts'

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
}

import { firstName, NOT_REMEMBERED, phoneEnd } from '#domain/remembered.ts'
import type { FastifyRequest } from 'fastify'
import { bookOnline, refuseOnline, unreadBooking } from '../appointments/book-online.ts'
import { spend, tryOnce } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { appointmentOfToken, newToken, rememberedToken } from '../tokens.ts'
import { keyIn, setCookie } from './cookie.ts'
import { deleteRemembered, followBooking, insertRemembered, rememberedBy } from './queries.ts'

type Booked = Awaited<ReturnType<typeof bookOnline>>

const all = { access: 'public' } as const

/** Clients whom a browser remembers: by a token that it keeps, and by nothing that somebody could type. */
export function rememberedRoutes(api: Api, deps: Deps) {
  const { db, now, config } = deps
  const isSecure = config.publicUrl.startsWith('https:')

  /** Whom the browser remembers. A token that was never given is a guess; a right one passes whatever others guessed. */
  async function knownTo(request: FastifyRequest, business_id: number) {
    const key = keyIn(request, business_id)
    if (!key) return undefined
    const shared = [{ subject: `remembered clients from ${networkOf(request.ip)}`, max: 30, minutes: 15 }]
    const client = await tryOnce(db, now(), { subjects: [], limits: [], shared }, () =>
      rememberedBy(db, key, now()),
    )
    return client && { key, client }
  }

  route(api, 'GET /api/businesses/:id/returning', all, async (request, reply) => {
    const business_id = request.params.id
    const known = await knownTo(request, business_id)
    reply.header('cache-control', 'no-store')
    if (!known) {
      if (keyIn(request, business_id)) setCookie(reply, { business_id, token: undefined, isSecure })
      return { success: true, returning: null }
    }
    const { client_name, client_phone, client_email, service_id, professional_id, variant, addons } =
      known.client
    const returning = {
      first_name: firstName(client_name),
      phone_end: phoneEnd(client_phone),
      has_email: client_email !== null,
      service_id,
      variant_id: variant?.id ?? null,
      addon_ids: addons.map(({ id }) => id),
      professional_id,
    }
    return { success: true, returning }
  })

  route(api, 'POST /api/businesses/:id/returning', all, async (request, reply) => {
    const business_id = request.params.id
    const network = networkOf(request.ip)
    await spend(db, now(), [
      { subject: `remembering at ${business_id} from ${network}`, max: 120, minutes: 60 },
    ])
    const opened = await appointmentOfToken(db, request.body.token)
    if (!opened?.isBooker || opened.business_id !== business_id) throw new Refusal(401, NOT_BOOKED)
    const { token, ...key } = newToken(business_id)
    const booking = { appointment_id: opened.id, before: keyIn(request, business_id), nowMs: now() }
    if (!(await insertRemembered(db, key, booking))) throw new Refusal(401, NOT_BOOKED)
    setCookie(reply, { business_id, token, isSecure })
    return { success: true }
  })

  route(api, 'DELETE /api/businesses/:id/returning', all, async (request, reply) => {
    const business_id = request.params.id
    const key = keyIn(request, business_id)
    if (key) await deleteRemembered(db, key)
    setCookie(reply, { business_id, token: undefined, isSecure })
    return { success: true }
  })

  /** Without what would tell whoever holds the phone more than it shows. */
  const masked = async ({ success, appointment }: Booked) => ({
    success,
    appointment: { ...appointment, client_name: firstName(appointment.client_name), client_email: null },
    portal_token: await rememberedToken(db, appointment),
  })
  const errorHandler = unreadBooking(deps, 'remembered', masked)

  route(api, 'POST /api/appointments/public/returning', { ...all, errorHandler }, async (request) => {
    const { recaptcha_token, consent_version, terms, ...chosen } = request.body
    const known = await knownTo(request, chosen.business_id)
    if (!known) {
      const refusal = invalid({ client_name: NOT_REMEMBERED })
      return masked(await refuseOnline(deps, request, 'remembered', refusal))
    }
    const { client_name, client_phone, client_email, client_id, card_id } = known.client
    const answer = await bookOnline(deps, request, {
      input: { ...chosen, client_name, client_phone, client_email, client_id, card_id },
      recaptcha_token,
      consent_version: consent_version ?? null,
      // They said so when they booked; whether the business still has it so, it says itself.
      withoutEmail: 'no_messages',
      agrees: false,
      takesAdvertising: false,
      door: 'remembered',
      onBooked: (id) =>
        followBooking(db, known.key, id, now()).catch((error: unknown) =>
          request.log.error({ err: error }, 'a booking is not remembered'),
        ),
    })
    return masked(answer)
  })
}

const NOT_BOOKED = 'Solo se puede recordar a quien acaba de reservar en este teléfono'

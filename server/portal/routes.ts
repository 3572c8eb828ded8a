import type { PortalAccess } from '#domain/api/calls/portal.ts'
import { isBlank } from '#domain/fields.ts'
import { RESCHEDULE_NOTICE_MINUTES } from '#domain/portal.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cancel, ensureAsSeen } from '../appointments/cancel.ts'
import { change, type Row } from '../appointments/move.ts'
import { currentSlotOf } from '../appointments/queries.ts'
import { giveBack, takeEach, takeOrWork } from '../limits/allowances.ts'
import type { Limit } from '../limits/attempts.ts'
import type { Db } from '../database/db.ts'
import { inTurnOf } from '../businesses/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { rememberDevice } from '../devices.ts'
import { networkOf } from '../limits/network.ts'
import { networkTurns } from '../turns/network-turns.ts'
import { keyOf, once } from '../once.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { slotsOfWindow } from '../schedules/availability.ts'
import { appointmentToken, digestFor, phoneToken, readerToken, rememberedToken } from '../tokens.ts'
import { ensureHuman } from '../verification/human.ts'
import { advertisedTo, agreeToAdvertising } from './advertising.ts'
import { access, ownedBy, search, type Visitor } from './client.ts'
import { askData, takeRequest } from './ask-data.ts'
import { copyData } from './data-copy.ts'
import { correctEmail } from './correct-email.ts'
import { requestOf, requestsBy } from './data-request-queries.ts'
import { countLink, ensureLinkOpen, queueLinks } from './send-link.ts'
import type { ClientAppointment, Listed } from './queries.ts'

// Longer than the work takes, so that the duration does not reveal whether there was any.
const LINK_ANSWER_MS = 250
const LINK_SENT =
  'Si hay citas con ese correo, en unos minutos te llega un enlace para verlas. Revisa también el correo no deseado.'

const OWN_LINK = 'Para preguntar por tus datos, entra con el enlace de tu correo.'

const all = { access: 'public' } as const
const noticeMinutes = RESCHEDULE_NOTICE_MINUTES

interface Asked {
  id: number
  request?: { id: number }
}

interface Proof {
  recaptcha_token?: unknown
}

export function portalRoutes(api: Api, { db, now, config, verifier, messagesQueued, live, secrets }: Deps) {
  const isSecure = config.publicUrl.startsWith('https:')
  const inLine = networkTurns()

  /** The visitor of a request. The human check precedes a look-up by document; a link does not need it. */
  const visitorOf = (request: FastifyRequest, reply: FastifyReply, body: PortalAccess & Proof): Visitor => {
    const key = request.headers['idempotency-key']
    // Bound to the pair: a solved check must not open another pair under the same key.
    const use = key ? `${request.url} ${String(key)} ${body.client_id} ${body.client_email}` : request.id
    return {
      request,
      admit: () => ensureHuman(verifier, request, 'portal', body.recaptcha_token, use),
      welcome: (who) => rememberDevice(db, { request, reply, isSecure }, 'portal', who),
    }
  }

  const shown = async ({ appointments: found, has_more }: Listed) => {
    const own = found.filter(({ isMasked }) => !isMasked)
    const [appointments, data_requests, advertising] = await Promise.all([
      linked(db, found),
      requestsBy(db, own),
      advertisedTo(db, own),
    ])
    const isTold = found.every(readsAnswers)
    return {
      appointments,
      has_more,
      data_requests: isTold ? data_requests : data_requests.map((one) => ({ ...one, answer: null })),
      advertising,
    }
  }

  const changed = (business_id: number) => {
    messagesQueued()
    live.changed(business_id)
    return { success: true as const }
  }

  route(api, 'POST /api/appointments/client/appointments', all, async (request, reply) => {
    const { body } = request
    return { success: true, ...(await shown(await search(db, now(), body, visitorOf(request, reply, body)))) }
  })

  route(api, 'GET /api/client-auth/validate-token', all, async (request, reply) => {
    const opened = await access(db, now(), request.query.token, request.ip)
    reply.header('cache-control', 'no-store')
    return { success: true, ...opened, ...(await shown(opened)) }
  })

  route(api, 'POST /api/appointments/client/free-times/:id', all, async (request, reply) => {
    const { body, params } = request
    const { business_id, id } = await ownedBy(db, now(), params.id, body, visitorOf(request, reply, body))
    const moving = await currentSlotOf(db, { business_id, id })
    if (!moving) throw notFound('Cita no encontrada')
    const { service_id } = moving
    const professional_id = body.professional_id ?? moving.professional_id
    const asked = { professional_id, service_id, moving, noticeMinutes }
    const days = await inLine(request, () => slotsOfWindow(db, now(), asked, body.from))
    if (!days) throw notFound('Profesional no encontrado')
    return { success: true, days }
  })

  route(api, 'POST /api/appointments/client/send-link', all, async (request) => {
    const answer = sleep(LINK_ANSWER_MS)
    const { client_email, recaptcha_token, proof_of_work: proof } = request.body
    const network = networkOf(request.ip)
    await ensureLinkOpen(db, now(), network, proof)
    await ensureHuman(verifier, request, 'portal', recaptcha_token)
    await countLink(db, now(), network)
    // With as many as it gets, the answer is the same: it tells nobody that somebody has asked.
    if (await queueLinks(db, now(), client_email, network)) messagesQueued()
    await answer
    return { success: true, message: LINK_SENT }
  })

  route(api, 'POST /api/appointments/client/correct-email', all, async (request) => {
    const { token, client_email, proof_of_work: proof } = request.body
    const opened = await access(db, now(), token, request.ip)
    const network = networkOf(request.ip)
    const corrected = await correctEmail(db, now(), { token, client_email, network, proof })
    if (opened.client.client_email !== corrected.client_email) changed(corrected.business_id)
    return { success: true, client_email: corrected.client_email }
  })

  /** The arguments of a change by the client: made once for its key, and only by a person. */
  const askedBy = async (
    request: FastifyRequest<{ Params: { id: number }; Body: PortalAccess & Proof }>,
    reply: FastifyReply,
    what: string,
  ) => {
    const { params, body } = request
    const visitor = visitorOf(request, reply, body)
    const { business_id, id } = await ownedBy(db, now(), params.id, body, visitor)
    // A document's look-up was checked before.
    const admit = isBlank(body.token) ? async () => {} : visitor.admit
    return { business_id, id, key: keyOf(request, `${what} ${id}`), nowMs: now(), admit }
  }

  const clientAt = async (request: FastifyRequest) => ({
    actor: 'client' as const,
    network: await digestFor(db, 'mails', networkOf(request.ip)),
  })

  route(api, 'POST /api/appointments/client/cancel/:id', all, async (request, reply) => {
    const { business_id, id, ...asked } = await askedBy(request, reply, 'cancel')
    const { cancellation_reason: reason, starts_at: seen } = request.body
    const by = await clientAt(request)
    await once(db, { business_id, ...asked }, async (tx) => {
      await cancel(tx, { business_id, id }, { ...by, reason, nowMs: asked.nowMs }, { seen })
      return { success: true }
    })
    return changed(business_id)
  })

  route(api, 'POST /api/appointments/client/data-request/:id', all, async (request, reply) => {
    const { params, body } = request
    const visitor = visitorOf(request, reply, body)
    const by = await ownedBy(db, now(), params.id, body, visitor)
    // The answer says what is held of the client.
    if (by.isMasked) throw new Refusal(403, OWN_LINK)
    const { kind, details = '' } = body
    const keyed = { business_id: by.business_id, key: keyOf(request, `data request ${by.id}`), nowMs: now() }
    // What was asked and answered before is no further attempt.
    const whence = { network: networkOf(request.ip), proof: body.proof_of_work }
    const admit = () => takeRequest(db, now(), by, whence)
    // The client's words stand in the request alone, from which they can be erased. A process of the version before kept it whole.
    const asked = await once(db, { ...keyed, admit }, async (tx): Promise<Asked> => ({
      id: (await askData(tx, by, { kind, details, nowMs: keyed.nowMs })).id,
    }))
    changed(by.business_id)
    const made = await requestOf(db, { business_id: by.business_id, id: asked.id ?? asked.request?.id })
    if (!made) throw notFound('Solicitud no encontrada')
    return { success: true, request: readsAnswers(by) ? made : { ...made, answer: null } }
  })

  route(api, 'POST /api/appointments/client/data-copy', all, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const { token, proof_of_work: proof } = request.body
    const asking = { token, address: request.ip, proof, nowMs: now() }
    return { success: true, ...(await copyData(db, secrets, asking)) }
  })

  route(api, 'POST /api/appointments/client/advertising/:id', all, async (request, reply) => {
    const { params, body } = request
    const by = await ownedBy(db, now(), params.id, body, visitorOf(request, reply, body))
    if (by.isMasked) throw new Refusal(403, OWN_LINK)
    const network = networkOf(request.ip)
    await takeOrWork(db, now(), {
      own: [{ subject: `advertising by ${by.business_id}.${by.id}`, max: 30, minutes: 60 }],
      ofNetwork: { subject: `advertising from ${network}`, max: 100, minutes: 60 },
      proof: body.proof_of_work,
    })
    await agreeToAdvertising(db, by, { agreed: body.agreed, network, nowMs: now() })
    return changed(by.business_id)
  })

  /** @throws Refusal 429, which is not counted, after 20 in an hour or 40 in a day. */
  async function countMove(limits: Limit[]) {
    const [refused] = await takeEach(db, now(), [limits])
    if (refused) throw new Refusal(429, MOVED_OFTEN, { retryAfter: (refused.until - now()) / 1000 })
  }

  route(api, 'POST /api/appointments/client/reschedule/:id', all, async (request, reply) => {
    const { business_id, id, ...asked } = await askedBy(request, reply, 'move')
    const { new_date, new_time, professional_id, starts_at } = request.body
    // What the client does not change stays as the owner last set it.
    const input = (row: Row) => {
      ensureAsSeen(row, starts_at)
      return {
        appointment_date: new_date,
        appointment_time: new_time,
        professional_id: professional_id ?? row.professional_id,
        service_id: row.service_id,
      }
    }
    const by = await clientAt(request)
    // Each move writes to the business, whose own address has no limit. One that was answered before is no further move.
    const moves = [
      { subject: `moves of ${business_id}.${id}`, max: 20, minutes: 60 },
      { subject: `moves of ${business_id}.${id} a day`, max: 40, minutes: 24 * 60 },
      { subject: `moves in ${business_id} from ${networkOf(request.ip)}`, max: 600, minutes: 60 },
    ]
    const tries = { subject: `moves tried of ${business_id}.${id}`, max: 100, minutes: 60 }
    let isCounted = false
    const admit = async () => {
      await asked.admit()
      await countMove([...moves, tries])
      isCounted = true
    }
    const transact = inTurnOf(db, business_id)
    try {
      await once(db, { business_id, ...asked, admit, transact }, async (tx) => {
        await change(tx, { business_id, id }, input, { ...by, nowMs: asked.nowMs, noticeMinutes })
        return { success: true }
      })
    } catch (error) {
      // A time that somebody else has by now is no move; whoever looks for one meets several.
      if (isCounted && error instanceof Refusal) await giveBack(db, [moves])
      throw error
    }
    return changed(business_id)
  })
}

const MOVED_OFTEN = 'Ya cambiaste la hora muchas veces. Intenta más tarde o escríbele al negocio.'

/** What is held of somebody is for who reads their mail, to which it was sent, or knows their document. */
const readsAnswers = ({ client_email, isByPhone, isBooker }: ClientAppointment) =>
  client_email === null || !(isByPhone || isBooker)

/** Each with the token of its own, for what its client keeps elsewhere: an entry of a calendar, a note. */
const linked = (db: Db, appointments: ClientAppointment[]) =>
  Promise.all(
    appointments.map(async ({ client_email, isMasked, isByPhone, isBooker, ...row }) => {
      // No token leads to one that opens more, or for longer.
      if (isMasked) return { ...row, client_email, portal_token: await rememberedToken(db, row) }
      if (isByPhone) return { ...row, client_email, portal_token: await phoneToken(db, row) }
      // One without an e-mail is opened by the token of whoever booked, and by no other.
      const token =
        isBooker || client_email === null
          ? appointmentToken(db, row)
          : readerToken(db, { ...row, client_email })
      return { ...row, client_email, portal_token: await token }
    }),
  )

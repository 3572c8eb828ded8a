import type { FastifyRequest } from 'fastify'
import { byOf, sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { keyIn, scopeOf, type Scope } from '../accounts/scope.ts'
import { afterwards } from '../afterwards.ts'
import type { Api, Deps } from '../deps.ts'
import { answerError } from '../http/http.ts'
import { tellBooked } from '../messages/by-whatsapp/queries.ts'
import { keyOf, once } from '../once.ts'
import { notFound } from '../http/refusal.ts'
import { route, type RouteErrorHandler } from '../http/route.ts'
import { noteStep, recordAllAttended, recordAttendance } from './attend.ts'
import { book, refuseUnread } from './book.ts'
import { cancelMany } from './cancel-many.ts'
import { cancel } from './cancel.ts'
import { personOf, seesCard } from './clients.ts'
import { ensureOwnTime } from './change-queries.ts'
import { edit } from './move.ts'
import { ownAppointment } from './owner-queries.ts'
import { cardFor } from './queries.ts'
import { resize } from './resize.ts'
import { undoMove } from './undo.ts'

const write = { needs: 'appointments:own-write' } as const
const attend = { needs: 'appointments:own' } as const

/** The owner's changes of appointments. */
export function appointmentChangeRoutes(api: Api, { db, now, config, messagesQueued, live }: Deps) {
  const by = (request: FastifyRequest) => byOf(request, now())
  const tell = ({ business_id }: Scope) => {
    messagesQueued()
    live.changed(business_id)
  }
  /** The appointment after a change, as announced to other screens. */
  const changed = async (scope: Scope, id: number) => {
    tell(scope)
    const appointment = await ownAppointment(db, scope, id)
    // Somebody gave it to another professional meanwhile.
    if (!appointment) throw notFound('Cita no encontrada')
    return appointment
  }

  const errorHandler: RouteErrorHandler = async (error, request, reply) => {
    if (!error.validation) return answerError(error, request, reply)
    const scope = scopeOf(request)
    const by = {
      business_id: scope.business_id,
      door: 'owner' as const,
      key: request.headers['idempotency-key'],
    }
    await refuseUnread(db, now(), by, error).then(
      async ({ appointment }) =>
        reply.code(201).send({ success: true, appointment: await changed(scope, appointment.id) }),
      (refusal) => answerError(refusal, request, reply),
    )
    return reply
  }

  route(api, 'POST /api/appointments', { ...write, errorHandler }, async (request) => {
    const scope = scopeOf(request)
    const { terms, walk_in, whatsapp_consent, as_on_card, ...input } = request.body
    const { card_id } = input
    const person = as_on_card && card_id !== undefined ? await personOf(db, scope, card_id) : undefined
    ensureOwnTime(scope, input.professional_id)
    const tellByWhatsApp = async (appointment_id: number) => {
      if (!whatsapp_consent && !config.whatsapp) return
      const about = { business_id: scope.business_id, appointment_id }
      // Who says so, stands with it.
      const evidence = { user_id: sessionOf(request).user_id }
      const agreed = whatsapp_consent && { channel: 'owner' as const, evidence, of: { ...input, ...person } }
      const telling = { agreed, nowMs: now(), isOn: config.whatsapp !== undefined }
      await afterwards(request, () => tellBooked(db, about, telling), 'a booking is not told by WhatsApp')
    }
    const { appointment } = await book(
      db,
      now(),
      { ...input, ...person, ...cardFor(scope, card_id), business_id: scope.business_id },
      {
        actor: 'owner',
        user_id: sessionOf(request).user_id,
        key: request.headers['idempotency-key'] as string | undefined,
        consentVersion: null,
        admit: async () => {
          if (card_id !== undefined && !(await seesCard(db, scope, card_id)))
            throw notFound('Cliente no encontrado')
        },
      },
    )
    // Also of an answer that is given again.
    await tellByWhatsApp(appointment.id).finally(() => tell(scope))
    return { success: true, appointment: await changed(scope, appointment.id) }
  })

  for (const key of ['PUT /api/appointments/:id', 'PATCH /api/appointments/:id'] as const)
    route(api, key, write, async (request) => {
      const scope = scopeOf(request)
      const { id } = request.params
      const editor = { ...by(request), seesContacts: scope.seesContacts }
      const move_id = (await edit(db, keyIn(scope, id), request.body, editor)) ?? null
      return { success: true, appointment: await changed(scope, id), move_id }
    })

  route(api, 'POST /api/appointments/:id/undo-move', write, async (request) => {
    const scope = scopeOf(request)
    const { id } = request.params
    const { isQuiet } = await undoMove(db, keyIn(scope, id), request.body.move_id, by(request))
    return { success: true, appointment: await changed(scope, id), is_quiet: isQuiet }
  })

  route(api, 'POST /api/appointments/:id/duration', write, async (request) => {
    const scope = scopeOf(request)
    const { id } = request.params
    await resize(db, keyIn(scope, id), request.body, by(request))
    return { success: true, appointment: await changed(scope, id) }
  })

  route(api, 'POST /api/appointments/:id/attendance', attend, async (request) => {
    const scope = scopeOf(request)
    const { id } = request.params
    await recordAttendance(db, keyIn(scope, id), request.body, by(request))
    return { success: true, appointment: await changed(scope, id) }
  })

  route(api, 'POST /api/appointments/:id/step', attend, async (request) => {
    const scope = scopeOf(request)
    const { id } = request.params
    await noteStep(db, keyIn(scope, id), request.body, by(request))
    return { success: true, appointment: await changed(scope, id) }
  })

  route(api, 'POST /api/appointments/attended', attend, async (request) => {
    const scope = scopeOf(request)
    const keyed = { business_id: scope.business_id, key: keyOf(request, 'attended'), nowMs: now() }
    const answer = await once(db, keyed, async (tx) => ({
      success: true as const,
      marked: await recordAllAttended(tx, (id) => keyIn(scope, id), request.body.ids, by(request)),
    }))
    tell(scope)
    return answer
  })

  route(api, 'POST /api/appointments/cancel-many', { ...write, whileSuspended: true }, async (request) => {
    const scope = scopeOf(request)
    const { ids, chosen, cancellation_reason: reason, tell_clients } = request.body
    const keyed = { business_id: scope.business_id, key: keyOf(request, 'cancel many'), nowMs: now() }
    const outcome = await once(db, keyed, (tx) =>
      cancelMany(tx, (id) => keyIn(scope, id), ids, {
        actor: 'owner',
        ...by(request),
        reason,
        tell: tell_clients,
        chosen,
      }),
    )
    tell(scope)
    return { success: true, ...outcome }
  })

  route(api, 'POST /api/appointments/:id/cancel', { ...write, whileSuspended: true }, async (request) => {
    const scope = scopeOf(request)
    const { id } = request.params
    const reason = request.body?.cancellation_reason
    await onceBy({ db, now }, request, async (tx) => {
      const { version } = request.body ?? {}
      await cancel(tx, keyIn(scope, id), { actor: 'owner', ...by(request), reason }, { version })
      return { success: true }
    })
    tell(scope)
    return { success: true }
  })
}

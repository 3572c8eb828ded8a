import type { FastifyRequest } from 'fastify'
import { ownerOf, sessionOf, type BusinessId } from '../accounts/owner.ts'
import type { Api, Deps } from '../deps.ts'
import { answerError } from '../http.ts'
import { keyOf, once } from '../once.ts'
import { route, type RouteErrorHandler } from '../route.ts'
import { noteStep, recordAllAttended, recordAttendance } from './attend.ts'
import { book, refuseUnread } from './book.ts'
import { cancelMany } from './cancel-many.ts'
import { cancel } from './cancel.ts'
import { edit } from './move.ts'
import { ownAppointment } from './owner-queries.ts'
import { undoMove } from './undo.ts'

const write = { needs: 'appointments:write' } as const

/** The owner's changes of appointments. */
export function appointmentChangeRoutes(api: Api, { db, now, messagesQueued, live }: Deps) {
  const by = (request: FastifyRequest) => ({ user_id: sessionOf(request).user_id, nowMs: now() })
  const tell = (owner: BusinessId) => {
    messagesQueued()
    live.changed(owner)
  }
  /** The appointment after a change, as announced to other screens. */
  const changed = async (owner: BusinessId, id: number) => {
    tell(owner)
    return (await ownAppointment(db, owner, id))!
  }

  const errorHandler: RouteErrorHandler = async (error, request, reply) => {
    if (!error.validation) return answerError(error, request, reply)
    const owner = ownerOf(request)
    const by = { business_id: owner, actor: 'owner' as const, key: request.headers['idempotency-key'] }
    await refuseUnread(db, now(), by, error).then(
      async ({ appointment }) =>
        reply.code(201).send({ success: true, appointment: await changed(owner, appointment.id) }),
      (refusal) => answerError(refusal, request, reply),
    )
    return reply
  }

  route(api, 'POST /api/appointments', { ...write, errorHandler }, async (request) => {
    const owner = ownerOf(request)
    const { terms, ...input } = request.body
    const { appointment } = await book(
      db,
      now(),
      { ...input, business_id: owner },
      {
        actor: 'owner',
        user_id: sessionOf(request).user_id,
        key: request.headers['idempotency-key'] as string | undefined,
        consentVersion: null,
      },
    )
    return { success: true, appointment: await changed(owner, appointment.id) }
  })

  for (const key of ['PUT /api/appointments/:id', 'PATCH /api/appointments/:id'] as const)
    route(api, key, write, async (request) => {
      const owner = ownerOf(request)
      const { id } = request.params
      const move_id = (await edit(db, { business_id: owner, id }, request.body, by(request))) ?? null
      return { success: true, appointment: await changed(owner, id), move_id }
    })

  route(api, 'POST /api/appointments/:id/undo-move', write, async (request) => {
    const owner = ownerOf(request)
    const { id } = request.params
    const { isQuiet } = await undoMove(db, { business_id: owner, id }, request.body.move_id, by(request))
    return { success: true, appointment: await changed(owner, id), is_quiet: isQuiet }
  })

  route(api, 'POST /api/appointments/:id/attendance', write, async (request) => {
    const owner = ownerOf(request)
    const { id } = request.params
    await recordAttendance(db, { business_id: owner, id }, request.body, by(request))
    return { success: true, appointment: await changed(owner, id) }
  })

  route(api, 'POST /api/appointments/:id/step', write, async (request) => {
    const owner = ownerOf(request)
    const { id } = request.params
    await noteStep(db, { business_id: owner, id }, request.body, by(request))
    return { success: true, appointment: await changed(owner, id) }
  })

  route(api, 'POST /api/appointments/attended', write, async (request) => {
    const owner = ownerOf(request)
    const marked = await recordAllAttended(db, owner, request.body.ids, by(request))
    tell(owner)
    return { success: true, marked }
  })

  route(api, 'POST /api/appointments/cancel-many', { ...write, whileSuspended: true }, async (request) => {
    const owner = ownerOf(request)
    const { ids, cancellation_reason: reason, tell_clients } = request.body
    const keyed = { business_id: owner, key: keyOf(request, 'cancel many'), nowMs: now() }
    const outcome = await once(db, keyed, (tx) =>
      cancelMany(tx, owner, ids, { actor: 'owner', ...by(request), reason, tell: tell_clients }),
    )
    tell(owner)
    return { success: true, ...outcome }
  })

  route(api, 'POST /api/appointments/:id/cancel', { ...write, whileSuspended: true }, async (request) => {
    const owner = ownerOf(request)
    const { id } = request.params
    const reason = request.body?.cancellation_reason
    await cancel(db, { business_id: owner, id }, { actor: 'owner', ...by(request), reason })
    tell(owner)
    return { success: true }
  })
}

import { today } from '#domain/zone.ts'
import type { FastifyRequest } from 'fastify'
import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { timezoneOf } from '../appointments/owner-queries.ts'
import { businessProfile } from '../businesses/owner-queries.ts'
import type { Tx } from '../database/db.ts'
import type { Api, Deps } from '../deps.ts'
import { givingWay } from '../database/giving-way.ts'
import { keyOf, once } from '../once.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { removeMarked } from '../uploads/clean.ts'
import { answerRequest, extendRequest, heldText } from './answer-request.ts'
import { appointmentOf, heldOf, requestOf, requestsOf } from './request-queries.ts'

// Whoever is suspended answers too: the law's dates go on.
const config = { needs: 'clients:forget', whileSuspended: true } as const

/** What clients ask of their data, and what the business answers. */
export function dataRequestRoutes(api: Api, deps: Deps) {
  const { db, files, now, live, messagesQueued } = deps
  const { publicUrl } = deps.config
  const found = async (request: FastifyRequest, id: number) => {
    const row = await requestOf(db, ownerOf(request), id)
    if (!row) throw notFound('Solicitud no encontrada')
    return row
  }

  route(api, 'GET /api/data-requests', config, async (request) => {
    const owner = ownerOf(request)
    const [page, timezone] = await Promise.all([requestsOf(db, owner, request.query), timezoneOf(db, owner)])
    return { success: true, ...page, today: today(timezone, now()) }
  })

  route(api, 'GET /api/data-requests/:id', config, async (request) => {
    const owner = ownerOf(request)
    const row = await found(request, request.params.id)
    const [held, { slug, timezone }] = await Promise.all([
      heldOf(db, owner, await appointmentOf(db, owner, row.id)),
      businessProfile(db, owner),
    ])
    const url = `${publicUrl}/negocio/${slug}?ver=datos`
    return {
      success: true,
      request: row,
      held:
        // Of an appointment that is another person's by now it would say what is held of that one.
        held && row.outcome === null && !row.is_given_away
          ? heldText(held, { timezone, url, isOtherEmail: row.is_other_email })
          : '',
    }
  })

  /** Makes a change once for its key, and answers the row as it is then. */
  const changing = async (
    request: FastifyRequest<{ Params: { id: number } }>,
    what: string,
    change: (tx: Tx, by: Parameters<typeof answerRequest>[1]) => Promise<void>,
  ) => {
    const { id } = request.params
    const session = sessionOf(request)
    const keyed = { business_id: session.business_id, key: keyOf(request, `${what} ${id}`), nowMs: now() }
    await givingWay(() =>
      once(db, keyed, async (tx) => {
        await change(tx, { session, id, nowMs: keyed.nowMs })
        return {}
      }),
    )
    messagesQueued()
    live.changed(session.business_id)
    return { success: true as const, request: await found(request, id) }
  }

  route(api, 'POST /api/data-requests/:id/answer', config, async (request) => {
    const answered = await changing(request, 'answer data request', (tx, by) =>
      answerRequest(tx, by, request.body),
    )
    // Photos of who was erased; what a store does not remove now, the job does.
    if (answered.request.kind === 'erase')
      await removeMarked({ db, files }, ownerOf(request)).catch((error: unknown) => request.log.warn(error))
    return answered
  })

  route(api, 'POST /api/data-requests/:id/extend', config, async (request) => {
    const timezone = await timezoneOf(db, ownerOf(request))
    const { reason } = request.body
    return await changing(request, 'extend data request', (tx, by) =>
      extendRequest(tx, by, { reason, timezone }),
    )
  })
}

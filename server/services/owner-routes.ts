import type { FastifyRequest } from 'fastify'
import { byOf, ownerOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import type { Api, Deps } from '../deps.ts'
import { keyOf, once } from '../once.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { futureAppointments, ownService, ownServices } from './owner-queries.ts'
import { arrange, changeService, createService, createServices, NO_SERVICE, removeService } from './save.ts'

const read = { needs: 'services:read' } as const
const write = { needs: 'services:write' } as const

export function serviceOwnerRoutes(api: Api, { db, now, live }: Deps) {
  const by = (request: FastifyRequest) => byOf(request, now())

  for (const key of ['GET /api/services', 'GET /api/businesses/services'] as const)
    route(api, key, read, async (request) => ({
      success: true,
      services: await ownServices(db, ownerOf(request)),
    }))

  route(api, 'POST /api/services', write, async (request) => {
    const owner = ownerOf(request)
    const key = keyOf(request, 'service')
    const service = await once(db, { business_id: owner, key, nowMs: now() }, (tx) =>
      createService(tx, owner, request.body, by(request)),
    )
    live.changed(owner)
    return { success: true, service }
  })

  route(api, 'POST /api/services/several', write, async (request) => {
    const owner = ownerOf(request)
    const key = keyOf(request, 'services')
    const { services } = request.body
    const answer = await once(db, { business_id: owner, key, nowMs: now() }, async (tx) => ({
      success: true as const,
      services: await createServices(tx, owner, services, by(request)),
    }))
    live.changed(owner)
    return answer
  })

  route(api, 'PUT /api/services/order', write, async (request) => {
    const owner = ownerOf(request)
    const services = await arrange(db, owner, request.body.ids)
    live.changed(owner)
    return { success: true, services }
  })

  for (const key of ['PUT /api/services/:id', 'PATCH /api/services/:id'] as const)
    route(api, key, write, async (request) => {
      const owner = ownerOf(request)
      const service = await changeService(db, owner, request.params.id, request.body, by(request))
      live.changed(owner)
      return { success: true, service }
    })

  route(api, 'GET /api/services/:id/future-appointments', { needs: 'appointments:read' }, async (request) => {
    const [owner, { id }] = [ownerOf(request), request.params]
    if (!(await ownService(db, owner, id))) throw notFound(NO_SERVICE)
    return {
      success: true,
      future_appointments: await futureAppointments(db, owner, { service_id: id }, now()),
    }
  })

  route(api, 'DELETE /api/services/:id', write, async (request) => {
    const [owner, { id }] = [ownerOf(request), request.params]
    const { future_appointments } = await onceBy({ db, now }, request, async (tx) => ({
      future_appointments: await removeService(tx, owner, id, by(request)),
    }))
    live.changed(owner)
    return { success: true, message: 'Servicio eliminado', future_appointments }
  })
}

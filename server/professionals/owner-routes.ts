import type { FastifyRequest } from 'fastify'
import { byOf, ownerOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import type { Api, Deps } from '../deps.ts'
import { keyOf, once } from '../once.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { futureAppointments } from '../services/owner-queries.ts'
import { ownProfessional, ownProfessionals, stillLeft } from './owner-queries.ts'
import { changeProfessional, createProfessional, NO_PROFESSIONAL, removeProfessional } from './save.ts'

const read = { needs: 'professionals:read' } as const
const write = { needs: 'professionals:write' } as const

export function professionalOwnerRoutes(api: Api, { db, now, live }: Deps) {
  const by = (request: FastifyRequest) => byOf(request, now())

  for (const key of ['GET /api/professionals', 'GET /api/businesses/professionals'] as const)
    route(api, key, read, async (request) => ({
      success: true,
      professionals: await ownProfessionals(db, ownerOf(request)),
    }))

  route(api, 'POST /api/professionals', write, async (request) => {
    const owner = ownerOf(request)
    const key = keyOf(request, 'professional')
    const professional = await once(db, { business_id: owner, key, nowMs: now() }, (tx) =>
      createProfessional(tx, owner, request.body, by(request)),
    )
    live.changed(owner)
    return { success: true, professional }
  })

  for (const key of ['PUT /api/professionals/:id', 'PATCH /api/professionals/:id'] as const)
    route(api, key, write, async (request) => {
      const [owner, { id }] = [ownerOf(request), request.params]
      const { ids, total, ...saved } = await onceBy({ db, now }, request, (tx) =>
        changeProfessional(tx, owner, id, request.body, by(request)),
      )
      live.changed(owner)
      return { success: true, ...saved, ...(await stillLeft(db, owner, { ids, total }, now())) }
    })

  route(
    api,
    'GET /api/professionals/:id/future-appointments',
    { needs: 'appointments:read' },
    async (request) => {
      const [owner, { id }] = [ownerOf(request), request.params]
      if (!(await ownProfessional(db, owner, id))) throw notFound(NO_PROFESSIONAL)
      return {
        success: true,
        future_appointments: await futureAppointments(db, owner, { professional_id: id }, now()),
      }
    },
  )

  route(api, 'DELETE /api/professionals/:id', write, async (request) => {
    const [owner, { id }] = [ownerOf(request), request.params]
    const { ids, total, ...removed } = await onceBy({ db, now }, request, (tx) =>
      removeProfessional(tx, owner, id, by(request)),
    )
    live.changed(owner)
    const left = await stillLeft(db, owner, { ids, total }, now())
    return { success: true, message: 'Profesional eliminado', ...removed, ...left }
  })
}

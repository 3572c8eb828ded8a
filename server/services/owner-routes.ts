import { z } from 'zod'
import { ownerOf } from '../accounts/owner.ts'
import type { Api, Deps } from '../deps.ts'
import { failure, idParam } from '../http.ts'
import { idempotencyHeaders, keyOf, once } from '../once.ts'
import { notFound } from '../refusal.ts'
import { deleteService, futureAppointments, ownService, ownServices } from './owner-queries.ts'
import { arrange, changeService, createService, NO_SERVICE } from './save.ts'

const service = z.object({
  id: z.int(),
  business_id: z.int(),
  service_name: z.string(),
  description: z.string().nullable(),
  duration_minutes: z.int(),
  price: z.number(),
  image_url: z.string().nullable(),
  is_active: z.boolean(),
  position: z.int().meta({ description: 'The list is in this order' }),
})

// The values are checked by the rules of domain/, whose sentences people read; here stands only what they mean.
const serviceBody = z.object({
  business_id: z.unknown().optional().meta({ type: 'integer', description: 'The own business, or left out' }),
  service_name: z.unknown().optional().meta({ type: 'string', description: 'At most 120 characters' }),
  duration_minutes: z
    .unknown()
    .optional()
    .meta({ type: 'integer', description: '15 to 720, in steps of 15; 60' }),
  price: z.unknown().optional().meta({ type: 'number', description: '0 when left out' }),
  description: z.unknown().optional().meta({ type: 'string', description: 'At most 500 characters' }),
  image_url: z.unknown().optional().meta({ type: 'string', description: 'Stays when left out of a change' }),
  is_active: z.unknown().optional().meta({ type: 'boolean', description: 'Stays when left out of a change' }),
})

const one = z.object({ success: z.literal(true), service })
const list = { 200: z.object({ success: z.literal(true), services: z.array(service) }), '4xx': failure }
const params = z.object({ id: idParam })
const tags = ['services']
const config = { access: 'owner' as const }

export function serviceOwnerRoutes(api: Api, { db, now }: Deps) {
  for (const url of ['/services', '/businesses/services'])
    api.get(
      url,
      {
        config,
        schema: { tags, summary: 'All services, inactive ones too, in their order', response: list },
      },
      async (request) => ({ success: true as const, services: await ownServices(db, ownerOf(request)) }),
    )

  api.post(
    '/services',
    {
      config,
      schema: {
        tags,
        summary: 'Adds a service at the end of the list',
        headers: idempotencyHeaders,
        body: serviceBody,
        response: { 201: one, '4xx': failure },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const key = keyOf(request, 'service')
      const service = await once(db, { business_id: owner, key, nowMs: now(), keepsRefusals: false }, () =>
        createService(db, owner, request.body),
      )
      return reply.code(201).send({ success: true as const, service })
    },
  )

  api.put(
    '/services/order',
    {
      config,
      schema: {
        tags,
        summary: 'Arranges the services; those left out follow',
        body: z.object({ ids: z.unknown().meta({ type: 'array', items: { type: 'integer' } }) }),
        response: list,
      },
    },
    async (request) => ({
      success: true as const,
      services: await arrange(db, ownerOf(request), request.body.ids),
    }),
  )

  api.put(
    '/services/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Changes a service; appointments keep what was booked',
        params,
        body: serviceBody,
        response: { 200: one, '4xx': failure },
      },
    },
    async (request) => ({
      success: true as const,
      service: await changeService(db, ownerOf(request), request.params.id, request.body),
    }),
  )

  api.get(
    '/services/:id/future-appointments',
    {
      config,
      schema: {
        tags,
        summary: 'How many scheduled appointments it has from now on',
        params,
        response: {
          200: z.object({ success: z.literal(true), future_appointments: z.int() }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const [owner, { id }] = [ownerOf(request), request.params]
      if (!(await ownService(db, owner, id))) throw notFound(NO_SERVICE)
      return { success: true as const, future_appointments: await futureAppointments(db, owner, id, now()) }
    },
  )

  api.delete(
    '/services/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Takes a service out of all lists; its appointments stay',
        params,
        response: {
          200: z.object({ success: z.literal(true), message: z.string(), future_appointments: z.int() }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const [owner, { id }] = [ownerOf(request), request.params]
      if (!(await deleteService(db, owner, id, now()))) throw notFound(NO_SERVICE)
      const future_appointments = await futureAppointments(db, owner, id, now())
      return { success: true as const, message: 'Servicio eliminado', future_appointments }
    },
  )
}

import { z } from 'zod'
import { ownerOf } from '../accounts/owner.ts'
import type { Api, Deps } from '../deps.ts'
import { failure, idParam } from '../http.ts'
import { idempotencyHeaders, keyOf, once } from '../once.ts'
import { notFound } from '../refusal.ts'
import { futureAppointments, ownProfessional, ownProfessionals, updateProfessional } from './owner-queries.ts'
import { changeProfessional, createProfessional, NO_PROFESSIONAL } from './save.ts'

const professional = z.object({
  id: z.int(),
  business_id: z.int(),
  professional_name: z.string(),
  avatar_url: z.string().nullable(),
  specialties: z
    .string()
    .nullable()
    .meta({ description: 'JSON text: ids of services; null or other text means all' }),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  bio: z.string().nullable(),
  is_active: z.boolean(),
  has_schedule: z.int().meta({ description: 'Days in the own schedule; 0 follows the business' }),
})

// The values are checked by the rules of domain/, whose sentences people read; here stands only what they mean.
const text = (description: string) => z.unknown().optional().meta({ type: 'string', description })
const professionalBody = z.object({
  business_id: z.unknown().optional().meta({ type: 'integer', description: 'The own business, or left out' }),
  professional_name: text('At most 120 characters'),
  specialties: text('JSON text: ids of services. Left out: all'),
  phone: text("Country code and digits, as '+573001234567'"),
  email: text('An e-mail, or left out'),
  bio: text('At most 500 characters'),
  avatar_url: text('Stays when left out of a change'),
  is_active: z.unknown().optional().meta({ type: 'boolean', description: 'Stays when left out of a change' }),
})

const one = z.object({ success: z.literal(true), professional })
const list = {
  200: z.object({ success: z.literal(true), professionals: z.array(professional) }),
  '4xx': failure,
}
const params = z.object({ id: idParam })
const tags = ['professionals']
const config = { access: 'owner' as const }

export function professionalOwnerRoutes(api: Api, { db, now }: Deps) {
  for (const url of ['/professionals', '/businesses/professionals'])
    api.get(
      url,
      { config, schema: { tags, summary: 'All professionals, inactive ones too', response: list } },
      async (request) => ({
        success: true as const,
        professionals: await ownProfessionals(db, ownerOf(request)),
      }),
    )

  api.post(
    '/professionals',
    {
      config,
      schema: {
        tags,
        summary: 'Adds a professional',
        headers: idempotencyHeaders,
        body: professionalBody,
        response: { 201: one, '4xx': failure },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const key = keyOf(request, 'professional')
      const professional = await once(
        db,
        { business_id: owner, key, nowMs: now(), keepsRefusals: false },
        () => createProfessional(db, owner, request.body),
      )
      return reply.code(201).send({ success: true as const, professional })
    },
  )

  api.put(
    '/professionals/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Changes a professional',
        params,
        body: professionalBody,
        response: { 200: one, '4xx': failure },
      },
    },
    async (request) => ({
      success: true as const,
      professional: await changeProfessional(db, ownerOf(request), request.params.id, request.body),
    }),
  )

  api.get(
    '/professionals/:id/future-appointments',
    {
      config,
      schema: {
        tags,
        summary: 'How many scheduled appointments there are from now on',
        params,
        response: {
          200: z.object({ success: z.literal(true), future_appointments: z.int() }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const [owner, { id }] = [ownerOf(request), request.params]
      if (!(await ownProfessional(db, owner, id))) throw notFound(NO_PROFESSIONAL)
      return { success: true as const, future_appointments: await futureAppointments(db, owner, id, now()) }
    },
  )

  api.delete(
    '/professionals/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Takes a professional out of all lists; the appointments stay',
        params,
        response: {
          200: z.object({ success: z.literal(true), message: z.string(), future_appointments: z.int() }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const [owner, { id }] = [ownerOf(request), request.params]
      const deleted_at = new Date(now()).toISOString()
      const isDeleted = await db
        .transaction()
        .execute((tx) => updateProfessional(tx, owner, id, { deleted_at }))
      if (!isDeleted) throw notFound(NO_PROFESSIONAL)
      const future_appointments = await futureAppointments(db, owner, id, now())
      return { success: true as const, message: 'Profesional eliminado', future_appointments }
    },
  )
}

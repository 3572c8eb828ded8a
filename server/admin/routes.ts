import { cleanText, isBlank, numberOf, requiredText } from '#domain/fields.ts'
import { z } from 'zod'
import { grantCredits } from '../credits/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { failure, idParam } from '../http.ts'
import { invalid, notFound } from '../refusal.ts'
import { administratorOf } from './gate.ts'
import { administratorLogin } from './login.ts'
import {
  auditLog,
  closeAdministratorSession,
  countBusinesses,
  growth,
  listBusinesses,
  platformMetrics,
  record,
  setSuspended,
} from './queries.ts'

const config = { access: 'administrator' as const }
const tags = ['administrator']
const params = z.object({ id: idParam })
const done = { 200: z.object({ success: z.literal(true) }), '4xx': failure }
const page = {
  limit: z.coerce.number().int().min(1).max(500).optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
}

const business = z.object({
  id: z.int(),
  business_name: z.string(),
  business_type: z.string(),
  email: z.string(),
  phone: z.string(),
  slug: z.string(),
  suspended_at: z.string().nullable(),
  created_at: z.string(),
  total_appointments: z.int(),
  total_services: z.int(),
  total_professionals: z.int(),
})

const iso = (epochMs: number) => new Date(epochMs).toISOString()

export function adminRoutes(api: Api, { db, now }: Deps) {
  api.post(
    '/admin/login',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Signs an administrator in',
        body: z.object({
          email: z.unknown().optional().meta({ type: 'string' }),
          password: z.unknown().optional().meta({ type: 'string' }),
        }),
        response: {
          200: z.object({
            success: z.literal(true),
            token: z.string(),
            user: z.object({ id: z.int(), email: z.string() }),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => ({
      success: true as const,
      ...(await administratorLogin(db, now(), request.body, request.ip)),
    }),
  )

  api.post(
    '/admin/logout',
    { config, schema: { tags, summary: 'Ends the session', response: done } },
    async (request) => {
      const { id, token_hash } = administratorOf(request)
      await closeAdministratorSession(db, token_hash)
      await record(db, { administrator_id: id, act: 'logout', nowMs: now() })
      return { success: true as const }
    },
  )

  api.get(
    '/admin/metrics',
    {
      config,
      schema: {
        tags,
        summary: 'Totals of the platform',
        response: {
          200: z.object({
            success: z.literal(true),
            metrics: z.object({
              total_businesses: z.int(),
              total_appointments: z.int(),
              total_revenue: z.number(),
              total_services: z.int(),
              total_professionals: z.int(),
              active_businesses: z.int(),
            }),
          }),
          '4xx': failure,
        },
      },
    },
    async () => ({ success: true as const, metrics: await platformMetrics(db) }),
  )

  api.get(
    '/admin/growth',
    {
      config,
      schema: {
        tags,
        summary: 'New businesses and appointments, for each of the last twelve months',
        response: {
          200: z.object({
            success: z.literal(true),
            months: z.array(z.object({ month: z.string(), businesses: z.int(), appointments: z.int() })),
          }),
          '4xx': failure,
        },
      },
    },
    async () => ({ success: true as const, months: await growth(db, now()) }),
  )

  api.get(
    '/admin/businesses',
    {
      config,
      schema: {
        tags,
        summary: 'Registered businesses, newest first; a page of them with `limit`',
        querystring: z.object({
          q: z.string().max(120).optional(),
          sort: z.enum(['business_name', 'created_at', 'total_appointments']).optional(),
          order: z.enum(['asc', 'desc']).optional(),
          ...page,
        }),
        response: {
          200: z.object({ success: z.literal(true), businesses: z.array(business), total: z.int() }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const [rows, total] = await Promise.all([
        listBusinesses(db, request.query),
        countBusinesses(db, request.query.q),
      ])
      const businesses = rows.map((row) => ({
        ...row,
        created_at: iso(row.created_at),
        suspended_at: row.suspended_at === null ? null : iso(row.suspended_at),
      }))
      return { success: true as const, businesses, total }
    },
  )

  for (const act of ['suspend', 'reactivate'] as const)
    api.post(
      `/admin/businesses/:id/${act}`,
      {
        config,
        schema: {
          tags,
          summary:
            act === 'suspend'
              ? 'Hides a business’s page; its data stays'
              : 'Shows a suspended business’s page again',
          params,
          body: z.object({ reason: z.unknown().optional().meta({ type: 'string' }) }).nullish(),
          response: done,
        },
      },
      async (request) => {
        const nowMs = now()
        const business_id = request.params.id
        await db.transaction().execute(async (tx) => {
          if (!(await setSuspended(tx, business_id, act === 'suspend' ? nowMs : null)))
            throw notFound('Negocio no encontrado')
          const reason = cleanText(request.body?.reason).slice(0, 500)
          const administrator_id = administratorOf(request).id
          await record(tx, { administrator_id, act, business_id, detail: reason ? { reason } : {}, nowMs })
        })
        return { success: true as const }
      },
    )

  api.post(
    '/admin/businesses/:id/credits',
    {
      config,
      schema: {
        tags,
        summary: 'Grants packages of 100 messages that were paid for',
        params,
        body: z.object({
          packages: z
            .unknown()
            .optional()
            .meta({ type: 'integer', description: '1 to 100; 1 when left out' }),
          reference: z.unknown().optional().meta({ type: 'string', description: 'Of the payment' }),
        }),
        response: done,
      },
    },
    async (request) => {
      const { body } = request
      const packages = isBlank(body.packages) ? 1 : numberOf(body.packages)
      const referenceError = requiredText(body.reference, 'La referencia del pago es requerida')
      if (!packages || !Number.isInteger(packages) || packages < 1 || packages > 100)
        throw invalid({ packages: 'La cantidad de paquetes debe estar entre 1 y 100' })
      if (referenceError) throw invalid({ reference: referenceError })
      const administrator_id = administratorOf(request).id
      const business_id = request.params.id
      const reference = cleanText(body.reference)
      const nowMs = now()
      await grantCredits(db, { business_id, packages, reference, administrator_id }, nowMs)
      const detail = { packages, reference }
      await record(db, { administrator_id, act: 'grant_credits', business_id, detail, nowMs })
      return { success: true as const }
    },
  )

  api.get(
    '/admin/audit',
    {
      config,
      schema: {
        tags,
        summary: 'What administrators did, newest first',
        querystring: z.object(page),
        response: {
          200: z.object({
            success: z.literal(true),
            acts: z.array(
              z.object({
                id: z.int(),
                act: z.string(),
                business_id: z.int().nullable(),
                business_name: z.string().nullable(),
                administrator: z.string().nullable(),
                detail: z.looseObject({}),
                at: z.string(),
              }),
            ),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const { limit = 50, offset = 0 } = request.query
      const acts = await auditLog(db, { limit, offset })
      return { success: true as const, acts: acts.map((act) => ({ ...act, at: iso(act.at) })) }
    },
  )
}

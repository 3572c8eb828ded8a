import { rescheduleErrors, RESCHEDULE_NOTICE_MINUTES } from '#domain/portal.ts'
import { cleanText, idOf } from '#domain/fields.ts'
import { z } from 'zod'
import { cancel } from '../appointments/cancel.ts'
import { change } from '../appointments/move.ts'
import type { Api, Deps } from '../deps.ts'
import { failure, idParam } from '../http.ts'
import { idempotencyHeaders, keyOf, once } from '../once.ts'
import { invalid, notFound } from '../refusal.ts'
import { slotsOfWindow } from '../schedules/availability.ts'
import { freeDay } from '../schedules/routes.ts'
import { ensureHuman } from '../verification/human.ts'
import { access, ownedBy, search } from './client.ts'
import type { ClientAppointment } from './queries.ts'

const text = z.string().nullable()
const appointment = z.object({
  id: z.int(),
  service_id: z.int(),
  service_name: z.string(),
  professional_id: z.int(),
  professional_name: z.string(),
  business_id: z.int(),
  business_name: z.string(),
  business_address: text,
  business_slug: z.string(),
  business_phone: z.string(),
  business_whatsapp: text,
  business_is_suspended: z.boolean().meta({ description: 'Then it can be cancelled, but not moved' }),
  timezone: z.string(),
  currency: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  appointment_date: z.string(),
  appointment_time: z.string(),
  duration_minutes: z.int(),
  starts_at: z.string(),
  price: z.number(),
  status: z.string(),
  attendance_status: z.string(),
  rescheduled_from: text,
  cancellation_reason: text,
  client_confirmed_at: text.meta({ description: 'When the client said that they come' }),
  sequence: z.int().meta({ description: 'How often it changed: the SEQUENCE of its calendar entry' }),
  client_id: text,
  client_email: z.string(),
})
const appointments = z.array(appointment)

const given = (type: string, description: string) => z.unknown().optional().meta({ type, description })
const identity = {
  client_id: given('string', 'Identity document, 8 to 12 digits'),
  client_email: given('string', 'The e-mail that goes with it'),
}
const proof = {
  ...identity,
  token: given('string', 'In place of both: the token of an e-mail'),
  recaptcha_token: given('string', 'Answer to the human check'),
}

const params = z.object({ id: idParam })
const tags = ['portal']
const config = { access: 'public' as const }
const done = { 200: z.object({ success: z.literal(true) }), '4xx': failure }

export function portalRoutes(api: Api, { db, now, verifier, messagesQueued, live }: Deps) {
  api.post(
    '/appointments/client/appointments',
    {
      config,
      schema: {
        tags,
        summary: 'The appointments of an identity document and e-mail, latest first',
        body: z.object({ ...identity, recaptcha_token: proof.recaptcha_token }),
        response: { 200: z.object({ success: z.literal(true), appointments }), '4xx': failure },
      },
    },
    async (request) => {
      await ensureHuman(verifier, request, 'portal', request.body.recaptcha_token)
      const found = await search(db, now(), request.body, request.ip)
      return { success: true as const, appointments: found.map(shown) }
    },
  )

  api.get(
    '/client-auth/validate-token',
    {
      config,
      schema: {
        tags,
        summary: 'The client and appointments that a token of an e-mail opens',
        querystring: z.object({ token: z.string().max(200).optional() }),
        response: {
          200: z.object({
            success: z.literal(true),
            client: z.object({ client_id: z.string(), client_email: z.string(), client_name: z.string() }),
            appointments,
          }),
          '4xx': failure,
        },
      },
    },
    async (request, reply) => {
      const opened = await access(db, now(), request.query.token, request.ip)
      reply.header('cache-control', 'no-store')
      return { success: true as const, client: opened.client, appointments: opened.appointments.map(shown) }
    },
  )

  api.post(
    '/appointments/client/free-times/:id',
    {
      config,
      schema: {
        tags,
        summary: 'When an own appointment can be: free times on every date, its own time counted as free',
        params,
        body: z.object({
          ...identity,
          token: proof.token,
          professional_id: given('integer', 'The present one when left out'),
        }),
        response: { 200: z.object({ success: z.literal(true), days: z.array(freeDay) }), '4xx': failure },
      },
    },
    async (request) => {
      const { body, params, ip } = request
      const held = await ownedBy(db, now(), params.id, body, ip)
      const professional_id = idOf(body.professional_id) ?? held.professional_id
      const days = await slotsOfWindow(db, now(), professional_id, held.service_id, held)
      if (!days) throw notFound('Profesional no encontrado')
      return { success: true as const, days }
    },
  )

  api.post(
    '/appointments/client/cancel/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Cancels an own scheduled appointment',
        params,
        headers: idempotencyHeaders,
        body: z.object({ ...proof, cancellation_reason: given('string', 'Optional') }),
        response: done,
      },
    },
    async (request) => {
      const { body } = request
      const { business_id, id } = await ownedBy(db, now(), request.params.id, body, request.ip)
      const key = keyOf(request, `cancel ${id}`)
      return once(db, { business_id, key, nowMs: now() }, async () => {
        await ensureHuman(verifier, request, 'portal', body.recaptcha_token)
        await cancel(
          db,
          { business_id, id },
          { actor: 'client', reason: body.cancellation_reason, nowMs: now() },
        )
        messagesQueued()
        live.changed(business_id)
        return { success: true as const }
      })
    },
  )

  api.post(
    '/appointments/client/reschedule/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Moves an own scheduled appointment to a free time at least 60 minutes away, in one step',
        params,
        headers: idempotencyHeaders,
        body: z.object({
          ...proof,
          new_date: given('string', 'YYYY-MM-DD'),
          new_time: given('string', 'HH:MM'),
          professional_id: given('integer', 'The present one when left out'),
        }),
        response: done,
      },
    },
    async (request) => {
      const { body } = request
      const errors = rescheduleErrors(body)
      if (Object.keys(errors).length > 0) throw invalid(errors)
      const { business_id, id, ...booked } = await ownedBy(db, now(), request.params.id, body, request.ip)
      const key = keyOf(request, `move ${id}`)
      return once(db, { business_id, key, nowMs: now() }, async () => {
        await ensureHuman(verifier, request, 'portal', body.recaptcha_token)
        const wish = {
          appointment_date: cleanText(body.new_date).slice(0, 10),
          appointment_time: cleanText(body.new_time).slice(0, 5),
          professional_id: idOf(body.professional_id) ?? booked.professional_id,
          service_id: booked.service_id,
        }
        const noticeMinutes = RESCHEDULE_NOTICE_MINUTES
        await change(db, { business_id, id }, wish, { actor: 'client', nowMs: now(), noticeMinutes })
        messagesQueued()
        live.changed(business_id)
        return { success: true as const }
      })
    },
  )
}

const shown = (row: ClientAppointment) => ({
  ...row,
  starts_at: new Date(row.starts_at).toISOString(),
  rescheduled_from: isoOrNull(row.rescheduled_from),
  client_confirmed_at: isoOrNull(row.client_confirmed_at),
})

const isoOrNull = (epochMs: number | null) => (epochMs === null ? null : new Date(epochMs).toISOString())

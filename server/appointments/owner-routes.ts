import { isIsoDate } from '#domain/dates.ts'
import { today } from '#domain/zone.ts'
import { z } from 'zod'
import { ownerOf } from '../accounts/owner.ts'
import type { Api, Deps } from '../deps.ts'
import { sendFile } from '../download.ts'
import { failure, idParam } from '../http.ts'
import { idempotencyHeaders } from '../once.ts'
import { invalid, notFound } from '../refusal.ts'
import { slotsOfWindow } from '../schedules/availability.ts'
import { freeDay } from '../schedules/routes.ts'
import { recordAttendance } from './attend.ts'
import { book } from './book.ts'
import { cancel } from './cancel.ts'
import { earlierClients } from './clients.ts'
import { appointmentsCsv } from './csv.ts'
import { edit } from './move.ts'
import {
  countUnconfirmed,
  historyOf,
  latestHappenings,
  listAppointments,
  ownAppointment,
  pageOfAppointments,
  pagesOfAppointments,
  timezoneOf,
  unconfirmedAppointments,
  type Filter,
  type OwnAppointment,
} from './owner-queries.ts'
import { heldBy } from './queries.ts'
import { appointmentBody } from './routes.ts'
import { undoMove } from './undo.ts'

const text = z.string().nullable()
const appointment = z.object({
  id: z.int(),
  business_id: z.int(),
  client_name: z.string(),
  client_phone: z.string(),
  client_email: z.string(),
  client_id: text,
  service_id: z.int(),
  service_name: z.string(),
  professional_id: z.int(),
  professional_name: z.string(),
  appointment_date: z.string(),
  appointment_time: z.string(),
  duration_minutes: z.int(),
  starts_at: z.string().meta({ format: 'date-time' }),
  ends_at: z.string().meta({ format: 'date-time' }),
  price: z.number(),
  actual_price: z.number().nullable(),
  status: z.string(),
  attendance_status: z.string(),
  no_show_reason: text,
  cancellation_reason: text,
  rescheduled_from: text.meta({
    description: 'The time it was moved from; a scheduled one then reads Reprogramada',
  }),
  client_confirmed_at: text.meta({ description: 'When the client said to be coming' }),
  notes: text,
  booked_by: z.string(),
  created_at: z.string().meta({ format: 'date-time' }),
})
const one = z.object({ success: z.literal(true), appointment })
const many = z.object({ success: z.literal(true), appointments: z.array(appointment) })

const filterQuery = z.object({
  from: z.string().optional().meta({ description: 'First date, YYYY-MM-DD' }),
  to: z.string().optional().meta({ description: 'Last date, YYYY-MM-DD' }),
  status: z.enum(['scheduled', 'rescheduled', 'completed', 'cancelled', 'no_show']).optional(),
  professional_id: idParam.optional(),
  q: z.string().max(120).optional().meta({ description: 'Words in client, service or professional' }),
  order: z.enum(['asc', 'desc']).optional(),
})
const listQuery = filterQuery.extend({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
})

const params = z.object({ id: idParam })
const tags = ['appointments']
const config = { access: 'owner' as const }
const done = { 200: z.object({ success: z.literal(true) }), '4xx': failure }

export function appointmentOwnerRoutes(api: Api, { db, now, messagesQueued, live }: Deps) {
  const changed = (owner: number) => {
    messagesQueued()
    live.changed(owner)
  }

  api.get(
    '/appointments',
    {
      config,
      schema: {
        tags,
        summary: 'Appointments, newest first; all of them without parameters, a page of them with `limit`',
        querystring: listQuery,
        response: { 200: many.extend({ total: z.int().optional() }), '4xx': failure },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const { limit, offset = 0, ...filter } = request.query
      checked(filter)
      if (!limit)
        return {
          success: true as const,
          appointments: (await listAppointments(db, owner, filter)).map(shown),
        }
      const { appointments, total } = await pageOfAppointments(db, owner, filter, { limit, offset })
      return { success: true as const, appointments: appointments.map(shown), total }
    },
  )

  api.get(
    '/appointments/unconfirmed',
    {
      config,
      schema: {
        tags,
        summary:
          'Past appointments of which nobody said who came; the first of them and `total` with `limit`',
        querystring: z.object({ limit: z.coerce.number().int().min(1).max(500).optional() }),
        response: { 200: many.extend({ total: z.int().optional() }), '4xx': failure },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const { limit } = request.query
      const date = today(await timezoneOf(db, owner), now())
      const [appointments, total] = await Promise.all([
        unconfirmedAppointments(db, owner, date, limit),
        limit ? countUnconfirmed(db, owner, date) : undefined,
      ])
      return {
        success: true as const,
        appointments: appointments.map(shown),
        ...(total !== undefined && { total }),
      }
    },
  )

  api.get(
    '/appointments/latest',
    {
      config,
      schema: {
        tags,
        summary: 'What happened last, whatever the date of the appointment: at most 20, the latest first',
        response: {
          200: z.object({
            success: z.literal(true),
            happenings: z.array(
              z.object({
                key: z.string(),
                change: z.string(),
                actor: z.string(),
                at: z.string().meta({ format: 'date-time' }),
                appointment_id: z.int(),
                client_name: z.string(),
                appointment_date: z.string(),
                appointment_time: z.string(),
              }),
            ),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const happenings = await latestHappenings(db, ownerOf(request), 20)
      return { success: true as const, happenings: happenings.map((one) => ({ ...one, at: iso(one.at) })) }
    },
  )

  api.get(
    '/appointments/export.csv',
    {
      config,
      schema: {
        tags,
        summary: 'What the filter finds, for a spreadsheet in Spanish',
        querystring: filterQuery,
        response: { 200: z.string().meta({ description: 'CSV' }), '4xx': failure },
      },
    },
    async (request, reply) => {
      const pages = pagesOfAppointments(db, ownerOf(request), checked(request.query))
      return sendFile(reply, 'citas.csv', 'text/csv', appointmentsCsv(pages))
    },
  )

  api.get(
    '/appointments/clients',
    {
      config,
      schema: {
        tags,
        summary: 'Earlier clients whose name or phone holds what was typed',
        querystring: z.object({ q: z.string().max(120) }),
        response: {
          200: z.object({
            success: z.literal(true),
            clients: z.array(
              z.object({
                client_name: z.string(),
                client_phone: z.string(),
                client_email: z.string(),
                client_id: text,
              }),
            ),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const typed = request.query.q.trim()
      return {
        success: true as const,
        clients: typed.length < 2 ? [] : await earlierClients(db, ownerOf(request), typed),
      }
    },
  )

  api.get(
    '/appointments/:id',
    {
      config,
      schema: {
        tags,
        summary: 'An appointment with what happened to it',
        params,
        response: {
          200: one.extend({
            history: z.array(
              z.object({
                change: z.string(),
                actor: z.string(),
                at: z.string(),
                old: z.looseObject({}),
              }),
            ),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const found = await ownAppointment(db, owner, request.params.id)
      if (!found) throw notFound('Cita no encontrada')
      const changes = await historyOf(db, owner, found.id)
      const booked = { change: 'booked', actor: found.booked_by as string, at: found.created_at, old: {} }
      return {
        success: true as const,
        appointment: shown(found),
        history: [booked, ...changes].map(({ change, actor, at, old }) => ({
          change,
          actor,
          at: iso(at),
          old,
        })),
      }
    },
  )

  api.get(
    '/appointments/:id/free-times',
    {
      config,
      schema: {
        tags,
        summary: 'When an appointment can be: free times on every date, its own time counted as free',
        params,
        querystring: z.object({ professional_id: idParam.optional(), service_id: idParam.optional() }),
        response: { 200: z.object({ success: z.literal(true), days: z.array(freeDay) }), '4xx': failure },
      },
    },
    async (request) => {
      const held = await heldBy(db, { business_id: ownerOf(request), id: request.params.id })
      if (!held) throw notFound('Cita no encontrada')
      const { professional_id = held.professional_id, service_id = held.service_id } = request.query
      const days = await slotsOfWindow(db, now(), professional_id, service_id, held)
      if (!days) throw notFound('Profesional no encontrado')
      return { success: true as const, days }
    },
  )

  api.post(
    '/appointments',
    {
      config,
      schema: {
        tags,
        summary: 'Books an appointment for a client',
        headers: idempotencyHeaders,
        body: z.object({ business_id: z.unknown().optional().meta({ type: 'integer' }), ...appointmentBody }),
        response: { 201: one, '4xx': failure },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const answer = await book(
        db,
        now(),
        { ...request.body, business_id: owner },
        { actor: 'owner', key: request.headers['idempotency-key'], consentVersion: null },
      )
      changed(owner)
      const booked = await ownAppointment(db, owner, answer.appointment.id)
      return reply.code(201).send({ success: true as const, appointment: shown(booked!) })
    },
  )

  api.put(
    '/appointments/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Moves or edits a scheduled appointment; the same fields and checks as a new one',
        params,
        body: z.object({ business_id: z.unknown().optional().meta({ type: 'integer' }), ...appointmentBody }),
        response: {
          200: one.extend({
            move_id: z.int().nullable().meta({ description: 'By which the move can be undone' }),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const { id } = request.params
      const move_id = (await edit(db, { business_id: owner, id }, request.body, now())) ?? null
      changed(owner)
      return { success: true as const, appointment: shown((await ownAppointment(db, owner, id))!), move_id }
    },
  )

  api.post(
    '/appointments/:id/undo-move',
    {
      config,
      schema: {
        tags,
        summary: 'Takes the last move back; nobody hears of it when nobody was told yet',
        params,
        body: z.object({ move_id: idParam }),
        response: {
          200: one.extend({
            is_quiet: z.boolean().meta({ description: 'False: the client hears of the move back' }),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const { id } = request.params
      const { isQuiet } = await undoMove(db, { business_id: owner, id }, request.body.move_id, now())
      changed(owner)
      return {
        success: true as const,
        appointment: shown((await ownAppointment(db, owner, id))!),
        is_quiet: isQuiet,
      }
    },
  )

  api.post(
    '/appointments/:id/attendance',
    {
      config,
      schema: {
        tags,
        summary: "Notes who came: 'attended' or 'no_show'",
        params,
        body: z.object({
          attendance_status: z.unknown().optional().meta({ type: 'string' }),
          no_show_reason: z.unknown().optional().meta({ type: 'string', description: 'Optional' }),
          actual_price: z
            .unknown()
            .optional()
            .meta({ type: 'number', description: 'Optional: blank means the booked price' }),
        }),
        response: done,
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      await recordAttendance(db, { business_id: owner, id: request.params.id }, request.body, now())
      changed(owner)
      return { success: true as const }
    },
  )

  api.post(
    '/appointments/:id/cancel',
    {
      config: { ...config, whileSuspended: true },
      schema: {
        tags,
        summary: 'Cancels a scheduled appointment and frees its time',
        params,
        body: z
          .object({
            cancellation_reason: z.unknown().optional().meta({ type: 'string', description: 'Optional' }),
          })
          .nullish(),
        response: done,
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const reason = request.body?.cancellation_reason
      await cancel(
        db,
        { business_id: owner, id: request.params.id },
        { actor: 'owner', reason, nowMs: now() },
      )
      changed(owner)
      return { success: true as const }
    },
  )
}

const iso = (epochMs: number) => new Date(epochMs).toISOString()

const shown = (row: OwnAppointment) => ({
  ...row,
  starts_at: iso(row.starts_at),
  ends_at: iso(row.ends_at),
  created_at: iso(row.created_at),
  rescheduled_from: row.rescheduled_from === null ? null : iso(row.rescheduled_from),
  client_confirmed_at: row.client_confirmed_at === null ? null : iso(row.client_confirmed_at),
})

function checked(filter: Filter): Filter {
  for (const name of ['from', 'to'] as const)
    if (filter[name] !== undefined && !isIsoDate(filter[name]))
      throw invalid({ [name]: 'La fecha no es válida: usa el formato AAAA-MM-DD' })
  return filter
}

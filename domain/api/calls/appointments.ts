import { undeliveredReason } from './mail.ts'
import { z } from 'zod'
import { addDays } from '../../dates.ts'
import { LIMITED_REASONS } from '../../mail-state.ts'
import { ROLES } from '../../permissions.ts'
import { done, instant, movedOn, ok, textOrNull } from '../answer.ts'
import {
  appointment,
  booked,
  bookingInput,
  changedAppointment,
  newAppointment,
  patchedAppointment,
  refusedChange,
  resizeInput,
  takenTime,
} from '../appointment.ts'
import { attendanceInput, stepInput } from '../attendance.ts'
import type { Calls } from '../call.ts'
import { cancellation, manyCancellations, refusedCancellation } from '../cancellation.ts'
import { card } from '../card.ts'
import { warnedTime } from '../counter.ts'
import { freeDay } from '../hours.ts'
import { clientReply, toldMessage } from '../told.ts'
import {
  byId,
  idempotencyHeaders,
  idParam,
  onlineHeaders,
  queryAddons,
  queryDate,
  queryNumber,
  searchedBy,
} from '../request.ts'

const tags = ['appointments']
const one = ok({ appointment })
const many = ok({ appointments: z.array(appointment), total: z.int().optional() })
const changed = one.extend({
  move_id: z.int().nullable().meta({ description: 'By which the move can be undone' }),
})

const filter = z.object({
  from: queryDate('First date, YYYY-MM-DD'),
  to: queryDate('Last date, YYYY-MM-DD'),
  status: z.enum(['scheduled', 'rescheduled', 'completed', 'cancelled', 'no_show']).optional(),
  professional_id: idParam.optional(),
  q: z.string().max(120).optional().meta({ description: 'Words in client, service or professional' }),
  by: searchedBy,
  order: z.enum(['asc', 'desc']).optional(),
})
/** The filter of a list; every part is optional. `order`: newest first by default. */
export type Filter = Partial<z.output<typeof filter>>

/** A change of an appointment, with the appointment as it is now. */
const event = z.object({
  key: z.string().meta({ description: 'Of the change; two never have the same' }),
  change: z.string(),
  actor: z.string(),
  at: instant,
  appointment_id: z.int(),
  client_name: z.string(),
  appointment_date: z.string(),
  appointment_time: z.string(),
})

export type ActivityEvent = z.output<typeof event>

/** How many days may be asked for at once. */
const MARKED_DAYS = 62
const clientMark = z.object({
  appointment_id: z.int(),
  alert: textOrNull,
  no_shows: z.int(),
})
export type ClientMark = z.output<typeof clientMark>

export const appointmentCalls = {
  'POST /api/appointments/public': {
    tags: ['public'],
    summary: 'Books an appointment',
    headers: onlineHeaders,
    body: bookingInput,
    status: 201,
    answer: ok({
      appointment: booked,
      portal_token: z.string().meta({ description: 'Opens this appointment, and no other, in the portal' }),
    }),
    refusals: { 409: takenTime },
  },
  'GET /api/appointments/public': {
    tags: ['public'],
    summary: 'What became of a booking, for whoever holds the key it was sent with',
    headers: idempotencyHeaders,
    query: z.object({ business_id: idParam }),
    answer: ok({
      portal_token: textOrNull.meta({ description: 'As the booking was answered; null: not booked by now' }),
      is_refused: z.boolean().meta({ description: 'It was refused: its key will not book any more' }),
    }),
  },
  'GET /api/appointments': {
    tags,
    summary: 'Appointments, newest first; all of them without parameters, a page of them with `limit`',
    query: filter.extend({
      limit: queryNumber(1, 500).optional(),
      offset: queryNumber(0, 1_000_000).optional(),
      sort: z
        .enum(['date', 'booked'])
        .optional()
        .meta({ description: 'With `limit`; booked: what arrived last first' }),
    }),
    answer: many,
  },
  'GET /api/appointments/unconfirmed': {
    tags,
    summary:
      'Past appointments of which nobody said who came, 1,000 at most; the first of them and `total` with `limit`',
    query: z.object({ limit: queryNumber(1, 500).optional() }),
    answer: many,
  },
  'GET /api/appointments/marks': {
    tags,
    summary: 'What the team has to know of the clients of these days, at most 62; clients never see it',
    query: z
      .object({ from: queryDate().unwrap(), to: queryDate().unwrap() })
      .refine(({ from, to }) => from <= to && to <= addDays(from, MARKED_DAYS), {
        path: ['to'],
        error: `La fecha final no es válida: como mucho ${MARKED_DAYS} días`,
      }),
    answer: ok({ marks: z.array(clientMark) }),
  },
  'GET /api/appointments/latest': {
    tags,
    summary: 'What happened last, whatever the date of the appointment: at most 20, the latest first',
    answer: ok({ happenings: z.array(event) }),
  },
  'GET /api/appointments/export.csv': {
    tags,
    summary: 'What the filter finds, for a spreadsheet in Spanish',
    query: filter,
    answer: z.string().meta({ description: 'CSV' }),
  },
  'GET /api/appointments/clients': {
    tags,
    summary: 'Clients whose cards hold what was typed: six at most, each card by itself',
    query: z.object({ q: z.string().max(120) }),
    answer: ok({
      clients: z.array(
        card.pick({
          id: true,
          client_name: true,
          client_phone: true,
          client_email: true,
          client_id: true,
        }),
      ),
    }),
  },
  'GET /api/appointments/:id': {
    tags,
    summary: 'An appointment with what happened to it',
    params: byId,
    answer: one.extend({
      undelivered: z
        .object({ reason: undeliveredReason, at: instant })
        .nullable()
        .meta({ description: 'Why the last mail to the client did not arrive' }),
      limited_mail: z
        .object({
          reason: z.enum(LIMITED_REASONS),
          told_at: instant.nullable().meta({ description: 'When the digest went out' }),
        })
        .nullable()
        .meta({ description: 'That a mail to the client waits, or went into a digest, because of a limit' }),
      card_id: z.int().nullable().meta({ description: 'The client’s card; null once they are forgotten' }),
      mark: clientMark.nullable().meta({ description: 'What the team has to know of the client' }),
      messages: z.array(toldMessage).meta({ description: 'What the client was told, from the latest' }),
      replies: z.array(clientReply).meta({ description: 'What the client wrote, from the latest' }),
      history: z.array(
        z.object({
          change: z.string(),
          actor: z.string(),
          user_name: textOrNull.meta({ description: 'Of the business, which person it was, when known' }),
          user_role: z.enum(ROLES).nullable().meta({
            description: 'What that person is in the business now; null for whoever left',
          }),
          is_you: z.boolean(),
          at: instant,
          old: z.looseObject({}),
        }),
      ),
    }),
  },
  'GET /api/appointments/:id/free-times': {
    tags,
    summary: 'When an appointment can be: free times on every date, its own time counted as free',
    params: byId,
    query: z.object({
      professional_id: idParam.optional(),
      service_id: idParam.optional(),
      variant_id: idParam.optional(),
      addon_ids: queryAddons,
      from: queryDate('Today by default; 62 dates at most'),
    }),
    answer: ok({ days: z.array(freeDay) }),
  },
  'GET /api/appointments/:id/free-professionals': {
    tags,
    summary: 'Who else could take an appointment at its time, in the order in which the system would choose',
    params: byId,
    answer: ok({ professionals: z.array(z.object({ id: z.int(), professional_name: z.string() })) }),
  },
  'POST /api/appointments': {
    tags,
    summary: 'Books an appointment for a client',
    headers: idempotencyHeaders,
    body: newAppointment,
    status: 201,
    answer: one,
    refusals: { 400: warnedTime, 409: takenTime },
  },
  'PUT /api/appointments/:id': {
    tags,
    summary: 'Moves or edits a scheduled appointment; the same fields and checks as a new one',
    params: byId,
    body: changedAppointment,
    answer: changed,
    refusals: refusedChange,
  },
  'PATCH /api/appointments/:id': {
    tags,
    summary: 'Moves or edits a scheduled appointment: what is sent of it',
    params: byId,
    body: patchedAppointment,
    answer: changed,
    refusals: refusedChange,
  },
  'POST /api/appointments/:id/undo-move': {
    tags,
    summary: 'Takes the last move back; nobody hears of it when nobody was told yet',
    params: byId,
    body: z.object({ move_id: idParam }),
    answer: one.extend({
      is_quiet: z.boolean().meta({ description: 'False: the client hears of the move back' }),
    }),
    refusals: { 409: takenTime },
  },
  'POST /api/appointments/:id/duration': {
    tags,
    summary: 'Makes a scheduled appointment longer or shorter at its start; its client is not mailed',
    params: byId,
    body: resizeInput,
    answer: one,
    refusals: refusedChange,
  },
  'POST /api/appointments/:id/attendance': {
    tags,
    summary: "Notes who came, 'attended' or 'no_show', and corrects it; 'pending': nobody knows yet",
    params: byId,
    body: attendanceInput,
    answer: one,
    refusals: refusedChange,
  },
  'POST /api/appointments/:id/step': {
    tags,
    summary: "Notes that the client 'confirmed' or 'arrived', or takes that back",
    params: byId,
    body: stepInput,
    answer: one,
    refusals: refusedChange,
  },
  'POST /api/appointments/attended': {
    tags,
    summary: 'Notes of several appointments at once that their clients came, at the booked price',
    headers: idempotencyHeaders,
    body: z.object({ ids: z.array(idParam).min(1).max(500) }),
    answer: ok({
      marked: z.int().meta({ description: 'Without those that are not open or have not begun' }),
    }),
  },
  'POST /api/appointments/cancel-many': {
    tags,
    summary: 'Cancels several scheduled appointments; a client of several hears of all of them by one mail',
    headers: idempotencyHeaders,
    body: manyCancellations,
    answer: ok({ cancelled: z.array(z.int()), refused: z.array(refusedCancellation) }),
  },
  'POST /api/appointments/:id/cancel': {
    tags,
    summary: 'Cancels a scheduled appointment and frees its time',
    headers: idempotencyHeaders,
    params: byId,
    body: cancellation.nullish(),
    answer: done,
    refusals: movedOn(appointment),
  },
} satisfies Calls

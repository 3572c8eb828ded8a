import { z } from 'zod'
import { cleanText, idOf, isBlank, LIMITS, longText } from '../../fields.ts'
import { PRICE_KINDS } from '../../money.ts'
import { portalEmailErrors, portalSearchErrors, rescheduleErrors } from '../../portal.ts'
import { done, instant, ok, textOrNull } from '../answer.ts'
import { takenTime } from '../appointment.ts'
import type { Calls } from '../call.ts'
import { freeDay } from '../hours.ts'
import { askedRequest } from './data-requests.ts'
import {
  anything,
  byId,
  field,
  flag,
  form,
  idempotencyHeaders,
  queryDate,
  text,
  workDone,
} from '../request.ts'

/** An appointment as its client sees it. */
const portalAppointment = z.object({
  id: z.int(),
  service_id: z.int(),
  service_name: z.string(),
  professional_id: z.int(),
  professional_name: z.string(),
  business_id: z.int(),
  business_name: z.string(),
  business_address: textOrNull,
  business_city: textOrNull,
  business_slug: z.string(),
  business_phone: z.string(),
  business_whatsapp: textOrNull,
  business_is_virtual: z.boolean(),
  business_is_suspended: z.boolean().meta({ description: 'Then it can be cancelled, but not moved' }),
  cancel_notice_minutes: z.int().meta({ description: 'Up to so long before it can be cancelled here' }),
  timezone: z.string(),
  currency: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  appointment_date: z.string(),
  appointment_time: z.string(),
  duration_minutes: z.int(),
  starts_at: instant,
  price: z.number(),
  price_kind: z.enum(PRICE_KINDS),
  status: z.string(),
  attendance_status: z.string(),
  rescheduled_from: instant.nullable(),
  cancellation_reason: textOrNull,
  client_confirmed_at: instant.nullable().meta({ description: 'When the client said that they come' }),
  sequence: z.int().meta({ description: 'How often it changed: the SEQUENCE of its calendar entry' }),
  client_id: textOrNull,
  client_email: textOrNull,
  portal_token: z.string().meta({ description: 'Opens this appointment and no other' }),
})

const tags = ['portal']
const appointments = z.array(portalAppointment)
const data_requests = z
  .array(askedRequest)
  .meta({ description: 'What was asked of their data by these appointments, newest first' })
const has_more = z.boolean().meta({
  description: 'Whether there are more than these: the next 200 ahead, and the last 100 of the others',
})
const advertising = z.array(z.object({ appointment_id: z.int(), agreed: z.boolean() })).meta({
  description: 'Whether their client agreed to advertising of the business; of what is masked, nothing',
})
const idNumber = text({ description: 'Identity document, 8 to 12 digits' })
const email = text({ description: 'The e-mail that goes with it' })
const proof = { recaptcha_token: anything<string>('string', 'Answer to the human check') }
const access = {
  client_id: idNumber.optional(),
  client_email: email.optional(),
  token: anything<string>('string', 'In place of both: the token of an e-mail'),
  ...workDone,
}
const professional_id = field<number | undefined, number | string | null>({
  read: idOf,
  json: { type: 'integer', description: 'The present one when left out' },
}).optional()

const seen = {
  starts_at: text({
    description: 'When it begins as the client sees it: refused where it begins at another time by now',
  }).optional(),
}

/** Errors of the identification: a token is enough; without one, document and e-mail are required. */
const accessErrors = (input: unknown) =>
  isBlank((input as { token?: unknown }).token) ? portalSearchErrors(input) : {}

const search = form(portalSearchErrors, { client_id: idNumber, client_email: email, ...proof, ...workDone })
const move = form(
  (input) => {
    const errors = rescheduleErrors(input)
    return Object.keys(errors).length > 0 ? errors : accessErrors(input)
  },
  {
    ...access,
    ...proof,
    ...seen,
    new_date: field<string>({
      read: (value) => cleanText(value).slice(0, 10),
      json: { type: 'string', description: 'YYYY-MM-DD' },
    }),
    new_time: field<string>({
      read: (value) => cleanText(value).slice(0, 5),
      json: { type: 'string', description: 'HH:MM' },
    }),
    professional_id,
  },
)

/** How a client identifies: by the token of a mail, or by an identity document with its e-mail. */
export interface PortalAccess {
  token?: unknown
  client_id?: string | undefined
  client_email?: string | undefined
  proof_of_work?: unknown
}

export const portalCalls = {
  'POST /api/appointments/client/appointments': {
    tags,
    summary: 'The appointments of an identity document and e-mail, latest first',
    body: search,
    answer: ok({ appointments, has_more, data_requests, advertising }),
  },
  'GET /api/client-auth/validate-token': {
    tags,
    summary: 'The client and appointments that a token of an e-mail opens',
    query: z.object({ token: anything<string>('string', 'The token of an e-mail, or of a booking') }),
    answer: ok({
      client: z.object({ client_id: z.string(), client_email: textOrNull, client_name: z.string() }),
      appointments,
      has_more,
      data_requests,
      advertising,
    }),
  },
  'POST /api/appointments/client/send-link': {
    tags,
    summary:
      'Mails a link to the portal, if the address has appointments; the answer is the same for everybody',
    body: form(portalEmailErrors, { client_email: email, ...proof, ...workDone }),
    answer: ok({ message: z.string() }),
  },
  'POST /api/appointments/client/correct-email': {
    tags,
    summary:
      'Corrects the e-mail of a booking within 10 minutes, by its own token; the confirmation goes there',
    body: form(portalEmailErrors, {
      token: anything<string>('string', 'Of the booking'),
      client_email: email,
      ...workDone,
    }),
    answer: ok({ client_email: z.string() }),
  },
  'POST /api/appointments/client/free-times/:id': {
    tags,
    summary: 'To when an own appointment can be moved: free times on every date, its own counted as free',
    params: byId,
    body: form(accessErrors, {
      ...access,
      ...proof,
      professional_id,
      from: queryDate('Today by default; 62 dates at most'),
    }),
    answer: ok({ days: z.array(freeDay) }),
  },
  'POST /api/appointments/client/cancel/:id': {
    tags,
    summary: 'Cancels an own scheduled appointment',
    params: byId,
    headers: idempotencyHeaders,
    body: form(accessErrors, {
      ...access,
      ...proof,
      ...seen,
      cancellation_reason: field<string>({
        error: (value) => longText(value, LIMITS.text),
        read: cleanText,
        json: { type: 'string', maxLength: LIMITS.text },
      }).optional(),
    }),
    answer: done,
  },
  'POST /api/appointments/client/reschedule/:id': {
    tags,
    summary: 'Moves an own scheduled appointment to a free time at least 60 minutes away, in one step',
    params: byId,
    headers: idempotencyHeaders,
    body: move,
    answer: done,
    refusals: { 409: takenTime },
  },
  'POST /api/appointments/client/advertising/:id': {
    tags,
    summary:
      'Agrees to advertising of the business of an own appointment, or wants none; again changes nothing',
    params: byId,
    body: form(accessErrors, { ...access, ...proof, agreed: flag('Whether the client agrees') }),
    answer: done,
  },
  'POST /api/appointments/client/confirm': {
    tags,
    summary: 'The client says that they come, by the token of their e-mails; again changes nothing',
    body: z.object({
      // Only by token: an identity document would need the human check.
      token: access.token,
      appointment_id: field<number, number | string>({
        error: (value) => (idOf(value) ? undefined : 'Falta la cita'),
        read: (value) => idOf(value)!,
        json: { type: 'integer' },
      }),
    }),
    answer: ok({ message: z.string(), client_confirmed_at: instant }),
  },
} satisfies Calls

import { z } from 'zod'
import {
  ANSWER_MAX,
  dataAnswerErrors,
  dataRequestErrors,
  DATA_REQUEST_KINDS,
  DETAILS_MAX,
  extensionErrors,
  OUTCOMES,
  REASON_MAX,
  type DataRequestKind,
  type Outcome,
} from '../../data-request.ts'
import { cleanText, isBlank } from '../../fields.ts'
import { portalSearchErrors } from '../../portal.ts'
import { instant, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import { anything, byId, field, form, idempotencyHeaders, queryNumber, text, workDone } from '../request.ts'

const tags = ['data requests']
const kind = z.enum(DATA_REQUEST_KINDS)

/** A request as whoever asked sees it. */
export const askedRequest = z.object({
  id: z.int(),
  business_id: z.int(),
  kind,
  details: z.string(),
  received_at: instant,
  due_date: z.string().meta({ description: 'The last date for an answer, in Colombian business days' }),
  extended_reason: textOrNull,
  outcome: z.enum(OUTCOMES).nullable(),
  answer: textOrNull,
  answered_at: instant.nullable(),
})

const received = askedRequest.omit({ business_id: true }).extend({
  client_name: z.string(),
  client_email: textOrNull,
  client_phone: z.string(),
  /** The card of whoever asked; null when there is none any more, or the appointment is another person's. */
  card_id: z.int().nullable(),
  is_extended: z.boolean(),
  is_given_away: z.boolean().meta({
    description:
      'The appointment by which it was asked is another person’s by now: telephone and card are left out, and what is done reaches the cards with the name and e-mail of who asked',
  }),
  is_other_email: z.boolean().meta({
    description:
      'Their card, or another appointment of it, has another e-mail, or none: it may be somebody else who asks',
  }),
  has_health_notes: z.boolean().meta({
    description: 'Not answered yet, and there are notes on their health, which go when they withdraw',
  }),
})
export type ReceivedRequest = z.output<typeof received>

const needs = { tags, params: byId, headers: idempotencyHeaders }
const one = ok({ request: received })

/** A token is enough; without one, document and e-mail are required. */
const accessErrors = (input: { token?: unknown }) => (isBlank(input.token) ? portalSearchErrors(input) : {})

export const dataRequestCalls = {
  'POST /api/appointments/client/data-request/:id': {
    ...needs,
    summary:
      'A client asks to see, correct or erase their data, or withdraws the authorization, of the business of this appointment',
    body: form((input) => ({ ...accessErrors(input), ...dataRequestErrors(input) }), {
      client_id: text({ description: 'Identity document, 8 to 12 digits' }).optional(),
      client_email: text({ description: 'The e-mail that goes with it' }).optional(),
      token: anything<string>('string', 'In place of both: the token of an e-mail'),
      recaptcha_token: anything<string>('string', 'Answer to the human check'),
      ...workDone,
      kind: field<DataRequestKind>({
        read: (value) => value as DataRequestKind,
        json: { type: 'string', enum: [...DATA_REQUEST_KINDS] },
      }),
      details: field<string, string | null | undefined>({
        read: cleanText,
        json: { type: 'string', maxLength: DETAILS_MAX },
      }).optional(),
    }),
    answer: ok({ request: askedRequest }),
  },
  'GET /api/data-requests': {
    tags,
    summary:
      'What clients ask of their data: the open ones, soonest due first, or the answered ones, newest first',
    query: z.object({
      state: z.enum(['open', 'answered']).default('open'),
      page: queryNumber(1, 10_000).default(1),
    }),
    answer: ok({ requests: z.array(received), total: z.int(), today: z.string() }),
  },
  'GET /api/data-requests/:id': {
    tags,
    summary: 'One request, with a text of what is held of the person, to answer with',
    params: byId,
    answer: ok({ request: received, held: z.string() }),
  },
  'POST /api/data-requests/:id/answer': {
    ...needs,
    summary:
      'Answers, by mail and in the portal. Done, it erases the data of who asked that, or notes that they withdraw what they agreed to',
    body: form(dataAnswerErrors, {
      outcome: field<Outcome>({
        read: (value) => value as Outcome,
        json: { type: 'string', enum: [...OUTCOMES] },
      }),
      answer: text({ maxLength: ANSWER_MAX }),
    }),
    answer: one,
  },
  'POST /api/data-requests/:id/extend': {
    ...needs,
    summary: 'Says why it takes longer: once, before it is due; the client is told by mail',
    body: form(extensionErrors, { reason: text({ maxLength: REASON_MAX }) }),
    answer: one,
  },
} satisfies Calls

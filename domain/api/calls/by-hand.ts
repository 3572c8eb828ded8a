import { z } from 'zod'
import { cleanText } from '../../fields.ts'
import {
  LONGEST_TEXT,
  messageTextErrors,
  TEXT_KINDS,
  type TextKind,
  WRITTEN_KINDS,
  type WrittenKind,
} from '../../message-texts.ts'
import { instant, movedOn, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import { byId, field, form } from '../request.ts'
import { toldMessage } from '../told.ts'

const tags = ['messages by hand']
const kind = z.enum(TEXT_KINDS)

/** A message that the business may send to an appointment's client from its own WhatsApp, or has sent. */
const messageToSend = z.object({
  kind,
  text: textOrNull.meta({
    description:
      'In the words of the business, with a link to the appointment; null without a phone that is seen',
  }),
  sent_at: instant.nullable().meta({ description: 'When somebody said to have sent it' }),
  sent_by: textOrNull.meta({ description: 'Who, unless it was you' }),
})
const row = messageToSend.extend({
  id: z.int().meta({ description: 'Of the appointment' }),
  client_name: z.string(),
  client_phone: z.string(),
  service_name: z.string(),
  professional_id: z.int(),
  professional_name: z.string(),
  appointment_date: z.string(),
  appointment_time: z.string(),
  starts_at: instant,
  client_confirmed_at: instant.nullable(),
  client_email: textOrNull,
  told: toldMessage
    .pick({ state: true, reason: true, at: true })
    .nullable()
    .meta({ description: 'What became of the same message, which went by WhatsApp without anybody’s hand' }),
})
export type MessageRow = z.output<typeof row>

const UNKNOWN = 'No conocemos ese mensaje'
const kindField = field<TextKind>({
  error: (value) => (isKind(value) ? undefined : UNKNOWN),
  read: (value) => value as TextKind,
  json: { type: 'string', enum: [...TEXT_KINDS] },
})
const isKind = (value: unknown): value is TextKind => TEXT_KINDS.some((one) => one === value)

/** `version` counts from 0: the usual text, of which nothing is stored. */
const text = z.object({ kind: z.enum(WRITTEN_KINDS), text: z.string(), version: z.int32().min(0) })
export type MessageText = z.output<typeof text>

const textForm = form(messageTextErrors, {
  kind: field<WrittenKind>({
    error: (value) => (WRITTEN_KINDS.some((one) => one === value) ? undefined : UNKNOWN),
    read: (value) => value as WrittenKind,
    json: { type: 'string', enum: [...WRITTEN_KINDS] },
  }),
  text: field<string>({
    read: cleanText,
    json: {
      type: 'string',
      maxLength: LONGEST_TEXT,
      description: "With {nombre}, {fecha} …; 'recall' with {salida}",
    },
  }),
  version: z
    .int32()
    .min(0)
    .optional()
    .meta({ description: 'As the form was opened with: 409 when it has moved on' }),
})

export const byHandCalls = {
  'GET /api/messages/today': {
    tags,
    summary:
      'The appointments of today and tomorrow that are still to come, with the message for each client',
    answer: ok({ today: z.string(), rows: z.array(row) }),
  },
  'GET /api/appointments/:id/message': {
    tags,
    summary: 'The message that fits an appointment now',
    params: byId,
    answer: ok({ message: messageToSend }),
  },
  'POST /api/appointments/:id/message-sent': {
    tags,
    summary:
      'Notes that somebody sent the message by hand: once for each message and time of the appointment',
    params: byId,
    body: z.object({
      message: kindField,
      starts_at: z.iso
        .datetime({ error: 'La hora de la cita no es válida' })
        .meta({ description: 'As the message told it: 409 when the appointment has another time by now' }),
      client_phone: z
        .string()
        .optional()
        .meta({ description: 'To which it went: 409 when the appointment has another one by now' }),
    }),
    answer: ok({ message: messageToSend }),
  },
  'GET /api/messages/texts': {
    tags,
    summary: 'What the messages by hand say',
    answer: ok({ texts: z.array(text) }),
  },
  'PUT /api/messages/texts': {
    tags,
    summary: 'Changes what one of them says',
    body: textForm,
    answer: ok({ text }),
    refusals: movedOn(text),
  },
} satisfies Calls

import { z } from 'zod'
import { ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { field, form } from '../request.ts'

const tags = ['whatsapp']

/** How clients are reminded. */
const REMINDER_CHANNELS = ['email', 'whatsapp', 'both'] as const
export type ReminderChannel = (typeof REMINDER_CHANNELS)[number]
const isChannel = (value: unknown): value is ReminderChannel => REMINDER_CHANNELS.some((one) => one === value)

const channel = field<ReminderChannel>({
  error: (value) => (isChannel(value) ? undefined : 'Elige Correo, WhatsApp o Los dos'),
  read: (value) => value as ReminderChannel,
  json: { type: 'string', enum: [...REMINDER_CHANNELS] },
})

const setting = {
  /** Whether this installation can send it. */
  is_available: z.boolean(),
  reminder_channel: z.enum(REMINDER_CHANNELS),
  /** A reminder as its reader sees it. */
  sample: z.string(),
  /** What a reminder costs, in messages of the credits. */
  price: z.int(),
  /** How many messages may go in a day, and what is missing for more. */
  a_day: z.int(),
  lacks: z.array(z.enum(['email', 'phone', 'age'])),
  /** Opens WhatsApp with the words that confirm the telephone of the business; null while our own number is not known. */
  confirm_phone_url: z.string().nullable(),
}

export const whatsAppCalls = {
  'GET /api/hooks/whatsapp': {
    tags,
    summary: 'WhatsApp asks whether this address is its web-hook',
    query: z.looseObject({}),
    answer: ok({}),
  },
  'POST /api/hooks/whatsapp': {
    tags,
    summary: 'WhatsApp tells what became of messages, and what clients answered',
    description: 'Signed over its bytes: X-Hub-Signature-256. At most 1 MB.',
    answer: ok({}),
  },
  'GET /api/messages/whatsapp': {
    tags,
    summary: 'Whether clients are reminded by WhatsApp',
    answer: ok(setting),
  },
  'PUT /api/messages/whatsapp': {
    tags,
    summary: 'Changes how clients are reminded',
    body: form(() => ({}), { reminder_channel: channel }),
    answer: ok(setting),
  },
} satisfies Calls

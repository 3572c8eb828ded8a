import { z } from 'zod'
import type { Credits, MovementReason } from '../../credits.ts'
import { instant, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import { pageQuery } from '../request.ts'

const tags = ['reminders']

const credits = z.object({
  free_credits: z.int(),
  paid_credits: z.int(),
  total_credits: z.int(),
} satisfies Record<keyof Credits, unknown>)

const movement = z.object({
  id: z.int(),
  at: instant,
  kind: z.enum(['free', 'paid']),
  month: textOrNull.meta({ description: 'Of free ones: the month they end with' }),
  amount: z.int(),
  reason: z.enum(['monthly', 'package', 'reminder', 'returned', 'expired'] satisfies MovementReason[]),
  reference: textOrNull.meta({ description: 'Of the payment' }),
  message_id: z.int().nullable(),
  appointment_id: z.int().nullable(),
  client_name: textOrNull,
})

const message = z.object({
  id: z.int(),
  kind: z.enum(['advance', 'two_hours', 'birthday']),
  channel: z.enum(['email', 'whatsapp']),
  state: z.enum(['sent', 'failed', 'skipped']),
  reason: textOrNull.meta({ description: 'Why it was not sent, to show' }),
  recipient: z.string(),
  due_at: instant,
  settled_at: instant.nullable(),
  appointment_id: z.int().nullable(),
  client_name: z.string(),
  service_name: textOrNull.meta({ description: 'Null, as the appointment, for a greeting' }),
  appointment_date: textOrNull,
  appointment_time: textOrNull,
})

export const creditCalls = {
  'GET /api/message-credits/status': {
    tags,
    summary: 'How many reminders can still be sent: this month’s free ones and the paid ones',
    answer: ok({ credits }),
  },
  'GET /api/message-credits/movements': {
    tags,
    summary: 'Every movement of the credits, newest first; their sum is the balance',
    query: pageQuery,
    answer: ok({ credits, movements: z.array(movement), total: z.int() }),
  },
  'GET /api/message-credits/messages': {
    tags,
    summary: 'Reminders that were sent, failed or were skipped, with the reason, newest first',
    query: pageQuery,
    answer: ok({ messages: z.array(message), total: z.int() }),
  },
} satisfies Calls

import { z } from 'zod'
import { STOPPED_REASONS, UNDELIVERED_REASONS } from '../../mail-state.ts'
import { done, ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { anything } from '../request.ts'

const tags = ['mail']

/** Since when no mail goes out, and why. */
export const stopped = z.object({ since: z.string(), reason: z.enum(STOPPED_REASONS) }).nullable()
export const undeliveredReason = z.enum(UNDELIVERED_REASONS)

export const mailCalls = {
  'GET /api/mail/state': {
    tags,
    summary: 'Whether mails go out, and which did not reach clients with an appointment ahead',
    answer: ok({
      stopped,
      undelivered: z.array(
        z.object({
          id: z.int().meta({ description: 'Of the appointment' }),
          client_name: z.string(),
          appointment_date: z.string(),
          appointment_time: z.string(),
          reason: undeliveredReason,
        }),
      ),
    }),
  },
  'POST /api/mail/undelivered/seen': {
    tags,
    summary: 'The owner has read which mails did not arrive',
    body: z.object({ ids: anything<number[]>('array', 'Of the appointments') }),
    answer: done,
  },
} satisfies Calls

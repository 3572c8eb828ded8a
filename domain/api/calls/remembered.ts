import { z } from 'zod'
import { done, ok } from '../answer.ts'
import { booked, rememberedInput, takenTime } from '../appointment.ts'
import type { Calls } from '../call.ts'
import { anything, byId, onlineHeaders } from '../request.ts'

const tags = ['public']

/** What a browser is shown of whom it remembers: so little that whoever holds it learns nothing to use elsewhere. */
const returning = z.object({
  first_name: z.string(),
  phone_end: z.string().meta({ description: 'The last 3 digits' }),
  has_email: z.boolean().meta({ description: 'Whether there is an e-mail; never which' }),
  service_id: z.int().meta({ description: 'Of what was booked last in this browser, like the rest' }),
  variant_id: z.int().nullable(),
  addon_ids: z.array(z.int()),
  professional_id: z.int(),
})
export type ReturningClient = z.output<typeof returning>

export const rememberedCalls = {
  'GET /api/businesses/:id/returning': {
    tags,
    summary:
      'Whom this browser remembers at the business, by the token in its cookie; null for anybody without one',
    params: byId,
    answer: ok({ returning: returning.nullable() }),
  },
  'POST /api/businesses/:id/returning': {
    tags,
    summary: 'Remembers in this browser who just booked: a random token in a cookie, for 180 days',
    params: byId,
    body: z.object({ token: anything<string>('string', 'Of the booking, within 24 hours') }),
    answer: done,
  },
  'DELETE /api/businesses/:id/returning': {
    tags,
    summary: 'Forgets in this browser whom it remembers at the business; again changes nothing',
    params: byId,
    answer: done,
  },
  'POST /api/appointments/public/returning': {
    tags,
    summary: 'Books for the client whom this browser remembers; what identifies them is not in the answer',
    headers: onlineHeaders,
    body: rememberedInput,
    status: 201,
    answer: ok({
      appointment: booked,
      portal_token: z.string().meta({ description: 'Opens this appointment, without whose it is' }),
    }),
    refusals: { 409: takenTime },
  },
} satisfies Calls

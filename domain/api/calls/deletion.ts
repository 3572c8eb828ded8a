import { z } from 'zod'
import { deletionErrors } from '../../deletion.ts'
import { done, instant, ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { form, text, typed, yes, idempotencyHeaders } from '../request.ts'

const tags = ['business']

const deletion = z
  .object({
    requested_at: instant,
    erase_at: instant.meta({ description: 'Until then the owner may come back; then its data are erased' }),
  })
  .nullable()
const state = ok({
  deletion,
  upcoming: z.int().meta({ description: 'Appointments ahead, which a deletion cancels with notice' }),
})

const request = form(deletionErrors, {
  currentPassword: typed('Yours: 400 when it is wrong'),
  business_name: text({ description: 'The name of the business, typed as it stands there' }),
  cancel_upcoming: yes(
    'Cancels the appointments ahead and tells their clients; without it 409 when there are any',
  )
    .optional()
    .default(false),
})
export type DeletionRequest = z.output<typeof request>

export const deletionCalls = {
  'GET /api/businesses/deletion': {
    tags,
    summary: 'Whether the business is being deleted, and what a deletion would cancel',
    answer: state,
  },
  'POST /api/businesses/deletion': {
    tags,
    summary:
      'Deletes the business: off at once, 30 days to come back, then erased. Sent again it changes nothing',
    body: request,
    answer: state,
  },
  'DELETE /api/businesses/deletion': {
    tags,
    summary: 'Comes back: the page is on again; cancelled appointments stay cancelled',
    headers: idempotencyHeaders,
    answer: done,
  },
} satisfies Calls

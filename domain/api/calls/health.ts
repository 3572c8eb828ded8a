import { z } from 'zod'
import { done, ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { healthConsent, healthNote, healthNoteInput } from '../health.ts'
import { byId, idempotencyHeaders, idParam } from '../request.ts'

const tags = ['client cards']

export const healthCalls = {
  'GET /api/clients/:id/health': {
    tags,
    summary: 'The notes on a client’s health; that they were read is noted',
    params: byId,
    answer: ok({ consent: healthConsent, notes: z.array(healthNote) }),
  },
  'POST /api/clients/:id/health': {
    tags,
    summary: 'Writes a note on a client’s health, which they agreed to',
    params: byId,
    headers: idempotencyHeaders,
    body: healthNoteInput,
    status: 201,
    // The answers to keys are kept in the database: the text is not in it.
    answer: ok({ id: z.int() }),
  },
  'DELETE /api/clients/:id/health/:note': {
    tags,
    summary: 'Removes a note on health: one’s own, or any with the right to change clients',
    headers: idempotencyHeaders,
    params: byId.extend({ note: idParam }),
    answer: done,
  },
  'DELETE /api/clients/:id/health': {
    tags,
    summary: 'Notes that the client agrees no more, and removes all notes on their health',
    headers: idempotencyHeaders,
    params: byId,
    answer: ok({ removed: z.int() }),
  },
} satisfies Calls

import { z } from 'zod'
import { cardIds, mergeErrors } from '../../card-merge.ts'
import { card } from '../card.ts'
import { ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { field, form, id, idempotencyHeaders } from '../request.ts'

const tags = ['client cards']

const mergeInput = form(mergeErrors, {
  keep: id('The card that stays; its fields stay, and empty ones are filled'),
  merge: field<number[]>({
    read: (value) => cardIds(value)!,
    json: { type: 'array', items: { type: 'integer' }, description: 'The cards that become part of it' },
  }),
})
export type MergeInput = z.output<typeof mergeInput>

export const cardMergeCalls = {
  'POST /api/clients/merge': {
    tags,
    summary: 'Makes cards of the same person one; what was merged already is no error',
    headers: idempotencyHeaders,
    body: mergeInput,
    answer: ok({
      client: card,
      merge_id: z.int().meta({ description: 'By which the merge is taken back' }),
    }),
  },
  'POST /api/clients/unmerge': {
    tags,
    summary:
      'Takes a merge back exactly, within 30 days and the latest first; what came later stays with the card that was kept',
    headers: idempotencyHeaders,
    body: z.object({ merge_id: id('As a merge answered it') }),
    answer: ok({ client: card.meta({ description: 'The card that was kept' }) }),
  },
} satisfies Calls

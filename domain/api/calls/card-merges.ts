import { z } from 'zod'
import { ALIKE, cardIds, mergeErrors, pairError } from '../../card-merge.ts'
import { card, listedCard } from '../card.ts'
import { done, ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { field, form, id, idempotencyHeaders, idParam, queryNumber } from '../request.ts'

const tags = ['client cards']

const mergeInput = form(mergeErrors, {
  keep: id('The card that stays; its fields stay, and empty ones are filled'),
  merge: field<number[]>({
    read: (value) => cardIds(value)!,
    json: { type: 'array', items: { type: 'integer' }, description: 'The cards that become part of it' },
  }),
})
export type MergeInput = z.output<typeof mergeInput>

const alikePair = z.object({
  cards: z.array(listedCard).length(2),
  reasons: z.array(z.enum(ALIKE)).meta({ description: 'What is the same' }),
})
export type AlikePair = z.output<typeof alikePair>

const alikeQuery = z.object({
  card: idParam.optional().meta({ description: 'Pairs of this card alone' }),
  limit: queryNumber(1, 50).default(20),
  offset: queryNumber(0, 1_000_000).default(0),
})
export type AlikeQuery = z.output<typeof alikeQuery>

const pairInput = z.object({
  cards: field<number[]>({
    error: pairError,
    read: (value) => cardIds(value)!,
    json: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
  }),
})

export const cardMergeCalls = {
  'GET /api/clients/duplicates': {
    tags,
    summary: 'Pairs of cards that may be of one person, the likeliest first: a page of them',
    query: alikeQuery,
    answer: ok({
      pairs: z.array(alikePair),
      total: z.int().meta({ description: 'Pairs' }),
      cards: z.int().meta({ description: 'Cards in them' }),
    }),
  },
  'POST /api/clients/duplicates/dismiss': {
    tags,
    summary: 'Two cards are of two people: they are proposed no more',
    body: pairInput,
    answer: done,
  },
  'POST /api/clients/duplicates/restore': {
    tags,
    summary: 'Takes that back',
    body: pairInput,
    answer: done,
  },
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

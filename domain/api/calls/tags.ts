import { done, ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { tag, tagChanges, tagInput } from '../tag.ts'
import { byId, idParam, idempotencyHeaders } from '../request.ts'
import { z } from 'zod'

const tags = ['client cards']

export const tagCalls = {
  'GET /api/clients/tags': {
    tags,
    summary: 'The words by which the business sorts its clients, by name',
    answer: ok({ tags: z.array(tag) }),
  },
  'PATCH /api/clients/tags/:id': {
    tags,
    summary: 'Another name or colour, on all cards that have it',
    params: byId,
    body: tagChanges,
    answer: ok({ tag }),
  },
  'DELETE /api/clients/tags/:id': {
    tags,
    summary: 'Removes a tag from the business and from all cards',
    headers: idempotencyHeaders,
    params: byId,
    answer: done,
  },
  'POST /api/clients/:id/tags': {
    tags,
    summary:
      'Gives a card a tag, which is made when the business has none of that name; one that is there stays',
    params: byId,
    body: tagInput,
    answer: ok({ tags: z.array(tag).meta({ description: 'Of the card' }) }),
  },
  'DELETE /api/clients/:id/tags/:tag': {
    tags,
    summary: 'Takes a tag off a card; the business keeps it',
    params: byId.extend({ tag: idParam }),
    answer: ok({ tags: z.array(tag).meta({ description: 'Of the card' }) }),
  },
} satisfies Calls

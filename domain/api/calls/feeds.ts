import { z } from 'zod'
import { FEED_SHOWS, type FeedShows } from '../../feed.ts'
import { idOf, isBlank } from '../../fields.ts'
import { done, instant, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import { byId, field } from '../request.ts'

const tags = ['calendar feeds']

const feed = z.object({
  id: z.int(),
  professional_id: z.int().nullable().meta({ description: "Whose appointments; null: everybody's" }),
  professional_name: textOrNull,
  shows: z.enum(FEED_SHOWS),
  created_at: instant,
  last_read_at: instant.nullable().meta({ description: 'When a calendar asked last' }),
})
export type Feed = z.output<typeof feed>

const input = z.object({
  professional_id: field<number | null, number | string | null>({
    error: (value) => (isBlank(value) || idOf(value) ? undefined : 'Profesional no encontrado'),
    read: (value) => (isBlank(value) ? null : idOf(value)!),
    json: { type: 'integer', description: 'Whose agenda; everybody’s, or your own, when left out' },
  }).default(null),
  shows: field<FeedShows>({
    error: (value) =>
      FEED_SHOWS.some((one) => one === value) ? undefined : 'Elige qué muestra el calendario',
    read: (value) => value as FeedShows,
    json: { type: 'string', enum: [...FEED_SHOWS] },
  }).default('full'),
})
export type FeedInput = z.output<typeof input>

export const feedCalls = {
  'GET /api/feeds': {
    tags,
    summary: 'The addresses at which your own calendars read an agenda; never the addresses themselves',
    answer: ok({ feeds: z.array(feed) }),
  },
  'POST /api/feeds': {
    tags,
    summary: 'Makes the address of an agenda; the one before ends at once',
    body: input,
    status: 201,
    answer: ok({ feed, url: z.string().meta({ description: 'Told once' }) }),
  },
  'DELETE /api/feeds/:id': { tags, summary: 'Ends an address', params: byId, answer: done },
  'GET /api/feeds/:address': {
    tags,
    summary: 'An agenda for calendars, `{business}.{token}.ics`; 60 reads an hour',
    params: z.object({ address: z.string().max(100) }),
    answer: z.string().meta({ description: 'iCalendar' }),
  },
} satisfies Calls

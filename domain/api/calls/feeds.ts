import { z } from 'zod'
import { FEED_SHOWS, type FeedShows } from '../../feed.ts'
import { idOf, isBlank } from '../../fields.ts'
import { PUSH_INVALID } from '../../push.ts'
import { done, instant, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import { byId, field, flag, idempotencyHeaders } from '../request.ts'

/** What members hear of an agenda elsewhere: in their calendars, and on their phones. */
const tags = ['calendar feeds']
const pushes = ['push']

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
  'DELETE /api/feeds/:id': {
    tags,
    summary: 'Ends an address',
    headers: idempotencyHeaders,
    params: byId,
    answer: done,
  },
  'GET /api/feeds/:address': {
    tags,
    summary: 'An agenda for calendars, `{business}.{token}.ics`; 60 reads an hour',
    params: z.object({ address: z.string().max(100) }),
    answer: z.string().meta({ description: 'iCalendar' }),
  },
} satisfies Calls

/** What this session’s browser is told. */
const setting = {
  /** Whether this installation sends any. */
  is_available: z.boolean(),
  /** What a browser subscribes with (VAPID); null where there is nothing to subscribe to. */
  public_key: z.string().nullable(),
  /** Whether this session's browser hears of appointments. */
  is_on: z.boolean(),
  shows_names: z.boolean(),
  /** In development: subscribed in place of what the browser's vendor would give it. */
  stand_in: z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() }).nullable(),
}

/** Bytes of a subscription, as browsers write them: base64url. */
const bytes = (pattern: RegExp, description: string) =>
  field<string>({
    error: (value) => (typeof value === 'string' && pattern.test(value) ? undefined : PUSH_INVALID),
    read: (value) => String(value).replace(/=+$/, ''),
    json: { type: 'string', description },
  })

const subscription = z.object({
  endpoint: field<string>({
    error: (value) =>
      typeof value === 'string' && (URL.parse(value)?.href.length ?? Infinity) <= 1000
        ? undefined
        : PUSH_INVALID,
    // In one writing: what leads to one place is one browser.
    read: (value) => new URL(String(value)).href,
    json: { type: 'string', maxLength: 1000, description: 'Where the push service takes messages' },
  }),
  p256dh: bytes(/^[\w-]{87}=?$/, 'The browser’s public key'),
  auth: bytes(/^[\w-]{22}(==)?$/, 'The secret that the browser shares with us'),
  shows_names: flag('Whether names may show on the locked screen').default(false),
})
export type SubscriptionInput = z.output<typeof subscription>

export const pushCalls = {
  'GET /api/push': {
    tags: pushes,
    summary: 'Whether this session’s browser is told of new, moved, cancelled and confirmed appointments',
    answer: ok(setting),
  },
  'PUT /api/push': {
    tags: pushes,
    summary: 'This session’s browser wants to be told; it ends with the session',
    body: subscription,
    answer: ok(setting),
  },
  'DELETE /api/push': { tags: pushes, summary: 'This session’s browser is not told any more', answer: done },
} satisfies Calls

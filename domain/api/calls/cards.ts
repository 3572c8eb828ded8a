import { z } from 'zod'
import { blockInput, card, cardChanges, cardInput, listedCard, note, noteInput, wholeCard } from '../card.ts'
import { HOWS, type HowSaid } from '../../consents.ts'
import { done, movedOn, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import { byId, field, flag, idempotencyHeaders, idParam, queryNumber, searchedBy, typed } from '../request.ts'
import { CLIENT_SORTS } from './clients.ts'

const tags = ['client cards']
const one = ok({ client: card })
const dialled = ok({ number: z.string().meta({ description: 'As it is dialled: +573001234567' }) })

const cardsQuery = z.object({
  q: z.string().max(120).optional().meta({ description: 'Words in name, e-mail, phone, document or tags' }),
  by: searchedBy,
  tag: idParam.optional().meta({ description: 'Those that have it' }),
  only: z.enum(['new', 'frequent', 'no_shows', 'blocked', 'alert']).optional(),
  sort: z.enum([...CLIENT_SORTS, 'visits', 'spent']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  limit: queryNumber(1, 100).default(20),
  offset: queryNumber(0, 1_000_000).default(0),
})
export type CardsQuery = z.output<typeof cardsQuery>

/** Whom it is time to call back. */
const returningClient = z.object({
  id: z.int().meta({ description: 'Of the card' }),
  client_name: z.string(),
  client_phone: z.string(),
  service_name: z.string().meta({ description: 'For which it is time' }),
  last_date: z.string().meta({ description: 'When they came for it last' }),
  text: textOrNull.meta({ description: 'A message with the link to book it; null without a phone' }),
})

/** Whose birthday it is. */
const birthdayClient = z.object({
  id: z.int().meta({ description: 'Of the card' }),
  client_name: z.string(),
  client_phone: z.string(),
  date: z.string().meta({ description: 'When it is' }),
  turns: z.int().nullable().meta({ description: 'How old they become, where the year is known' }),
  text: textOrNull.meta({ description: 'A greeting; null without a phone' }),
  greeting: z
    .enum(['queued', 'sent'])
    .nullable()
    .meta({ description: 'Whether one went already, by hand or by itself, or waits' }),
})

export const cardCalls = {
  'GET /api/clients': {
    tags,
    summary: 'The clients’ cards with their visits: a page of them',
    query: cardsQuery,
    answer: ok({ clients: z.array(listedCard), total: z.int() }),
  },
  'GET /api/clients/returning': {
    tags,
    summary: 'The clients whose service calls them back by now, who have nothing ahead: a page of them',
    query: z.object({ limit: queryNumber(1, 100).default(20), offset: queryNumber(0, 1_000_000).default(0) }),
    answer: ok({ clients: z.array(returningClient), total: z.int() }),
  },
  'POST /api/clients/:id/recalled': {
    tags,
    summary: 'Notes that the client was told: not in the list for 30 days',
    params: byId,
    answer: done,
  },
  'GET /api/clients/birthdays': {
    tags,
    summary: 'The clients whose birthday is today or in the six days to come: the first hundred',
    answer: ok({ clients: z.array(birthdayClient), total: z.int() }),
  },
  'POST /api/clients/:id/greeted': {
    tags,
    summary: 'Notes that the client was greeted by hand; said again, it stays as it was',
    params: byId,
    answer: done,
  },
  'POST /api/clients': {
    tags,
    summary: 'Writes a card by hand; a name is enough',
    headers: idempotencyHeaders,
    body: cardInput,
    status: 201,
    answer: one,
  },
  'GET /api/clients/:id': {
    tags,
    summary: 'A card with its figures, notes and appointments',
    params: byId,
    answer: ok({ client: wholeCard }),
  },
  'PUT /api/clients/:id': {
    tags,
    summary: 'The same as PATCH: what is left out stays',
    params: byId,
    body: cardChanges,
    answer: one,
    refusals: movedOn(card),
  },
  'PATCH /api/clients/:id': {
    tags,
    summary: 'Changes a card; the appointments stay as they were booked',
    params: byId,
    body: cardChanges,
    answer: one,
    refusals: movedOn(card),
  },
  'POST /api/clients/:id/advertising': {
    tags,
    summary: 'Notes that the client agreed to advertising, or wants none',
    params: byId,
    body: z.object({
      agreed: flag('Whether the client agreed'),
      how: field<HowSaid | undefined>({
        error: (value) => (HOWS.includes(value as HowSaid) ? undefined : 'Di cómo lo dijo el cliente'),
        read: (value) => value as HowSaid,
        json: { type: 'string', enum: [...HOWS], description: 'How the client said it' },
      }).optional(),
    }),
    answer: done,
  },
  'POST /api/appointments/client/no-advertising': {
    tags,
    summary: 'Asks for no more advertising of a business, by the token of its mail',
    body: z.object({ token: typed('From the link in the mail') }),
    answer: ok({ business_name: z.string() }),
  },
  'GET /api/messages/greetings': {
    tags,
    summary: 'Whether clients who agreed to advertising are greeted on their birthday',
    answer: ok({ greets_birthdays: z.boolean() }),
  },
  'PUT /api/messages/greetings': {
    tags,
    summary: 'Changes whether clients are greeted on their birthday',
    body: z.object({ greets_birthdays: flag() }),
    answer: ok({ greets_birthdays: z.boolean() }),
  },
  'POST /api/clients/:id/call': {
    tags,
    summary: 'The telephone of a client, for a call: also for who does not see it, which is noted',
    params: byId,
    answer: dialled,
  },
  'POST /api/appointments/:id/call': {
    tags,
    summary: 'The telephone that was left with an appointment, for a call',
    params: byId,
    answer: dialled,
  },
  'POST /api/clients/:id/block': {
    tags,
    summary: 'The client does not book online any more and is not told; what is booked stays',
    params: byId,
    body: blockInput,
    answer: one,
  },
  'POST /api/clients/:id/unblock': {
    tags,
    summary: 'The client books online again',
    params: byId,
    answer: one,
  },
  'POST /api/clients/:id/forget': {
    tags,
    summary: 'Deletes the personal data of one client; the figures stay right',
    headers: idempotencyHeaders,
    params: byId,
    answer: ok({ appointments: z.int() }),
  },
  'POST /api/clients/:id/notes': {
    tags,
    summary: 'Writes a note for the team',
    params: byId,
    headers: idempotencyHeaders,
    body: noteInput,
    status: 201,
    answer: ok({ note }),
  },
  'DELETE /api/clients/:id/notes/:note': {
    tags,
    summary: 'Removes a note: one’s own, or any with the right to change clients',
    headers: idempotencyHeaders,
    params: byId.extend({ note: idParam }),
    answer: done,
  },
} satisfies Calls

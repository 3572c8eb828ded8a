import { z } from 'zod'
import { emailError } from '../../email.ts'
import { errorsOf, idOf } from '../../fields.ts'
import { instant, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import { form, id, queryNumber, text, idempotencyHeaders } from '../request.ts'

const tags = ['data rights']
const csv = z.string().meta({ description: 'CSV' })

export const CLIENT_SORTS = ['client_name', 'appointments', 'last_visit', 'next_visit'] as const

/** A person, by their card, with their visits and what they agreed to. */
const client = z.object({
  id: z.int().meta({ description: 'Of the card' }),
  client_name: z.string(),
  client_phone: z.string(),
  client_email: textOrNull,
  client_id: textOrNull,
  appointments: z.int().meta({ description: 'All that were ever booked' }),
  last_visit: instant.nullable().meta({ description: 'The last one that was neither cancelled nor missed' }),
  next_visit: instant.nullable().meta({ description: 'The next one that is scheduled' }),
  next_id: z.int().nullable().meta({ description: 'The appointment of the next visit' }),
  consent_version: textOrNull.meta({
    description: 'The text that was agreed to last; null when the business booked every appointment',
  }),
  consented_at: instant.nullable(),
})

const clientsQuery = z.object({
  q: z.string().max(120).optional().meta({ description: 'Words in name, e-mail, phone or document' }),
  sort: z.enum(CLIENT_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  limit: queryNumber(1, 100).default(20),
  offset: queryNumber(0, 1_000_000).default(0),
})

export type Client = z.output<typeof client>
export type ClientsQuery = z.output<typeof clientsQuery>

/** Includes what the law requires: exporting the data, and deleting a person's data. */
export const clientCalls = {
  'GET /api/businesses/clients': {
    tags,
    summary: 'The clients, one for each card, with their visits and their consent: a page of them',
    query: clientsQuery,
    answer: ok({ clients: z.array(client), total: z.int() }),
  },
  'POST /api/businesses/clients/forget': {
    tags,
    summary: 'Deletes a client’s personal data; the figures stay right',
    headers: idempotencyHeaders,
    body: form(
      ({ client_email, appointment_id }) =>
        errorsOf({ client_email: idOf(appointment_id) ? undefined : emailError(client_email) }),
      {
        client_email: text({ format: 'email', description: 'Of the client' }).optional(),
        appointment_id: id('In place of it: the appointment of a client without e-mail').optional(),
      },
    ),
    answer: ok({ appointments: z.int() }),
  },
  'GET /api/businesses/export.json': { tags, summary: 'All of the business’s data', answer: z.string() },
  'GET /api/businesses/export.zip': {
    tags,
    summary:
      'The whole business as one archive: JSON of every table, spreadsheets and pictures, for another installation too',
    answer: z.string(),
  },
  'GET /api/businesses/clients.csv': {
    tags,
    summary: 'The clients, for a spreadsheet in Spanish',
    answer: csv,
  },
  'GET /api/businesses/services.csv': {
    tags,
    summary: 'The services, for a spreadsheet in Spanish',
    answer: csv,
  },
} satisfies Calls

import { z } from 'zod'
import { ownerOf } from '../accounts/owner.ts'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
import { CLIENT_SORTS, listClients } from './queries.ts'

const instant = z.string().nullable().meta({ format: 'date-time' })

const client = z.object({
  client_name: z.string(),
  client_phone: z.string(),
  client_email: z.string(),
  client_id: z.string().nullable(),
  appointments: z.int().meta({ description: 'All that were ever booked' }),
  last_visit: instant.meta({ description: 'The last one that was neither cancelled nor missed' }),
  next_visit: instant,
  next_id: z.int().nullable().meta({ description: 'The appointment of the next visit' }),
  consent_version: z.string().nullable().meta({ description: 'The text that was agreed to last' }),
  consented_at: instant,
})

export function clientRoutes(api: Api, { db, now }: Deps) {
  api.get(
    '/businesses/clients',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['data rights'],
        summary: 'The clients, an e-mail each, with their visits and their consent: a page of them',
        querystring: z.object({
          q: z.string().max(120).optional().meta({ description: 'Words in name, e-mail, phone or document' }),
          sort: z.enum(CLIENT_SORTS).optional(),
          order: z.enum(['asc', 'desc']).optional(),
          limit: z.coerce.number().int().min(1).max(100).default(20),
          offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
        }),
        response: {
          200: z.object({ success: z.literal(true), clients: z.array(client), total: z.int() }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const { clients, total } = await listClients(db, ownerOf(request), now(), request.query)
      return {
        success: true as const,
        clients: clients.map((row) => ({
          ...row,
          last_visit: iso(row.last_visit),
          next_visit: iso(row.next_visit),
          consented_at: iso(row.consented_at),
        })),
        total,
      }
    },
  )
}

const iso = (epochMs: number | null) => (epochMs === null ? null : new Date(epochMs).toISOString())

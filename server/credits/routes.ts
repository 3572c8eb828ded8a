import { creditsOf } from '#domain/credits.ts'
import { z } from 'zod'
import { ownerOf } from '../accounts/owner.ts'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
import { creditBalance, movementsOf } from './queries.ts'

const credits = z.object({
  free_credits: z.int(),
  paid_credits: z.int(),
  total_credits: z.int(),
} satisfies Record<keyof ReturnType<typeof creditsOf>, unknown>)

const whole = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback)

/** Which part of a list: `page` from 1, of `limit` rows. */
export const pageQuery = z.object({ page: whole(1, 1_000_000), limit: whole(20, 100) })

export function creditRoutes(api: Api, { db, now }: Deps) {
  const config = { access: 'owner' } as const
  const tags = ['reminders']

  api.get(
    '/message-credits/status',
    {
      config,
      schema: {
        tags,
        summary: 'How many reminders can still be sent: this month’s free ones and the paid ones',
        response: { 200: z.object({ success: z.literal(true), credits }), '4xx': failure },
      },
    },
    async (request) => ({
      success: true as const,
      credits: await creditBalance(db, ownerOf(request), now()),
    }),
  )

  api.get(
    '/message-credits/movements',
    {
      config,
      schema: {
        tags,
        summary: 'Every movement of the credits, newest first; their sum is the balance',
        querystring: pageQuery,
        response: {
          200: z.object({
            success: z.literal(true),
            credits,
            movements: z.array(
              z.object({
                id: z.int(),
                at: z.string().meta({ format: 'date-time' }),
                kind: z.enum(['free', 'paid']),
                month: z.string().nullable().meta({ description: 'Of free ones: the month they end with' }),
                amount: z.int(),
                reason: z.enum(['monthly', 'package', 'reminder', 'returned']),
                reference: z.string().nullable().meta({ description: 'Of the payment' }),
                message_id: z.int().nullable(),
                appointment_id: z.int().nullable(),
                client_name: z.string().nullable(),
              }),
            ),
            total: z.int(),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      // First: it may be what opens the month, and that is a movement.
      const balance = await creditBalance(db, owner, now())
      const { rows, total } = await movementsOf(db, owner, request.query)
      const movements = rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
      return { success: true as const, credits: balance, movements, total }
    },
  )
}

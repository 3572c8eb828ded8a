import { idOf, isBlank } from '#domain/fields.ts'
import { reminderReason } from '#domain/reminders.ts'
import { z } from 'zod'
import { ownerOf } from '../accounts/owner.ts'
import { pageQuery } from '../credits/routes.ts'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
import { NO_ACCESS, ownedBy } from '../portal/client.ts'
import { invalid, Refusal } from '../refusal.ts'
import { confirm } from './confirm.ts'
import { settledReminders } from './queries.ts'

export function reminderRoutes(api: Api, { db, now, live }: Deps) {
  api.get(
    '/message-credits/messages',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['reminders'],
        summary: 'Reminders that were sent, failed or were skipped, with the reason, newest first',
        querystring: pageQuery,
        response: {
          200: z.object({
            success: z.literal(true),
            messages: z.array(
              z.object({
                id: z.int(),
                kind: z.enum(['advance', 'two_hours']),
                state: z.enum(['sent', 'failed', 'skipped']),
                reason: z.string().nullable().meta({ description: 'Why it was not sent, to show' }),
                recipient: z.string(),
                due_at: z.string().meta({ format: 'date-time' }),
                settled_at: z.string().nullable().meta({ format: 'date-time' }),
                appointment_id: z.int(),
                client_name: z.string(),
                service_name: z.string(),
                appointment_date: z.string(),
                appointment_time: z.string(),
              }),
            ),
            total: z.int(),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const { rows, total } = await settledReminders(db, ownerOf(request), request.query)
      const messages = rows.map(({ last_error, due_at, settled_at, ...row }) => ({
        ...row,
        kind: row.kind === 'reminder_advance' ? ('advance' as const) : ('two_hours' as const),
        state: row.state as 'sent' | 'failed' | 'skipped',
        reason: reminderReason(row.state, last_error),
        due_at: new Date(due_at).toISOString(),
        settled_at: settled_at === null ? null : new Date(settled_at).toISOString(),
      }))
      return { success: true as const, messages, total }
    },
  )

  api.post(
    '/appointments/client/confirm',
    {
      config: { access: 'public' },
      schema: {
        tags: ['portal'],
        summary: 'The client says that they come, by the token of their e-mails; again changes nothing',
        body: z.object({
          token: z.unknown().optional().meta({ type: 'string' }),
          appointment_id: z.unknown().optional().meta({ type: 'integer' }),
        }),
        response: {
          200: z.object({
            success: z.literal(true),
            message: z.string(),
            client_confirmed_at: z.string().meta({ format: 'date-time' }),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const id = idOf(request.body.appointment_id)
      if (id === undefined) throw invalid({ appointment_id: 'Falta la cita' })
      // The token alone: an identity document would need the human check.
      const { token } = request.body
      if (isBlank(token)) throw new Refusal(401, NO_ACCESS)
      const { business_id } = await ownedBy(db, now(), id, { token }, request.ip)
      const confirmed = await confirm(db, { business_id, id }, now())
      live.changed(business_id)
      return {
        success: true as const,
        message: '¡Gracias! Le avisamos que vienes.',
        client_confirmed_at: new Date(confirmed).toISOString(),
      }
    },
  )
}

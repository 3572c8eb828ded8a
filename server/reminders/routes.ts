import { isBlank } from '#domain/fields.ts'
import { type ReminderKind, reminderReason } from '#domain/reminders.ts'
import { ownerOf } from '../accounts/owner.ts'
import type { Api, Deps } from '../deps.ts'
import { NO_ACCESS, ownedBy } from '../portal/client.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { confirm } from './confirm.ts'
import { settledReminders } from './queries.ts'

export function reminderRoutes(api: Api, { db, now, live }: Deps) {
  route(api, 'GET /api/message-credits/messages', { needs: 'credits:read' }, async (request) => {
    const { rows, total } = await settledReminders(db, ownerOf(request), request.query)
    const messages = rows.map(({ last_error, ...row }) => {
      const kind = row.kind.replace(/^reminder_(whatsapp_)?/, '') as ReminderKind | 'birthday'
      const channel = row.channel as 'email' | 'whatsapp'
      const shown = {
        ...row,
        kind,
        channel,
        state: row.state as 'sent' | 'failed' | 'skipped',
        reason: reminderReason(row.state, last_error, channel),
      }
      // A greeting stands with an appointment for its answers alone.
      const none = {
        appointment_id: null,
        service_name: null,
        appointment_date: null,
        appointment_time: null,
      }
      return kind === 'birthday' ? { ...shown, ...none } : shown
    })
    return { success: true, messages, total }
  })

  route(api, 'POST /api/appointments/client/confirm', { access: 'public' }, async (request) => {
    const { token, appointment_id: id } = request.body
    if (isBlank(token)) throw new Refusal(401, NO_ACCESS)
    const { business_id } = await ownedBy(db, now(), id, { token }, { request, admit: async () => {} })
    const client_confirmed_at = await confirm(db, { business_id, id }, now())
    live.changed(business_id)
    return { success: true, message: '¡Gracias! Le avisamos que vienes.', client_confirmed_at }
  })
}

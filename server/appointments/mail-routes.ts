import { idOf } from '#domain/fields.ts'
import { scopeOf } from '../accounts/scope.ts'
import type { Api, Deps } from '../deps.ts'
import { mailStopped } from '../messages/stopped-queries.ts'
import { markUndeliveredSeen, unseenUndelivered } from '../messages/undelivered-queries.ts'
import { route } from '../http/route.ts'

/** What the owner is told of mails. */
export function mailRoutes(api: Api, { db, now }: Deps) {
  route(api, 'GET /api/mail/state', { needs: 'appointments:own' }, async (request) => {
    const [stopped, undelivered] = await Promise.all([
      mailStopped(db, now()),
      unseenUndelivered(db, scopeOf(request), now()),
    ])
    return { success: true, stopped, undelivered }
  })

  route(api, 'POST /api/mail/undelivered/seen', { needs: 'appointments:own' }, async (request) => {
    const { ids } = request.body
    const known = Array.isArray(ids) ? ids.slice(0, 100).flatMap((id) => idOf(id) ?? []) : []
    if (known.length > 0) await markUndeliveredSeen(db, scopeOf(request), known, now())
    return { success: true }
  })
}

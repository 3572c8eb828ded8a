import type { FastifyRequest } from 'fastify'
import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { scopeOf } from '../accounts/scope.ts'
import { noteActivity } from '../activity.ts'
import { spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { movedOn } from '../version.ts'
import { messageOf, messagesOfToday, noteSent, type Asked } from './messages.ts'
import { storeText, textsOf } from './queries.ts'

/** What the business writes to its clients itself, from its own WhatsApp. */
export function byHandRoutes(api: Api, { db, now, config, live }: Deps) {
  const own = { needs: 'appointments:own' } as const
  const asked = (request: FastifyRequest): Asked => ({
    scope: scopeOf(request),
    user_id: sessionOf(request).user_id,
    publicUrl: config.publicUrl,
    nowMs: now(),
  })

  route(api, 'GET /api/messages/today', own, async (request) => ({
    success: true,
    ...(await messagesOfToday(db, asked(request))),
  }))

  route(api, 'GET /api/appointments/:id/message', own, async (request) => ({
    success: true,
    message: await messageOf(db, request.params.id, asked(request)),
  }))

  route(api, 'POST /api/appointments/:id/message-sent', own, async (request) => {
    const { message: kind, starts_at, client_phone } = request.body
    const sent = { kind, starts_at: Date.parse(starts_at), client_phone }
    const message = await db
      .transaction()
      .execute((tx) => noteSent(tx, request.params.id, sent, asked(request)))
    live.changed(scopeOf(request).business_id)
    return { success: true, message }
  })

  route(api, 'GET /api/messages/texts', { needs: 'settings:read' }, async (request) => ({
    success: true,
    texts: await textsOf(db, ownerOf(request)),
  }))

  route(api, 'PUT /api/messages/texts', { needs: 'settings:write' }, async (request) => {
    const owner = ownerOf(request)
    // Each one is told in the activity, which is only added to.
    await spend(db, now(), [{ subject: `message texts of ${owner}`, max: 120, minutes: 60 }])
    const text = await db.transaction().execute(async (tx) => {
      const stored = await storeText(tx, owner, request.body, now())
      if (!stored) {
        const current = (await textsOf(tx, owner)).find(({ kind }) => kind === request.body.kind)
        // Written so before: saved as it is, or the answer got lost.
        if (current?.text !== request.body.text) throw movedOn(current)
        return current
      }
      const who = { business_id: owner, user_id: sessionOf(request).user_id, nowMs: now() }
      await noteActivity(tx, { ...who, act: 'message_text_changed', detail: { kind: request.body.kind } })
      return stored
    })
    return { success: true, text }
  })
}

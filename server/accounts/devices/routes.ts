import { noteActivity } from '../../activity.ts'
import type { Api, Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { sessionOf, type Session } from '../owner.ts'
import { closeOtherSessions, closeSession, listSessions, type Asking } from './list.ts'

// Also of a suspended business: who signs in must be able to put others out.
const own = { needs: 'account:own', whileSuspended: true, countedBySession: true } as const

const askingOf = ({ business_id, user_id, token_hash }: Session, nowMs: number): Asking => ({
  holder: { table: 'users', id: user_id },
  keep: token_hash,
  noted: (tx) => noteActivity(tx, { business_id, user_id, act: 'sessions_closed', nowMs }),
})

export function sessionRoutes(api: Api, { db, now }: Deps) {
  route(api, 'GET /api/auth/sessions', own, async (request) => {
    const asking = askingOf(sessionOf(request), now())
    return { success: true, sessions: await listSessions(db, now(), asking) }
  })

  route(api, 'POST /api/auth/sessions/close', own, async (request) => {
    await closeSession(db, askingOf(sessionOf(request), now()), request.body.session)
    return { success: true }
  })

  route(api, 'POST /api/auth/sessions/close-others', own, async (request) => {
    await closeOtherSessions(db, askingOf(sessionOf(request), now()))
    return { success: true }
  })
}

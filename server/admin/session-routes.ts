import { closeOtherSessions, closeSession, listSessions, type Asking } from '../accounts/devices/list.ts'
import type { Api, Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { administratorOf } from './gate.ts'
import { record } from './queries.ts'

const config = { access: 'administrator' } as const

const askingOf = ({ id, token_hash }: ReturnType<typeof administratorOf>, nowMs: number): Asking => ({
  holder: { table: 'administrators', id },
  keep: token_hash,
  noted: (tx) => record(tx, { administrator_id: id, act: 'logout', detail: { others: true }, nowMs }),
})

/** An administrator's own sessions, as a user's. */
export function administratorSessions(api: Api, { db, now }: Deps) {
  route(api, 'GET /api/admin/sessions', config, async (request) => {
    const asking = askingOf(administratorOf(request), now())
    return { success: true, sessions: await listSessions(db, now(), asking) }
  })

  route(api, 'POST /api/admin/sessions/close', config, async (request) => {
    await closeSession(db, askingOf(administratorOf(request), now()), request.body.session)
    return { success: true }
  })

  route(api, 'POST /api/admin/sessions/close-others', config, async (request) => {
    await closeOtherSessions(db, askingOf(administratorOf(request), now()))
    return { success: true }
  })
}

import type { Api, Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { sessionOf, type Session } from './owner.ts'
import { ensureDoesAlone } from './reset.ts'
import { disable, enable, renewRecovery, secondFactorState, setUp } from './second-factor.ts'
import { toldUser } from './told.ts'

// Also of a suspended business: who signs in must be able to keep others out.
const own = { needs: 'account:own', whileSuspended: true, countedBySession: true } as const

const changeOf = (session: Session, nowMs: number) => ({
  holder: { table: 'users', id: session.user_id } as const,
  keep: session.token_hash,
  told: toldUser(session, nowMs),
})

export function secondFactorRoutes(api: Api, { db, now, secrets, messagesQueued }: Deps) {
  route(api, 'GET /api/auth/second-factor', own, async (request) => {
    const { holder } = changeOf(sessionOf(request), now())
    return { success: true, ...(await secondFactorState(db, holder)) }
  })

  route(api, 'POST /api/auth/second-factor/setup', own, async (request) => {
    const change = changeOf(sessionOf(request), now())
    return { success: true, ...(await setUp(db, now(), change, secrets)) }
  })

  route(api, 'POST /api/auth/second-factor/on', own, async (request) => {
    await enable(db, now(), secrets, changeOf(sessionOf(request), now()), request.body)
    messagesQueued()
    return { success: true }
  })

  route(api, 'POST /api/auth/second-factor/off', own, async (request) => {
    const session = sessionOf(request)
    const ensureAlone = (password: string) => ensureDoesAlone(db, session, password)
    await disable(db, now(), secrets, { ...changeOf(session, now()), ensureAlone }, request.body)
    messagesQueued()
    return { success: true }
  })

  route(api, 'POST /api/auth/second-factor/recovery-codes', own, async (request) => {
    const change = changeOf(sessionOf(request), now())
    const recovery_codes = await renewRecovery(db, now(), secrets, change, request.body)
    messagesQueued()
    return { success: true, recovery_codes }
  })
}

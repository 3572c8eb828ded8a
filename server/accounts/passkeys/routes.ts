import { spend } from '../../limits/attempts.ts'
import type { Api, Deps } from '../../deps.ts'
import { networkOf } from '../../limits/network.ts'
import { route } from '../../http/route.ts'
import { sessionOf, type Session } from '../owner.ts'
import { signedInAnswer } from '../signed-in.ts'
import { toldUser } from '../told.ts'
import { questionFor } from './check.ts'
import { enterByPasskey } from './enter.ts'
import { addPasskey, listPasskeys, removePasskey, renameOwn, setUpPasskey } from './own.ts'
import { ensureParty, partyOf } from './party.ts'

const all = { access: 'public' } as const
// Also of a suspended business, as the second factor.
const own = { needs: 'account:own', whileSuspended: true, countedBySession: true } as const

const changeOf = (session: Session, nowMs: number) => ({
  holder: { table: 'users', id: session.user_id } as const,
  keep: session.token_hash,
  told: toldUser(session, nowMs),
})

export function passkeyRoutes(api: Api, { db, now, config, messagesQueued }: Deps) {
  const party = partyOf(config)
  const isSecure = config.publicUrl.startsWith('https:')

  route(api, 'POST /api/auth/passkeys/options', all, async (request) => {
    const network = networkOf(request.ip)
    await spend(db, now(), [{ subject: `passkey questions from ${network}`, max: 200, minutes: 15 }])
    const options = await questionFor(db, now(), ensureParty(party), { door: 'users' })
    return { success: true, options: options! }
  })

  route(api, 'POST /api/auth/passkeys/enter', all, async (request, reply) => {
    const { passkey: answer, remember = false, timezone } = request.body
    const entry = { request, reply, isSecure, answer, remember, timezone }
    const entered = await enterByPasskey(db, now(), ensureParty(party), entry)
    messagesQueued()
    return signedInAnswer(db, now(), entered)
  })

  route(api, 'GET /api/auth/passkeys', own, async (request) => {
    const { holder } = changeOf(sessionOf(request), now())
    return { success: true, is_available: party !== undefined, passkeys: await listPasskeys(db, holder) }
  })

  route(api, 'POST /api/auth/passkeys/setup', own, async (request) => {
    const change = changeOf(sessionOf(request), now())
    const { currentPassword } = request.body
    const options = await setUpPasskey(db, now(), ensureParty(party), change, currentPassword)
    return { success: true, options }
  })

  route(api, 'POST /api/auth/passkeys', own, async (request) => {
    const { name, passkey: answer } = request.body
    const change = changeOf(sessionOf(request), now())
    await addPasskey(db, now(), ensureParty(party), change, { name, answer })
    messagesQueued()
    return { success: true }
  })

  route(api, 'POST /api/auth/passkeys/rename', own, async (request) => {
    const { holder } = changeOf(sessionOf(request), now())
    await renameOwn(db, holder, request.body.id, request.body.name)
    return { success: true }
  })

  route(api, 'POST /api/auth/passkeys/remove', own, async (request) => {
    const { id, currentPassword } = request.body
    await removePasskey(db, now(), changeOf(sessionOf(request), now()), id, currentPassword)
    messagesQueued()
    return { success: true }
  })
}

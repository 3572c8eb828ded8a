import { knownDevice } from '../devices.ts'
import { checkedHolder, questionFor } from '../accounts/passkeys/check.ts'
import { addPasskey, listPasskeys, removePasskey, renameOwn, setUpPasskey } from '../accounts/passkeys/own.ts'
import { ensureParty, partyOf } from '../accounts/passkeys/party.ts'
import { holderFacts } from '../accounts/second-factor-queries.ts'
import { spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { route } from '../http/route.ts'
import { administratorOf } from './gate.ts'
import { openFor } from './login.ts'
import { toldAdministrator } from './second-factor-routes.ts'

const all = { access: 'public' } as const
const config = { access: 'administrator' } as const

const changeOf = ({ id, token_hash }: ReturnType<typeof administratorOf>, nowMs: number) => ({
  holder: { table: 'administrators', id } as const,
  keep: token_hash,
  told: toldAdministrator(id, nowMs),
})

/** An administrator's own passkeys, as a user's. */
export function administratorPasskeys(api: Api, deps: Deps) {
  const { db, now, messagesQueued } = deps
  const party = partyOf(deps.config)
  const isSecure = deps.config.publicUrl.startsWith('https:')
  const limited = (request: { ip: string }) =>
    spend(db, now(), [
      { subject: `passkeys of administrators from ${networkOf(request.ip)}`, max: 100, minutes: 15 },
    ])

  route(api, 'POST /api/admin/passkeys/options', all, async (request) => {
    await limited(request)
    const options = await questionFor(db, now(), ensureParty(party), { door: 'administrators' })
    return { success: true, options: options! }
  })

  route(api, 'POST /api/admin/passkeys/enter', all, async (request, reply) => {
    await limited(request)
    const { passkey, timezone } = request.body
    const holder = await checkedHolder(db, now(), ensureParty(party), { door: 'administrators' }, passkey)
    const { email } = await holderFacts(db, { table: 'administrators', id: holder.id })
    const isKnownDevice = (await knownDevice(db, request, 'admin', email.toLowerCase())) !== undefined
    const entered = await openFor(
      db,
      now(),
      { ...holder, email },
      { request, reply, isSecure, isKnownDevice, timezone },
    )
    messagesQueued()
    return { success: true, ...entered }
  })

  route(api, 'GET /api/admin/passkeys', config, async (request) => {
    const { holder } = changeOf(administratorOf(request), now())
    return { success: true, is_available: party !== undefined, passkeys: await listPasskeys(db, holder) }
  })

  route(api, 'POST /api/admin/passkeys/setup', config, async (request) => {
    const change = changeOf(administratorOf(request), now())
    const { currentPassword } = request.body
    const options = await setUpPasskey(db, now(), ensureParty(party), change, currentPassword)
    return { success: true, options }
  })

  route(api, 'POST /api/admin/passkeys', config, async (request) => {
    const { name, passkey: answer } = request.body
    await addPasskey(db, now(), ensureParty(party), changeOf(administratorOf(request), now()), {
      name,
      answer,
    })
    messagesQueued()
    return { success: true }
  })

  route(api, 'POST /api/admin/passkeys/rename', config, async (request) => {
    const { holder } = changeOf(administratorOf(request), now())
    await renameOwn(db, holder, request.body.id, request.body.name)
    return { success: true }
  })

  route(api, 'POST /api/admin/passkeys/remove', config, async (request) => {
    const { id, currentPassword } = request.body
    await removePasskey(db, now(), changeOf(administratorOf(request), now()), id, currentPassword)
    messagesQueued()
    return { success: true }
  })
}

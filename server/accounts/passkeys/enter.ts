import { isFewToNote, noteActivity } from '../../activity.ts'
import { tryOnce } from '../../limits/attempts.ts'
import type { Db } from '../../database/db.ts'
import { knownDevice } from '../../devices.ts'
import { networkOf } from '../../limits/network.ts'
import { Refusal } from '../../http/refusal.ts'
import { tellNewDevice } from '../devices/new-device.ts'
import { seenFrom } from '../devices/seen.ts'
import { knownAsMember, welcomeBack, type Visit } from '../door.ts'
import { openSession } from '../sessions.ts'
import { checkedHolder } from './check.ts'
import type { Party } from './party.ts'
import { memberOfUser } from './queries.ts'

interface Entry extends Omit<Visit, 'proof'> {
  answer: unknown
  remember: boolean
  timezone: string | undefined
}

/** Wrong answers from one network; what is right passes. Nothing of 256 bits is guessed: it bounds the work. */
const passkeyTries = (network: string) => ({
  subjects: [],
  limits: [],
  shared: [{ subject: `passkeys from ${network}`, max: 100, minutes: 15 }],
})

/**
 * Signs a member in by a passkey, without password or code: what unlocks the device is the second factor.
 * @throws Refusal 401 for a wrong one, 429 after too many of one network.
 */
export async function enterByPasskey(db: Db, nowMs: number, party: Party, entry: Entry) {
  const { answer, remember, timezone, ...visit } = entry
  const { request } = visit
  let refusal: unknown
  const holder = await tryOnce(db, nowMs, passkeyTries(networkOf(request.ip)), () =>
    checkedHolder(db, nowMs, party, { door: 'users' }, answer).catch((error: unknown) => {
      refusal = error
      return undefined
    }),
  )
  if (!holder) throw refusal
  const { id: user_id, password_hash, has_second_factor } = holder
  const member = await memberOfUser(db, user_id)
  if (!member) throw new Refusal(401, 'Tu cuenta no tiene ningún negocio activo')
  const { email, business_id } = member
  const knownAs = await knownAsMember(db, email)
  const isKnown = (await knownDevice(db, request, 'login', knownAs)) !== undefined
  const from = seenFrom(request, timezone)
  const entered = { business_id, user_id, act: 'login', subject: email, nowMs } as const
  const isNoted = await isFewToNote(db, entered)
  const token = await db.transaction().execute(async (tx) => {
    const opened = { ...member, password_hash, has_second_factor }
    const token = await openSession(tx, opened, { remember, nowMs, from })
    if (token === undefined) return undefined
    if (isNoted) await noteActivity(tx, entered)
    const told = { table: 'users', id: user_id } as const
    if (!isKnown) await tellNewDevice(tx, { holder: told, business_id, recipient: email, from, nowMs })
    return token
  })
  // The password was changed, or the membership ended, in this moment.
  if (token === undefined) throw new Refusal(401, 'Tu cuenta cambió en este momento. Prueba otra vez.')
  await welcomeBack(db, nowMs, 'login', knownAs, visit)
  return { token, business_id }
}

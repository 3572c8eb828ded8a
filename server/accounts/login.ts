import type { Login } from '#domain/api/calls/accounts.ts'
import { isFewToNote, noteActivity } from '../activity.ts'
import { tryOnce } from '../limits/attempts.ts'
import type { Db } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'
import { entryOf, LOGIN_FAILURES, noteFailed, welcomeBack, type Visit } from './door.ts'
import { tellNewDevice } from './devices/new-device.ts'
import { NOBODYS_HASH, passwordMatches } from './passwords.ts'
import { memberOfEmail } from './queries.ts'
import { ensureSecondStep, type Steps } from './second-factor.ts'
import { seenFrom } from './devices/seen.ts'
import { openSession } from './sessions.ts'
import { toldUser } from './told.ts'

export interface Attempt extends Visit {
  who: Omit<Login, 'recaptcha_token' | 'proof_of_work'>
  /** May refuse by throwing: the human check. */
  admit: () => Promise<void>
}

/**
 * Signs a member of a business in. An unknown e-mail and a wrong password get the same answer after the same
 * time. The second step of whoever has one comes after the limits of the first.
 * @throws Refusal 401 for a wrong e-mail or password, 429 after too many failures, 503 when too many wait.
 */
export async function login(db: Db, nowMs: number, steps: Steps, { who, admit, ...visit }: Attempt) {
  const { email, password, remember = false, code, passkey } = who
  const from = seenFrom(visit.request, who.timezone)
  const name = email.toLowerCase()
  const { guess, lane, knownAs, isKnownDevice } = await entryOf(
    db,
    nowMs,
    'login',
    name,
    visit,
    LOGIN_FAILURES,
  )

  const opened = await tryOnce(db, nowMs, guess, async () => {
    await admit()
    const member = await memberOfEmail(db, email)
    const isRight = await passwordMatches(password, member?.password_hash ?? NOBODYS_HASH, lane)
    if (!member || !isRight) {
      // Not waited for: whoever guesses must not learn by the time that somebody has this e-mail.
      if (member) void noteFailed(db, nowMs, { id: member.user_id, email }).catch(() => {})
      return undefined
    }
    const told = toldUser(member, nowMs)
    const holder = { table: 'users', id: member.user_id } as const
    const has_second_factor = await ensureSecondStep(db, nowMs, {
      ...steps,
      holder,
      code,
      passkey,
      told,
    }).catch(async (error) => {
      // Waited for: it follows a right password, so there is nothing to hide.
      if (code) await noteFailed(db, nowMs, { id: member.user_id, email }, 'code_failed')
      throw error
    })
    const { business_id, user_id } = member
    const entered = { business_id, user_id, act: 'login', subject: email, nowMs } as const
    const isNoted = await isFewToNote(db, entered)
    return db.transaction().execute(async (tx) => {
      const token = await openSession(tx, { ...member, has_second_factor }, { remember, nowMs, from })
      if (token === undefined) return undefined
      if (isNoted) await noteActivity(tx, entered)
      if (!isKnownDevice)
        await tellNewDevice(tx, { holder, business_id, recipient: member.email, from, nowMs })
      return { token, business_id }
    })
  })
  if (!opened) throw new Refusal(401, 'El email o la contraseña no son correctos')
  await welcomeBack(db, nowMs, 'login', knownAs, visit)
  return opened
}

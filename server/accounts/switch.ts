import { isFewToNote, noteActivity } from '../activity.ts'
import { spend } from '../limits/attempts.ts'
import type { Db } from '../database/db.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { passwordHash } from './password-queries.ts'
import { openedSession, sessionUser } from './queries.ts'
import { hasSecondFactor } from './second-factor-queries.ts'
import { askerOf, lockedAsker } from './devices/asker.ts'
import type { SeenFrom } from './devices/seen.ts'
import type { Session } from './session.ts'
import { continueSession } from './sessions.ts'

/**
 * Opens a session in another business of the same person, which ends when the present one would, and is noted there; the present one goes
 * on, so that a lost answer leaves nobody outside.
 * @throws Refusal 401 when that one has ended meanwhile, 404 where they are no active member, 429.
 */
export async function switchTo(db: Db, nowMs: number, session: Session, business_id: number, from: SeenFrom) {
  const { user_id } = session
  const [password_hash, has_second_factor] = await Promise.all([
    passwordHash(db, user_id),
    hasSecondFactor(db, user_id),
  ])
  // After the password was read: one that was changed before that has ended the session that asks.
  const present = await openedSession(db, session)
  if (!present) throw new Refusal(401, 'Tu sesión terminó. Inicia sesión de nuevo.')
  // Of the log-in, with all that it switched to: whoever has a stolen session uses up nothing of its owner's.
  const origin = present.origin.toString('hex')
  await spend(db, nowMs, [{ subject: `switches of session ${origin}`, max: 120, minutes: 60 }])
  const member = { business_id, user_id, password_hash, has_second_factor }
  const how = { nowMs, from: { ...from, timezone: present.timezone } }
  const { email: subject } = await sessionUser(db, user_id)
  const entered = { business_id, user_id, act: 'login', subject, nowMs } as const
  const isNoted = await isFewToNote(db, entered)
  return db.transaction().execute(async (tx) => {
    // All others may be closed at this moment: it is one of them, or its session has ended.
    await lockedAsker(tx, askerOf(session))
    const token = await continueSession(tx, member, { ...present, token_hash: session.token_hash }, how)
    if (token === undefined) throw notFound('Negocio no encontrado')
    if (isNoted) await noteActivity(tx, entered)
    return { token, business_id }
  })
}

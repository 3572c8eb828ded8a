import type { Registration } from '#domain/api/calls/accounts.ts'
import { entryOf, LOGIN_FAILURES, type Visit } from '../accounts/door.ts'
import type { SeenFrom } from '../accounts/devices/seen.ts'
import { passwordMatches } from '../accounts/passwords.ts'
import { openSession } from '../accounts/sessions.ts'
import { isFewToNote, noteActivity } from '../activity.ts'
import { tryOnce } from '../limits/attempts.ts'
import type { Db } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'
import { registeredBy } from './queries.ts'

const EMAIL_TAKEN = 'Ya existe una cuenta con este email'

/** The key of a registration, and whence it comes: to guess a password by it is to guess it at the log-in. */
export interface SentAgain {
  key: string | undefined
  visit: Visit
}

interface Again extends SentAgain {
  form: Pick<Registration, 'email' | 'password' | 'remember'>
  from: SeenFrom
}

/** Whether somebody registered with this key and e-mail within the last day. */
export const isSentAgain = async (
  db: Db,
  nowMs: number,
  { email, key }: { email: string; key: string | undefined },
): Promise<boolean> => key !== undefined && (await registeredBy(db, { email, key, nowMs })) !== undefined

/**
 * Opens a session for whoever registered with this key and e-mail within the last day and knows the password: the answer of
 * the registration got lost. The password may not have been changed since, nor a second step been added.
 * @returns undefined when nobody registered so.
 * @throws Refusal 409 for a wrong password, 429 after too many of them.
 */
export async function enterAgain(db: Db, nowMs: number, { form, from, key, visit }: Again) {
  if (key === undefined) return undefined
  const { email, password, remember = false } = form
  const made = await registeredBy(db, { email, key, nowMs })
  if (!made) return undefined
  const { guess, lane } = await entryOf(db, nowMs, 'login', email.toLowerCase(), visit, LOGIN_FAILURES)
  const opened = await tryOnce(db, nowMs, guess, async () => {
    if (!(await passwordMatches(password, made.password_hash, lane))) return undefined
    const { business_id, user_id } = made
    const entered = { business_id, user_id, act: 'login', subject: email, nowMs } as const
    const isNoted = await isFewToNote(db, entered)
    return db.transaction().execute(async (tx) => {
      const token = await openSession(tx, { ...made, has_second_factor: false }, { remember, nowMs, from })
      if (token === undefined) return undefined
      if (isNoted) await noteActivity(tx, entered)
      return { token, business_id }
    })
  })
  if (!opened) throw emailTaken()
  return opened
}

export const emailTaken = () => new Refusal(409, EMAIL_TAKEN, { fields: { email: EMAIL_TAKEN } })

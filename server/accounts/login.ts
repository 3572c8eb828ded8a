import { loginErrors } from '#domain/account.ts'
import { cleanText } from '#domain/fields.ts'
import { ensureLeft, tryOnce, type Limit } from '../attempts.ts'
import type { Db } from '../db.ts'
import { invalid, Refusal } from '../refusal.ts'
import { NOBODYS_HASH, passwordMatches } from './passwords.ts'
import { accountOfEmail } from './queries.ts'
import { openSession } from './sessions.ts'

/** Wrong passwords only. A stranger's guesses keep the owner out for a while at their own address only, at first. */
function loginLimits(email: string, address: string): Limit[] {
  const who = email.toLowerCase()
  return [
    { subject: `login e-mail ${who} from ${address}`, max: 10, minutes: 15 },
    { subject: `login e-mail ${who}`, max: 50, minutes: 15 },
    { subject: `login from ${address}`, max: 100, minutes: 15 },
  ]
}

export interface Login {
  body: Record<string, unknown>
  address: string
  /** May refuse by throwing: the human check. */
  admit: () => Promise<void>
}

/**
 * Signs an owner in. An unknown e-mail and a wrong password are the same, in words and in time.
 * @throws Refusal 400 for the form, 401 for e-mail or password, 429 after too many failures.
 */
export async function login(db: Db, nowMs: number, { body, address, admit }: Login) {
  const errors = loginErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const email = cleanText(body.email)
  const limits = loginLimits(email, address)
  await ensureLeft(db, nowMs, limits)
  await admit()

  const opened = await tryOnce(db, nowMs, limits, async () => {
    const account = await accountOfEmail(db, email)
    const isRight = await passwordMatches(String(body.password), account?.password_hash ?? NOBODYS_HASH)
    if (!account || !isRight) return undefined
    const { business_id, password_hash } = account
    const token = await openSession(db, business_id, {
      password_hash,
      remember: body.remember === true,
      nowMs,
    })
    return token && { token, business_id }
  })
  if (!opened) throw new Refusal(401, 'El email o la contraseña no son correctos')
  return opened
}

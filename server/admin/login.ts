import { adminLoginErrors } from '#domain/account.ts'
import { cleanText } from '#domain/fields.ts'
import { NOBODYS_HASH, passwordMatches } from '../accounts/passwords.ts'
import { ensureLeft, tryOnce, type Limit } from '../attempts.ts'
import type { Db } from '../db.ts'
import { invalid, Refusal } from '../refusal.ts'
import { newToken } from '../tokens.ts'
import { administratorOfEmail, openAdministratorSession, record } from './queries.ts'

const SESSION_MS = 12 * 3_600_000

/**
 * Signs an administrator in, for 12 hours. An unknown e-mail and a wrong password are the same, in words and in time.
 * @throws Refusal 400 for the form, 401 for e-mail or password, 429 after too many failures.
 */
export async function administratorLogin(
  db: Db,
  nowMs: number,
  body: Record<string, unknown>,
  address: string,
) {
  const errors = adminLoginErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const email = cleanText(body.email)
  const limits: Limit[] = [
    { subject: `admin login ${email.toLowerCase()} from ${address}`, max: 5, minutes: 15 },
    { subject: `admin login ${email.toLowerCase()}`, max: 20, minutes: 15 },
    { subject: `admin login from ${address}`, max: 30, minutes: 15 },
  ]
  await ensureLeft(db, nowMs, limits)
  const found = await tryOnce(db, nowMs, limits, async () => {
    const administrator = await administratorOfEmail(db, email)
    const isRight = await passwordMatches(String(body.password), administrator?.password_hash ?? NOBODYS_HASH)
    if (!administrator || !isRight) {
      await record(db, { administrator_id: administrator?.id ?? null, act: 'login_failed', nowMs })
      return undefined
    }
    return administrator
  })
  if (!found) throw new Refusal(401, 'El email o la contraseña no son correctos')
  const { token, hash } = newToken(found.id)
  await openAdministratorSession(db, {
    token_hash: hash,
    administrator_id: found.id,
    expiresMs: nowMs + SESSION_MS,
  })
  await record(db, { administrator_id: found.id, act: 'login', nowMs })
  return { token, user: { id: found.id, email: found.email } }
}

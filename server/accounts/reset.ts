import { changePasswordErrors, forgotErrors, passwordError, resetErrors } from '#domain/account.ts'
import { cleanText } from '#domain/fields.ts'
import { randomUUID } from 'node:crypto'
import { spend, tryOnce } from '../attempts.ts'
import type { Db, Tx } from '../db.ts'
import { queueAccountChanged } from '../messages/account-changed.ts'
import { enqueue } from '../messages/queries.ts'
import { invalid, Refusal } from '../refusal.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import {
  accountOfEmail,
  passwordHash,
  replacePassword,
  resetIsOpen,
  sessionBusiness,
  useReset,
} from './queries.ts'
import type { Session } from './session.ts'
import { tokenKey } from '../tokens.ts'

/**
 * Queues the mail with the reset link if there is such an account. Says nothing about it, and the caller answers in
 * its own time.
 */
export async function forgot(db: Db, nowMs: number, body: Record<string, unknown>, address: string) {
  const errors = forgotErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const email = cleanText(body.email)
  await spend(db, nowMs, [
    { subject: `reset mail to ${email.toLowerCase()}`, max: 10, minutes: 60 },
    { subject: `reset mails from ${address}`, max: 100, minutes: 60 },
  ])
  const account = await accountOfEmail(db, email)
  if (!account) return
  await enqueue(db, {
    business_id: account.business_id,
    kind: 'password_reset',
    recipient: account.email,
    once: `password_reset:${randomUUID()}`,
    due_at: nowMs,
  })
}

const EXPIRED = 'El enlace no es válido o ya venció. Pide uno nuevo.'

/**
 * Sets a new password by the token of a reset mail, which is then used up; every session ends.
 * @throws Refusal 400 for the password, or a token that is unknown, used or older than an hour.
 */
export async function resetPassword(db: Db, nowMs: number, body: Record<string, unknown>, address: string) {
  const { token, password, confirmPassword } = body
  const errors = confirmPassword === undefined ? { password: passwordError(password) } : resetErrors(body)
  const faults = Object.entries(errors).filter((fault): fault is [string, string] => Boolean(fault[1]))
  if (faults.length > 0) throw invalid(Object.fromEntries(faults))

  await spend(db, nowMs, [{ subject: `reset tokens from ${address}`, max: 100, minutes: 15 }])
  const key = tokenKey(cleanText(token))
  if (!key || !(await resetIsOpen(db, key, nowMs)))
    throw new Refusal(400, EXPIRED, { fields: { token: EXPIRED } })
  const password_hash = await hashPassword(String(password))
  await db.transaction().execute(async (tx) => {
    if (!(await useReset(tx, key, nowMs))) throw new Refusal(400, EXPIRED, { fields: { token: EXPIRED } })
    await replacePassword(tx, key.business_id, { password_hash, nowMs })
    await tellOwner(tx, key.business_id, nowMs)
  })
}

/**
 * Changes the password of the signed-in owner; every other session ends.
 * @throws Refusal 400 also for a wrong current password: 401 would end the session.
 */
export async function changePassword(db: Db, nowMs: number, session: Session, body: Record<string, unknown>) {
  const errors = changePasswordErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const limits = [{ subject: `current password of ${session.business_id}`, max: 10, minutes: 15 }]
  const isRight = await tryOnce(db, nowMs, limits, async () =>
    passwordMatches(String(body.currentPassword), await passwordHash(db, session.business_id)),
  )
  if (!isRight) throw invalid({ currentPassword: 'La contraseña actual no es correcta' })
  const password_hash = await hashPassword(String(body.newPassword))
  await db.transaction().execute(async (tx) => {
    await replacePassword(tx, session.business_id, { password_hash, nowMs, keep: session })
    await tellOwner(tx, session.business_id, nowMs)
  })
}

/** It may have been somebody else who found the screen open, or the mailbox. */
async function tellOwner(tx: Tx, business_id: number, at: number) {
  const { email } = await sessionBusiness(tx, business_id)
  await queueAccountChanged(tx, { business_id, recipient: email, at })
}

import { tryOnce } from '../../attempts.ts'
import type { Db } from '../../db.ts'
import { Refusal } from '../../refusal.ts'
import { newToken, notMeClaim } from '../../tokens.ts'
import { deletePasskeysSince } from '../passkeys/queries.ts'
import { NOBODYS_HASH } from '../passwords.ts'
import { RESET_MS } from '../reset.ts'
import { deleteFeedsSince, memberOfLink, shutOut } from './queries.ts'

/** Longer than the mail's link lasts. */
const SUSPECT_MS = 48 * 60 * 60_000

const EXPIRED = 'El enlace no es válido o ya venció. Pide uno para elegir otra contraseña.'

/**
 * 'No fui yo', by the link of the mail about a new device: every session ends, the present password opens nothing any
 * more, and the answer holds what a new one is set with. Sent again, it does the same; a new password ends the link.
 * @throws Refusal 400 for a link that is unknown, older than a day, or of before the present password; 429 after too
 * many of them from one network.
 */
export async function notMe(db: Db, nowMs: number, token: string, network: string) {
  const shared = [{ subject: `reset tokens from ${network}`, max: 100, minutes: 15 }]
  const opened = await tryOnce(db, nowMs, { of: [], limits: [], shared }, async () => {
    const claim = notMeClaim(token, nowMs)
    const member = claim && (await memberOfLink(db, claim))
    return member !== undefined && (await claim!.isOf(db, member.password_changed_at)) && claim
  })
  if (!opened) throw new Refusal(400, EXPIRED, { fields: { token: EXPIRED } })
  const { business_id, user_id } = opened
  const reset = newToken(business_id)
  const next = { password_hash: NOBODYS_HASH, reset: reset.hash, expiresMs: nowMs + RESET_MS }
  await db.transaction().execute(async (tx) => {
    await shutOut(tx, { business_id, user_id }, next)
    // Whoever came in with the password may have left themselves another way.
    await deletePasskeysSince(tx, { table: 'users', id: user_id }, nowMs - SUSPECT_MS)
    await deleteFeedsSince(tx, user_id, nowMs - SUSPECT_MS)
  })
  return { token: reset.token }
}

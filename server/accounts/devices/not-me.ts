import { tryOnce } from '../../limits/attempts.ts'
import type { Db } from '../../database/db.ts'
import { Refusal } from '../../http/refusal.ts'
import { newToken, notMeClaim } from '../../tokens.ts'
import { FORMER_EMAIL_MS as SUSPECT_MS, giveEmailBack } from '../former-email-queries.ts'
import { deletePasskeysSince } from '../passkeys/queries.ts'
import { deleteSetup, switchOff } from '../second-factor-queries.ts'
import { NOBODYS_HASH } from '../passwords.ts'
import { RESET_MS } from '../reset.ts'
import {
  deleteFeedsSince,
  deleteOffersBy,
  lockedMemberOfLink,
  memberOfLink,
  noteRecovered,
  shutOut,
} from './queries.ts'

const EXPIRED = 'El enlace no es válido o ya venció. Pide uno para elegir otra contraseña.'

interface Recovered {
  password_changed_at: number
  recovered_at: number | null
  recovered_since: number | null
}

/**
 * Whether a link of the log-in `at` has ended: with a link of an earlier log-in, so that whoever came in cannot answer by one of
 * their own; and once a new password was chosen after it. One that was chosen before is no sign of its owner.
 */
function hasEnded(at: number, { password_changed_at, recovered_at, recovered_since }: Recovered): boolean {
  if (recovered_at === null || recovered_since === null || at < recovered_since || at > recovered_at)
    return false
  return at > recovered_since || password_changed_at > recovered_at
}

/**
 * 'No fui yo', by the link of the mail about a new device: every session ends, the present password opens nothing any
 * more, the e-mail of that log-in is the account's again, and the answer holds what a new password is set with. Sent again, it
 * does the same; a new password ends the link.
 * @throws Refusal 400 for a link that is unknown, older than a day, or has ended; 429 after too many of them from one
 * network.
 */
export async function notMe(db: Db, nowMs: number, token: string, network: string) {
  const shared = [{ subject: `reset tokens from ${network}`, max: 100, minutes: 15 }]
  const opened = await tryOnce(db, nowMs, { subjects: [], limits: [], shared }, async () => {
    const claim = await notMeClaim(db, token, nowMs)
    const member = claim && (await memberOfLink(db, claim.user_id))
    return member !== undefined && !hasEnded(claim!.at, member) && claim
  })
  if (!opened) throw new Refusal(400, EXPIRED, { fields: { token: EXPIRED } })
  const { user_id, at } = opened
  return db.transaction().execute(async (tx) => {
    const member = await lockedMemberOfLink(tx, user_id)
    if (!member || hasEnded(at, member)) throw new Refusal(400, EXPIRED, { fields: { token: EXPIRED } })
    const { business_id } = member
    const reset = newToken(business_id)
    const next = { password_hash: NOBODYS_HASH, reset: reset.hash, expiresMs: nowMs + RESET_MS }
    await shutOut(tx, { business_id, user_id }, next)
    // Whoever came in with the password may have left themselves another way.
    await deletePasskeysSince(tx, { table: 'users', id: user_id }, nowMs - SUSPECT_MS)
    await deleteFeedsSince(tx, user_id, nowMs - SUSPECT_MS)
    await deleteOffersBy(tx, user_id)
    const since = member.totp_since
    const holder = { table: 'users', id: user_id } as const
    if (since !== null && since > nowMs - SUSPECT_MS) await switchOff(tx, holder)
    else await deleteSetup(tx, holder)
    await giveEmailBack(tx, user_id, at)
    await noteRecovered(tx, user_id, { at, nowMs })
    return { token: reset.token }
  })
}

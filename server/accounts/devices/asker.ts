import { tryOnce } from '../../limits/attempts.ts'
import type { Db, Tx } from '../../database/db.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import { passwordMatches } from '../passwords.ts'
import { holderFacts, isOpen, lockedHolder, originOf, type Holder } from '../second-factor-queries.ts'
import type { Session } from '../session.ts'

/** Who asks for something, and by which session. */
export interface Asker {
  holder: Holder
  /** The hash of the session. */
  keep: Buffer
}

export const askerOf = ({ user_id, token_hash }: Session): Asker => ({
  holder: { table: 'users', id: user_id },
  keep: token_hash,
})

/**
 * Checks with the password that whoever asks is still at the screen. Ten wrong ones in 15 minutes shut a session out, and those
 * that it was switched to, so that an open screen that others guess at keeps its owner out nowhere else; fifty shut all of them out.
 * @returns the hash of the password, for `lockedAsker`.
 * @throws Refusal 400, in `field`, for a wrong password, because a 401 would end the session; 429.
 */
export async function ensureAtScreen(
  db: Db,
  nowMs: number,
  { holder, keep }: Asker,
  password: string,
  field = 'currentPassword',
): Promise<string> {
  const who = holder.table === 'users' ? `user ${holder.id}` : `administrator ${holder.id}`
  const subject = `current password of ${who}`
  const origin = await originOf(db, holder, keep)
  const here = { subject: `${subject} in ${origin.toString('hex')}`, max: 10, minutes: 15 }
  const guess = { subjects: [subject], limits: [here, { subject, max: 50, minutes: 15 }] }
  const proven = await tryOnce(db, nowMs, guess, async () => {
    const { password_hash } = await holderFacts(db, holder)
    return (await passwordMatches(password, password_hash, { lane: who, isKnown: true })) && password_hash
  })
  if (!proven) throw wrongPassword(field)
  return proven
}

const wrongPassword = (field: string) => invalid({ [field]: 'La contraseña actual no es correcta' })

/**
 * Locks whoever asks, and makes sure that their session has not ended since the gate let it in: with 'No fui yo', or a password set by a
 * mailed link. What either takes back would be written behind it.
 * @param proven what `ensureAtScreen` returned: a password that was changed since proves nothing any more.
 * @throws Refusal 401; 400 for such a password.
 */
export async function lockedAsker(tx: Tx, { holder, keep }: Asker, proven?: string) {
  const facts = await lockedHolder(tx, holder)
  if (!(await isOpen(tx, holder, keep))) throw new Refusal(401, 'Tu sesión terminó. Inicia sesión de nuevo.')
  if (proven !== undefined && facts.password_hash !== proven) throw wrongPassword('currentPassword')
  return facts
}

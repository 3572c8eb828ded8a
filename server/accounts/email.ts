import { EMAIL_NEEDS_PASSWORD } from '#domain/account.ts'
import type { Db } from '../database/db.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { ownerWithEmail } from './queries.ts'
import { ensurePassword } from './reset.ts'
import type { Session } from './session.ts'

const OTHERS = 'Con este correo entra otra persona del negocio: solo ella puede cambiarlo.'

/**
 * Makes sure that who replaces the business's e-mail `before`, by which they sign in as its owner, is still at the
 * screen: an open session is not enough for the keys of the account.
 * @returns whether it is such a log-in; after a business was handed over nobody may sign in by its e-mail.
 * @throws Refusal 400 in `currentPassword` for a missing or wrong one, 403 when another owner signs in with it,
 * 429 after ten wrong ones in 15 minutes.
 */
export async function ensureMayChangeEmail(
  db: Db,
  nowMs: number,
  session: Session,
  { before, password }: { before: string; password: string | undefined },
): Promise<boolean> {
  const owner = await ownerWithEmail(db, session.business_id, before)
  if (owner === undefined) return false
  if (owner !== session.user_id) throw new Refusal(403, OTHERS, { fields: { email: OTHERS } })
  if (!password) throw invalid({ currentPassword: EMAIL_NEEDS_PASSWORD })
  await ensurePassword(db, nowMs, session, password, 'currentPassword')
  return true
}

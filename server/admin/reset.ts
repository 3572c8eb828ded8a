import { hashPassword } from '../accounts/passwords.ts'
import { endOtherSessions, switchOff } from '../accounts/second-factor-queries.ts'
import type { Db } from '../database/db.ts'
import { administratorOfEmail, record, replacePassword } from './queries.ts'

/**
 * Lets an administrator in again who lost the password or the second step, with a new password alone: sessions, codes and passkeys
 * end. For the operator's console: whoever reaches it has the database anyway. False when nobody has that e-mail.
 */
export async function letInAgain(
  db: Db,
  { email, password }: { email: string; password: string },
  nowMs: number,
): Promise<boolean> {
  const found = await administratorOfEmail(db, email)
  if (!found) return false
  const password_hash = await hashPassword(password)
  const holder = { table: 'administrators', id: found.id } as const
  await db.transaction().execute(async (tx) => {
    await replacePassword(tx, found.id, password_hash)
    await switchOff(tx, holder)
    await endOtherSessions(tx, holder, Buffer.alloc(0))
    await record(tx, { administrator_id: found.id, act: 'let_in_again', nowMs })
  })
  return true
}

import { hashPassword } from '../accounts/passwords.ts'
import type { Db } from '../db.ts'

/** Makes the administrator unless one with that e-mail exists; says whether it was made. */
export async function ensureAdministrator(db: Db, { email, password }: { email: string; password: string }) {
  const existing = await db
    .selectFrom('administrators')
    .select('id')
    .where((row) => row(row.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  if (existing) return false
  await db
    .insertInto('administrators')
    .values({ email, password_hash: await hashPassword(password) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

import { sql } from 'kysely'
import { instant, iso, type Db, type Tx } from '../database/db.ts'
import type { TokenKey } from '../tokens.ts'
import type { Session } from './session.ts'

export async function passwordHash(db: Db, user_id: number): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return row.password_hash
}

/** Who signs in with an e-mail, and since when they were not known anywhere: by 'No fui yo', or a mailed link; null for ever. */
export function personOfEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', sql<number | null>`greatest(recovered_at, password_reset_at)`.as('since')])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
}

/** Sets the password and ends all sessions, except `keep`, and all reset links of the user. */
export async function replacePassword(
  tx: Tx,
  user_id: number,
  { password_hash, nowMs, keep }: { password_hash: string; nowMs: number; keep?: Session },
) {
  await tx
    .updateTable('users')
    .set({ password_hash, password_changed_at: iso(nowMs) })
    .where('id', '=', user_id)
    .execute()
  const businesses = tx.selectFrom('memberships').select('business_id').where('user_id', '=', user_id)
  let others = tx.deleteFrom('sessions').where('business_id', 'in', businesses).where('user_id', '=', user_id)
  if (keep) others = others.where('token_hash', '!=', keep.token_hash)
  await others.execute()
  await tx
    .deleteFrom('password_resets')
    .where('business_id', 'in', businesses)
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
}

/** Ends every open reset link of some users, in all their businesses: they went to a mailbox that may be somebody else's by now. */
export async function endResetLinks(tx: Tx, users: number[]) {
  await tx
    .deleteFrom('password_resets')
    .where(
      'business_id',
      'in',
      tx.selectFrom('memberships').select('business_id').where('user_id', 'in', users),
    )
    .where('user_id', 'in', users)
    .where('used_at', 'is', null)
    .execute()
}

/** Whose an open reset token is; undefined when it is unknown, expired or used. */
export async function userOfReset(db: Db, { business_id, hash }: TokenKey, nowMs: number) {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('business_id', '=', business_id)
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(nowMs))
    .executeTakeFirst()
  return row?.user_id
}

/** Whose a reset token was that was used since then. */
export async function userOfUsedReset(db: Db, { business_id, hash }: TokenKey, sinceMs: number) {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('business_id', '=', business_id)
    .where('token_hash', '=', hash)
    .where('used_at', '>', instant(sinceMs))
    .executeTakeFirst()
  return row?.user_id
}

/**
 * Uses up a reset token.
 * @returns the user’s id; undefined when it is unknown, expired or used. Of two simultaneous uses, one
 * succeeds.
 */
export async function useReset(
  tx: Tx,
  { business_id, hash }: TokenKey,
  nowMs: number,
): Promise<number | undefined> {
  const used = await tx
    .updateTable('password_resets')
    .set({ used_at: iso(nowMs) })
    .where('business_id', '=', business_id)
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(nowMs))
    .returning('user_id')
    .executeTakeFirst()
  return used?.user_id
}

/** Notes that a password was chosen by a mailed link. */
export async function noteReset(tx: Tx, user_id: number, nowMs: number) {
  await tx
    .updateTable('users')
    .set({ password_reset_at: iso(nowMs) })
    .where('id', '=', user_id)
    .execute()
}

/** Notes that whoever uses a mailed link reads the mails to a user's e-mail; false when that was known before. */
export async function proveEmail(tx: Tx, user_id: number, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_proven_at: iso(nowMs) })
    .where('id', '=', user_id)
    .where('email_proven_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Locks the owners who sign in by the business's e-mail: before the business, as whoever changes the e-mail locks them. */
export async function lockOwnersOfEmail(tx: Tx, business_id: number, email: string): Promise<void> {
  await sql`
    select from users u join memberships m on m.user_id = u.id
    where m.business_id = ${business_id} and m.role = 'owner' and lower(u.email) = ${email.toLowerCase()}
    order by u.id for no key update of u`.execute(tx)
}

/** The same of the owner who signs in with the business's e-mail, which a link confirmed. */
export async function proveOwnersEmail(tx: Tx, business_id: number, email: string, nowMs: number) {
  const owners = tx
    .selectFrom('memberships')
    .select('user_id')
    .where('business_id', '=', business_id)
    .where('role', '=', 'owner')
  await tx
    .updateTable('users')
    .set({ email_proven_at: iso(nowMs) })
    .where('id', 'in', owners)
    .where((row) => row(row.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('email_proven_at', 'is', null)
    .execute()
}

/** The members of whom nobody knows whether their e-mail is theirs, locked: anybody may have registered with it. */
export async function unprovenMembers(tx: Tx, business_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.business_id = ${business_id} and u.email_proven_at is null
    order by u.id for no key update of u`.execute(tx)
  return rows.map(({ id }) => id)
}

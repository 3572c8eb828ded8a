import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../db.ts'
import type { BusinessId, Session } from './session.ts'
import type { TokenKey } from '../tokens.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** A session that has not expired, and whether its business is suspended; undefined when there is none. */
export function liveSession(db: Db, { business_id, hash }: TokenKey, nowMs: number) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('businesses as b', 'b.id', 's.business_id')
    .select(sql<boolean>`b.suspended_at is not null`.as('is_suspended'))
    .where('s.business_id', '=', business_id)
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', instant(nowMs))
    .executeTakeFirst()
}

/** What the screens keep of the signed-in business. */
export function sessionBusiness(db: Db | Tx, owner: number) {
  return db
    .selectFrom('businesses')
    .select([
      'id',
      'business_name',
      'slug',
      'email',
      'phone',
      'timezone',
      'currency',
      'logo_url',
      'brand_color',
    ])
    .select(sql<boolean>`suspended_at is not null`.as('is_suspended'))
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
}

/** By its e-mail, however it is capitalised. */
export function accountOfEmail(db: Db, email: string) {
  return db
    .selectFrom('businesses as b')
    .innerJoin('accounts as a', 'a.business_id', 'b.id')
    .select(['b.id as business_id', 'b.email', 'a.password_hash'])
    .where(sql`lower(b.email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
}

export async function passwordHash(db: Db, owner: BusinessId): Promise<string> {
  const row = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('business_id', '=', owner)
    .executeTakeFirstOrThrow()
  return row.password_hash
}

/**
 * Opens a session for whoever knew the password with this hash; false when the password was changed meanwhile, which
 * ended all sessions and must not leave this one.
 */
export async function insertSession(
  db: Db | Tx,
  { business_id, hash }: TokenKey,
  { password_hash, nowMs, expiresMs }: { password_hash: string; nowMs: number; expiresMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sessions (business_id, token_hash, created_at, expires_at)
    select business_id, ${hash}, ${iso(nowMs)}, ${iso(expiresMs)} from accounts
    where business_id = ${business_id} and password_hash = ${password_hash}
    for share
    returning business_id`.execute(db)
  return rows.length > 0
}

export async function deleteSession(db: Db, { business_id, token_hash }: Session) {
  await db
    .deleteFrom('sessions')
    .where('business_id', '=', business_id)
    .where('token_hash', '=', token_hash)
    .execute()
}

export async function insertAccount(tx: Tx, business_id: number, password_hash: string, nowMs: number) {
  await tx
    .insertInto('accounts')
    .values({ business_id, password_hash, password_changed_at: iso(nowMs) })
    .execute()
}

/** Sets the password and ends every session and every reset link; `keep` is the session that goes on. */
export async function replacePassword(
  tx: Tx,
  business_id: number,
  { password_hash, nowMs, keep }: { password_hash: string; nowMs: number; keep?: Session },
) {
  await tx
    .updateTable('accounts')
    .set({ password_hash, password_changed_at: iso(nowMs) })
    .where('business_id', '=', business_id)
    .execute()
  let others = tx.deleteFrom('sessions').where('business_id', '=', business_id)
  if (keep) others = others.where('token_hash', '!=', keep.token_hash)
  await others.execute()
  await tx
    .deleteFrom('password_resets')
    .where('business_id', '=', business_id)
    .where('used_at', 'is', null)
    .execute()
}

export async function resetIsOpen(db: Db, { business_id, hash }: TokenKey, nowMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('password_resets')
    .select('business_id')
    .where('business_id', '=', business_id)
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(nowMs))
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a reset token; false when it is unknown, expired or used: of two at once one gets it. */
export async function useReset(tx: Tx, { business_id, hash }: TokenKey, nowMs: number): Promise<boolean> {
  const used = await tx
    .updateTable('password_resets')
    .set({ used_at: iso(nowMs) })
    .where('business_id', '=', business_id)
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(nowMs))
    .returning('business_id')
    .executeTakeFirst()
  return used !== undefined
}

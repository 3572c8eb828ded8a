import { sql } from 'kysely'
import { instant, iso, type Db, type Tx } from '../../database/db.ts'
import type { Holder } from '../second-factor-queries.ts'

const columnOf = ({ table }: Holder) => (table === 'users' ? 'user_id' : 'administrator_id')

/** The first act uses it up. */
export async function spendPasskeyChallenge(
  db: Db,
  { challenge, act, untilMs }: { challenge: string; act: string; untilMs: number },
): Promise<boolean> {
  await db
    .insertInto('spent_challenges')
    .values({ challenge, used_for: act, expires_at: iso(untilMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('spent_challenges')
    .select('used_for')
    .where('challenge', '=', challenge)
    .executeTakeFirst()
  return row?.used_for === act
}

export function passkeysOf(db: Db | Tx, holder: Holder) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .where(columnOf(holder), '=', holder.id)
    .orderBy('id')
    .execute()
}

/** A passkey of the people who sign in at one door, and by what else its holder signs in. */
export function passkeyOfCredential(db: Db | Tx, table: Holder['table'], credential_id: Buffer) {
  const holder = db
    .selectFrom(table)
    .select(['id', 'password_hash', sql<boolean>`totp_secret is not null`.as('has_second_factor')])
    .as('h')
  return db
    .selectFrom('passkeys as p')
    .innerJoin(holder, 'h.id', `p.${columnOf({ table, id: 0 })}`)
    .select(['p.id', 'p.credential_id', 'p.public_key', 'p.counter', 'p.transports'])
    .select(['h.id as holder_id', 'h.password_hash', 'h.has_second_factor'])
    .where('p.credential_id', '=', credential_id)
    .executeTakeFirst()
}

interface NewPasskey {
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
}

/** False when the credential is known already. */
export async function insertPasskey(tx: Tx, holder: Holder, passkey: NewPasskey, nowMs: number) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values({ [columnOf(holder)]: holder.id, ...passkey, created_at: iso(nowMs) })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Notes a use; false when a later one was noted before, or the passkey is gone. Passkeys without a counter stay at 0. */
export async function noteUse(db: Db | Tx, id: number, counter: number, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: iso(nowMs) })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('counter', '<', counter), row.and([row('counter', '=', 0), row.lit(counter === 0)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function renamePasskey(db: Db, holder: Holder, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where(columnOf(holder), '=', holder.id)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function deletePasskey(tx: Tx, holder: Holder, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where(columnOf(holder), '=', holder.id)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Removes those that somebody may have added who had no right to. */
export async function deletePasskeysSince(tx: Tx, holder: Holder, sinceMs: number) {
  await tx
    .deleteFrom('passkeys')
    .where(columnOf(holder), '=', holder.id)
    .where('created_at', '>', instant(sinceMs))
    .execute()
}

/** Whom a passkey signs in: an active member, in the business joined first. */
export function memberOfUser(db: Db, user_id: number) {
  return db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .select(['m.business_id', 'm.user_id', 'u.email'])
    .where('u.id', '=', user_id)
    .where('m.is_active', '=', true)
    .orderBy('m.created_at')
    .orderBy('m.business_id')
    .executeTakeFirst()
}

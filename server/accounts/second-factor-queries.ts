import { sql } from 'kysely'
import { instant, iso, type Db, type Tx } from '../database/db.ts'

/** Whose log-in it is. */
export interface Holder {
  table: 'users' | 'administrators'
  id: number
}

const columnOf = ({ table }: Holder) => (table === 'users' ? 'user_id' : 'administrator_id')

/** The e-mail of a holder, and the second factor; `secret` is null without one. */
export function holderFacts(db: Db | Tx, { table, id }: Holder) {
  return db
    .selectFrom(table)
    .select(['email', 'password_hash', 'totp_secret as secret', 'totp_since as since', 'totp_step as step'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The same, with the row locked against other changes of it. */
export function lockedHolder(tx: Tx, { table, id }: Holder) {
  return tx
    .selectFrom(table)
    .select(['email', 'password_hash', 'totp_secret as secret', 'totp_step as step'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Notes that the code of a step was used; false when it, or a later one, was used before. Of two at once one is true. */
export async function spendStep(db: Db | Tx, { table, id }: Holder, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ totp_step: step })
    .where('id', '=', id)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Uses up a recovery code; false when there is none such. Of two at once one is true. */
export async function spendRecovery(tx: Tx, holder: Holder, hash: Buffer, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: iso(nowMs) })
    .where(columnOf(holder), '=', holder.id)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function recoveryLeft(db: Db | Tx, holder: Holder): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(columnOf(holder), '=', holder.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.n
}

export interface Setup {
  secret: Buffer
  recovery_hashes: Buffer[]
}

/** Keeps what somebody is shown until its first code, in place of what they were shown before. */
export async function putSetup(db: Db, holder: Holder, { secret, recovery_hashes }: Setup, nowMs: number) {
  const column = columnOf(holder)
  const row = { secret, recovery_hashes, created_at: iso(nowMs) }
  await db
    .insertInto('second_factor_setups')
    .values({ [column]: holder.id, ...row })
    .onConflict((conflict) => conflict.column(column).doUpdateSet(row))
    .execute()
}

export function setupOf(tx: Tx, holder: Holder, sinceMs: number) {
  return tx
    .selectFrom('second_factor_setups')
    .select(['secret', 'recovery_hashes'])
    .where(columnOf(holder), '=', holder.id)
    .where('created_at', '>', instant(sinceMs))
    .executeTakeFirst()
}

interface Factor extends Setup {
  step: number
  nowMs: number
}

/** Makes what was set up count. */
export async function switchOn(tx: Tx, holder: Holder, { secret, recovery_hashes, step, nowMs }: Factor) {
  await tx
    .updateTable(holder.table)
    .set({ totp_secret: secret, totp_since: iso(nowMs), totp_step: step })
    .where('id', '=', holder.id)
    .execute()
  await replaceRecovery(tx, holder, recovery_hashes)
  await deleteSetup(tx, holder)
}

export async function switchOff(tx: Tx, holder: Holder) {
  await tx
    .updateTable(holder.table)
    .set({ totp_secret: null, totp_since: null, totp_step: null })
    .where('id', '=', holder.id)
    .execute()
  await replaceRecovery(tx, holder, [])
  await deleteSetup(tx, holder)
}

export async function replaceRecovery(tx: Tx, holder: Holder, hashes: Buffer[]) {
  const column = columnOf(holder)
  await tx.deleteFrom('recovery_codes').where(column, '=', holder.id).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((hash) => ({ [column]: holder.id, hash }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}

/** Lets go what somebody was shown, and has not switched on. */
export const deleteSetup = (tx: Tx, holder: Holder) =>
  tx.deleteFrom('second_factor_setups').where(columnOf(holder), '=', holder.id).execute()

/** Ends every session of a holder but the one with `keep`. @returns whether there was any. */
export async function endOtherSessions(tx: Tx, { table, id }: Holder, keep: Buffer): Promise<boolean> {
  if (table === 'administrators') {
    const { numDeletedRows } = await tx
      .deleteFrom('administrator_sessions')
      .where('administrator_id', '=', id)
      .where('token_hash', '!=', keep)
      .executeTakeFirst()
    return numDeletedRows > 0
  }
  const businesses = tx.selectFrom('memberships').select('business_id').where('user_id', '=', id)
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('business_id', 'in', businesses)
    .where('user_id', '=', id)
    .where('token_hash', '!=', keep)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Whether the session with this hash has not been ended meanwhile. */
export async function isOpen(tx: Tx, { table, id }: Holder, token_hash: Buffer): Promise<boolean> {
  if (table === 'administrators') {
    const row = await tx
      .selectFrom('administrator_sessions')
      .select('administrator_id')
      .where('administrator_id', '=', id)
      .where('token_hash', '=', token_hash)
      .executeTakeFirst()
    return row !== undefined
  }
  const businesses = tx.selectFrom('memberships').select('business_id').where('user_id', '=', id)
  const row = await tx
    .selectFrom('sessions')
    .select('user_id')
    .where('business_id', 'in', businesses)
    .where('user_id', '=', id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  return row !== undefined
}

/** The session that the switches to this one began at, or itself. */
export async function originOf(db: Db, { table, id }: Holder, token_hash: Buffer): Promise<Buffer> {
  if (table === 'administrators') return token_hash
  const businesses = db.selectFrom('memberships').select('business_id').where('user_id', '=', id)
  const row = await db
    .selectFrom('sessions')
    .select('origin')
    .where('business_id', 'in', businesses)
    .where('user_id', '=', id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  return row?.origin ?? token_hash
}

/** Whether a user signs in with a second factor. */
export async function hasSecondFactor(db: Db | Tx, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(sql<boolean>`totp_secret is not null`.as('has'))
    .where('id', '=', user_id)
    .executeTakeFirst()
  return row?.has ?? false
}

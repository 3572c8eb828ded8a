import { instant, iso, type Db, type Tx } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'

/** The deletion of a business, from the request on; locked with `lock`, so that coming back and erasing take turns. */
export async function deletionOf(db: Db | Tx, business_id: number, { lock = false } = {}) {
  const row = db.selectFrom('business_deletions').selectAll().where('business_id', '=', business_id)
  return await (lock ? row.forUpdate() : row).executeTakeFirst()
}

/**
 * Waits for the erasing of a business, and holds it up until the transaction ends.
 * @throws Refusal 409 when there is nothing left to give to
 */
export async function ensureNotErased(tx: Tx, business_id: number): Promise<void> {
  const deletion = await tx
    .selectFrom('business_deletions')
    .select('erasing_at')
    .where('business_id', '=', business_id)
    .forShare()
    .executeTakeFirst()
  if (deletion && deletion.erasing_at !== null) throw new Refusal(409, 'Ese negocio ya fue eliminado')
}

const ahead = (db: Db | Tx, business_id: number, nowMs: number) =>
  db
    .selectFrom('appointments')
    .where('business_id', '=', business_id)
    .where('status', '=', 'scheduled')
    .where('starts_at', '>', instant(nowMs))

/** How many appointments lie ahead. */
export async function countAhead(db: Db | Tx, business_id: number, nowMs: number): Promise<number> {
  const { n } = await ahead(db, business_id, nowMs)
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The next of the appointments that lie ahead, by their ids. */
export async function someAhead(tx: Tx, business_id: number, nowMs: number, after: number, most: number) {
  const rows = await ahead(tx, business_id, nowMs)
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** The business's row, locked: its name, and since when it is off. */
export function lockBusiness(tx: Tx, business_id: number) {
  return tx
    .selectFrom('businesses')
    .select(['business_name', 'suspended_at', 'timezone'])
    .where('id', '=', business_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Puts the business off, or on again. */
export async function setOff(tx: Tx, business_id: number, sinceMs: number | null) {
  await tx
    .updateTable('businesses')
    .set({ suspended_at: sinceMs === null ? null : iso(sinceMs) })
    .where('id', '=', business_id)
    .execute()
}

export async function insertDeletion(
  tx: Tx,
  row: {
    business_id: number
    requested_by: number
    requestedMs: number
    eraseMs: number
    suspendedMs: number | null
  },
) {
  const { business_id, requested_by, requestedMs, eraseMs, suspendedMs } = row
  await tx
    .insertInto('business_deletions')
    .values({
      business_id,
      requested_by,
      requested_at: iso(requestedMs),
      erase_at: iso(eraseMs),
      suspended_before: suspendedMs === null ? null : iso(suspendedMs),
    })
    .execute()
}

/** Takes a deletion back; false when there is none, or erasing has begun. */
export async function removeDeletion(tx: Tx, business_id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('business_deletions')
    .where('business_id', '=', business_id)
    .where('erasing_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** While a business is being deleted: whether it will be suspended when its owner comes back. False when it is not. */
export async function suspendOnReturn(tx: Tx, business_id: number, suspendedMs: number | null) {
  const { numUpdatedRows } = await tx
    .updateTable('business_deletions')
    .set({ suspended_before: suspendedMs === null ? null : iso(suspendedMs) })
    .where('business_id', '=', business_id)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Those whose appointments are not all cancelled yet. */
export async function stillCancelling(db: Db) {
  return await db
    .selectFrom('business_deletions')
    .select(['business_id', 'requested_by'])
    .where('cancelled_at', 'is', null)
    .where('erasing_at', 'is', null)
    .orderBy('requested_at')
    .limit(20)
    .execute()
}

export async function noteCancelled(tx: Tx, business_id: number, nowMs: number) {
  await tx
    .updateTable('business_deletions')
    .set({ cancelled_at: iso(nowMs) })
    .where('business_id', '=', business_id)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** The owners who sign in, to whom a deletion is told. */
export async function ownersOf(tx: Tx, business_id: number) {
  return await tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name'])
    .where('m.business_id', '=', business_id)
    .where('m.role', '=', 'owner')
    .where('m.is_active', '=', true)
    .orderBy('u.id')
    .execute()
}

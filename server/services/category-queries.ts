import { keysOf } from '#domain/api/answer.ts'
import { category, type Category } from '#domain/api/service.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../database/db.ts'

const columns = keysOf(category)
const all = (db: Db | Tx, owner: BusinessId) =>
  db.selectFrom('service_categories').select(columns).where('business_id', '=', owner)

export function ownCategories(db: Db | Tx, owner: BusinessId): Promise<Category[]> {
  return all(db, owner).orderBy('position').orderBy('id').execute()
}

/** The category, locked until the transaction ends. */
export const lockedCategory = (tx: Tx, owner: BusinessId, id: number) =>
  all(tx, owner).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Whether the business has the category, which then stays until the transaction ends. */
export async function joinCategory(tx: Tx, owner: BusinessId, id: number): Promise<boolean> {
  return (await all(tx, owner).where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined
}

/** Adds a category at the end. @throws a unique violation for a name that is there. */
export function insertCategory(tx: Tx, owner: BusinessId, category_name: string): Promise<Category> {
  return tx
    .insertInto('service_categories')
    .values({
      business_id: owner,
      category_name,
      position: sql`(select coalesce(max(position) + 1, 0) from service_categories where business_id = ${owner})`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** @throws a unique violation for a name that is there. */
export function renameCategory(
  tx: Tx,
  owner: BusinessId,
  id: number,
  category_name: string,
): Promise<Category> {
  return tx
    .updateTable('service_categories')
    .set({ category_name })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Its services are in none then. False when there is no such category. */
export async function deleteCategory(tx: Tx, owner: BusinessId, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('service_categories')
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Puts `ids` first, in their order; the others follow in their previous order. */
export async function arrangeCategories(tx: Tx, owner: BusinessId, ids: number[]) {
  await sql`
    update service_categories c set position = arranged.position
    from (
      select id, row_number() over (order by array_position(${ids}::bigint[], id), position, id) - 1 as position
      from service_categories where business_id = ${owner}
    ) arranged
    where c.business_id = ${owner} and c.id = arranged.id and c.position <> arranged.position`.execute(tx)
}

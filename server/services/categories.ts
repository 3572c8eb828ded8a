import { category, type Category, type CategoryChanges } from '#domain/api/service.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { ensureRoomForCategory } from '../businesses/limits.ts'
import { sqlState, type Db, type Tx } from '../database/db.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { ensureVersion } from '../version.ts'
import {
  arrangeCategories,
  deleteCategory,
  insertCategory,
  lockedCategory,
  ownCategories,
  renameCategory,
} from './category-queries.ts'

const NO_CATEGORY = 'Categoría no encontrada'

/** @throws Refusal 409 for a name that is there, or when the business has as many as it may. */
export async function createCategory(tx: Tx, owner: BusinessId, name: string): Promise<Category> {
  await ensureRoomForCategory(tx, owner)
  return named(insertCategory(tx, owner, name))
}

/** @throws Refusal 404, 409 for a name that is there, or when the edited `version` is outdated. */
export function changeCategory(
  db: Db,
  owner: BusinessId,
  id: number,
  { version, category_name }: CategoryChanges,
): Promise<Category> {
  return db.transaction().execute(async (tx) => {
    const before = await lockedCategory(tx, owner, id)
    if (!before) throw notFound(NO_CATEGORY)
    ensureVersion(before, version, category, { category_name })
    return category_name === undefined ? before : named(renameCategory(tx, owner, id, category_name))
  })
}

/** Removes a category; services that were in it are in none. @throws Refusal 404. */
export async function removeCategory(tx: Tx, owner: BusinessId, id: number): Promise<object> {
  if (!(await deleteCategory(tx, owner, id))) throw notFound(NO_CATEGORY)
  return {}
}

/** Reorders the categories; missing ids follow. @throws Refusal 404 for an id of another business. */
export function arrangeAll(db: Db, owner: BusinessId, ids: number[]): Promise<Category[]> {
  return db.transaction().execute(async (tx) => {
    const own = new Set((await ownCategories(tx, owner)).map(({ id }) => id))
    if (!ids.every((id) => own.has(id))) throw notFound(NO_CATEGORY)
    await arrangeCategories(tx, owner, ids)
    return ownCategories(tx, owner)
  })
}

async function named(written: Promise<Category>): Promise<Category> {
  try {
    return await written
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    const taken = 'Ya tienes una categoría con ese nombre'
    throw new Refusal(409, taken, { fields: { category_name: taken } })
  }
}

import { uploadedImage } from '#domain/images.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../database/db.ts'
import { invalid } from '../http/refusal.ts'

/**
 * Marks pictures as used: those of our own store must belong to this business, and are protected from
 * clean-up. External addresses, and those that the row already has (`before`), pass.
 * @throws Refusal 400 for a picture of another business, or one that no longer exists.
 */
export async function takeImages(
  tx: Tx,
  owner: BusinessId,
  field: string,
  urls: string[],
  before: string[] = [],
) {
  for (const url of urls) {
    if (before.includes(url) || !url.startsWith('/files/')) continue
    const image = uploadedImage(url)
    if (!image || !(await takeImage(tx, owner, image)))
      throw invalid({ [field]: 'Esta imagen no existe. Súbela de nuevo.' })
  }
}

async function takeImage(tx: Tx, owner: BusinessId, { name, width }: { name: string; width: number }) {
  const row = await tx
    .updateTable('images')
    .set({ unused_since: null })
    .where('business_id', '=', owner)
    .where('name', '=', name)
    .where('width', '=', width)
    .where('is_private', '=', false)
    .where('removed_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds the row of a picture whose files are about to be written: unused until something refers to it. */
export async function insertImage(
  db: Db,
  owner: BusinessId,
  { nowMs, ...image }: { name: string; width: number; is_private: boolean; nowMs: number },
) {
  const at = new Date(nowMs).toISOString()
  await db
    .insertInto('images')
    .values({ business_id: owner, ...image, created_at: at, unused_since: at })
    .execute()
}

import type { Db } from '../database/db.ts'

/** The business that has, or had, this address. */
export async function businessOfSlug(db: Db, slug: string): Promise<number | undefined> {
  const row = await db.selectFrom('slugs').select('business_id').where('slug', '=', slug).executeTakeFirst()
  return row?.business_id
}

import { numberedSlug } from '#domain/slug.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'

/** Writes down that the business holds this address; false when another one does, or ever did. */
export async function holdSlug(tx: Tx, business_id: number, slug: string): Promise<boolean> {
  await tx
    .insertInto('slugs')
    .values({ slug, business_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Sees what another transaction has committed meanwhile: the insert waited for it.
  const row = await tx.selectFrom('slugs').select('business_id').where('slug', '=', slug).executeTakeFirst()
  return row?.business_id === business_id
}

/** Takes the first free one of slug, slug-2, slug-3 … and returns it. */
export async function holdNumberedSlug(tx: Tx, business_id: number, slug: string): Promise<string> {
  const lost = new Set<string>()
  for (;;) {
    const candidate = await freeSlug(tx, business_id, slug, lost)
    if (await holdSlug(tx, business_id, candidate)) return candidate
    lost.add(candidate)
  }
}

/** The first of slug, slug-2, slug-3 … that no other business holds, as it stands now. */
export async function freeSlug(
  db: Db | Tx,
  business_id: number,
  slug: string,
  lost: ReadonlySet<string> = new Set(),
): Promise<string> {
  // A long one is cut to make room for its number.
  const stem = slug.length > 55 ? slug.slice(0, 55) : `${slug}-`
  const { rows } = await sql<{ slug: string }>`
    select slug from slugs
    where business_id <> ${business_id} and (slug = ${slug} or slug like ${stem + '%'})`.execute(db)
  const taken = new Set([...rows.map((row) => row.slug), ...lost])
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : numberedSlug(slug, n)
    if (!taken.has(candidate)) return candidate
  }
}

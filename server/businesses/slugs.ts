import { numberedSlug } from '#domain/slug.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

/** Reserves this address for the business; false when another business has it or ever had it. */
export async function holdSlug(tx: Tx, business_id: number, slug: string): Promise<boolean> {
  await tx
    .insertInto('slugs')
    .values({ slug, business_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Sees what another transaction has committed meanwhile, because the insert waited for it.
  const row = await tx.selectFrom('slugs').select('business_id').where('slug', '=', slug).executeTakeFirst()
  return row?.business_id === business_id
}

/** How many addresses the business holds, former ones included. */
export async function heldSlugs(tx: Tx, business_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('slugs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('business_id', '=', business_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Reserves and returns the first free one of slug, slug-2, slug-3 … */
export async function holdNumberedSlug(tx: Tx, business_id: number, slug: string): Promise<string> {
  const lost = new Set<string>()
  for (;;) {
    const candidate = await freeSlug(tx, business_id, slug, lost)
    if (await holdSlug(tx, business_id, candidate)) return candidate
    lost.add(candidate)
  }
}

/** The first of slug, slug-2, slug-3 … that no other business holds at present. */
export async function freeSlug(
  db: Db | Tx,
  business_id: number,
  slug: string,
  lost: ReadonlySet<string> = new Set(),
): Promise<string> {
  // A long slug is cut to make room for its number.
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

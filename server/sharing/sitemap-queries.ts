import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** Ids to a page: so many addresses at most, which is what the protocol allows. */
export const PAGE = 50_000
const BATCH = 2_000

/**
 * Businesses that somebody can book: not suspended, with a service and somebody who could do it.
 * Their ids decide the page they stand on, so that it stays the same whatever comes or goes.
 */
const bookable = sql`
  businesses.suspended_at is null
  and exists (select from services where business_id = businesses.id and is_active and deleted_at is null)
  and exists (select from professionals where business_id = businesses.id and is_active and deleted_at is null)`

const changed = sql`greatest(businesses.created_at, page_changes.changed_at)`

export interface SitemapPage {
  page: number
  /** Epoch milliseconds. */
  changed_at: number
  /** Changes with anything that the page says. */
  version: string
}

/** Every page that holds something, or the one that is asked for. */
export async function sitemapPages(db: Db, page?: number): Promise<SitemapPage[]> {
  const range = page === undefined ? sql`true` : sql`businesses.id between ${first(page)} and ${last(page)}`
  const { rows } = await sql<SitemapPage>`
    select (businesses.id - 1) / ${PAGE} + 1 as page, max(${changed}) as changed_at,
      count(*) || '-' || sum(businesses.id) || '-' || extract(epoch from max(${changed})) as version
    from businesses left join page_changes on page_changes.business_id = businesses.id
    where ${range} and ${bookable}
    group by 1 order by 1`.execute(db)
  return rows
}

/** The businesses of a page in the order of their ids, a batch at a time. */
export async function* sitemapBusinesses(db: Db, page: number) {
  let after = first(page) - 1
  for (;;) {
    const { rows } = await sql<{ id: number; slug: string; changed_at: number }>`
      select businesses.id, businesses.slug, ${changed} as changed_at
      from businesses left join page_changes on page_changes.business_id = businesses.id
      where businesses.id > ${after} and businesses.id <= ${last(page)} and ${bookable}
      order by businesses.id limit ${BATCH}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

const first = (page: number) => (page - 1) * PAGE + 1
const last = (page: number) => page * PAGE

import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** The number of ids per page: the protocol's maximum of addresses. */
const PAGE = 50_000
const BATCH = 2_000

/**
 * Businesses that can be booked and found: confirmed once, not suspended, with a service and a professional who offers it.
 * The id determines the page of the sitemap, so that it stays the same when businesses come or go.
 */
const bookable = sql`
  businesses.suspended_at is null and businesses.listed_at is not null
  and exists (
    select from services
    where business_id = businesses.id and is_active and is_bookable_online and not is_hidden and deleted_at is null)
  and exists (select from professionals where business_id = businesses.id and is_active and deleted_at is null)`

const changed = sql`greatest(businesses.created_at, page_changes.changed_at)`

export interface SitemapPage {
  page: number
  /** Epoch milliseconds. */
  changed_at: number
  /** Changes with any content of the page. */
  version: string
}

/** Every page that is not empty. */
export async function sitemapPages(db: Db): Promise<SitemapPage[]> {
  const { rows } = await sql<SitemapPage>`
    select (businesses.id - 1) / ${PAGE} + 1 as page, max(${changed}) as changed_at,
      count(*) || '-' || sum(businesses.id) || '-' || extract(epoch from max(${changed})) as version
    from businesses left join page_changes on page_changes.business_id = businesses.id
    where ${bookable}
    group by 1 order by 1`.execute(db)
  return rows
}

/** The businesses of a page ordered by id, in batches. */
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

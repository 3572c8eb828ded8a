import type { BusinessesQuery, ListedBusiness } from '#domain/api/calls/admin.ts'
import { searchWords } from '#domain/search-words.ts'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { likeWord } from '../database/search-queries.ts'

/** Each word of a search is found, and a telephone however it is written: the panel shows it in groups. */
const matching = (q = '') => {
  const found = searchWords(q).map(
    (word) => sql`b.words like (select '%' || plain(${likeWord(word)}) || '%')`,
  )
  return found.length > 0 ? sql.join(found, sql` and `) : sql`true`
}

/** Registered businesses with their counts, newest first by default; all of them without `limit`. */
export async function listBusinesses(
  db: Db,
  { q, id, sort = 'created_at', order = 'desc', limit, offset = 0 }: BusinessesQuery & { id?: number },
) {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const by = {
    business_name: sql`plain(b.business_name)`,
    created_at: sql`b.created_at`,
    total_appointments: sql`coalesce(booked.n, 0)`,
  }[sort]
  const counted =
    sort === 'total_appointments'
      ? sql`left join (select business_id, count(*) as n from appointments where hold_kind is null group by 1) booked on booked.business_id = b.id`
      : sql``
  const { rows } = await sql<ListedBusiness>`
    with page as (
      select b.id, ${by} as key from businesses b ${counted}
      where ${matching(q)} and ${id === undefined ? sql`true` : sql`b.id = ${id}`}
      order by key ${direction}, id ${direction} limit ${limit ?? null} offset ${offset}
    )
    select b.id, b.business_name, b.business_type, b.email, b.phone, b.slug, b.suspended_at, b.created_at,
      d.suspended_before as suspended_on_return, d.erase_at, d.erased_at,
      coalesce(own.n, 0)::int as total_appointments,
      (select count(*) from services s where s.business_id = b.id and s.deleted_at is null)::int as total_services,
      (select count(*) from professionals p where p.business_id = b.id and p.deleted_at is null)::int
        as total_professionals, b.max_services, b.max_professionals, b.max_mails
    from page join businesses b using (id) left join business_deletions d on d.business_id = b.id
    -- Counted together: one by one, each reads all appointments where most are of one business.
    left join (
      select business_id, count(*) as n from appointments
      where business_id = any (array(select id from page)) and hold_kind is null group by 1
    ) own on own.business_id = b.id
    order by key ${direction}, id ${direction}`.execute(db)
  return rows
}

export async function countBusinesses(db: Db, q: string | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from businesses b where ${matching(q)}`.execute(db)
  return rows[0]!.total
}

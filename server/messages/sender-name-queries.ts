import { isTrustedBrand, withoutAddresses } from '#domain/sender-brands.ts'
import { statement, type Db } from '../database/db.ts'

interface Named {
  business_id: number
  business_name: string
}

const asking = statement<
  { business_id: number; is_approved: boolean | null },
  [ids: number[], names: string[], now: string]
>(`
  with asked as (
    insert into sender_names (business_id, name, asked_at)
    select distinct business_id, name, $3::timestamptz from unnest($1::bigint[], $2::text[]) n (business_id, name)
    on conflict (business_id, name) do nothing)
  select business_id, is_approved from sender_names
  where (business_id, name) in (select * from unnest($1::bigint[], $2::text[]))`)

/**
 * The names under which these businesses write to their clients, by their ids: without addresses, and without
 * a bank's or an authority's name, unless an administrator approved it, who is asked by this. A business
 * without one writes under the product's name.
 */
export async function senderNames(db: Db, all: Named[], nowMs: number): Promise<Map<number, string>> {
  const unapproved = await unapprovedBrands(db, all, nowMs)
  const shown = all.filter(({ business_id }) => !unapproved.has(business_id))
  return new Map(
    shown
      .map(({ business_id, business_name }) => [business_id, withoutAddresses(business_name)] as const)
      .filter(([, name]) => name),
  )
}

/** Those of these businesses, by their ids, that have a bank's or an authority's name and no approval of it, which this asks for. */
export async function unapprovedBrands(db: Db, all: Named[], nowMs: number): Promise<Set<number>> {
  const branded = new Map(
    all
      .filter(({ business_name }) => isTrustedBrand(business_name))
      .map(({ business_id, business_name }) => [business_id, business_name]),
  )
  if (branded.size === 0) return new Set()
  const rows = await asking(db, [...branded.keys()], [...branded.values()], new Date(nowMs).toISOString())
  const approved = new Set(rows.filter((row) => row.is_approved).map((row) => row.business_id))
  return new Set([...branded.keys()].filter((id) => !approved.has(id)))
}

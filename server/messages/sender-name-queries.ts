import { isTrustedBrand, withoutAddresses } from '#domain/sender-brands.ts'
import { statement, type Db } from '../db.ts'

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
  const names = new Map(all.map(({ business_id, business_name }) => [business_id, business_name]))
  const branded = [...names].filter(([, name]) => isTrustedBrand(name))
  const approved = new Set<number>()
  if (branded.length > 0) {
    const [ids, texts] = [branded.map(([id]) => id), branded.map(([, name]) => name)]
    for (const row of await asking(db, ids, texts, new Date(nowMs).toISOString()))
      if (row.is_approved) approved.add(row.business_id)
  }
  const shown = [...names].filter(([id, name]) => approved.has(id) || !isTrustedBrand(name))
  return new Map(shown.map(([id, name]) => [id, withoutAddresses(name)] as const).filter(([, name]) => name))
}

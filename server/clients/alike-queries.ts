import type { ListedCard } from '#domain/api/card.ts'
import type { AlikePair, AlikeQuery } from '#domain/api/calls/card-merges.ts'
import { sql } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import { columnsOf, isSeen, visitsOf } from './card-queries.ts'

/** Among cards that share one telephone, such as the business's own, each is compared with this many next by name. */
const NEXT = 10

const KINDS = { digits: 'phone', client_email: 'email', client_id: 'document' } as const

/** Names are alike from here on, when the last seven digits of the telephone are the same too. */
const SIMILAR = 0.6

/**
 * The pairs of cards that may be of one person, as a query: the same telephone, e-mail or document, or names alike with the
 * same last digits. Looks only at what several cards have, so that it goes through the cards once.
 */
const pairsOf = (scope: Scope, card: number | undefined) => sql`
  with live as materialized (
    select c.id, c.sorted_name, c.client_phone, lower(c.client_email) as client_email, c.client_id,
      right(nullif(c.client_phone, ''), 7) as digits
    from client_cards c where ${isSeen(scope)}),
  shared (kind, key, id, sorted_name, client_phone) as (
    ${sql.join(
      (['digits', 'client_email', 'client_id'] as const).map(
        (column) => sql`
    select ${sql.lit(KINDS[column])}, ${sql.ref(column)}, id, sorted_name, client_phone from live
    where ${sql.ref(column)} in (
      select ${sql.ref(column)} from live where ${sql.ref(column)} is not null group by 1 having count(*) > 1)`,
      ),
      sql` union all `,
    )}),
  -- With the next ones in a window: joined by their number, all were compared with all where the planner expects few.
  followed as (
    select *, array_agg(id) over next as ids, array_agg(sorted_name) over next as names,
      array_agg(client_phone) over next as phones
    from shared
    window next as (
      partition by kind, key order by sorted_name, id rows between 1 following and ${sql.lit(NEXT)} following)),
  -- Of merged cards, the one that speaks for them.
  apart as (
    select distinct least(coalesce(a.merged_into, a.id), coalesce(b.merged_into, b.id)) as one,
      greatest(coalesce(a.merged_into, a.id), coalesce(b.merged_into, b.id)) as other
    from card_pairs p
    join client_cards a on a.business_id = p.business_id and a.id = p.one_id
    join client_cards b on b.business_id = p.business_id and b.id = p.other_id
    where p.business_id = ${scope.business_id}),
  found as (
    select least(a.id, b.id) as one, greatest(a.id, b.id) as other,
      case when a.kind <> 'phone' then a.kind when a.client_phone = b.client_phone then 'phone' else 'name' end as reason,
      similarity(a.sorted_name, b.sorted_name) as alike
    from followed a cross join unnest(a.ids, a.names, a.phones) b (id, sorted_name, client_phone)
    where ${card === undefined ? sql`true` : sql`${card}::bigint in (a.id, b.id)`}
      and (a.kind <> 'phone' or a.client_phone = b.client_phone
        or similarity(a.sorted_name, b.sorted_name) > ${SIMILAR}))
  select one, other, array_agg(distinct reason) as reasons, max(alike) as alike
  from found where (one, other) not in (select one, other from apart) group by one, other`

interface Found {
  one: number
  other: number
  reasons: AlikePair['reasons']
}

/** A page of the pairs of cards that may be of one person, the likeliest first. */
export async function alikeCards(
  db: Db,
  scope: Scope,
  nowMs: number,
  { card, limit, offset }: AlikeQuery,
): Promise<{ pairs: AlikePair[]; total: number; cards: number }> {
  const { rows } = await sql<{ total: number; cards: number; page: Found[] }>`
    with pairs as materialized (${pairsOf(scope, card)})
    select (select count(*)::int from pairs) as total,
      (select count(distinct id)::int from pairs, unnest(array[one, other]) id) as cards,
      (select coalesce(jsonb_agg(page), '[]') from (
        select one, other, reasons from pairs
        order by cardinality(reasons) desc, alike desc, one, other limit ${limit} offset ${offset}) page) as page`.execute(
    db,
  )
  const { total, cards, page } = rows[0]!
  const shown = await listedCards(db, scope, nowMs, [
    ...new Set(page.flatMap(({ one, other }) => [one, other])),
  ])
  const pairs = page.flatMap(({ one, other, reasons }) => {
    const both = [shown.get(one), shown.get(other)].filter((each) => each !== undefined)
    return both.length === 2 ? [{ cards: both, reasons }] : []
  })
  return { pairs, total, cards }
}

/** These cards as the list shows them. */
async function listedCards(
  db: Db,
  scope: Scope,
  nowMs: number,
  ids: number[],
): Promise<Map<number, ListedCard>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ListedCard>`
    select ${columnsOf('c')}, counted.*, next.*, tagged.*
    from client_cards c ${visitsOf(scope, instant(nowMs))}
    where ${isSeen(scope)} and c.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

interface Pair {
  business_id: number
  cards: number[]
}

/** Remembers that two cards are of two people. @returns whether both are there. */
export async function insertPair(tx: Tx, { business_id, cards }: Pair, said_by: number, nowMs: number) {
  const { rows } = await sql<{ is_there: boolean }>`
    with there as (
      select id from client_cards
      where business_id = ${business_id} and id = any(${cards}::bigint[]) and forgotten_at is null for key share),
    said as (
      insert into card_pairs (business_id, one_id, other_id, said_by, at)
      select ${business_id}, min(id), max(id), ${said_by}, ${instant(nowMs)} from there having count(*) = 2
      on conflict do nothing)
    select count(*) = 2 as is_there from there`.execute(tx)
  return rows[0]!.is_there
}

export async function deletePair(db: Db, { business_id, cards }: Pair): Promise<void> {
  await db
    .deleteFrom('card_pairs')
    .where('business_id', '=', business_id)
    .where('one_id', '=', Math.min(...cards))
    .where('other_id', '=', Math.max(...cards))
    .execute()
}

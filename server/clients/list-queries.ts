import type { ListedCard } from '#domain/api/card.ts'
import type { CardsQuery } from '#domain/api/calls/cards.ts'
import { FREQUENT_DAYS } from '#domain/card.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import { literal } from '../appointments/owner-queries.ts'
import { instant, type Db } from '../db.ts'
import { areSeen, columnsOf, isSeen, visitsOf } from './card-queries.ts'

type Sort = NonNullable<CardsQuery['sort']>
type Sql = RawBuilder<unknown>

/** What a page is taken from: cards `c` that satisfy the conditions, in an order. */
interface List {
  found: Sql
  place: Sql
  sort: Sort
  order: 'asc' | 'desc'
  limit: number
  offset: number
}
interface Page {
  ids: number[]
  total: number
}

/**
 * A page of the cards and their number. The sums that are stored on a card order and filter, and may be some seconds old;
 * what is shown of the page's cards is counted now.
 */
export async function listCards(
  db: Db,
  scope: Scope,
  nowMs: number,
  { q = '', only, sort = 'client_name', order = 'asc', limit, offset }: CardsQuery,
): Promise<{ clients: ListedCard[]; total: number }> {
  const now = instant(nowMs)
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6)
  // A phone that is not seen is not found by its digits either.
  const searched = sql.ref(scope.seesContacts ? 'c.words' : 'c.sorted_name')
  const conditions = [
    isSeen(scope),
    ...words.map((word) => sql`${searched} like '%' || plain(${literal(word)}) || '%'`),
    ...(only ? [ONLY[only](now)] : []),
  ]
  const found = sql`from client_cards c where ${sql.join(conditions, sql` and `)}`
  const list = { found, place: placeBy(sort, scope, now), sort, order, limit, offset }
  const all = words.length > 0 ? await few(db, list) : undefined
  const { ids, total } = await pageOf(
    db,
    all
      ? {
          ...list,
          found: sql`from client_cards c where c.business_id = ${scope.business_id} and c.id = any(${all}::bigint[])`,
        }
      : list,
    all?.length,
  )
  if (ids.length === 0) return { clients: [], total }
  const { rows } = await sql<ListedCard>`
    select ${columnsOf('c')}, counted.*, next.*
    from unnest(${ids}::bigint[]) with ordinality page (id, nth)
    join client_cards c on c.business_id = ${scope.business_id} and c.id = page.id
    ${visitsOf(scope, now)}
    order by page.nth`.execute(db)
  return { clients: rows, total }
}

/** Names are never missing; saying so would keep their index from giving the order. */
const direction = (sort: Sort, order: 'asc' | 'desc', isBackwards = false): Sql => {
  const nulls = sort === 'client_name' ? '' : isBackwards ? ' nulls first' : ' nulls last'
  return sql.raw((isBackwards === (order === 'asc') ? 'desc' : 'asc') + nulls)
}

/** Reads the page from the end to which it lies nearer: the last one is as quick as the first. */
async function pageOf(db: Db, list: List, known?: number): Promise<Page> {
  const { found, place, sort, order, limit, offset } = list
  const total = known ?? (await numberOf(db, list))
  const size = Math.min(limit, total - offset)
  if (size <= 0) return { ids: [], total }
  const isBackwards = offset > total - offset - size
  const { rows } = await sql<{ id: number }>`
    select c.id ${found}
    order by ${place} ${direction(sort, order, isBackwards)}, c.id ${direction('client_name', order, isBackwards)}
    limit ${size} offset ${isBackwards ? total - offset - size : offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return { ids: isBackwards ? ids.reverse() : ids, total }
}

async function numberOf(db: Db, { found }: List): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db)
  return rows[0]!.total
}

/**
 * What a search finds, when that is not much: then the cards are read once for both number and page. Of much the number is
 * counted, and the page is read in its order as far as it goes.
 */
async function few(db: Db, { found }: List): Promise<number[] | undefined> {
  const { rows } = await sql<{ id: number }>`select c.id ${found} limit ${FEW + 1}`.execute(db)
  return rows.length > FEW ? undefined : rows.map(({ id }) => id)
}
const FEW = 1000

const ONLY = {
  new: () => sql`c.visits = 0`,
  frequent: (now: Sql) => sql`c.third_visit_at > ${now} - make_interval(days => ${FREQUENT_DAYS})`,
  no_shows: () => sql`c.no_shows > 0`,
  blocked: () => sql`c.blocked_at is not null`,
  alert: () => sql`c.alert is not null`,
}

function placeBy(sort: Sort, scope: Scope, now: Sql): Sql {
  const theirs = areSeen(scope)
  // What lay ahead when it was added up may be past by now; and own visits only are nowhere added up.
  const isFresh =
    scope.professional_id === undefined
      ? sql`(c.visited_at <= ${now} or c.visited_at is null) and (c.next_at > ${now} or c.next_at is null)`
      : sql`false`
  return {
    client_name: sql`c.sorted_name`,
    appointments: sql`c.appointments`,
    visits: sql`c.visits`,
    spent: sql`c.spent`,
    last_visit: sql`case when ${isFresh} then c.visited_at else (
      select max(a.starts_at) from appointments a where ${theirs} and a.starts_at <= ${now}
        and a.status <> 'cancelled' and a.attendance_status <> 'no_show') end`,
    next_visit: sql`case when ${isFresh} then c.next_at else (
      select min(a.starts_at) from appointments a where ${theirs} and a.starts_at > ${now}
        and a.status = 'scheduled') end`,
  }[sort]
}

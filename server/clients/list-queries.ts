import type { ListedCard } from '#domain/api/card.ts'
import type { CardsQuery } from '#domain/api/calls/cards.ts'
import { FREQUENT_DAYS } from '#domain/card.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import { instant, type Db } from '../database/db.ts'
import { beginsWordOf, likeWord, wordsOf } from '../database/search-queries.ts'
import { areSeen, columnsOf, isSeen, visitsOf } from './card-queries.ts'

type Sort = NonNullable<CardsQuery['sort']>
type Sql = RawBuilder<unknown>

/** What a page is taken from: cards `c` that satisfy the conditions, in an order. */
interface List {
  found: Sql
  /** The same, for counting. */
  counted: Sql
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
  query: CardsQuery,
): Promise<{ clients: ListedCard[]; total: number }> {
  const { ids, total } = await pageOfCards(db, scope, nowMs, query)
  if (ids.length === 0) return { clients: [], total }
  const { rows } = await sql<ListedCard>`
    select ${columnsOf('c')}, counted.*, next.*, tagged.*
    from ${cardsInOrder(scope, ids)}
    ${visitsOf(scope, instant(nowMs))}
    order by page.nth`.execute(db)
  return { clients: rows, total }
}

/** The cards `c` of a page; `page.nth` is the place of each. */
export const cardsInOrder = ({ business_id }: Scope, ids: number[]) => sql`
  unnest(${ids}::bigint[]) with ordinality page (id, nth)
  join client_cards c on c.business_id = ${business_id} and c.id = page.id`

/** Which cards a page of the list holds, and how many there are. */
export async function pageOfCards(
  db: Db,
  scope: Scope,
  nowMs: number,
  { q = '', by, tag, only, sort = 'client_name', order = 'asc', limit, offset }: CardsQuery,
): Promise<Page> {
  const now = instant(nowMs)
  const words = wordsOf(q, by)
  const { hold, isTagged } =
    by === 'name'
      ? { hold: words.map((word) => isNamed(scope, word)), isTagged: false }
      : await searched(db, scope, words)
  const conditions = [
    isSeen(scope),
    ...hold,
    ...(only ? [onlyThose(scope, now)[only]] : []),
    ...(tag === undefined ? [] : [hasTag(scope, [tag])]),
  ]
  const found = sql`from client_cards c where ${sql.join(conditions, sql` and `)}`
  const isOfWordsAlone = words.length > 0 && only === undefined && tag === undefined
  const counted = isOfWordsAlone && scope.professional_id === undefined ? inIndexOfNames(scope, hold) : found
  const list = { found, counted, place: await placeBy(db, sort, scope, now), sort, order, limit, offset }
  const isPicked =
    words.some(hasLetters) || tag !== undefined || (only !== undefined && sort !== 'client_name')
  if (!isPicked) return words.length === 0 ? pageOf(db, list) : byIndexes(db, (tx) => pageOf(tx, list))
  // Of several words that tags know, no index of words finds the cards.
  return words.length > 1 && isTagged ? byIndexes(db, (tx) => pageOfPicked(tx, list)) : pageOfPicked(db, list)
}

/**
 * A search for one or two letters reads all of a business's names. From their index, which lies in memory, it takes a fifth of the
 * time; a planner that takes every page for one on a turning disk reads the whole cards instead, and sorts them.
 */
const byIndexes = <T>(db: Db, find: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local random_page_cost = 1.1`.execute(tx)
    return find(tx)
  })

/**
 * The cards `c` that hold words, read from the index of names alone, which has their words too: the planner reads the whole
 * cards when it is left to choose, and takes twice as long. The order makes it choose the index.
 */
const inIndexOfNames = (scope: Scope, hold: Sql[]): Sql => sql`
  from (select c.id, c.sorted_name, c.words from client_cards c where ${isSeen(scope)}
    order by c.sorted_name, c.id offset 0) c
  where ${sql.join(hold, sql` and `)}`

const turned = (order: 'asc' | 'desc', isBackwards: boolean): Sql =>
  sql.raw((order === 'asc') === isBackwards ? 'desc' : 'asc')

/**
 * Reads the page from the end to which it lies nearer: the last one is as quick as the first. Cards that have no value come
 * last in both orders, so they are a part of their own: each part is in the order of its index.
 */
async function pageOf(db: Db, list: List, known?: number): Promise<Page> {
  const { found, counted, place, sort, order, limit, offset } = list
  const total = known ?? (await numberOf(db, counted))
  const size = Math.min(limit, total - offset)
  if (size <= 0) return { ids: [], total }
  const isBackwards = offset > total - offset - size
  const way = turned(order, isBackwards)
  const parts = EVER_MISSING.includes(sort)
    ? [
        { found: sql`${found} and ${place} is not null`, by: sql`${place} ${way}, c.id ${way}` },
        { found: sql`${found} and ${place} is null`, by: sql`c.id ${way}` },
      ]
    : [{ found, by: sql`${place} ${way}, c.id ${way}` }]
  const ids: number[] = []
  let skip = isBackwards ? total - offset - size : offset
  for (const part of isBackwards ? parts.toReversed() : parts) {
    const { rows } = await sql<{ id: number }>`
      select c.id ${part.found} order by ${part.by} limit ${size - ids.length} offset ${skip}`.execute(db)
    ids.push(...rows.map(({ id }) => id))
    if (ids.length === size) break
    skip = rows.length > 0 ? 0 : Math.max(0, skip - (await numberOf(db, part.found)))
  }
  return { ids: isBackwards ? ids.reverse() : ids, total }
}
const EVER_MISSING: Sort[] = ['last_visit', 'next_visit']

async function numberOf(db: Db, found: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db)
  return rows[0]!.total
}

/** Finds what is picked by an index in one pass, for both number and page. */
async function pageOfPicked(db: Db, { found, place, sort, order, limit, offset }: List): Promise<Page> {
  const way = turned(order, false)
  const nulls = sql.raw(EVER_MISSING.includes(sort) ? 'nulls last' : '')
  const { rows } = await sql<{ id: number; total: number }>`
    select id, total from (select c.id, ${place} as place, count(*) over ()::int as total ${found}) picked
    order by place ${way} ${nulls}, id ${way} limit ${limit} offset ${offset}`.execute(db)
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await numberOf(db, found))
  return { ids: rows.map(({ id }) => id), total }
}

/** Three letters are what the index of words knows: with fewer it would be read as a whole. */
const hasLetters = (word: string): boolean => word.length > 2

/** Each word is in the card, or in one of its tags: these are looked up first, so that who types none pays nothing. */
export const conditionsOf = async (db: Db, scope: Scope, words: string[]): Promise<Sql[]> =>
  (await searched(db, scope, words)).hold

/** The same, and whether a tag knows any of the words. */
async function searched(db: Db, scope: Scope, words: string[]): Promise<{ hold: Sql[]; isTagged: boolean }> {
  if (words.length === 0) return { hold: [], isTagged: false }
  const { rows } = await sql<{ word: string; tags: number[] }>`
    select word, array_agg(t.id) as tags from unnest(${words}::text[]) word
    join client_tags t on strpos(plain(t.label), plain(word)) > 0
    where t.business_id = ${scope.business_id} group by word`.execute(db)
  const tagged = new Map(rows.map(({ word, tags }) => [word, tags]))
  // One word of three letters finds both by their indexes. Else the cards of the tags are asked for row by row: an array
  // would be gone through each time, 5,000 cards by 50,000.
  const isOfTag = words.length === 1 && hasLetters(words[0]!) ? hasTag : isAmongTagged
  const hold = words.map((word) => {
    const tags = tagged.get(word)
    return tags ? sql`(${holds(scope, word)} or ${isOfTag(scope, tags)})` : holds(scope, word)
  })
  return { hold, isTagged: tagged.size > 0 }
}

const hasTag = (scope: Scope, tags: number[]): Sql => sql`c.id = any(array(${cardsOf(scope, tags)}))`
/** The same, by a hash that is made once. */
const isAmongTagged = (scope: Scope, tags: number[]): Sql => sql`c.id in (${cardsOf(scope, tags)})`

const cardsOf = ({ business_id }: Scope, tags: number[]): Sql => sql`
  select card_id from client_card_tags where business_id = ${business_id} and tag_id = any(${tags}::bigint[])`

/** A phone that is not seen is not found by its digits either. */
function holds({ seesContacts }: Scope, word: string): Sql {
  const text = sql.ref(seesContacts ? 'c.words' : 'c.sorted_name')
  return hasLetters(word)
    ? sql`${text} like '%' || plain(${likeWord(word)}) || '%'`
    : // By the bytes: that is no index's order, so none is read as a whole.
      sql`${text} collate "C" like '%' || plain(${likeWord(word)}) || '%'`
}

/** The index of words finds those that hold it anywhere. */
const isNamed = (scope: Scope, word: string): Sql =>
  sql`${holds(scope, word)} and ${beginsWordOf(sql.ref('c.sorted_name'), word)}`

/** Whoever sees own visits only finds nobody by what happened with others: own ones are counted, not those that are stored. */
function onlyThose(scope: Scope, now: Sql) {
  const isOwn = scope.professional_id !== undefined
  const since = sql`${now} - make_interval(days => ${FREQUENT_DAYS})`
  const own = (which: Sql) => sql`(select count(*) from appointments a where ${areSeen(scope)} and ${which})`
  const attended = sql`a.attendance_status = 'attended'`
  return {
    new: isOwn ? sql`${own(attended)} = 0` : sql`c.visits = 0`,
    frequent: isOwn
      ? sql`${own(sql`${attended} and a.starts_at > ${since}`)} >= 3`
      : sql`c.third_visit_at > ${since}`,
    no_shows: isOwn ? sql`${own(sql`a.attendance_status = 'no_show'`)} > 0` : sql`c.no_shows > 0`,
    blocked: sql`c.blocked_at is not null`,
    alert: sql`c.alert is not null`,
  }
}

/**
 * Sums that are stored on a card. Own visits only are nowhere added up; and visits around now are looked up while there is a
 * next one that has become past since.
 */
async function placeBy(db: Db, sort: Sort, scope: Scope, now: Sql): Promise<Sql> {
  const theirs = areSeen(scope)
  const isOwn = scope.professional_id !== undefined
  const isFresh = isOwn ? sql`false` : sql`(c.next_at > ${now} or c.next_at is null)`
  const own = (sum: Sql) => sql`(select ${sum} from appointments a where ${theirs})`
  const attended = sql`a.attendance_status = 'attended'`
  const isStored = !EVER_MISSING.includes(sort) || (!isOwn && !(await hasDue(db, scope, now)))
  return {
    client_name: sql`c.sorted_name`,
    appointments: isOwn ? own(sql`count(*)`) : sql`c.appointments`,
    visits: isOwn ? own(sql`count(*) filter (where ${attended})`) : sql`c.visits`,
    spent: isOwn
      ? own(sql`coalesce(sum(coalesce(a.actual_price, a.price)) filter (where ${attended}), 0)`)
      : sql`c.spent`,
    last_visit: isStored
      ? sql`c.visited_at`
      : sql`case when ${isFresh} then c.visited_at else (
          select max(a.starts_at) from appointments a where ${theirs} and a.starts_at <= ${now}
            and a.status <> 'cancelled' and a.attendance_status <> 'no_show') end`,
    next_visit: isStored
      ? sql`c.next_at`
      : sql`case when ${isFresh} then c.next_at else (
          select min(a.starts_at) from appointments a where ${theirs} and a.starts_at > ${now}
            and a.status = 'scheduled') end`,
  }[sort]
}

/** Asks for the first one by the index of that order: whatever a prepared statement expects, it reads one row. */
async function hasDue(db: Db, { business_id }: Scope, now: Sql): Promise<boolean> {
  const { rows } = await sql<{ has_due: boolean | null }>`
    select min(c.next_at) <= ${now} as has_due from client_cards c
    where c.business_id = ${business_id} and c.merged_into is null and c.forgotten_at is null`.execute(db)
  return rows[0]!.has_due === true
}

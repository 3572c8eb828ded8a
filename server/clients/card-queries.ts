import { card, type Card, type CardChanges, type CardInput } from '#domain/api/card.ts'
import { keysOf } from '#domain/api/answer.ts'
import type { Tag } from '#domain/api/tag.ts'
import { FREQUENT_DAYS } from '#domain/card.ts'
import { sql, type RawBuilder } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Scope } from '../accounts/scope.ts'
import { isWithin } from '../appointments/clients.ts'
import type { Db, Tx } from '../database/db.ts'

const columns = keysOf(card)

/** The columns of a card, of the table called so. */
export const columnsOf = (table: string) => sql.join(columns.map((name) => sql.ref(`${table}.${name}`)))

/** A condition on cards `c`: those that stand for a person whom the scope covers, by one of `these` appointments `a`. */
export const isSeen = (
  scope: Scope,
  these: RawBuilder<unknown> = sql`true`,
) => sql<boolean>`c.business_id = ${scope.business_id} and c.merged_into is null
  and c.forgotten_at is null and ${
    scope.professional_id === undefined
      ? sql`true`
      : sql`c.id in (select a.card_id from appointments a
          where a.business_id = ${scope.business_id} and ${isWithin(scope)} and a.hold_kind is null and ${these})`
  }`

/** The appointments `a` of the card `c` that the scope covers. */
export const areSeen = (
  scope: Scope,
) => sql`a.business_id = c.business_id and a.card_id = c.id and a.hold_kind is null
  and ${isWithin(scope)}`

/** The tags of the card of this table, as JSON, by name. */
export const tagsOf = (table: string) => sql<Tag[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', t.id, 'label', t.label, 'colour', t.colour) order by plain(t.label))
  from client_card_tags has join client_tags t on t.business_id = has.business_id and t.id = has.tag_id
  where has.business_id = ${sql.ref(`${table}.business_id`)} and has.card_id = ${sql.ref(`${table}.id`)}), '[]')`

/** What the list says of a card `c`, counted from its appointments as of now. */
export const visitsOf = (scope: Scope, now: RawBuilder<unknown>) => sql`
  cross join lateral (
    select count(*)::int as appointments, count(*) filter (where a.attendance_status = 'attended')::int as visits,
      count(*) filter (where a.attendance_status = 'no_show')::int as no_shows,
      count(*) filter (where a.status = 'cancelled')::int as cancellations,
      ${
        scope.seesFigures
          ? sql`coalesce(sum(coalesce(a.actual_price, a.price)) filter (where a.attendance_status = 'attended'), 0)`
          : sql`null::numeric`
      } as spent,
      max(a.starts_at) filter (where a.starts_at <= ${now} and a.status <> 'cancelled'
        and a.attendance_status <> 'no_show') as last_visit,
      count(*) filter (where a.attendance_status = 'attended') = 0 as is_new,
      count(*) filter (where a.attendance_status = 'attended'
        and a.starts_at > ${now} - make_interval(days => ${FREQUENT_DAYS})) >= 3 as is_frequent
    from appointments a where ${areSeen(scope)}) counted
  left join lateral (
    select a.starts_at as next_visit, a.id as next_id from appointments a
    where ${areSeen(scope)} and a.starts_at > ${now} and a.status = 'scheduled'
    order by a.starts_at, a.id limit 1) next on true
  cross join lateral (select ${tagsOf('c')} as tags) tagged`

/** A card that stands for a person whom the scope covers. */
export async function cardOf(
  db: Db | Tx,
  scope: Scope,
  id: number,
  these?: RawBuilder<unknown>,
): Promise<Card | undefined> {
  const { rows } = await sql<Card>`
    select ${columnsOf('c')} from client_cards c where ${isSeen(scope, these)} and c.id = ${id}`.execute(db)
  return rows[0]
}

/** The same, of whom more is to be known: who cancelled all that they booked does not come. */
export const cardOfComing = (db: Db | Tx, scope: Scope, id: number) =>
  cardOf(db, scope, id, sql`a.status <> 'cancelled'`)

/** The same, kept from being changed, merged or forgotten meanwhile. */
export const lockedCard = (tx: Tx, owner: BusinessId, id: number): Promise<Card | undefined> =>
  tx
    .selectFrom('client_cards')
    .select(columns)
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .where('forgotten_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** How many cards a business may keep. */
const MOST = 200_000

/** Writes a card by hand; undefined when there are as many as a business may keep. */
export async function insertCard(
  tx: Tx,
  owner: BusinessId,
  input: CardInput,
  nowMs: number,
): Promise<Card | undefined> {
  const { rows } = await sql<{ is_full: boolean }>`
    select exists (select from client_cards where business_id = ${owner} offset ${MOST}) as is_full`.execute(
    tx,
  )
  if (rows[0]!.is_full) return undefined
  const at = new Date(nowMs).toISOString()
  return tx
    .insertInto('client_cards')
    .values({ ...input, business_id: owner, source: 'owner', written_at: at, created_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export const updateCard = (
  tx: Tx,
  owner: BusinessId,
  id: number,
  changes: Partial<Omit<CardChanges, 'version'>>,
  nowMs: number,
): Promise<Card> =>
  tx
    .updateTable('client_cards')
    .set({ ...changes, written_at: new Date(nowMs).toISOString() })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** From `atMs` on the client does not book online; null: books again. */
export const setBlocked = (
  tx: Tx,
  owner: BusinessId,
  id: number,
  { atMs, reason }: { atMs: number | null; reason: string | null },
): Promise<Card> =>
  tx
    .updateTable('client_cards')
    .set({ blocked_at: atMs === null ? null : new Date(atMs).toISOString(), blocked_reason: reason })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

import type { Tag, TagChanges, TagInput } from '#domain/api/tag.ts'
import { TAG_COLOURS } from '#domain/tag.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Scope } from '../accounts/scope.ts'
import type { Db, Tx } from '../database/db.ts'
import { tagsOf } from './card-queries.ts'

const columns = ['id', 'label', 'colour'] as const

/** All of the business's: a word is no client's. */
export const allTags = (db: Db, { business_id }: Scope): Promise<Tag[]> =>
  db
    .selectFrom('client_tags')
    .select(columns)
    .where('business_id', '=', business_id)
    .orderBy(sql`plain(label)`)
    .execute()

export async function tagsOfCard(tx: Db | Tx, owner: BusinessId, card: number): Promise<Tag[]> {
  const { rows } = await sql<{ tags: Tag[] }>`
    select ${tagsOf('c')} as tags from client_cards c
    where c.business_id = ${owner} and c.id = ${card}`.execute(tx)
  return rows[0]?.tags ?? []
}

/** The tag of this name, made when there is none. @throws 23514 when the business has as many as it may. */
export async function tagNamed(tx: Tx, owner: BusinessId, { label, colour }: TagInput): Promise<number> {
  // Of two that make the same one, the second finds it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tags of ${owner}`}, 3))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from client_tags
    where business_id = ${owner} and plain(label) = plain(${label}) for key share`.execute(tx)
  if (rows[0]) return rows[0].id
  const { rows: made } = await sql<{ id: number }>`
    insert into client_tags (business_id, label, colour)
    values (${owner}, ${label}, coalesce(${colour ?? null}, (
      -- The colour that the fewest have.
      select colour from generate_series(1, ${TAG_COLOURS}) colour
      order by (select count(*) from client_tags t where t.business_id = ${owner} and t.colour = colour.colour),
        (colour * 7) % ${TAG_COLOURS} limit 1)))
    returning id`.execute(tx)
  return made[0]!.id
}

/** Gives a card, which has to be locked, a tag. @throws 23514 when it has as many as it may. */
export const insertCardTag = (tx: Tx, owner: BusinessId, card: number, tag: number) =>
  sql`
    insert into client_card_tags (business_id, card_id, tag_id)
    select ${owner}, ${card}, ${tag}
    where not exists (
      select from client_card_tags where business_id = ${owner} and card_id = ${card} and tag_id = ${tag})`.execute(
    tx,
  )

export async function deleteCardTag(tx: Tx, owner: BusinessId, card: number, tag: number): Promise<void> {
  await tx
    .deleteFrom('client_card_tags')
    .where('business_id', '=', owner)
    .where('card_id', '=', card)
    .where('tag_id', '=', tag)
    .execute()
}

/** @throws 23505 when another has the name. */
export async function updateTag(
  db: Db,
  owner: BusinessId,
  id: number,
  changes: TagChanges,
): Promise<Tag | undefined> {
  const query = db.selectFrom('client_tags').select(columns).where('business_id', '=', owner)
  if (Object.keys(changes).length === 0) return query.where('id', '=', id).executeTakeFirst()
  return db
    .updateTable('client_tags')
    .set(changes)
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** @returns whether it was there. */
export async function deleteTag(db: Db, owner: BusinessId, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('client_tags')
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

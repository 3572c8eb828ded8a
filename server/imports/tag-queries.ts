import { MOST_CARD_TAGS } from '#domain/tag.ts'
import { plainTag } from '#domain/import/tags.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { tagNamed } from '../clients/tag-queries.ts'
import { attempt, sqlState, type Db, type Tx } from '../database/db.ts'

/** The tags of a business by name. */
export async function labelsOf(db: Db | Tx, owner: BusinessId): Promise<string[]> {
  const rows = await db.selectFrom('client_tags').select('label').where('business_id', '=', owner).execute()
  return rows.map(({ label }) => label)
}

export interface Lacked {
  lacked: string[]
  /** How many more the card may have. */
  room: number
}

/** Which tags of rows their cards have not. */
export async function lackedTags(
  db: Db | Tx,
  owner: BusinessId,
  rows: { n: number; card_id: number; tags: string[] }[],
): Promise<Map<number, Lacked>> {
  const asked = rows.filter(({ tags }) => tags.length > 0)
  if (asked.length === 0) return new Map()
  const { rows: found } = await sql<{ n: number; has: string[] }>`
    select r.n, coalesce(array_agg(t.label) filter (where t.id is not null), '{}') as has
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) r (n integer, card_id bigint)
    left join client_card_tags h on h.business_id = ${owner} and h.card_id = r.card_id
    left join client_tags t on t.business_id = h.business_id and t.id = h.tag_id
    group by r.n`.execute(db)
  const tagsOf = new Map(asked.map(({ n, tags }) => [n, tags]))
  return new Map(
    found.map(({ n, has }) => {
      const known = new Set(has.map(plainTag))
      const lacked = tagsOf.get(n)!.filter((label) => !known.has(plainTag(label)))
      return [n, { lacked, room: Math.max(0, MOST_CARD_TAGS - has.length) }]
    }),
  )
}

/**
 * Gives cards, which have to be locked or new, the tags of rows; a tag that is not there is made and noted, so that it can be
 * taken back. @returns the ids of the tags that each row gave.
 */
export async function giveTags(
  tx: Tx,
  owner: BusinessId,
  import_id: number,
  rows: { n: number; card_id: number; tags: string[] }[],
): Promise<Map<number, number[]>> {
  // Written as the first row has it.
  const labels = new Map<string, string>()
  for (const label of rows.flatMap(({ tags }) => tags))
    if (!labels.has(plainTag(label))) labels.set(plainTag(label), label)
  if (labels.size === 0) return new Map()
  const ids = await tagIds(tx, owner, import_id, labels)
  const given = rows.flatMap(({ n, card_id, tags }) =>
    tags.flatMap((label) => {
      const tag_id = ids.get(plainTag(label))
      return tag_id === undefined ? [] : [{ n, card_id, tag_id }]
    }),
  )
  await sql`
    insert into client_card_tags (business_id, card_id, tag_id)
    select distinct ${owner}::bigint, card_id, tag_id
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) r (card_id bigint, tag_id bigint)
    where not exists (
      select from client_card_tags h
      where h.business_id = ${owner} and h.card_id = r.card_id and h.tag_id = r.tag_id)`.execute(tx)
  return new Map(
    [...Map.groupBy(given, ({ n }) => n)].map(([n, tags]) => [n, tags.map(({ tag_id }) => tag_id)]),
  )
}

/** The ids of tags by how they are compared, those that are there kept from being removed. */
async function tagIds(tx: Tx, owner: BusinessId, import_id: number, labels: Map<string, string>) {
  const { rows: there } = await sql<{ id: number; label: string }>`
    select id, label from client_tags where business_id = ${owner} order by id for key share`.execute(tx)
  const ids = new Map(there.map(({ id, label }) => [plainTag(label), id]))
  const known = new Set(there.map(({ id }) => id))
  const made: { id: number; label: string }[] = []
  for (const [plain, label] of labels) {
    if (ids.has(plain)) continue
    const id = await madeTag(tx, owner, label)
    if (id === undefined) continue
    ids.set(plain, id)
    if (!known.has(id)) made.push({ id, label })
  }
  if (made.length > 0)
    await sql`
      update client_imports set made_tags = made_tags || ${JSON.stringify(made)}::jsonb
      where business_id = ${owner} and id = ${import_id}`.execute(tx)
  return ids
}

/** Undefined when somebody meanwhile made as many as a business may have. */
async function madeTag(tx: Tx, owner: BusinessId, label: string): Promise<number | undefined> {
  try {
    return await attempt(tx, () => tagNamed(tx, owner, { label }))
  } catch (error) {
    if (sqlState(error) === '23514') return undefined
    throw error
  }
}

/** Removes the tags that an import made, where nobody has renamed them and no card has them. */
export const removeMadeTags = (tx: Tx, owner: BusinessId, import_id: number) =>
  sql`
    delete from client_tags t using client_imports i, jsonb_to_recordset(i.made_tags) m (id bigint, label text)
    where i.business_id = ${owner} and i.id = ${import_id} and t.business_id = i.business_id and t.id = m.id
      and t.label = m.label and not exists (
        select from client_card_tags h where h.business_id = t.business_id and h.tag_id = t.id)`.execute(tx)

import type { CardMerge } from '#domain/api/card.ts'
import { UNMERGE_DAYS } from '#domain/card-merge.ts'
import { MOST_CARD_TAGS } from '#domain/tag.ts'
import { sql } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import type { Filled, MergedPart } from '../database/tables/card.ts'
import { instant, type Db, type Tx } from '../database/db.ts'

/**
 * The tables whose rows go along with a card, by `card_id`. What others have of a card stays where it is: consents and messages are read
 * through the merge (and what is withdrawn meanwhile is withdrawn on each of the cards), and what is noted of a pair as well; an import takes back only what nobody has merged. The kept card
 * gets the tags of the others beside them (`giveTags`).
 */
export const MOVED = ['appointments', 'client_notes', 'health_notes', 'client_files'] as const
export const STAYING = [
  'consents',
  'messages',
  'cards_stale',
  'client_import_rows',
  'client_card_tags',
] as const

/** The fields of a card that a merge fills or marks, as they are stored in `filled`. */
export interface MergedFields {
  client_phone: string | null
  whatsapp_missing_at: string | null
  client_email: string | null
  client_id: string | null
  alert: string | null
  birthday: string | null
  language: string | null
  whatsapp_user_id: string | null
  blocked_at: string | null
  blocked_reason: string | null
  written_at: string | null
  recalled_at: string | null
}
export interface MergingCard extends MergedFields {
  id: number
  merged_into: number | null
  is_forgotten: boolean
}

/** Merges of one business come one after the other; none waits for long, so that who edits an appointment never fails. */
export async function lockMerges(tx: Tx, business_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cards of ${business_id}`}, 3))`.execute(tx)
  // Who edits an appointment holds that, and waits for its card: whoever merges gives way and tries again.
  await sql`set local lock_timeout = '700ms'`.execute(tx)
}

/**
 * These cards and those merged into them, locked whole: bookings that found one are waited for, and others wait. With their
 * sums and fields made from the appointments as of now.
 */
export async function lockedCards(tx: Tx, business_id: number, ids: number[], nowMs: number) {
  const these = sql`business_id = ${business_id} and (id = any(${ids}::bigint[]) or merged_into = any(${ids}::bigint[]))`
  const { rows: locked } = await sql<{ id: number }>`
    select id from client_cards where ${these} order by id for update`.execute(tx)
  await foldNow(
    tx,
    business_id,
    locked.map(({ id }) => id),
    nowMs,
  )
  const iso = (column: string) => sql`to_jsonb(${sql.ref(column)}) #>> '{}' as ${sql.ref(column)}`
  const { rows } = await sql<MergingCard>`
    select id, merged_into, forgotten_at is not null as is_forgotten, nullif(client_phone, '') as client_phone,
      client_email, client_id, alert, birthday, language, whatsapp_user_id, blocked_reason,
      ${iso('whatsapp_missing_at')}, ${iso('blocked_at')}, ${iso('written_at')}, ${iso('recalled_at')}
    from client_cards where ${these} order by id`.execute(tx)
  return rows
}

/** Makes the sums of these cards again; they have to be locked. */
export async function foldNow(tx: Tx, business_id: number, ids: number[], nowMs: number): Promise<void> {
  await sql`select fold_cards(array_fill(${business_id}::bigint, array[cardinality(${ids}::bigint[])]),
    ${ids}::bigint[], ${instant(nowMs)})`.execute(tx)
}

/** Moves what `from` has, and what was merged into it, to `into`. */
export async function moveAll(tx: Tx, business_id: number, from: number, into: number): Promise<MergedPart> {
  const rows: MergedPart['rows'] = {}
  for (const table of MOVED) {
    const { rows: moved } = await sql<{ id: number }>`
      update ${sql.table(table)} set card_id = ${into} where business_id = ${business_id} and card_id = ${from}
      returning id`.execute(tx)
    rows[table] = moved.map(({ id }) => id)
  }
  const { rows: cards } = await sql<{ id: number }>`
    update client_cards set merged_into = ${into} where business_id = ${business_id} and merged_into = ${from}
    returning id`.execute(tx)
  await sql`
    update client_cards set merged_into = ${into} where business_id = ${business_id} and id = ${from}`.execute(
    tx,
  )
  return { card: from, cards: cards.map(({ id }) => id), rows }
}

/** Moves back what `moveAll` moved, as far as it still is where that left it. */
export async function moveBack(tx: Tx, business_id: number, part: MergedPart, keep: number): Promise<void> {
  await sql`
    update client_cards set merged_into = null
    where business_id = ${business_id} and id = ${part.card} and merged_into = ${keep}`.execute(tx)
  await sql`
    update client_cards set merged_into = ${part.card}
    where business_id = ${business_id} and id = any(${part.cards}::bigint[]) and merged_into = ${keep}`.execute(
    tx,
  )
  for (const table of MOVED)
    await sql`
      update ${sql.table(table)} set card_id = ${part.card}
      where business_id = ${business_id} and id = any(${part.rows[table] ?? []}::bigint[]) and card_id = ${keep}`.execute(
      tx,
    )
  // What was agreed to with an appointment that goes back; a withdrawal stands on each of the cards as it is.
  await sql`
    update consents set card_id = ${part.card}
    where business_id = ${business_id} and card_id = ${keep} and given
      and appointment_id = any(${part.rows['appointments'] ?? []}::bigint[])`.execute(tx)
}

/** Sets fields of a card as `MergedFields` holds them. */
export async function setFields(tx: Tx, business_id: number, id: number, fields: Partial<MergedFields>) {
  const { client_phone, ...rest } = fields
  const set = { ...rest, ...('client_phone' in fields && { client_phone: client_phone ?? '' }) }
  if (Object.keys(set).length === 0) return
  await tx
    .updateTable('client_cards')
    .set(set)
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .execute()
}

/** Keeps an alert that the kept card does not say, as a note. @returns the notes. */
export async function noteAlerts(
  tx: Tx,
  { business_id, card_id, user_id }: { business_id: number; card_id: number; user_id: number },
  notes: string[],
  nowMs: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into client_notes (business_id, card_id, body, written_by, at)
    select ${business_id}, ${card_id}, body, ${user_id}, ${instant(nowMs)} from unnest(${notes}::text[]) body
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function removeNotes(tx: Tx, business_id: number, notes: number[]): Promise<void> {
  await sql`delete from client_notes where business_id = ${business_id} and id = any(${notes}::bigint[])`.execute(
    tx,
  )
}

/** Gives the kept card what tags the others have, as far as there is room. @returns those that it had not. */
export async function giveTags(
  tx: Tx,
  business_id: number,
  keep: number,
  others: number[],
): Promise<number[]> {
  const { rows } = await sql<{ tag_id: number }>`
    insert into client_card_tags (business_id, card_id, tag_id)
    select ${business_id}, ${keep}, t.id from client_tags t
    where t.business_id = ${business_id} and t.id in (
        select tag_id from client_card_tags where business_id = ${business_id} and card_id = any(${others}::bigint[]))
      and t.id not in (
        select tag_id from client_card_tags where business_id = ${business_id} and card_id = ${keep})
    order by plain(t.label)
    limit ${MOST_CARD_TAGS} - (
      select count(*) from client_card_tags where business_id = ${business_id} and card_id = ${keep})
    returning tag_id`.execute(tx)
  return rows.map(({ tag_id }) => tag_id)
}

export const takeTags = (tx: Tx, business_id: number, keep: number, tags: number[]) =>
  sql`
    delete from client_card_tags
    where business_id = ${business_id} and card_id = ${keep} and tag_id = any(${tags}::bigint[])`.execute(tx)

export interface NewMerge {
  business_id: number
  keep_id: number
  merged_by: number
  parts: MergedPart[]
  filled: Filled
  notes: number[]
  tags: number[]
}
export async function insertMerge(
  tx: Tx,
  { parts, filled, ...merge }: NewMerge,
  nowMs: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('card_merges')
    .values({
      ...merge,
      parts: JSON.stringify(parts),
      filled: JSON.stringify(filled),
      at: new Date(nowMs).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The last merge of a card into `keep` that stands. */
export async function mergeOf(
  tx: Tx,
  business_id: number,
  keep: number,
  card: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from card_merges
    where business_id = ${business_id} and keep_id = ${keep} and undone_at is null
      and parts @> ${JSON.stringify([{ card }])}::jsonb
    order by id desc limit 1`.execute(tx)
  return rows[0]?.id
}

/** A merge, and whether a later one of the same card stands. */
export async function mergeById(tx: Tx, business_id: number, id: number) {
  const { rows } = await sql<NewMerge & { at: number; undone_at: number | null; is_newest: boolean }>`
    select m.*, not exists (
      select from card_merges later
      where later.business_id = m.business_id and later.keep_id = m.keep_id and later.id > m.id
        and later.undone_at is null) as is_newest
    from card_merges m where m.business_id = ${business_id} and m.id = ${id}`.execute(tx)
  return rows[0]
}

/** Marks a merge as taken back; what it did is kept no longer. */
export async function markUndone(tx: Tx, business_id: number, id: number, nowMs: number): Promise<void> {
  await sql`
    update card_merges set undone_at = ${instant(nowMs)}, parts = '[]', filled = '{}', notes = '{}', tags = '{}'
    where business_id = ${business_id} and id = ${id}`.execute(tx)
}

/** What was merged into a card and can still be taken back, the last first; for who sees all clients. */
export async function mergesOf(db: Db, scope: Scope, keep: number, nowMs: number): Promise<CardMerge[]> {
  if (scope.professional_id !== undefined) return []
  const { rows } = await sql<CardMerge>`
    select m.id, m.at, coalesce(u.name, u.email) as merged_by, array(
      select c.client_name from jsonb_array_elements(m.parts) with ordinality part (told, nth)
      join client_cards c on c.business_id = m.business_id and c.id = (part.told ->> 'card')::bigint
      order by nth) as names
    from card_merges m join users u on u.id = m.merged_by
    where m.business_id = ${scope.business_id} and m.keep_id = ${keep} and m.undone_at is null
      and m.at > ${instant(nowMs - UNMERGE_DAYS * 86_400_000)}
    order by m.id desc limit 20`.execute(db)
  return rows
}

/** Removes what can be taken back no longer. */
export async function forgetMerges(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('card_merges')
    .where('at', '<', instant(nowMs - (UNMERGE_DAYS + 1) * 86_400_000))
    .execute()
}

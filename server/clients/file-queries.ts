import type { CardFile } from '#domain/api/card-file.ts'
import { FILE_SENTENCES, MOST_CARD_FILES, MOST_FILES, type FileKind } from '#domain/card-file.ts'
import { sql } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'
import { isSeen } from './card-queries.ts'

interface OfCard {
  business_id: number
  card_id: number
}

/** The photos of a card, the latest first. */
export async function filesOf(
  db: Db | Tx,
  { business_id, card_id }: OfCard,
  user_id: number,
): Promise<CardFile[]> {
  const { rows } = await sql<CardFile>`
    select f.id, f.kind, f.width, coalesce(u.name, u.email) as written_by, f.written_by = ${user_id} as is_own, f.at
    from client_files f join users u on u.id = f.written_by
    where f.business_id = ${business_id} and f.card_id = ${card_id} order by f.at desc, f.id desc`.execute(db)
  return rows
}

/** The picture of a photo, on a card that the scope covers. */
export async function pictureOf(db: Db, scope: Scope, { card_id, id }: { card_id: number; id: number }) {
  const { rows } = await sql<{ name: string; width: number }>`
    select f.image as name, f.width from client_files f
    join client_cards c on c.business_id = f.business_id and c.id = f.card_id
    where ${isSeen(scope)} and c.id = ${card_id} and f.id = ${id}`.execute(db)
  return rows[0]
}

/** @throws Refusal 409 when the card, or the business, has as many photos as it may. */
export async function ensureRoomForFile(db: Db | Tx, { business_id, card_id }: OfCard): Promise<void> {
  const { rows } = await sql<{ of_card: number; of_all: number }>`
    select count(*) filter (where card_id = ${card_id})::int as of_card, count(*)::int as of_all
    from client_files where business_id = ${business_id}`.execute(db)
  const { of_card, of_all } = rows[0]!
  if (of_card >= MOST_CARD_FILES) throw new Refusal(409, FILE_SENTENCES.full)
  if (of_all >= MOST_FILES) throw new Refusal(409, FILE_SENTENCES.allFull)
}

interface NewFile extends OfCard {
  image: { name: string; width: number }
  kind: FileKind
  user_id: number
  nowMs: number
}
/**
 * Puts a stored picture on a card. The photos of a business are counted one after the other.
 * @throws Refusal 409 as above.
 */
export async function insertFile(
  tx: Tx,
  { business_id, card_id, image, kind, user_id, nowMs }: NewFile,
): Promise<CardFile> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${business_id}`}, 3))`.execute(tx)
  await ensureRoomForFile(tx, { business_id, card_id })
  await sql`
    update images set unused_since = null where business_id = ${business_id} and name = ${image.name}`.execute(
    tx,
  )
  const { rows } = await sql<CardFile>`
    insert into client_files (business_id, card_id, image, width, kind, written_by, at)
    values (${business_id}, ${card_id}, ${image.name}, ${image.width}, ${kind}, ${user_id}, ${instant(nowMs)})
    returning id, kind, width, (select coalesce(name, email) from users where id = ${user_id}) as written_by, true as is_own, at`.execute(
    tx,
  )
  return rows[0]!
}

/** Removes a photo; with `written_by`, that person's alone. @returns whether there was one. */
export async function deleteFile(
  tx: Tx,
  { business_id, card_id, id }: OfCard & { id: number },
  { written_by, nowMs }: { written_by: number | undefined; nowMs: number },
): Promise<boolean> {
  const which = sql`card_id = ${card_id} and id = ${id} and written_by = coalesce(${written_by ?? null}, written_by)`
  return (await removeFiles(tx, business_id, which, nowMs)) > 0
}

/** Removes the photos of these cards; the files go by the job of unused pictures, or at once (`removeMarked`). */
export const eraseFiles = (tx: Tx, business_id: number, cards: number[], nowMs: number) =>
  removeFiles(tx, business_id, sql`card_id = any(${cards}::bigint[])`, nowMs)

async function removeFiles(tx: Tx, business_id: number, which: ReturnType<typeof sql>, nowMs: number) {
  const { numAffectedRows } = await sql`
    with gone as (delete from client_files where business_id = ${business_id} and ${which} returning image)
    update images set removed_at = ${instant(nowMs)}
    where business_id = ${business_id} and name in (select image from gone)`.execute(tx)
  return Number(numAffectedRows)
}

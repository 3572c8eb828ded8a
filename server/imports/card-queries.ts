import type { Filled, Noted } from '#domain/import/match.ts'
import type { ClientRow } from '#domain/import/row.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../database/db.ts'

/** How many cards a business may keep, as when they are written by hand. */
const MOST = 200_000
export const FULL = 'Tu negocio ya tiene tantas fichas como puede tener.'

export async function hasRoom(tx: Tx, owner: BusinessId, more: number): Promise<boolean> {
  const { rows } = await sql<{ is_full: boolean }>`
    select exists (
      select from client_cards where business_id = ${owner} offset ${Math.max(0, MOST - more)}) as is_full`.execute(
    tx,
  )
  return !rows[0]!.is_full
}

/** Writes the cards of new people, with the consent that the business says they gave it elsewhere. @returns their ids. */
export async function makeCards(
  tx: Tx,
  owner: BusinessId,
  people: ClientRow[],
  { at, import_id }: { at: string; import_id: number },
): Promise<number[]> {
  if (people.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval('client_cards_id_seq') as id from generate_series(1, ${people.length})`.execute(tx)
  const ids = rows.map(({ id }) => Number(id))
  const made = JSON.stringify(people.map((person, index) => ({ id: ids[index], ...person })))
  await sql`
    insert into client_cards (business_id, id, client_name, client_phone, client_email, client_id, birthday, alert,
      source, written_at, created_at)
    select ${owner}, id, client_name, client_phone, client_email, client_id, birthday, alert, 'import', ${at}, ${at}
    from jsonb_to_recordset(${made}::jsonb)
      p (id bigint, client_name text, client_phone text, client_email text, client_id text, birthday text, alert text)`.execute(
    tx,
  )
  await sql`
    insert into consents (business_id, card_id, purpose, given, channel, at, evidence)
    select ${owner}, id, 'service', true, 'import', ${at}, jsonb_build_object('import', ${import_id}::bigint)
    from unnest(${ids}::bigint[]) id`.execute(tx)
  return ids
}

/** Fills what cards lack, and overwrites nothing. */
export async function fillCards(
  tx: Tx,
  owner: BusinessId,
  filled: { card: number; filled: Filled }[],
  at: string,
): Promise<void> {
  const fields = filled.filter(({ filled: { note: _, tags: __, ...more } }) => Object.keys(more).length > 0)
  if (fields.length === 0) return
  const rows = JSON.stringify(fields.map(({ card, filled }) => ({ card, ...filled })))
  await sql`
    update client_cards c set
      client_phone = case when c.client_phone = '' then coalesce(f.client_phone, '') else c.client_phone end,
      client_email = coalesce(c.client_email, f.client_email),
      client_id = coalesce(c.client_id, f.client_id),
      birthday = coalesce(c.birthday, f.birthday),
      alert = coalesce(c.alert, f.alert),
      written_at = ${at}
    from (
      select card, max(client_phone) as client_phone, max(client_email) as client_email, max(client_id) as client_id,
        max(birthday) as birthday, max(alert) as alert
      from jsonb_to_recordset(${rows}::jsonb)
        r (card bigint, client_phone text, client_email text, client_id text, birthday text, alert text)
      group by card) f
    where c.business_id = ${owner} and c.id = f.card`.execute(tx)
}

/** Writes notes, each named by the row that it comes from. @returns their ids by row. */
export async function writeNotes(
  tx: Tx,
  owner: BusinessId,
  notes: { n: number; card_id: number; body: string }[],
  { user_id, at }: { user_id: number; at: string },
): Promise<Map<number, number>> {
  if (notes.length === 0) return new Map()
  const { rows } = await sql<{ id: number }>`
    select nextval('client_notes_id_seq') as id from generate_series(1, ${notes.length})`.execute(tx)
  const numbered = notes.map((note, index) => ({ ...note, id: Number(rows[index]!.id) }))
  await sql`
    insert into client_notes (business_id, card_id, id, body, written_by, at)
    select ${owner}, card_id, id, body, ${user_id}, ${at}
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) r (card_id bigint, id bigint, body text)`.execute(
    tx,
  )
  return new Map(numbered.map(({ n, id }) => [n, id]))
}

export interface Finished {
  n: number
  done: 'made' | 'updated' | 'known' | 'failed'
  field?: string | undefined
  error?: string | undefined
  card_id?: number | undefined
  filled?: Noted | undefined
  note_id?: number | undefined
}

/** Notes what became of rows. Those that were imported keep nothing of what the file said. */
export const finishRows = (tx: Tx, owner: BusinessId, import_id: number, rows: Finished[]) =>
  sql`
    update client_import_rows r set done = f.done, field = f.field, error = f.error, card_id = f.card_id,
      filled = f.filled, note_id = f.note_id,
      outcome = case when f.done = 'failed' then 'error' when r.outcome = 'error' then null else r.outcome end,
      cells = case when f.done = 'failed' then r.cells else '[]' end,
      typed = case when f.done = 'failed' then r.typed end,
      card_version = (select c.version from client_cards c where c.business_id = ${owner} and c.id = f.card_id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      f (n integer, done text, field text, error text, card_id bigint, filled jsonb, note_id bigint)
    where r.business_id = ${owner} and r.import_id = ${import_id} and r.n = f.n`.execute(tx)

/** Which of these cards this import made. */
export async function madeHere(tx: Tx, owner: BusinessId, import_id: number, cards: number[]) {
  if (cards.length === 0) return new Set<number>()
  const rows = await tx
    .selectFrom('client_import_rows')
    .select('card_id')
    .where('business_id', '=', owner)
    .where('card_id', 'in', cards)
    .where('import_id', '=', import_id)
    .where('done', '=', 'made')
    .execute()
  return new Set(rows.map(({ card_id }) => card_id!))
}

export const countBatch = (
  tx: Tx,
  owner: BusinessId,
  id: number,
  {
    reached,
    made,
    updated,
    known,
    failed,
  }: Record<'reached' | 'made' | 'updated' | 'known' | 'failed', number>,
) =>
  sql`
    update client_imports set reached = ${reached}, made = made + ${made}, updated = updated + ${updated},
      known = known + ${known}, failed = failed + ${failed}
    where business_id = ${owner} and id = ${id}`.execute(tx)

/** What stands in a column of a file; nothing for one that is not there. */
export async function cellsOf(
  tx: Tx,
  owner: BusinessId,
  import_id: number,
  column: number,
): Promise<string[]> {
  if (column < 0) return []
  const { rows } = await sql<{ cell: string }>`
    select cells->>${column}::integer as cell from client_import_rows
    where business_id = ${owner} and import_id = ${import_id} and cells->>${column}::integer <> ''`.execute(
    tx,
  )
  return rows.map(({ cell }) => cell)
}

const AT_WORK = ['running', 'undoing', 'booking', 'unbooking'] as const

/** Whether any import is at work: asked each second, so without a transaction. */
export const isAnyAtWork = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('client_imports')
    .select('id')
    .where('state', 'in', AT_WORK)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** An import that is at work, in turn from the longest waiting; locked, and skipped where another process has it. */
export const nextAtWork = (tx: Tx, after: number, except: readonly number[]) =>
  tx
    .selectFrom('client_imports')
    .selectAll()
    .where('state', 'in', AT_WORK)
    .where('id', '>', after)
    .where(sql<boolean>`id <> all(${except}::bigint[])`)
    // A business that is being deleted gets no more clients.
    .where(
      sql<boolean>`not exists (
        select from business_deletions d where d.business_id = client_imports.business_id and d.cancelled_at is null)`,
    )
    // One that is suspended gets no more appointments for the time being.
    .where(
      sql<boolean>`(state <> 'booking' or not exists (
        select from businesses b where b.id = client_imports.business_id and b.suspended_at is not null))`,
    )
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()

import { UNDO_DAYS } from '#domain/import/row.ts'
import type { DateOrder } from '#domain/import/when.ts'
import { DRAFT_HOURS, type ImportKind, MOST_DRAFTS } from '#domain/import/state.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, iso, type Db, type Tx } from '../database/db.ts'
import type { List } from './read/file.ts'

const HOUR = 3_600_000
export const UNDO_MS = UNDO_DAYS * 24 * HOUR

interface Draft extends Omit<List, 'batches' | 'count'> {
  kind: ImportKind
  file_name: string
  file_hash: Buffer
  row_count: number
  user_id: number
  nowMs: number
}

/** The draft of a file that was sent before. */
export const draftOf = (db: Db | Tx, owner: BusinessId, kind: ImportKind, file_hash: Buffer) =>
  db
    .selectFrom('client_imports')
    .select('id')
    .where('business_id', '=', owner)
    .where('kind', '=', kind)
    .where('file_hash', '=', file_hash)
    .where('state', '=', 'draft')
    .executeTakeFirst()

/** Writes a draft without its rows; undefined when the same file was sent at the same time. */
export async function insertDraft(tx: Tx, owner: BusinessId, draft: Draft): Promise<number | undefined> {
  const { user_id, nowMs, columns, guesses, ...rest } = draft
  const row = await tx
    .insertInto('client_imports')
    .values({
      ...rest,
      business_id: owner,
      columns: JSON.stringify(columns),
      guesses: JSON.stringify(guesses),
      created_by: user_id,
      created_at: iso(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Adds rows as they were read: [[2, ['Ana', …]], …]. */
export const insertRows = (tx: Tx, owner: BusinessId, import_id: number, batch: string) =>
  sql`
    insert into client_import_rows (business_id, import_id, n, cells)
    select ${owner}, ${import_id}, (row->>0)::integer, row->1 from jsonb_array_elements(${batch}::jsonb) row`.execute(
    tx,
  )

/** Leaves the newest drafts. */
export async function removeOldDrafts(tx: Tx, owner: BusinessId): Promise<void> {
  const old = await tx
    .selectFrom('client_imports')
    .select('id')
    .where('business_id', '=', owner)
    .where('state', '=', 'draft')
    .orderBy('id', 'desc')
    .offset(MOST_DRAFTS)
    .execute()
  for (const { id } of old) await removeDraft(tx, owner, id)
}

/** Throws a draft away; false when there is none. */
export async function removeDraft(tx: Tx, owner: BusinessId, id: number): Promise<boolean> {
  const draft = await lockImport(tx, owner, id)
  if (draft?.state !== 'draft') return false
  await tx
    .deleteFrom('client_import_rows')
    .where('business_id', '=', owner)
    .where('import_id', '=', id)
    .execute()
  await tx.deleteFrom('client_imports').where('business_id', '=', owner).where('id', '=', id).execute()
  return true
}

/** Removes drafts that nobody imported, and the rows of imports that cannot be taken back any more, some at a time. */
export async function forgetImports(db: Db, nowMs: number): Promise<void> {
  const drafts = await db
    .selectFrom('client_imports')
    .select(['business_id', 'id'])
    .where('state', '=', 'draft')
    .where('created_at', '<', instant(nowMs - DRAFT_HOURS * HOUR))
    .limit(50)
    .execute()
  for (const { business_id, id } of drafts)
    await db.transaction().execute((tx) => removeDraft(tx, business_id as BusinessId, id))
  await sql`
    delete from client_import_rows r using client_imports i
    where i.business_id = r.business_id and i.id = r.import_id and i.state in ('stopped', 'done', 'undone')
      and coalesce(i.ended_at, i.started_at) < ${instant(nowMs - UNDO_MS - HOUR)}`.execute(db)
}

const columns = [
  'i.id',
  'i.kind',
  'i.file_name',
  'i.origin',
  'i.row_count',
  'i.state',
  'i.made',
  'i.updated',
  'i.known',
  'i.failed',
  'i.removed',
  'i.restored',
  'i.stayed',
  'i.created_at',
  'i.ended_at',
] as const

export const importsOf = (db: Db, owner: BusinessId, kind: ImportKind) =>
  db
    .selectFrom('client_imports as i')
    .leftJoin('users as u', 'u.id', 'i.created_by')
    .select(columns)
    .select(sql<string | null>`coalesce(u.name, u.email)`.as('created_by'))
    .where('i.business_id', '=', owner)
    .where('i.kind', '=', kind)
    .where('i.state', '<>', 'draft')
    .orderBy('i.id', 'desc')
    .limit(20)
    .execute()

export const importOf = (db: Db | Tx, owner: BusinessId, id: number) =>
  db
    .selectFrom('client_imports as i')
    .leftJoin('users as u', 'u.id', 'i.created_by')
    .select(columns)
    .select(['i.columns', 'i.guesses', 'i.mapping', 'i.agenda', 'i.reached'])
    .select(sql<string | null>`coalesce(u.name, u.email)`.as('created_by'))
    .where('i.business_id', '=', owner)
    .where('i.id', '=', id)
    .executeTakeFirst()

/** The same, kept from being changed meanwhile. */
export const lockImport = (tx: Tx, owner: BusinessId, id: number) =>
  tx
    .selectFrom('client_imports')
    .selectAll()
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const updateImport = (
  tx: Tx,
  owner: BusinessId,
  id: number,
  changes: {
    state?: 'running' | 'stopped' | 'done' | 'undoing' | 'undone' | 'booking' | 'unbooking'
    mapping?: string
    birthday_order?: DateOrder
    agenda?: string
    reached?: number
    started_at?: string
    ended_at?: string | null
    undone_by?: number
  },
) =>
  tx
    .updateTable('client_imports')
    .set(changes)
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .execute()

/** The first rows, as they stand in the file. */
export async function sampleOf(db: Db, owner: BusinessId, import_id: number): Promise<string[][]> {
  const rows = await db
    .selectFrom('client_import_rows')
    .select('cells')
    .where('business_id', '=', owner)
    .where('import_id', '=', import_id)
    .orderBy('n')
    .limit(20)
    .execute()
  return rows.map(({ cells }) => cells).filter((cells) => cells.length > 0)
}

export interface StoredRow {
  n: number
  cells: string[]
  /** What was written instead, by the fields of its kind. */
  typed: Record<string, string> | null
}

/** The rows that follow, in their order. */
export const rowsAfter = (
  db: Db | Tx,
  owner: BusinessId,
  import_id: number,
  n: number,
  limit: number,
): Promise<StoredRow[]> =>
  db
    .selectFrom('client_import_rows')
    .select(['n', 'cells', 'typed'])
    .where('business_id', '=', owner)
    .where('import_id', '=', import_id)
    .where('n', '>', n)
    .orderBy('n')
    .limit(limit)
    .execute()

export interface Judged {
  n: number
  field?: string
  error?: string
  outcome: 'new' | 'again' | 'update' | 'known' | 'error'
  card_id?: number | undefined
}

/** Notes what importing these rows would do. */
export const noteOutcomes = (tx: Tx, owner: BusinessId, import_id: number, judged: Judged[]) =>
  sql`
    update client_import_rows r set outcome = j.outcome, field = j.field, error = j.error, card_id = j.card_id
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
      j (n integer, outcome text, field text, error text, card_id bigint)
    where r.business_id = ${owner} and r.import_id = ${import_id} and r.n = j.n`.execute(tx)

/** How many rows are of which kind; of those with errors, how many only lie outside of the hours. */
export async function countsOf(db: Db | Tx, owner: BusinessId, import_id: number) {
  const { rows } = await sql<{ new: number; known: number; update: number; error: number; hours: number }>`
    select count(*) filter (where outcome = 'new')::int as new,
      count(*) filter (where outcome in ('known', 'again'))::int as known,
      count(*) filter (where outcome = 'update')::int as update,
      count(*) filter (where outcome = 'error')::int as error,
      count(*) filter (where outcome = 'error' and field = 'hours')::int as hours
    from client_import_rows where business_id = ${owner} and import_id = ${import_id}`.execute(db)
  return rows[0]!
}

type Fields = Readonly<Record<string, string>>

/** Keeps what a row is to say where its cells say something else: all other fields follow the columns when those change. */
export const typeRow = (
  tx: Tx,
  owner: BusinessId,
  { import_id, n }: { import_id: number; n: number },
  { typed, said }: { typed: Fields; said: Fields },
) =>
  tx
    .updateTable('client_import_rows')
    .set({
      typed: JSON.stringify(
        Object.fromEntries(Object.entries(typed).filter(([name, text]) => text !== said[name])),
      ),
    })
    .where('business_id', '=', owner)
    .where('import_id', '=', import_id)
    .where('n', '=', n)
    .execute()

/** A page of the rows with errors, or of those that stayed, whose names their cards know. */
export async function pageOfRows(
  db: Db,
  owner: BusinessId,
  import_id: number,
  { only, limit, offset }: { only: 'error' | 'stayed'; limit: number; offset: number },
) {
  const which = only === 'error' ? sql`r.outcome = 'error'` : sql`r.done = 'stayed'`
  const { rows } = await sql<
    StoredRow & {
      field: string | null
      error: string | null
      card_id: number | null
      client_name: string | null
      appointment_id: number | null
      appointment_date: string | null
      appointment_time: string | null
    }
  >`
    select r.n, r.cells, r.typed, r.field, r.error, r.card_id, coalesce(a.client_name, c.client_name) as client_name,
      r.appointment_id, a.appointment_date, a.appointment_time
    from client_import_rows r
    left join client_cards c on c.business_id = r.business_id and c.id = r.card_id and r.done = 'stayed'
    left join appointments a on a.business_id = r.business_id and a.id = r.appointment_id and r.done = 'stayed'
    where r.business_id = ${owner} and r.import_id = ${import_id} and ${which}
    order by r.n limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from client_import_rows r
    where r.business_id = ${owner} and r.import_id = ${import_id} and ${which}`.execute(db)
  return { rows, total: counted.rows[0]!.total }
}

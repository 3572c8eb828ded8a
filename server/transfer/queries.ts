import { sql } from 'kysely'
import { waitForOthers, type Db, type Tx } from '../database/db.ts'
import { endArriving } from '../uploads/arriving-queries.ts'
import { keyset } from '../http/download.ts'
import { PEOPLE, TRANSFERRED, type Transferred } from './tables.ts'

export type Row = Record<string, unknown>

const ROWS = 100

/** One state of the whole business, held until the archive is written; false when one is being written. */
export async function beginExport(db: Db, business_id: number): Promise<boolean> {
  await sql`begin isolation level repeatable read, read only`.execute(db)
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`export ${business_id}`}, 3)) as is_free`.execute(db)
  return rows[0]!.is_free
}

/** The newest migration. */
export async function schemaOf(db: Db | Tx): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  return rows[0]!.name
}

/** The rows of a table as JSON, each in a line of its own with a comma behind it. */
export async function jsonLines(db: Db, { table, leaves = [], order }: Transferred, business_id: number) {
  const left = ['business_id', ...(await generatedColumns(db, table)), ...leaves]
  // The first columns of each key, in their order: the same business gives the same archive.
  const by = order ?? (await keyOrder(db, table))
  const names = sql.join(left)
  return sql`
    select (to_jsonb(t) - array[${names}]::text[])::text || E',\\n' from ${sql.table(table)} t
    where business_id = ${business_id} order by ${sql.raw(by)}`.compile(db)
}

/** What is sealed, some at a time. */
export const sealedOf = (db: Db, business_id: number) =>
  keyset<Row>(async (after, size) => {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) - 'business_id' as row from health_notes t
      where business_id = ${business_id} and id > ${Number(after?.['id'] ?? 0)} order by id limit ${size}`.execute(
      db,
    )
    return rows.map(({ row }) => row)
  }, ROWS)

async function generatedColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'ALWAYS'`.execute(db)
  return rows.map(({ name }) => name)
}

async function keyOrder(db: Db, table: string): Promise<string> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(a.attname), ', ' order by k.n) as columns
    from pg_index x cross join lateral unnest(x.indkey) with ordinality k (attnum, n)
    join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.attnum
    where x.indrelid = ${table}::regclass and x.indisprimary`.execute(db)
  return rows[0]!.columns
}

/** The business's own row. */
export async function businessRow(db: Db, business_id: number): Promise<Row> {
  const generated = await generatedColumns(db, 'businesses')
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(b) - ${['id', 'arrived_at', ...generated]}::text[] as row from businesses b where id = ${business_id}`.execute(
    db,
  )
  return rows[0]!.row
}

/** Everybody whom the business's rows name. */
export async function peopleOf(db: Db, business_id: number): Promise<Row[]> {
  const named = TRANSFERRED.flatMap(({ table, refers = {} }) =>
    Object.entries(refers)
      .filter(([, kind]) => kind === PEOPLE)
      .map(
        ([column]) =>
          sql`select ${sql.ref(column)} from ${sql.table(table)} where business_id = ${business_id}`,
      ),
  )
  const { rows } = await sql<Row>`
    select id, email, name, created_at::text from users where id in (${sql.join(named, sql` union `)}) order by id`.execute(
    db,
  )
  return rows
}

export async function picturesOf(db: Db, business_id: number) {
  return await db
    .selectFrom('images')
    .select(['name', 'width', 'is_private'])
    .where('business_id', '=', business_id)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute()
}

/** Until the transaction ends: nothing judges what was judged elsewhere, and ids are told apart. */
export async function beginImport(tx: Tx): Promise<void> {
  await sql`set local enpunto.importing = 'on'`.execute(tx)
  await sql`set local timezone = 'UTC'`.execute(tx)
  // For the store of pictures, between one part of the rows and the next.
  await waitForOthers(tx)
  await sql`
    create temporary table transfer_ids (kind text, old bigint, new bigint, primary key (kind, old)) on commit drop`.execute(
    tx,
  )
}

/** New ids for these of a table, in their order. */
export async function newIds(tx: Tx, table: string, old: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ old: number; new: number }>`
    insert into transfer_ids (kind, old, new)
    select ${table}, old, nextval(pg_get_serial_sequence(${table}, 'id')) from unnest(${old}::bigint[]) with ordinality o (old, n)
    order by n returning old, new`.execute(tx)
  return new Map(rows.map((row) => [row.old, row.new]))
}

export async function noteIds(tx: Tx, kind: string, pairs: [old: number, now: number][]): Promise<void> {
  await sql`
    insert into transfer_ids (kind, old, new)
    select ${kind}, * from unnest(${pairs.map(([old]) => old)}::bigint[], ${pairs.map(([, now]) => now)}::bigint[])`.execute(
    tx,
  )
}

/** The new ids of these rows, by kind and id. */
export async function idsOf(tx: Tx, wanted: { kind: string; id: number }[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; old: number; new: number }>`
    select kind, old, new from transfer_ids where (kind, old) in (
      select * from unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ id }) => id)}::bigint[]))`.execute(
    tx,
  )
  return new Map(rows.map((row) => [`${row.kind} ${row.old}`, row.new]))
}

/** The columns of a table that an archive may write. */
export async function writableColumns(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}

/** Writes rows as they stand; what a column of these does not have in them is its default. */
export async function insertRows(tx: Tx, table: string, columns: string[], rows: Row[]): Promise<void> {
  const list = sql.join(columns.map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${list})
    select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}

/** Holds an address for the business: its own when that is free, or the next one. */
export async function takeSlug(tx: Tx, business_id: number, wanted: string): Promise<string> {
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`
    const taken = await tx
      .insertInto('slugs')
      .values({ slug, business_id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('slug')
      .executeTakeFirst()
    if (taken) return slug
  }
}

export async function insertBusiness(tx: Tx, row: Row): Promise<number> {
  const columns = (await writableColumns(tx, 'businesses')).filter((name) => name in row)
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('businesses', 'id')) as id`.execute(tx)
  const { id } = rows[0]!
  await insertRows(tx, 'businesses', ['id', ...columns], [{ ...row, id }])
  return id
}

export async function businessWithEmail(tx: Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('businesses')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return row !== undefined
}

/** The person with this e-mail: who is here already, or a new one who has to ask for a password. */
export async function personWith(
  tx: Tx,
  person: { email: string; name: string | null; created_at: string; password_hash: string },
): Promise<number> {
  const known = () =>
    tx
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(email) = lower(${person.email})`)
      .executeTakeFirst()
  const { rows } = await sql<{ id: number }>`
    insert into users (email, name, password_hash, created_at)
    values (${person.email}, ${person.name}, ${person.password_hash}, ${person.created_at}::timestamptz)
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? (await known())!.id
}

/** Somebody who was erased where the archive comes from: a new one, since their number is somebody else's here. */
export async function erasedPerson(
  tx: Tx,
  person: { name: string | null; created_at: string; password_hash: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (id, email, name, password_hash, created_at)
    select n, 'cuenta-eliminada-' || n || '@invalid', ${person.name}, ${person.password_hash}, ${person.created_at}::timestamptz
    from nextval(pg_get_serial_sequence('users', 'id')) n returning id`.execute(tx)
  return rows[0]!.id
}

/** Notes who of those that the archive names is in the business no more: their name stays as long as it does. */
export async function noteFormerMembers(tx: Tx, business_id: number): Promise<void> {
  await sql`
    insert into former_members (business_id, user_id)
    select distinct ${business_id}::bigint, new from transfer_ids t where kind = ${PEOPLE} and not exists (
      select from memberships m where m.business_id = ${business_id} and m.user_id = t.new)`.execute(tx)
}

export async function setSlug(tx: Tx, business_id: number, slug: string): Promise<void> {
  await tx.updateTable('businesses').set({ slug }).where('id', '=', business_id).execute()
}

export async function setSuspended(tx: Tx, business_id: number, at: unknown): Promise<void> {
  await sql`
    update businesses set suspended_at = ${typeof at === 'string' ? at : null}::timestamptz where id = ${business_id}`.execute(
    tx,
  )
}

export async function insertPictures(
  tx: Tx,
  business_id: number,
  pictures: { name: string; width: number; is_private: boolean }[],
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs).toISOString()
  const names = pictures.map(({ name }) => name)
  if ((await endArriving(tx, names)) !== names.length)
    throw new Error('It took so long that its pictures have been removed.')
  for (const picture of pictures)
    await tx
      .insertInto('images')
      .values({ business_id, ...picture, created_at: at, unused_since: null })
      .execute()
}

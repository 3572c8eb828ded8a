import { connect, type Db } from '#server/database/db.ts'
import { folderFiles } from '#server/files/files.ts'
import { migrate } from '#server/database/migrate.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { urlOf } from './helper.ts'

/** A folder that is removed when the tests end. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'enpunto-backup-'))
  after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export const pictures = () => folderFiles(folder())

/** An empty database beside `db`: nothing but what PostgreSQL brings. */
export async function emptyDatabase(db: Db): Promise<{ url: string; drop: () => Promise<void> }> {
  // Modules are loaded anew for each file of a process, so that a count of theirs would begin again.
  const name = `empty_${randomUUID().replaceAll('-', '_')}`
  await sql`create database ${sql.id(name)} template template0`.execute(db)
  const url = (await urlOf(db)).replace(/@\/\w+/, `@/${name}`)
  return { url, drop: async () => void (await sql`drop database ${sql.id(name)} with (force)`.execute(db)) }
}

/** The same with the schema up to a migration. */
export async function databaseAt(db: Db, migration: string) {
  const empty = await emptyDatabase(db)
  const old = connect({ url: empty.url })
  await migrate(old, migration)
  return { ...empty, db: old }
}

/** Runs `work` on another database, and closes it. */
export async function on<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect({ url, poolSize: 2 })
  return work(db).finally(() => db.destroy())
}

/** Every table with its rows, in an order of their own; what a migration notes of itself is left out. */
export async function contentOf(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(db)
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
    content[name] = rows.map(({ row }) => row).sort()
  }
  return content
}

/** All that the schema promises: columns, constraints, indexes, triggers, and where its numbers go on. */
export async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s', tgenabled, pg_get_triggerdef(t.oid)) from pg_trigger t
      join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not tgisinternal
    union all select format('%s %s', sequencename, coalesce(last_value, 0)) from pg_sequences where schemaname = 'public'
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

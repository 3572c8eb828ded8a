import type pg from 'pg'
import { quoted, type Sequence, type Table } from './queries.ts'

/** What stands in the schema already: tables, views and the like, but for what extensions brought. */
export async function whatIsThere(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Statements that make the schema as it was before `loosen`. */
export type Restored = string[]

/**
 * Takes away, inside the caller's transaction, what would act on each row or check it alone: triggers,
 * foreign keys and the indexes that are no constraint's. Made again afterwards, they check everything.
 */
export async function loosen(client: pg.ClientBase, tables: Table[]): Promise<Restored> {
  const undo: string[] = []
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select f.relname::text as "table", c.conname::text as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class f on f.oid = c.conrelid
     where c.contype = 'f' and f.relnamespace = current_schema()::regnamespace and c.conparentid = 0`,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname::text as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'i' and not c.relispartition
       and not exists (select from pg_constraint k where k.conindid = c.oid)
       and not exists (select from pg_depend d where d.objid = i.indrelid and d.deptype = 'e')`,
  )
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `select c.relname::text as "table", t.tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not t.tgisinternal
       and t.tgenabled = 'O'`,
  )
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
    undo.push(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  }
  for (const { name, definition } of indexes) {
    await client.query(`drop index ${quoted(name)}`)
    undo.unshift(definition)
  }
  for (const { table, name } of triggers) {
    await client.query(`alter table ${quoted(table)} disable trigger ${quoted(name)}`)
    undo.push(`alter table ${quoted(table)} enable trigger ${quoted(name)}`)
  }
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  return undo
}

export async function setSequence(client: pg.ClientBase, { name, last_value, is_called }: Sequence) {
  // One of a table that is left out is not there: then nothing is set.
  await client.query('select setval(to_regclass($1), $2::bigint, $3)', [quoted(name), last_value, is_called])
}

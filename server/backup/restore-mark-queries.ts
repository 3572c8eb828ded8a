import type pg from 'pg'
import { LAST_KEPT, RESTORE_MARK } from '../installation.ts'
import { BackupError } from './error.ts'
import { isHalfRestored } from './queries.ts'
import { whatIsThere } from './restore-queries.ts'

/**
 * Marks a database before anything is put into it, in a schema of its own beside the product's, so that no migration and no
 * table of the backup knows of it. One that a restore left unfinished has its mark already. The lock against a second restore
 * goes with the connection, also when its process is killed.
 * @returns whether the mark is a new one, and nothing of a restore is there.
 * @throws BackupError when another restore is under way, or the database is not empty.
 */
export async function markRestore(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('restore', 3)) as got`,
  )
  if (!rows[0]!.got)
    throw new BackupError('Another restore into this database is under way: wait until it has ended.')
  if (await isHalfRestored(client)) return false
  await ensureEmpty(client)
  const [schema] = RESTORE_MARK.split('.')
  await client.query(`
    begin;
    create schema ${schema};
    create table ${RESTORE_MARK} as select now()::text as began_at;
    commit`)
  return true
}

async function ensureEmpty(client: pg.ClientBase) {
  const there = await whatIsThere(client)
  if (there.length === 0) return
  const some = there.slice(0, 3).join(', ')
  throw new BackupError(
    `The database is not empty (${there.length} tables: ${some} …), and nothing was changed: restore into a new database, or set DATA_DIR to a new folder.`,
  )
}

/** Nothing has been put into the database: it is as it was before. */
export async function takeMarkBack(client: pg.ClientBase) {
  const [schema] = RESTORE_MARK.split('.')
  await client.query(`drop schema if exists ${schema} cascade`)
}

/**
 * The restore is done. What another machine kept where is forgotten: the folder of the same name here may be a new one.
 */
export async function endRestore(client: pg.ClientBase) {
  await client.query('begin')
  await client.query('delete from installation where name = $1', [LAST_KEPT])
  await takeMarkBack(client)
  await client.query('commit')
}

/** Removes what an unfinished restore left in the schema; extensions stay, since the role may not be able to make them. */
export async function removeLeftovers(client: pg.ClientBase) {
  await client.query(`
    do $$
    declare statement text;
    begin
      -- Named before the first of them goes; what went with another one is none any more.
      foreach statement in array (
        select coalesce(array_agg(format('drop %s if exists %s cascade', kind, name) order by place), '{}')
        from (
          select 1 as place, case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
            oid, oid::regclass::text as name
          from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')
          union all
          select 2, 'sequence', oid, oid::regclass::text
          from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'
          union all
          select 3, 'routine', oid, oid::regprocedure::text
          from pg_proc where pronamespace = current_schema()::regnamespace
          union all
          select 4, 'type', oid, oid::regtype::text
          from pg_type where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd')
        ) as left_there
        where not exists (select from pg_depend d where d.objid = left_there.oid and d.deptype = 'e'))
      loop
        execute statement;
      end loop;
    end $$`)
}

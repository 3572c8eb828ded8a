import type pg from 'pg'
import { RESTORE_MARK } from '../installation.ts'

/** A table as the schema has it, with the columns that are stored and not computed. */
export interface Table {
  name: string
  columns: string[]
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * What two sessions must have in common to write the same row with the same bytes, and what one needs to take its time: who waits for
 * a slow store reads nothing meanwhile, and is no machine that is gone.
 */
const SETTINGS = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set synchronize_seqscans = off; set row_security = off;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s'; set tcp_user_timeout = 0;
  set maintenance_work_mem = '256MB'`

export const prepareSession = (client: pg.ClientBase) => client.query(SETTINGS)

/** One backup at a time; the lock goes with the connection. Returns whether it is ours. */
export async function lockBackups(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_lock(hashtextextended('backup', 3)) as got`)
  return rows[0].got
}

/** The database's size, and its folder where that is one of this machine and may be known. */
export async function databaseFolder(
  client: pg.ClientBase,
): Promise<{ bytes: number; folder: string | null }> {
  const { rows } = await client.query<{ bytes: string; folder: string | null }>(
    `select pg_database_size(current_database())::text as bytes,
       case when inet_server_addr() is null and pg_has_role('pg_read_all_settings', 'usage')
         then current_setting('data_directory') end as folder`,
  )
  const { bytes, folder } = rows[0]!
  return { bytes: Number(bytes), folder }
}

const OF_EXTENSION = `exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** All tables of the schema, each before those that refer to it. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname::text as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not ${OF_EXTENSION}
     order by c.relname`,
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select f.relname::text as "from", t.relname::text as "to" from pg_constraint c
     join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
     where c.contype = 'f' and f.oid <> t.oid and not c.condeferrable`,
  )
  const order: Table[] = []
  for (let left = tables; left.length > 0;) {
    const waits = ({ name }: Table) =>
      references.some(({ from, to }) => from === name && left.some((other) => other.name === to))
    const free = left.filter((table) => !waits(table))
    // In a ring none is free: the order is for readers, the restore needs none.
    const next = free.length > 0 ? free : left
    order.push(...next)
    left = left.filter((table) => !next.includes(table))
  }
  return order
}

/** Locks the tables as readers do and begins a snapshot; says when, and of what. */
export async function beginSnapshot(client: pg.ClientBase, tables: Table[]) {
  await client.query('begin isolation level repeatable read, read only')
  // Before the snapshot, so that no migration comes between both.
  await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
  // The statement begins before its snapshot is taken: all that was acknowledged until then is in it.
  const { rows } = await client.query<{ at: string; version: string }>(
    `select to_char(statement_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
       current_setting('server_version') as version`,
  )
  return rows[0]!
}

/** Whether a restore into this database was begun and not done. */
export async function isHalfRestored(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    RESTORE_MARK,
  ])
  return rows[0]!.there
}

/** The migrations that have run, in their order. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

export async function newestAppointment(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ at: string | null }>(
    `select to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from appointments`,
  )
  return rows[0]!.at
}

export interface Sequence {
  name: string
  last_value: string
  is_called: boolean
}

/** Sequences know no snapshot: asked after it began, they are past every number in it. */
export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and not ${OF_EXTENSION} order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await client.query(`select last_value::text, is_called from ${quoted(name)}`)
    sequences.push({ name, ...state.rows[0] })
  }
  return sequences
}

const list = (columns: string[]) => columns.map(quoted).join(', ')

export const copyOutText = ({ name, columns }: Table) => `copy ${quoted(name)} (${list(columns)}) to stdout`
/** In the transaction that emptied the table: rows then stand in the order in which they came. */
export const copyInText = ({ name, columns }: Table) =>
  `copy ${quoted(name)} (${list(columns)}) from stdin with (freeze)`

/** The name of the database beside the client's that a rehearsal loads. */
export async function scratchName(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`select current_database() || '_rehearsal' as name`)
  return rows[0]!.name
}

export const makeScratch = (client: pg.ClientBase, name: string) =>
  client.query(`create database ${quoted(name)} template template0`)

export const removeScratch = (client: pg.ClientBase, name: string) =>
  client.query(`drop database if exists ${quoted(name)} with (force)`)

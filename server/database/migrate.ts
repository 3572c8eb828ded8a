import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { sqlState, type Db } from './db.ts'
import { isCut, StartError } from '../start-error.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')

// While a migration waits for its lock, everybody else waits behind it, and the lock's holder may be waiting
// for a lock of the migration. So it gives way before PostgreSQL checks for deadlocks (after 1 s), and tries
// again. Every fifth time it waits for that check, which ends an autovacuum that is in its way.
const GIVE_WAY = '500ms'
const OUTLAST_VACUUM = '1500ms'
const GAVE_WAY = ['55P03', '40P01'] // lock time-out; deadlock
const MOST_TRIES = 300
/** After so many it is said whom it waits for: at first, and then every minute or so. */
const TOLD_AFTER = [3, 50, 100, 150, 200, 250]

/** 15 brought `unique nulls not distinct`. */
const OLDEST_POSTGRES = 15

/**
 * Brings the schema up to date, running each file of migrations/ in its own transaction. Safe when several
 * processes start at once: one migrates, the others wait.
 * @param through the last file to run; all of them by default.
 * @param signal ends the wait for a backup, or for whoever else holds the tables.
 * @throws StartError when the database is newer than this version, PostgreSQL older than it needs, or somebody holds the tables for minutes.
 * @throws the first error of a migration, after rolling that migration back.
 */
export async function migrate(db: Db, through?: string, signal?: AbortSignal): Promise<void> {
  await checkPostgres(db)
  let tries = 1
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrationsOf(db, () => tries) },
  })
  let hasChanged = false
  for (;;) {
    const { error, results } = await migrator.migrateUp()
    if (GAVE_WAY.includes(sqlState(error) ?? '') && (await isBackedUp(db))) await backupDone(db, signal)
    else if (GAVE_WAY.includes(sqlState(error) ?? '')) {
      if (tries === MOST_TRIES)
        throw new StartError(
          `The database cannot be updated: its tables are held all the time (${await holderOf(db)}). End what holds them, and start again.`,
        )
      if (TOLD_AFTER.includes(tries))
        console.log(
          `The update of the database waits for whoever holds its tables (${await holderOf(db)}), and goes on by itself.`,
        )
      tries++
      await sleep(1000, undefined, signal && { signal })
    } else if (error) throw newer(error) ?? error
    else {
      tries = 1
      if (results?.length) hasChanged = true
    }
    if (!error && (!results?.length || results[0]!.migrationName === through)) break
  }
  if (hasChanged) await renewConnections(db)
}

/** Whether a backup holds the tables: it has its lock (lockBackups), and reads. A rehearsal has the lock alone. */
async function isBackedUp(db: Db): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (
      select from pg_locks own join pg_locks read using (pid)
      where own.locktype = 'advisory' and own.granted
        and own.database = (select oid from pg_database where datname = current_database())
        and (own.classid::bigint << 32) | own.objid::bigint = hashtextextended('backup', 3)
        and read.locktype = 'relation' and read.granted and read.relation = 'kysely_migration'::regclass) as holds`.execute(
    db,
  )
  return rows[0]!.holds
}

/** Whose transaction is the oldest of those that hold tables, in words; a role that is no superuser sees its own only. */
async function holderOf(db: Db): Promise<string> {
  const { rows } = await sql<{ pid: number; name: string | null; seconds: number | null }>`
    select pid, nullif(application_name, '') as name, extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity a
    where pid <> pg_backend_pid() and exists (
      select from pg_locks held where held.pid = a.pid and held.locktype = 'relation' and held.granted
        and held.database = (select oid from pg_database where datname = current_database()))
    order by xact_start limit 1`.execute(db)
  const [holder] = rows
  if (!holder) return 'now one, now another'
  const since = holder.seconds === null ? '' : `, for ${holder.seconds} s`
  return `${holder.name ?? 'without a name'}, process ${holder.pid}${since}`
}

/** A slow place takes hours, in which each try would make bookings wait. */
async function backupDone(db: Db, signal: AbortSignal | undefined) {
  console.log('A backup is under way: the update of the database waits until it is done.')
  while (await isBackedUp(db)) await sleep(1000, undefined, signal && { signal })
}

/**
 * Before anything is written: an older one would refuse some migration in the middle.
 * @throws StartError when it is older.
 */
export async function checkPostgres(db: Db) {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(db)
  if (Number.parseInt(rows[0]!.version) < OLDEST_POSTGRES)
    throw new StartError(
      `The PostgreSQL of DATABASE_URL is version ${rows[0]!.version}: enpunto needs ${OLDEST_POSTGRES} or newer. Nothing was changed.`,
    )
}

/** A database that a newer version migrated: an older one does not know what it may write. */
function newer(error: unknown): StartError | undefined {
  const missing = /previously executed migration (\S+) is missing/.exec((error as Error).message)
  if (!missing) return undefined
  return new StartError(
    `The database was used by a newer version of enpunto (migration ${missing[1]}): start that version, or load a backup of before the update.`,
  )
}

const migrationFiles = () =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()

/** The names of all migrations of this version, in their order. */
export const knownMigrations = () => migrationFiles().map((file) => file.slice(0, -'.sql'.length))

/** @param tries which try it is, from 1; asked when a migration begins. */
function migrationsOf(db: Db, tries: () => number): Record<string, Migration> {
  return Object.fromEntries(
    migrationFiles().map((file) => {
      // Read when it runs: the Migrator asks for all of them before each one.
      const text = () => readFileSync(join(FOLDER, file), 'utf8')
      const up: Migration['up'] = file.endsWith('.batches.sql')
        ? (tx) => runInBatches(db, tx, text())
        : (tx) => runIn(tx, text(), tries())
      return [file.slice(0, -'.sql'.length), { up }]
    }),
  )
}

async function runIn(tx: Kysely<unknown>, text: string, tries: number) {
  const wait = tries % 5 === 0 ? OUTLAST_VACUUM : GIVE_WAY
  await tx.executeQuery(CompiledQuery.raw(`set local lock_timeout = '${wait}'`))
  // Of a deadlock with a booking the migration is the victim, since it looks for one first; it is tried again.
  await tx.executeQuery(
    CompiledQuery.raw(
      `select set_config('deadlock_timeout', '10ms', true) where has_parameter_privilege('deadlock_timeout', 'set')`,
    ),
  )
  // What validates reads whole tables and does not stop bookings: it must not lock them out for as long.
  if (tries > 1 && !/\bvalidate constraint\b/i.test(text)) await lockAll(tx)
  await tx.executeQuery(CompiledQuery.raw(text))
}

/**
 * Locks all tables at once, in an order that differs each time. Where bookings arrive without a pause,
 * a migration that takes one table after the other may always meet one that holds the next; with the table
 * first that each of them takes first, nobody is left inside.
 */
async function lockAll(tx: Kysely<unknown>) {
  const { rows } = await sql<{ table: string }>`
    select quote_ident(tablename) as table from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely%' order by random()`.execute(tx)
  if (rows.length > 0)
    await tx.executeQuery(CompiledQuery.raw(`lock table ${rows.map(({ table }) => table).join(', ')}`))
}

/** Repeats one statement, committing each time, until it changes nothing more. `tx` holds the lock of migrations meanwhile. */
async function runInBatches(db: Db, tx: Kysely<unknown>, text: string) {
  await tx.executeQuery(CompiledQuery.raw('set local idle_in_transaction_session_timeout = 0'))
  for (;;) {
    const { numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text))
    if (!numAffectedRows) return
  }
}

/**
 * Closes the connections that other processes opened earlier, each while it is idle; their pools open new
 * ones. A prepared `select *` would fail for ever once a table has a new column ('cached plan must not
 * change result type'). Tries for five seconds.
 */
async function renewConnections(db: Db) {
  const { rows } = await untilAnswered(() =>
    sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db),
  )
  for (let tries = 0; tries < 50; tries++) {
    // At first only connections idle for a while: a process starting beside this one has only just released
    // its own.
    const rest = tries < 20 ? '200 ms' : '0'
    const left = await untilAnswered(() =>
      // Chosen first and ended then: in one condition PostgreSQL may end those whose database it has not compared yet.
      sql`
      with others as materialized (
        select pid, state, state_change from pg_stat_activity
        where datname = current_database() and application_name like 'enpunto %'
          and application_name not like 'enpunto % backup %'
          and (application_name, client_addr)
            is distinct from (current_setting('application_name'), inet_client_addr())
          and backend_start < ${rows[0]!.now}::timestamptz)
      select from others
      where not case when state = 'idle' and state_change < clock_timestamp() - ${rest}::interval
        then pg_terminate_backend(pid) else false end`.execute(db),
    )
    if (left.rows.length === 0) return
    await sleep(100)
  }
}

/** Asks again on another connection when this one was closed by a process that renews connections, too. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!isCut(error) || tries === 20) throw error
    }
  }
}

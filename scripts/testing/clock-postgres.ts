/** Moves the clock of the tests' PostgreSQL like that of the run's processes (clock.ts). */
import { startPostgres } from '#server/database/embedded/postgres.ts'
import { join } from 'node:path'
import pg from 'pg'
import { aheadMs } from './clock.ts'

/** The address of a database in the PostgreSQL that listens in this folder. */
export const addressOf = (socketDir: string, database: string) =>
  `postgres://postgres@/${database}?host=${encodeURIComponent(socketDir)}`

/** Call it on a new cluster: later migrations then find these functions before the built-in ones. */
export async function moveClockOfPostgres(socketDir: string) {
  if (aheadMs() === 0) return
  const moved = (name: string) => `create function public.${name}() returns timestamptz stable parallel safe
    return pg_catalog.${name}() + interval '${aheadMs()} milliseconds';`
  const functions = ['now', 'clock_timestamp', 'pg_postmaster_start_time'].map(moved).join('\n')
  for (const database of ['template1', 'postgres']) await execute(socketDir, database, functions)
  await execute(socketDir, 'postgres', 'alter role postgres set search_path = public, pg_catalog')
}

export async function execute(socketDir: string, database: string, statements: string) {
  const client = new pg.Client(addressOf(socketDir, database))
  await client.connect()
  await client.query(statements).finally(() => client.end())
}

// Runs as a separate process, for the database of a product that is about to start for the first time.
if (import.meta.main) {
  const postgres = await startPostgres(join(process.argv[2]!, 'pg'))
  await moveClockOfPostgres(postgres.socketDir)
  await postgres.stop()
}

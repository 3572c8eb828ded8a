/**
 * One PostgreSQL for a whole run of the tests, with the schema as a template: copying it takes a fraction of
 * a second.
 */
import { connect } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPostgres } from '#server/database/embedded/postgres.ts'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, execute, moveClockOfPostgres } from './clock-postgres.ts'

export interface Cluster {
  socketDir: string
  stop(): Promise<void>
}

// Nothing outlives the run, so nothing needs to reach the disk; several files at once hold dozens of
// connections.
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '400' }
const TEMPLATE = 'enpunto_template'

/** Starts it in a folder of its own, which is removed when it stops. Takes some seconds. */
export async function startCluster(): Promise<Cluster> {
  const dir = mkdtempSync(join(tmpdir(), 'enpunto-'))
  chmodSync(dir, 0o755)
  const { socketDir, stop } = await startPostgres(join(dir, 'pg'), SETTINGS)
  const cluster = {
    socketDir,
    async stop() {
      await stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
  try {
    await moveClockOfPostgres(socketDir)
    await execute(socketDir, 'postgres', `create database ${TEMPLATE}`)
    const db = connect({ url: addressOf(socketDir, TEMPLATE) })
    await migrate(db).finally(() => db.destroy())
    // A template with open connections cannot be copied.
    await execute(
      socketDir,
      'postgres',
      `alter database ${TEMPLATE} with is_template true allow_connections false`,
    )
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

let made = 0

/** A new, empty database with the present schema. */
export async function createDatabase(socketDir: string) {
  const name = `test_${process.pid}_${++made}`
  // Copied as files: through the log, which is what PostgreSQL prefers, it takes several times as long.
  await execute(socketDir, 'postgres', `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return {
    url: addressOf(socketDir, name),
    drop: () => execute(socketDir, 'postgres', `drop database ${name} with (force)`),
  }
}

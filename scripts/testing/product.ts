/**
 * The data folder of a product that was started once and stopped, with schema and demo data. Each file of
 * browser tests copies it for its own product, which then starts quickly. Made anew for every run, because
 * demo data depend on the date.
 */
import { connect } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPostgres } from '#server/database/embedded/postgres.ts'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDemo } from '../demo/load.ts'
import { addressOf, execute, moveClockOfPostgres } from './clock-postgres.ts'
import { aheadMs } from './clock.ts'

export interface PreparedProduct {
  dataDir: string
  remove(): void
}

export async function prepareProduct(): Promise<PreparedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'enpunto-demo-'))
  chmodSync(dataDir, 0o755)
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const postgres = await startPostgres(join(dataDir, 'pg'), { fsync: 'off' })
    await moveClockOfPostgres(postgres.socketDir)
    const db = connect({ url: addressOf(postgres.socketDir, 'postgres') })
    try {
      await migrate(db)
      await loadDemo(db, Date.now() + aheadMs(), { dataDir, production: false, isBare: true })
      // No test cuts the power, and the processes that tests kill never include PostgreSQL.
      await execute(postgres.socketDir, 'postgres', 'alter system set fsync = off')
    } finally {
      await db.destroy()
      await postgres.stop()
    }
    return { dataDir, remove }
  } catch (error) {
    remove()
    throw error
  }
}

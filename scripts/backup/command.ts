/** What an operator’s commands have in common: settings, the database, and sentences instead of traces. */
import { BackupError } from '#server/backup/error.ts'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { connect, otherProcesses, sqlState, type Db, type Where } from '#server/database/db.ts'
import { hasDatabase } from '#server/database/embedded/place.ts'
import { startPostgres } from '#server/database/embedded/postgres.ts'
import { databaseFault, dataDirError, makeDataDir, passingFault, StartError } from '#server/start-error.ts'
import { constants } from 'node:os'
import { join } from 'node:path'

/** The settings that these commands need; what else a server needs may be missing or wrong. */
const NAMES = /^(DATA_DIR|DATABASE_URL|S3_.*|BACKUP_.*|ADMIN_EMAIL|ADMIN_PASSWORD)$/

/** Runs a command, and ends with 0 (or what it says), 1 or (settings) 78. */
export async function command(work: (config: Config) => Promise<number | void>) {
  try {
    const code = await work(
      readConfig(Object.fromEntries(Object.entries(process.env).filter(([name]) => NAMES.test(name)))),
    )
    process.exitCode = code ?? 0
  } catch (error) {
    const faults = faultsOf(error)
    if (!faults) throw error
    console.error(faults.map((fault) => `✖ ${fault}`).join('\n'))
    process.exitCode = error instanceof ConfigError ? 78 : 1
  }
}

function faultsOf(error: unknown): string[] | undefined {
  if (error instanceof ConfigError) return error.faults
  if (error instanceof BackupError || error instanceof StartError) return [error.message]
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (code.startsWith('ERR_PARSE_ARGS')) return [message]
  const fault = process.env.DATABASE_URL ? databaseFault(error) : passingFault(error)
  return fault ? [fault] : undefined
}

/**
 * The database of the settings: the operator's own, or the embedded one, started and stopped if nobody else did, also when a
 * signal ends the command.
 * @throws StartError where there is none, unless it `mayBeNew`: settings that were forgotten lead to another folder, in which an
 * empty one would take what was meant for the servers'.
 */
export async function withDatabase<T>(
  config: Config,
  work: (where: Where) => Promise<T>,
  { mayBeNew = false } = {},
): Promise<T> {
  if (config.databaseUrl) return work({ url: config.databaseUrl })
  const folder = join(config.dataDir, 'pg')
  if (!mayBeNew && !hasDatabase(folder))
    throw new StartError(
      `There is no database in ${config.dataDir}: run it with the settings of the server (DATA_DIR or DATABASE_URL).`,
    )
  try {
    makeDataDir(config.dataDir)
  } catch (error) {
    throw dataDirError(error, config.dataDir) ?? error
  }
  const starting = startPostgres(folder)
  const stop = async () => {
    const { socketDir, stop } = await starting
    if ((await otherProcesses({ socketDir }).catch(() => 0)) === 0) await stop()
  }
  let ending: Promise<never> | undefined
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const)
    process.once(signal, () => {
      ending ??= stop()
        .catch(() => {})
        .then(() => process.exit(128 + constants.signals[signal]))
    })
  try {
    const { socketDir } = await starting
    return await work({ socketDir })
  } catch (error) {
    // Whoever interrupts it asks for no reasons.
    await ending
    throw error
  } finally {
    await stop()
  }
}

/** The same for what only asks it, or changes a row. @throws BackupError when it is not the product's. */
export const withTables = <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabase(config, async (where) => {
    const db = connect({ ...where, poolSize: 1 })
    try {
      return await work(db)
    } catch (error) {
      if (sqlState(error) !== '42P01') throw error
      throw new BackupError(
        'This database has never been used by enpunto: run it with the settings of the server (DATABASE_URL or DATA_DIR).',
      )
    } finally {
      await db.destroy()
    }
  })

/** '1.234.567', and sizes of files in whole units. */
export const size = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

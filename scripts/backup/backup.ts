/**
 * Backs up the whole installation: `npm run backup -- --to DIR`, or to the place of `BACKUP_DIR` or `BACKUP_S3_…`. With `--runs` it
 * makes none and says how the last ones of the nights went.
 */
import { backUp } from '#server/backup/backup.ts'
import { BackupError } from '#server/backup/error.ts'
import { latestRuns } from '#server/backup/run-queries.ts'
import type { Db } from '#server/database/db.ts'
import { placeOf } from '#server/backup/place.ts'
import { makeBackupFolder } from '#server/backup/store.ts'
import { fileStore } from '#server/files/file-store.ts'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command, size, withDatabase, withTables } from './command.ts'

await command(async (config) => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, runs: { type: 'boolean' } } })
  if (values.runs) return await withTables(config, sayRuns)
  const to = values.to ? { folder: values.to } : config.backups?.to
  if (!to)
    throw new BackupError('Say where to: npm run backup -- --to DIR, or set BACKUP_DIR or BACKUP_S3_BUCKET.')
  if (values.to) makeBackupFolder(resolve(values.to))
  const store = await placeOf({ to })
  const begun = performance.now()
  const made = await withDatabase(config, (where) => backUp({ where, store, files: fileStore(config) }))
  const bytes = made.tables.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.bytes, 0)
  const rows = made.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Backed up ${made.tables.length} tables with ${rows} rows (${size(bytes)}) and ${made.files.count} pictures to ${store.place}, as ${made.name}, in ${((performance.now() - begun) / 1000).toFixed(1)} s.
All that was acknowledged before ${made.snapshot_at} is in it; schema ${made.migrations.at(-1)}.`,
  )
})

async function sayRuns(db: Db) {
  const runs = await latestRuns(db, 20)
  for (const { kind, at, name, rows, fault } of runs)
    console.log(`${new Date(at).toISOString()} ${kind}: ${fault ?? `${name}, ${rows} rows`}`)
  if (runs.length === 0) console.log('No backup of a night has been tried yet.')
}

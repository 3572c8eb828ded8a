/**
 * Restores a backup into an empty database: `npm run restore -- --from DIR`, where DIR holds backups (the
 * newest whole one is taken, or `--backup NAME`); without it, from the place of `BACKUP_DIR` or `BACKUP_S3_…`. Where many pictures
 * are missing or damaged, only with `--without-damaged-pictures`.
 */
import { BackupError } from '#server/backup/error.ts'
import { backupsIn, readManifest } from '#server/backup/manifest.ts'
import { placeOf } from '#server/backup/place.ts'
import { restore } from '#server/backup/restore.ts'
import { folderStore } from '#server/backup/store.ts'
import { fileStore } from '#server/files/file-store.ts'
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command, withDatabase } from './command.ts'

/** What a restore ends with when all but some pictures is there. */
const PICTURES_LACK = 3

await command(async (config) => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      backup: { type: 'string' },
      'without-damaged-pictures': { type: 'boolean' },
    },
  })
  const lacksFiles = values['without-damaged-pictures'] ?? false
  const { store, only } = await source(values.from)
  const name = values.backup ?? only ?? (await backupsIn(store)).at(-1)
  if (!name) throw new BackupError(`There is no whole backup in ${store.place}.`)
  const manifest = await readManifest(store, name)
  const begun = performance.now()
  const into = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir
  console.log(
    `${name} from ${store.place} into ${into}: all that was acknowledged before ${manifest.snapshot_at}; schema ${manifest.migrations.at(-1)}.`,
  )
  const done = await withDatabase(
    config,
    (where) =>
      restore(manifest, {
        where,
        store,
        files: fileStore(config),
        lacksFiles,
        say: (text) => console.log(`  ${text}`),
      }),
    { mayBeNew: true },
  )
  const newest = manifest.newest_appointment
    ? `The newest appointment was booked at ${manifest.newest_appointment}.`
    : 'There is no appointment.'
  console.log(`Restored and compared: ${done.tables} tables, ${done.rows} rows, ${done.files - done.damaged.length} pictures; every table and constraint as in the backup.
${newest} It took ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
  if (done.leftOut.length > 0) console.log(`Not of enpunto, and left out: ${done.leftOut.join(', ')}.`)
  if (done.damaged.length === 0) return
  console.error(`✖ Of the pictures, ${done.damaged.length} are missing or damaged in ${store.place}, and were not put back:
${done.damaged.map((file) => `  ${file}`).join('\n')}`)
  return PICTURES_LACK

  /** A folder of backups, one backup's own folder, or the place of the settings. */
  async function source(from: string | undefined) {
    if (!from && !config.backups)
      throw new BackupError(
        'Say where from: npm run restore -- --from DIR, or set BACKUP_DIR or BACKUP_S3_BUCKET.',
      )
    if (!from) return { store: await placeOf(config.backups!) }
    const folder = resolve(from)
    if (!existsSync(folder)) throw new BackupError(`There is no folder ${folder}.`)
    if (!existsSync(join(folder, 'manifest.json'))) return { store: folderStore(folder) }
    return { store: folderStore(dirname(folder)), only: basename(folder) }
  }
})

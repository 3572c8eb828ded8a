import { setTimeout as sleep } from 'node:timers/promises'
import type { Where } from '../database/db.ts'
import type { FileStore } from '../files/files.ts'
import { withLock } from './connection.ts'
import { copyOut } from './copy.ts'
import { BackupError, fullDisk, FullOfPictures, NoRoom } from './error.ts'
import { backUpFiles, filesOf, keptFiles, nameOf } from './files.ts'
import { halvesIn, isWhole, removeBackup, writeManifest, type Manifest, type TableCopy } from './manifest.ts'
import { writeParts } from './parts.ts'
import {
  beginSnapshot,
  copyOutText,
  isHalfRestored,
  migrationsOf,
  newestAppointment,
  sequencesOf,
  tablesOf,
  type Table,
} from './queries.ts'
import { checkRoomForBackup, type AskRoom, type Disks } from './room.ts'
import type { BackupStore } from './store.ts'
import type pg from 'pg'

export interface BackupDeps {
  where: Where
  files: FileStore
  store: BackupStore
  now?: () => number
  on?: Disks
}

/**
 * Backs up the whole installation: every table as it was at one instant, and the pictures. Bookings go on
 * meanwhile. A backup that did not come to its end has no manifest and is none; what was written of it goes. Pictures that
 * were copied stay for the next one, unless it was they that filled the disk.
 * @throws BackupError when another one is under way, the database is empty, or the disk is full or would be.
 */
export const backUp = ({ where, files, store, now = Date.now, on }: BackupDeps): Promise<Manifest> =>
  withLock(where, 'Another backup of this database is under way: wait until it is done.', async (client) => {
    // Of a process that was killed: each try would leave one more, until the disk is full.
    for (const half of await halvesIn(store)) await removeBackup(store, half)
    const room = await checkRoomForBackup(client, store, on)
    const begun = await snapshot(client, store)
    const copied: string[] = []
    try {
      return await write({ client, store, files, now, room, copied, ...begun })
    } catch (error) {
      await removeBackup(store, begun.name).catch(() => {})
      const full = error instanceof NoRoom ? error : fullDisk(error, store.place)
      if (!full || copied.length === 0) throw error
      for (const picture of copied) await store.remove(picture).catch(() => {})
      throw new FullOfPictures(full.message, { cause: error })
    }
  })

type Begun = Awaited<ReturnType<typeof snapshot>>

async function write({
  client,
  store,
  files,
  now,
  room,
  copied,
  tables,
  at,
  version,
  name,
}: Begun &
  Pick<BackupDeps, 'store' | 'files'> & {
    client: pg.Client
    now: () => number
    room: AskRoom
    copied: string[]
  }) {
  if (await isHalfRestored(client))
    throw new BackupError('A restore into this database is not done: there is nothing whole to back up.')
  const manifest: Manifest = {
    format: 1,
    name,
    snapshot_at: at,
    finished_at: '',
    postgres: version,
    migrations: await migrationsOf(client),
    newest_appointment: await newestAppointment(client),
    tables: [],
    sequences: [],
    files: { count: 0, bytes: 0, sha256: '', parts: [] },
  }
  for (const table of tables) manifest.tables.push(await backUpTable(client, store, name, table))
  manifest.sequences = await sequencesOf(client)
  await client.query('commit')
  manifest.files = await backUpFiles({ store, files, name, room, copied })
  manifest.finished_at = new Date(now()).toISOString()
  await checkAllThere(store, manifest)
  await writeManifest(store, manifest)
  return manifest
}

/**
 * So that a backup whose disk was taken away or exchanged in its middle does not look whole: what was written is there.
 * @throws BackupError when something is missing.
 */
async function checkAllThere(store: BackupStore, manifest: Manifest) {
  const missing = (name: string) =>
    new BackupError(
      `The backup did not come to its end: ${name}, which was written, is not in ${store.place}. Was its disk taken away meanwhile?`,
    )
  const parts = new Set(await store.list(manifest.name))
  for (const table of [...manifest.tables, manifest.files])
    for (const { name } of table.parts) if (!parts.has(name)) throw missing(name)
  const pictures = new Set(await keptFiles(store))
  for await (const each of filesOf(store, manifest))
    if (!pictures.has(nameOf(each))) throw missing(nameOf(each))
}

/**
 * A migration that ran between the reading of the schema and its locks begins it anew, and so does another
 * backup of the same second, whose name it would take.
 */
async function snapshot(client: pg.Client, store: BackupStore) {
  for (let tries = 0; tries < 10; tries++) {
    const tables = await tablesOf(client)
    if (!tables.some(({ name }) => name === 'kysely_migration'))
      throw new BackupError('There is nothing to back up: this database has never been used by enpunto.')
    try {
      const begun = await beginSnapshot(client, tables)
      const locked = await tablesOf(client)
      const name = begun.at.slice(0, 19).replaceAll(':', '-') + 'Z'
      const isFree = !(await isWhole(store, name))
      if (isFree && JSON.stringify(locked) === JSON.stringify(tables)) return { tables, name, ...begun }
    } catch (error) {
      // A table is gone, or a migration holds one.
      if (!['42P01', '55P03'].includes((error as { code?: string }).code ?? '')) throw error
    }
    await client.query('rollback')
    await sleep(500)
  }
  throw new BackupError('The schema changes all the time: wait until the new version has started.')
}

async function backUpTable(
  client: pg.Client,
  store: BackupStore,
  name: string,
  table: Table,
): Promise<TableCopy> {
  const copy = copyOut(client, copyOutText(table))
  const stored = await writeParts(store, `${name}/tables/${table.name}`, copy.blocks())
  return { ...table, rows: copy.rows, ...stored }
}

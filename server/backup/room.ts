import type pg from 'pg'
import { diskOf, fileSystemOf, leastFree } from '../disk.ts'
import { BackupError } from './error.ts'
import { backupsIn, readManifest } from './manifest.ts'
import { databaseFolder } from './queries.ts'
import type { BackupStore } from './store.ts'

/** What is asked of the machine; tests answer for it. */
export const disks = { diskOf, fileSystemOf }
export type Disks = typeof disks

/** The next backup may be larger than the last one, and it is there before old ones go. */
const GROWTH = 1.5
/** Of the database's size, when there is no backup yet: rows without their indexes, compressed. */
const FIRST = 0.5
/** A database that is loaded anew, with the log of its writes. */
const RESTORED = 1.3

/**
 * Backups on the database's own disk must leave it room: while it is full, nobody books. Where the database is another machine's,
 * or its folder is not told, nothing is asked.
 * @throws BackupError when there is too little.
 */
export async function checkRoomForBackup(client: pg.Client, store: BackupStore, on: Disks = disks) {
  const { folder, bytes } = await databaseFolder(client)
  if (!folder || !store.folder) return
  const [copies, data] = [await on.fileSystemOf(store.folder), await on.fileSystemOf(folder)]
  if (copies === undefined || copies !== data) return
  const needed = ((await lastSize(store)) ?? (bytes * FIRST) / GROWTH) * GROWTH
  await checkFree(
    store.folder,
    needed,
    on,
    (figures) =>
      `There is too little room for a backup in ${store.folder}, which is on the database's own disk (${figures}), and none is begun: a full disk would stop all bookings. Make room there, or choose another disk.`,
  )
}

/**
 * A rehearsal fills the database's disk with a second database.
 * @throws BackupError when there is too little room for it.
 */
export async function checkRoomForRehearsal(client: pg.Client, on: Disks = disks) {
  const { folder, bytes } = await databaseFolder(client)
  if (!folder) return
  await checkFree(
    folder,
    bytes * RESTORED,
    on,
    (figures) =>
      `There is too little room for a rehearsal on the disk of the database (${figures}), and none is begun: a full disk would stop all bookings. Make room there.`,
  )
}

async function checkFree(folder: string, needed: number, on: Disks, sentence: (figures: string) => string) {
  const disk = await on.diskOf(folder)
  if (!disk) return
  const least = needed + leastFree(disk)
  if (disk.free < least) throw new BackupError(sentence(`${inGiB(disk.free)} free, ${inGiB(least)} needed`))
}

const inGiB = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`

/** The bytes of the newest backup, without its pictures; undefined when there is none that can be read. */
async function lastSize(store: BackupStore): Promise<number | undefined> {
  const name = (await backupsIn(store)).at(-1)
  const last = name === undefined ? undefined : await readManifest(store, name).catch(() => undefined)
  return last?.tables.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.bytes, 0)
}

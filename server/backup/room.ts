import type pg from 'pg'
import { diskOf, fileSystemOf, leastFree } from '../files/disk.ts'
import { NoRoom } from './error.ts'
import { backupsIn, readManifest } from './manifest.ts'
import { databaseFolder } from './queries.ts'
import type { BackupStore } from './store.ts'

/** What is asked of the machine; tests answer for it. */
const disks = { diskOf, fileSystemOf }
export type Disks = typeof disks

/** The next backup may be larger than the last one, and it is there before old ones go. */
const GROWTH = 1.5
/** Of the database's size, when there is no backup yet: rows without their indexes, compressed. */
const FIRST = 0.5
/** A database that is loaded anew, with the log of its writes. */
const RESTORED = 1.3

/** Asks for the room of so many bytes more. @throws NoRoom when there is too little. */
export type AskRoom = (bytes: number) => Promise<void>

/**
 * Backups on the database's own disk must leave it room: while it is full, nobody books. Where PostgreSQL does not tell its folder, as
 * to a role that owns nothing but its database, the disk may be the same one; a disk that is known to be another may be filled.
 * @returns what asks again, before what is written besides the tables.
 * @throws NoRoom when there is too little.
 */
export async function checkRoomForBackup(
  client: pg.Client,
  store: BackupStore,
  on: Disks = disks,
): Promise<AskRoom> {
  const place = store.folder
  const { folder, bytes } = await databaseFolder(client)
  if (!place || (folder && (await areApart(place, folder, on)))) return async () => {}
  const ask: AskRoom = (needed) =>
    checkFree(
      place,
      needed,
      on,
      (figures) =>
        `There is too little room for a backup in ${place} (${figures}), and none is made: a full disk of the database would stop all bookings. Make room there, or choose a disk that is not the database's.`,
    )
  await ask(((await lastSize(store)) ?? (bytes * FIRST) / GROWTH) * GROWTH)
  return ask
}

async function areApart(place: string, folder: string, on: Disks) {
  const [copies, data] = [await on.fileSystemOf(place), await on.fileSystemOf(folder)]
  return copies !== undefined && data !== undefined && copies !== data
}

/**
 * A rehearsal fills the database's disk with a second database.
 * @throws NoRoom when there is too little room for it.
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
  // Some that are mounted over a network tell no size.
  if (!disk || disk.size === 0) return
  const least = needed + leastFree(disk)
  if (disk.free < least) throw new NoRoom(sentence(`${inGiB(disk.free)} free, ${inGiB(least)} needed`))
}

const inGiB = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`

/** The bytes of the newest backup, without its pictures; undefined when there is none that can be read. */
async function lastSize(store: BackupStore): Promise<number | undefined> {
  const name = (await backupsIn(store)).at(-1)
  const last = name === undefined ? undefined : await readManifest(store, name).catch(() => undefined)
  return last?.tables.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.bytes, 0)
}

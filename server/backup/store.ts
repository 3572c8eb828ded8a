import { chmodSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Settings } from '../settings/backup.ts'
import { makeFolder } from '../files/make-folder.ts'
import { isStoreAway, isUnreachable, S3Error, s3Objects } from '../files/s3.ts'
import { BackupError, fullDisk } from './error.ts'

/** Where backups are kept. Names are relative and have slashes; a name's content appears whole or not at all. */
export interface BackupStore {
  /** For sentences. */
  place: string
  /** Where it is one of this machine's folders. */
  folder?: string
  put(name: string, content: Buffer): Promise<void>
  read(name: string): Promise<Buffer | undefined>
  /** The names below a folder, in alphabetical order; '' is everything. */
  list(folder: string): Promise<string[]>
  remove(name: string): Promise<void>
}

/** A folder, of this machine or mounted. Only its owner reads what is written there. */
export function folderStore(folder: string): BackupStore {
  return {
    place: folder,
    folder,
    async put(name, content) {
      const target = join(folder, name)
      const unfinished = `${target}.new-${process.pid}`
      try {
        // A disk that was taken away meanwhile is not made up for by a new folder.
        await stat(folder)
        makeFolder(dirname(target), 0o700)
        const file = await open(unfinished, 'w', 0o600)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, target)
        await syncFolder(dirname(target))
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw fullDisk(error, folder) ?? unwritable(error, folder) ?? error
      }
    },
    async read(name) {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return undefined
        throw unreadable(error, folder) ?? error
      }
    },
    async list(below) {
      const root = join(folder, below)
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error) => {
        if (error.code === 'ENOENT') return []
        throw unreadable(error, folder) ?? error
      })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .sort()
    },
    async remove(name) {
      await rm(join(folder, name), { force: true })
      // An emptied folder goes with its last file.
      for (let parent = dirname(name); parent !== '.'; parent = dirname(parent)) {
        const left = await readdir(join(folder, parent)).catch(() => ['?'])
        if (left.length > 0) return
        await rm(join(folder, parent), { recursive: true, force: true })
      }
    },
  }
}

/** @throws BackupError when there is no such folder, or it cannot be entered. */
export async function checkBackupFolder(folder: string) {
  try {
    await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new BackupError(
        `There is no folder ${folder}, and none is made: is its disk mounted? A new one is made by hand, for the user that runs this.`,
      )
    throw unwritable(error, folder) ?? error
  }
}

/** Makes the folder, which only its owner enters. @throws BackupError when it cannot be written. */
export function makeBackupFolder(folder: string) {
  try {
    const { made } = makeFolder(folder, 0o700)
    if (made) chmodSync(folder, 0o700)
  } catch (error) {
    throw fullDisk(error, folder) ?? unwritable(error, folder) ?? error
  }
}

function unwritable(error: unknown, folder: string): BackupError | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (!code || !syscall) return undefined
  return new BackupError(
    `Backups cannot be written to ${folder} (${code}): it must be a folder that belongs to the user that runs this.`,
  )
}

function unreadable(error: unknown, folder: string): BackupError | undefined {
  const { code } = error as NodeJS.ErrnoException
  if (!['EACCES', 'EPERM', 'EIO'].includes(code ?? '')) return undefined
  return new BackupError(
    `The backups in ${folder} cannot be read (${code}): run this as the user that wrote them.`,
  )
}

/** So that a name that was written is still there after a power cut. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().catch(() => {})
  await handle.close()
}

/** An S3-compatible bucket. What it refuses in passing is asked again: one lost answer is not a night without a backup. When `signal` says so, nothing is waited for. */
export function bucketStore(settings: S3Settings, signal?: AbortSignal): BackupStore {
  const objects = s3Objects(settings, { patienceMs: 300_000, type: 'application/octet-stream', signal })
  const place = `the bucket ${settings.bucket}`
  const told = <T>(work: () => Promise<T>) => tried(work, place)
  return {
    place,
    put: (name, content) => told(() => objects.put(name, content)),
    read: (name) => told(() => objects.read(name)),
    list: (folder) => told(() => objects.list(folder && `${folder}/`)),
    remove: (name) => told(() => objects.remove(name)),
  }
}

const TRIES = 4

async function tried<T>(work: () => Promise<T>, place: string): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isStoreAway(error)) throw bucketFault(error, place) ?? error
      await sleep(250 * 2 ** tries)
    }
  }
}

function bucketFault(error: unknown, place: string): BackupError | undefined {
  if (error instanceof S3Error) {
    const { status, code } = error
    return new BackupError(
      `Backups cannot be kept in ${place} (${[status, code].filter(Boolean).join(' ')}): are its name, region and keys right, and may they list, read, write and delete?`,
    )
  }
  if (isUnreachable(error))
    return new BackupError(
      `Backups cannot be kept in ${place}: it cannot be reached (${error.cause.code ?? error.cause.message}). Is BACKUP_S3_ENDPOINT right?`,
    )
  if ((error as Error).name === 'TimeoutError')
    return new BackupError(`Backups cannot be kept in ${place}: it did not answer for five minutes.`)
}

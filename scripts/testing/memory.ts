/** A folder in the machine's memory, for the files of a run. */
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../running.ts'

const SHARED_MEMORY = '/dev/shm'
const GIB = 1024 ** 3
const HOUR_MS = 3_600_000
const NAME = 'enpunto-tests-'

/**
 * A new folder in memory; undefined where there is none, or too little. A run makes and removes some hundred
 * thousand files, most of them PostgreSQL's, and finding a free inode for one takes a disk's file system longer than
 * all that is done with it.
 */
export function folderInMemory(): string | undefined {
  sweep(SHARED_MEMORY)
  // It names whose it is.
  return hasRoom() ? openToAll(mkdtempSync(join(SHARED_MEMORY, `${NAME}${process.pid}-`))) : undefined
}

/**
 * Removes the folders of runs that were killed, an hour after anything was made there: one whose process cannot be seen from here
 * makes more all the time. A PostgreSQL whose folder is gone ends by itself.
 */
export function sweep(shared: string): void {
  for (const name of namesIn(shared)) {
    const owner = name.startsWith(NAME) && /^(\d+)-/.exec(name.slice(NAME.length))?.[1]
    if (!owner || isRunning(Number(owner))) continue
    const folder = join(shared, name)
    try {
      if (statSync(folder).mtimeMs > Date.now() - HOUR_MS) continue
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    } catch {
      // Somebody else's, or another run was faster.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function hasRoom(): boolean {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    // A container's share is often 64 MB, and no program may run from it: PostgreSQL's are copied to where its user can
    // reach them.
    const mounted = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1]
    return (
      bavail * bsize > 4 * GIB &&
      process.availableMemory() > 8 * GIB &&
      mounted?.split(',').includes('noexec') === false
    )
  } catch {
    return false
  }
}

/** PostgreSQL runs as a user of its own where the tests run as root. */
function openToAll(folder: string): string {
  chmodSync(folder, 0o755)
  return folder
}

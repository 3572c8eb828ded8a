/** A folder in the machine's memory, for the files of a run. */
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const SHARED_MEMORY = '/dev/shm'
const GIB = 1024 ** 3

/**
 * A new folder in memory; undefined where there is none, or too little. A run makes and removes some hundred
 * thousand files, most of them PostgreSQL's, and finding a free inode for one takes a disk's file system longer than
 * all that is done with it.
 */
export function folderInMemory(): string | undefined {
  return hasRoom() ? openToAll(mkdtempSync(join(SHARED_MEMORY, 'enpunto-tests-'))) : undefined
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

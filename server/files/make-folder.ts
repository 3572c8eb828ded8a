import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing; one that is there stays as it is. `mkdir` with `recursive` never comes back
 * where a folder cannot be made although the one above it is there (ENOENT, as below /proc).
 * @throws the error of the file system, with its code.
 */
export function makeFolder(path: string, mode = 0o777): { made: boolean } {
  try {
    mkdirSync(path, { mode })
    return { made: true }
  } catch (error) {
    if (isFolder(path)) return { made: false }
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || isFolder(dirname(path))) throw error
  }
  makeFolder(dirname(path), mode)
  return makeFolder(path, mode)
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

import { accessSync, constants, mkdirSync, statSync } from 'node:fs'

/** Why the server cannot start, as a sentence for its operator. */
export class StartError extends Error {}

const isRoot = () => process.getuid?.() === 0

/**
 * Makes the data folder.
 * @throws StartError when it cannot be used, with what to do about it.
 */
export function makeDataDir(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw dataDirError(error, dataDir) ?? error
  }
}

/** What an error of the file system means for the data folder; undefined for others. */
export function dataDirError(error: unknown, dataDir: string): StartError | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(`DATA_DIR must be a folder, but ${dataDir} is a file or below one.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(
        `DATA_DIR cannot be written: give ${dataDir} to the user that starts enpunto, or set DATA_DIR to another folder.`,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(diskFull(dataDir))
  }
}

export const diskFull = (dataDir: string) =>
  `The disk of ${dataDir} is full: make room, or set DATA_DIR to a folder on another disk.`

/**
 * Checks that PostgreSQL of this version can work on existing data.
 * @throws StartError when another one wrote them.
 */
export function checkVersion(dataDir: string, { written, brought }: { written: string; brought: string }) {
  if (brought === '' || written === brought) return
  throw new StartError(
    `The database in ${dataDir} was written by PostgreSQL ${written}, and this version of enpunto brings ${brought}: dump it with the former version and load it into a new DATA_DIR.`,
  )
}

/**
 * Checks that user `uid` owns a file or folder of the database, as PostgreSQL demands.
 * @throws StartError when another user does.
 */
export function checkOwner(dataDir: string, path: string, uid = process.getuid?.()) {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  if (uid === undefined || owner === undefined || owner === uid) return
  const remedy = isRoot() ? `give it to that one with chown -R ${uid}` : 'start enpunto as that user'
  throw new StartError(
    `The database in ${dataDir} belongs to another user (uid ${owner}, not ${uid}): ${remedy}, or set another DATA_DIR.`,
  )
}

import { accessSync, constants, statSync } from 'node:fs'
import { makeFolder } from './files/make-folder.ts'

/** Why the server cannot start, as a sentence for its operator. */
export class StartError extends Error {}

const isRoot = () => process.getuid?.() === 0

/**
 * Makes the data folder.
 * @throws StartError when it cannot be used, with what to do about it.
 */
export function makeDataDir(dataDir: string) {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    // The folder above it is there: this is one in which nobody makes any.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw unwritable(dataDir)
    throw dataDirError(error, dataDir) ?? error
  }
}

const unwritable = (dataDir: string) =>
  new StartError(
    `DATA_DIR cannot be written: give ${dataDir} to the user that starts enpunto, or set DATA_DIR to another folder.`,
  )

/** What an error of the file system means for the data folder; undefined for others. */
export function dataDirError(error: unknown, dataDir: string): StartError | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(`DATA_DIR must be a folder, but ${dataDir} is a file or below one.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return unwritable(dataDir)
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(diskFull(dataDir))
  }
}

const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
]
const REFUSED = ['28000', '28P01', '3D000']
/** The extension's file is not there, in PostgreSQL 15 and later. */
const NO_EXTENSION = ['0A000', '58P01']

/** What an error means for the operator's own database, as a sentence without its address; undefined for others. */
export function databaseFault(error: unknown): string | undefined {
  const { code = '', message = '', syscall } = error as NodeJS.ErrnoException
  if (UNREACHABLE.includes(code) || (code === 'ENOENT' && syscall === 'connect'))
    return `The database of DATABASE_URL cannot be reached (${code}): is it running, and is the address right?`
  if (REFUSED.includes(code))
    return `The database of DATABASE_URL refuses us (${code}): check its user, password and name.`
  if (code === '42501')
    return `The role of DATABASE_URL may not do what is needed (${message}): it must own the database and every table in it (CREATE DATABASE … OWNER …, or ALTER DATABASE … OWNER TO …).`
  if (code === '08P01' && message.startsWith('unsupported startup parameter')) return poolerFault(message)
  const [, extension] = /extension (?:control file "[^"]*\/|")(\w+)/.exec(message) ?? []
  if (NO_EXTENSION.includes(code) && extension)
    return `The PostgreSQL of DATABASE_URL lacks the extension ${extension}: install its 'contrib' modules (Debian's package postgresql has them).`
  return passingFault(error)
}

/** What the driver says, besides the first time, of a connection that is no more. */
const CUT = /^Connection terminated|not queryable$|has been discarded$/

/** Whether a connection to the database was ended: it may be closed before its reason is read, or before the question is written. */
export function isCut(error: unknown): boolean {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  return ['57P01', '57P02', 'ECONNRESET', 'EPIPE'].includes(code) || CUT.test(message)
}

/** The same of what passes by itself, in any database. */
export function passingFault(error: unknown): string | undefined {
  const { code = '', message = '', syscall, path } = error as NodeJS.ErrnoException
  if (code === '57P03')
    return `The database takes no connections for the moment (${message}): try again when it is ready.`
  if (code === '53300')
    return `The database has no connection left (${message}): raise its max_connections or the limit of the role, or end what holds them.`
  if (isCut(error))
    return `The connection to the database was cut (${message}): was it restarted? Try again when it is ready.`
  // The embedded one, which whoever has started it starts again.
  if (syscall === 'connect' && path?.endsWith('.s.PGSQL.5432'))
    return `The database does not run at the moment (${code}): try again when it is ready.`
  return undefined
}

/** @param sign what tells that it is one. */
export const poolerFault = (sign: string) =>
  `DATABASE_URL leads to a pooler such as PgBouncer (${sign}): name PostgreSQL itself, since every process keeps a few connections of its own and needs their locks, notices and time limits.`

export const diskFull = (dataDir: string) =>
  `The disk of ${dataDir} is full: make room, or set DATA_DIR to a folder on another disk.`

/**
 * Checks that PostgreSQL of this version can work on existing data.
 * @throws StartError when another one wrote them.
 */
export function checkVersion(dataDir: string, { written, brought }: { written: string; brought: string }) {
  if (brought === '' || written === brought) return
  throw new StartError(
    `The database in ${dataDir} was written by PostgreSQL ${written}, and this version of enpunto brings ${brought}: back it up with the former version (npm run backup), and restore it with this one into a new DATA_DIR (npm run restore).`,
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

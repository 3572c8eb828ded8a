import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { connect } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reachableBinaries, type User } from './files.ts'
import { startLog, unseen, whyNotMade, whyNotReady, whyNotStarted } from './faults.ts'
import { isDatabase, ownFolder, placeOf } from './place.ts'
import { checkOwner, checkVersion, StartError } from '../../start-error.ts'

/** A running embedded PostgreSQL. It listens on a Unix socket only, so it needs no port and no password. */
export interface EmbeddedPostgres {
  /** Not always the one that was wanted (place.ts). */
  dataDir: string
  socketDir: string
  stop(): Promise<void>
}

/** How long a start waits for a server that it does not see: the one of a container that is being stopped. */
const UNSEEN_MS = 5_000

/**
 * Starts the PostgreSQL of the npm packages on `dataDir`, or joins the one already running there, and
 * restarts it when it dies. Works as root too: PostgreSQL itself refuses root, so it then runs as `postgres`
 * or `nobody`.
 * @throws StartError when it cannot start, a sentence that says why.
 */
export async function startPostgres(
  wantedDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const { dataDir, user } = placeOf(resolve(wantedDir))
  for (const path of [dataDir, join(dataDir, 'PG_VERSION')]) checkOwner(dataDir, path, user.uid)
  const bin = reachableBinaries(dirname(dataDir), user)
  // The child processes get their own sessions, so that Ctrl-C in the terminal reaches only this process: a
  // set-up must not be cut short, and the database stops last.
  const options = {
    ...user,
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '' },
  }
  const socketDir = shortSocketDir(dataDir, user)

  if (!isDatabase(dataDir)) {
    // Created beside and then renamed: the result is complete even if this process dies half-way or another
    // does the same. A process number would not do for its name: in a container each start has the same one, and
    // initdb refuses the folder that a killed one left.
    const half = ownFolder(`${dataDir}.new-${randomBytes(4).toString('hex')}`, user)
    const made = spawnSync(
      join(bin, 'initdb'),
      [
        '-D',
        half,
        '-U',
        'postgres',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...options, encoding: 'utf8' },
    )
    if (made.status !== 0) {
      rmSync(half, { recursive: true, force: true })
      throw new StartError(whyNotMade(dataDir, made.error?.message ?? made.stderr))
    }
    try {
      renameSync(half, dataDir)
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code!)) throw error
      rmSync(half, { recursive: true, force: true })
    }
  }

  const version = join(dataDir, 'PG_VERSION')
  checkVersion(dataDir, { written: readFileSync(version, 'utf8').trim(), brought: majorVersion(bin) })
  const args = ['-D', dataDir, '-k', socketDir]
  const all = {
    listen_addresses: '',
    // Four processes with all that they send; a place for one that nobody uses costs some kilobytes.
    max_connections: '300',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    // Details and statements quote rows, and with them people's data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...settings,
  }
  for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`)

  let child: ChildProcess | undefined
  const launch = () => {
    // PostgreSQL refuses a folder that others may read, as a copy or a restore may leave it.
    chmodSync(dataDir, 0o700)
    // PostgreSQL refuses to start beside any process with the number of a killed server.
    if (namedServer(dataDir)?.isStale) rmSync(pidFileOf(dataDir), { force: true })
    // What it says before its log is there; kept of the last start alone.
    const said = openSync(startLog(dataDir), 'w', 0o600)
    child = spawn(join(bin, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', said] })
    closeSync(said)
    child.unref()
  }

  let stopping = false
  /** Until it takes connections, or this process stops. */
  const ready = async () => {
    const begun = performance.now()
    for (let tries = 0; ;) {
      const running = postmaster(dataDir)
      if (stopping || running?.status.startsWith('ready')) return
      // After a kill -9 the old backends take a moment to exit; PostgreSQL refuses to start until then.
      if (!running && (child === undefined || child.exitCode !== null || child.signalCode !== null)) {
        // Process numbers say nothing of a server in another container, nor does the memory that PostgreSQL looks for: it would
        // start a second one on the same files, and destroy them. The socket is a file, and answers everywhere.
        if (await isListening(socketDir)) {
          // Another process of ours may have started it since.
          if (postmaster(dataDir)) continue
          if (performance.now() - begun > UNSEEN_MS) throw new StartError(unseen(dataDir))
          await sleep(100)
          continue
        }
        if (stopping || postmaster(dataDir)) continue
        if (tries++ > 50) throw new StartError(whyNotStarted(dataDir))
        if (child) await sleep(100)
        launch()
      }
      if (performance.now() - begun > 30_000) throw new StartError(whyNotReady(dataDir))
      await sleep(10)
    }
  }

  await ready()
  let reviving: Promise<void> | undefined
  const watch = setInterval(() => {
    if (stopping || reviving || postmaster(dataDir)) return
    child = undefined
    reviving = ready()
      .catch((error) => console.error(error instanceof StartError ? error.message : error))
      .finally(() => (reviving = undefined))
  }, 250)
  watch.unref()

  return {
    dataDir,
    socketDir,
    async stop() {
      stopping = true
      clearInterval(watch)
      await reviving
      // The server is not the one that we started: another process of the installation may have restarted it
      // meanwhile.
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

/** '18', of the PostgreSQL that comes with the packages. */
const majorVersion = (bin: string) =>
  /(\d+)/.exec(spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? ''

/** The path of a Unix socket holds at most 107 characters. */
function shortSocketDir(dataDir: string, user: User): string {
  if (dataDir.length < 80) return dataDir
  return ownFolder(
    join('/tmp', `enpunto-${createHash('sha1').update(dataDir).digest('hex').slice(0, 12)}`),
    user,
  )
}

/** Whether anything listens on the socket, be it too busy to answer. */
async function isListening(socketDir: string): Promise<boolean> {
  const socket = connect(join(socketDir, '.s.PGSQL.5432'))
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', ({ code }: NodeJS.ErrnoException) =>
        resolve(!['ENOENT', 'ECONNREFUSED'].includes(code!)),
      )
    })
  } finally {
    socket.destroy()
  }
}

const pidFileOf = (dataDir: string) => join(dataDir, 'postmaster.pid')

/** The live server of a data directory, from its pid file; undefined when there is none that this process sees. */
function postmaster(dataDir: string): { pid: number; status: string } | undefined {
  const named = namedServer(dataDir)
  return named?.isStale ? undefined : named
}

/** What the pid file names, if a process has that number: a stale one is a dead server's. */
function namedServer(dataDir: string): { pid: number; status: string; isStale: boolean } | undefined {
  try {
    const lines = readFileSync(pidFileOf(dataDir), 'utf8').split('\n')
    const pid = Number(lines[0])
    // It also fails for another user's process: then the file is stale and its number belongs to another
    // program.
    if (!(pid > 0) || !process.kill(pid, 0)) return undefined
    let isStale = false
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // A killed server may remain a zombie, for ever under an init process that reaps nothing; and its
      // number may now belong to another program, or to another installation's PostgreSQL: each works in its
      // own data directory.
      isStale =
        /\) Z /.test(stat) ||
        !stat.includes('(postgres)') ||
        readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(dataDir)
    }
    return { pid, status: (lines[7] ?? '').trim(), isStale }
  } catch {
    return undefined
  }
}

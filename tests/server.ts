import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DEMO_SLUG } from '../scripts/demo/salon.ts'
import { aheadMs } from '../scripts/testing/clock.ts'
import { copyProduct } from '../scripts/testing/copy.ts'
import { stopWarm } from '../scripts/testing/warm.ts'
import '../server/database/pg-types.ts'
import { until } from './smtp.ts'

const root = join(import.meta.dirname, '..')
const READY_WITHIN = 60_000

/** The product as people start it, in its own process. */
export interface Running {
  url: string
  child: ChildProcess
  dataDir: string
  /** All that it has written so far. */
  output: () => { out: string; err: string }
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export interface StartOptions {
  dataDir?: string
  port?: number
  env?: Record<string, string>
  /** Defaults to Node running start.ts. */
  command?: string[]
  /** An unprivileged user, when the tests run as root. */
  uid?: number
}

const running: Running[] = []
const dataDirs: string[] = []
/** What must be over before the products end, such as pages that hold connections to them. */
export const beforeEnd: (() => unknown)[] = []
after(async () => {
  for (const step of beforeEnd) await step()
  await stopWarm()
  for (const { child } of running) kill(child.pid!, 'SIGKILL')
  for (const dataDir of dataDirs) {
    for (const pid of processesOf(dataDir)) kill(pid, 'SIGKILL')
    await until(() => processesOf(dataDir).length === 0)
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** A data folder that is removed when the tests end, along with the processes that still use it. */
export function dataFolder(uid?: number): string {
  const dir = mkdtempSync(join(tmpdir(), 'enpunto-run-'))
  chmodSync(dir, 0o755)
  if (uid !== undefined) chownSync(dir, uid, uid)
  dataDirs.push(dir)
  return dir
}

/**
 * A data folder with the schema and the demo salon, for tests that are not about a first start: a copy of the one that
 * the run prepared. Without a run it is empty, and the start sets it up.
 */
export function preparedFolder(): string {
  const dataDir = dataFolder()
  const prepared = process.env.TEST_PRODUCT
  if (!prepared) return dataDir
  copyProduct(prepared, dataDir)
  // The settings are those of a database that a start made: this one reaches the disk.
  writeFileSync(join(dataDir, 'pg/postgresql.auto.conf'), '')
  return dataDir
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts the server without waiting, in its own process group, as a terminal would. */
export function launch({ dataDir = dataFolder(), port = 0, env = {}, command, uid }: StartOptions): Running {
  const [file, ...args] = command ?? [process.execPath, 'scripts/start.ts']
  const settings = {
    ...process.env,
    NODE_ENV: undefined,
    NODE_TEST_CONTEXT: undefined,
    DATA_DIR: dataDir,
    DRAIN_SECONDS: '0',
    PORT: String(port),
  }
  const child = spawn(file!, args, {
    cwd: root,
    env: { ...settings, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  let out = ''
  let err = ''
  child.stdout!.on('data', (text) => (out += text))
  child.stderr!.on('data', (text) => (err += text))
  const started: Running = {
    url: `http://127.0.0.1:${port}`,
    child,
    dataDir,
    output: () => ({
      out,
      err,
    }),
    ended: new Promise((resolve) =>
      child.once('close', (code, signal) =>
        resolve({
          code,
          signal,
        }),
      ),
    ),
  }
  running.push(started)
  return started
}

/** Starts the server and waits until it reports that it is ready. */
export async function start(options: StartOptions = {}): Promise<Running> {
  const { dataDir = dataFolder(), port = await freePort(), ...more } = options
  if (aheadMs() !== 0) moveClockOf(dataDir, options)
  const started = launch({ dataDir, port, ...more })
  const isOver = () => started.child.exitCode !== null || started.child.signalCode !== null
  const isReady = () => /Ctrl-C lo detiene|listens on/.test(started.output().out)
  await until(() => isReady() || isOver(), READY_WITHIN, 'the server’s start')
  if (!isReady())
    throw new Error(`The server ended at once:\n${started.output().out}\n${started.output().err}`)
  return started
}

/**
 * Creates the data folder's PostgreSQL, unless it exists, so that its clock agrees with that of the test run.
 */
function moveClockOf(dataDir: string, { uid, env }: StartOptions) {
  if (env?.DATABASE_URL || existsSync(join(dataDir, 'pg'))) return
  const args = ['scripts/testing/clock-postgres.ts', dataDir]
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    ...(uid !== undefined && { uid, gid: uid }),
  })
  if (status !== 0) throw new Error(stderr)
}

/** Sends a signal and waits for the end, as a service manager does. */
export async function stop({ child, ended }: Running, signal: NodeJS.Signals = 'SIGTERM') {
  const begun = performance.now()
  child.kill(signal)
  return { ...(await ended), ms: performance.now() - begun }
}

/** The processes that were started on a data folder, found by their command line or environment. */
export function processesOf(dataDir: string): number[] {
  const found: number[] = []
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    if (pid === process.pid) continue
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const told = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')
      // PostgreSQL's workers rewrite their command line, so they are found by their parent.
      const parent = Number(/\) . (\d+)/.exec(stat)![1])
      if (!/\) Z /.test(stat) && (told.includes(dataDir) || found.includes(parent))) found.push(pid)
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found
}

/** The pid of the data folder's PostgreSQL; undefined when there is none. */
export function postgresPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

export function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/**
 * Sends one query to the data folder's PostgreSQL; not by connect(), which would register as another server.
 */
export async function query<Row extends object>(dataDir: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ host: join(dataDir, 'pg'), user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

export type Answer = { status: number; body: any } | 'no answer'

/** Sends a request to the server; returns 'no answer' when the connection is lost. */
export async function ask(
  url: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return 'no answer'
  }
}

export const bodyOf = (answer: Answer) => {
  if (answer === 'no answer') throw new Error(answer)
  return answer.body
}

export interface Wish {
  key: string
  email: string
  body: Record<string, unknown>
}

interface FreeDay {
  date: string
  times: string[]
}

/** The demo salon's offer: who does which service, how long it takes, and when each is free. */
async function offerOf(url: string) {
  const { business } = bodyOf(await ask(`${url}/api/businesses/public/slug/${DEMO_SLUG}`))
  const { professionals } = bodyOf(await ask(`${url}/api/businesses/${business.id}/professionals`))
  const { services } = bodyOf(await ask(`${url}/api/businesses/${business.id}/services`))
  return {
    business_id: Number(business.id),
    people: (professionals as { id: number; specialties: string }[]).map(({ id, specialties }) => ({
      id,
      services: JSON.parse(specialties) as number[],
    })),
    minutesOf: (service_id: number): number =>
      services.find(({ id }: { id: number }) => id === service_id).duration_minutes,
    /** From tomorrow on, since a test that runs across a half hour must not lose today's next time. */
    async freeDays(professional_id: number, service_id: number): Promise<FreeDay[]> {
      const path = `/api/schedules/available-days/${professional_id}?serviceId=${service_id}`
      return bodyOf(await ask(`${url}${path}`)).days.slice(1)
    },
  }
}

/** Those of the times, ascending, that lie at least so many minutes apart. */
function apart(times: string[], minutes: number): string[] {
  let free = 0
  return times.filter((time) => {
    const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    if (minute < free) return false
    free = minute + minutes
    return true
  })
}

interface Time {
  business_id: number
  service_id: number
  professional_id: number | 'any'
  appointment_date: string
  appointment_time: string
}

const wishOf = (time: Time, n: number): Wish => ({
  key: `wish-${n}`,
  email: `c${n}@correo.example`,
  body: {
    ...time,
    client_name: `Cliente ${n}`,
    client_phone: `+57310${1_000_000 + n}`,
    client_email: `c${n}@correo.example`,
    send_confirmation: true,
    recaptcha_token: 'dev-token',
  },
})

function enough(list: Time[], wanted: number): Wish[] {
  if (list.length < wanted) throw new Error(`only ${list.length} free times`)
  return list.slice(0, wanted).map(wishOf)
}

/** Bookings of the demo salon that do not conflict, each with its own key and client. */
export async function wishes(url: string, wanted: number): Promise<Wish[]> {
  const { business_id, people, minutesOf, freeDays } = await offerOf(url)
  const list: Time[] = []
  for (const { id: professional_id, services } of people) {
    const service_id = services[0]!
    for (const { date: appointment_date, times } of await freeDays(professional_id, service_id))
      for (const appointment_time of apart(times, minutesOf(service_id)))
        list.push({ business_id, service_id, professional_id, appointment_date, appointment_time })
  }
  return enough(list, wanted)
}

/** The same without preference: for each start as many as there are professionals who are free then. */
export async function wishesOfAny(url: string, wanted: number): Promise<Wish[]> {
  const { business_id, people, minutesOf, freeDays } = await offerOf(url)
  const doing = (service: number) => people.filter(({ services }) => services.includes(service))
  const service_id = [...new Set(people.flatMap(({ services }) => services))].reduce((a, b) =>
    doing(b).length > doing(a).length ? b : a,
  )
  const each = await Promise.all(doing(service_id).map(({ id }) => freeDays(id, service_id)))
  if (each.length < 2) throw new Error('nobody could be chosen')
  const list: Time[] = []
  for (const [i, { date: appointment_date }] of each[0]!.entries()) {
    const times = each.map((days) => days[i]!.times)
    for (const appointment_time of apart([...new Set(times.flat())].sort(), minutesOf(service_id)))
      for (const own of times)
        if (own.includes(appointment_time))
          list.push({ business_id, service_id, professional_id: 'any', appointment_date, appointment_time })
  }
  return enough(list, wanted)
}

export const bookWish = (url: string, { key, body }: Wish) =>
  ask(`${url}/api/appointments/public`, { body, headers: { 'idempotency-key': key } })

/** Books all wishes, `workers` at a time, and collects the answers. */
export function load(url: string, list: Wish[], workers = 8) {
  const answers = new Map<Wish, Answer>()
  const queue = [...list]
  const booked = () => [...answers].filter(([, answer]) => answer !== 'no answer' && answer.status === 201)
  const done = Promise.all(
    Array.from({ length: workers }, async () => {
      for (let wish = queue.shift(); wish; wish = queue.shift()) {
        const answer = await bookWish(url, wish)
        answers.set(wish, answer)
        // Pauses before the next request to a server that is down.
        if (answer === 'no answer') await sleep(20)
      }
    }),
  )
  return { answers, booked, done }
}

/**
 * PostgreSQL of Debian's packages under Patroni, etcd and HAProxy, as docs/scale.md describes it: the machine of the
 * leader is lost while people book, again and again. What was acknowledged is there, once; the product goes on by itself.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { bookWish, freePort, kill, start, wishes } from '../tests/server.ts'
import { startSink, until } from '../tests/smtp.ts'

const ROUNDS = Number(process.env.FAILOVERS ?? 2)
const BOOKINGS = 150
/** After which the leader is lost, while others are on their way or still to come. */
const BEFORE = 50
const SYSTEM = '/usr/lib/postgresql'
const version = readdirSync(SYSTEM).toSorted((a, b) => Number(b) - Number(a))[0]!
// PostgreSQL refuses to run as root.
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
const user = process.getuid!() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

const dir = mkdtempSync(join(tmpdir(), 'enpunto-failover-'))
chmodSync(dir, 0o755)
function folder(name: string): string {
  const path = join(dir, name)
  mkdirSync(path, { mode: 0o700 })
  if (user) chownSync(path, user.uid, user.gid)
  return path
}

const children: ChildProcess[] = []
function run(command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, {
    ...user,
    cwd: '/',
    stdio: 'ignore',
    env: { ...process.env, PYTHONPATH: '' },
  })
  children.push(child)
  return child
}

interface Node {
  name: string
  data: string
  rest: number
  patroni: ChildProcess
  settings: string
}
const nodes: Node[] = []
const postmasterOf = ({ data }: Node) =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

after(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const node of nodes)
    try {
      kill(postmasterOf(node), 'SIGKILL')
    } catch {
      // It is gone already.
    }
  await sleep(500)
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
})

async function etcd(): Promise<number> {
  const [client, peer] = [await freePort(), await freePort()]
  const of = (port: number) => `http://127.0.0.1:${port}`
  run('etcd', [
    '--name',
    'one',
    '--data-dir',
    folder('etcd'),
    '--initial-cluster',
    `one=${of(peer)}`,
    '--listen-client-urls',
    of(client),
    '--advertise-client-urls',
    of(client),
    '--listen-peer-urls',
    of(peer),
    '--initial-advertise-peer-urls',
    of(peer),
  ])
  await until(
    () =>
      fetch(`${of(client)}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    30_000,
    'etcd',
  )
  return client
}

async function addNode(name: string, etcdPort: number, port: number): Promise<Node> {
  const [data, rest] = [join(folder(name), 'data'), await freePort()]
  const settings = join(dir, `${name}.yml`)
  const trusted = [
    'local all all trust',
    'host all all 127.0.0.1/32 trust',
    'host replication all 127.0.0.1/32 trust',
  ]
  // JSON is YAML. The times are those of docs/scale.md.
  writeFileSync(
    settings,
    JSON.stringify({
      scope: 'enpunto',
      name,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      etcd3: { hosts: `127.0.0.1:${etcdPort}` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 5,
          retry_timeout: 5,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
        pg_hba: trusted,
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: data,
        bin_dir: join(SYSTEM, version, 'bin'),
        pgpass: join(dir, name, 'pgpass'),
        pg_hba: trusted,
        parameters: { unix_socket_directories: join(dir, name) },
        authentication: {
          superuser: { username: 'postgres', password: 'postgres' },
          replication: { username: 'replicator', password: 'replicator' },
          rewind: { username: 'rewinder', password: 'rewinder' },
        },
      },
    }),
  )
  const node = { name, data, rest, settings, patroni: run('patroni', [settings]) }
  nodes.push(node)
  return node
}

async function haproxy(servers: { name: string; port: number; rest: number }[]): Promise<number> {
  const port = await freePort()
  const settings = join(dir, 'haproxy.cfg')
  writeFileSync(
    settings,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`).join('\n')}
`,
  )
  run('haproxy', ['-db', '-f', settings])
  return port
}

const leads = ({ rest }: Node) =>
  fetch(`http://127.0.0.1:${rest}/primary`, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  )
/** Without a standby that has everything, the loss of the leader loses what was acknowledged: no proof could begin. */
const isSynchronous = async ({ rest }: Node) => {
  const answer = await fetch(`http://127.0.0.1:${rest}/sync`, { signal: AbortSignal.timeout(1000) }).catch(
    () => undefined,
  )
  return answer?.ok === true
}
async function leader(): Promise<Node> {
  let found: Node | undefined
  const look = async () => {
    for (const node of nodes) if (await leads(node)) found = node
    return found !== undefined
  }
  await until(look, 120_000, 'a leader')
  return found!
}

/** What the database says; the proxy may close a connection while it looks for the leader. */
async function read<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  for (let tries = 30; ; tries--) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(text, values)).rows
    } catch (error) {
      if (tries === 0) throw error
      await sleep(500)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

test(
  'the leader’s machine is lost under load: nothing acknowledged is, and nothing is done twice',
  { timeout: 600_000 },
  async () => {
    const etcdPort = await etcd()
    const ports = [await freePort(), await freePort()]
    const first = await addNode('a', etcdPort, ports[0]!)
    await until(() => leads(first), 120_000, 'the first leader')
    const second = await addNode('b', etcdPort, ports[1]!)
    await until(() => isSynchronous(second), 120_000, 'a standby')
    const port = await haproxy(nodes.map(({ name, rest }, i) => ({ name, rest, port: ports[i]! })))

    const sink = await startSink()
    after(() => sink.stop())
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const product = await start({
      env: { DATABASE_URL: url, SMTP_URL: sink.url, MAIL_FROM: 'citas@example.com' },
    })
    const list = await wishes(product.url, BOOKINGS * ROUNDS)
    const statuses = new Map<string, number>()
    const acknowledged = new Map<string, number>()
    let lastAt = performance.now()
    let longest = 0
    const bookAll = async (queue: typeof list) => {
      for (let wish = queue.shift(); wish; wish = queue.shift())
        for (;;) {
          const answer = await bookWish(product.url, wish)
          const status = answer === 'no answer' ? answer : String(answer.status)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (answer !== 'no answer' && answer.status === 201) {
            acknowledged.set(wish.email, answer.body.appointment.id)
            longest = Math.max(longest, performance.now() - lastAt)
            lastAt = performance.now()
            break
          }
          await sleep(200)
        }
    }

    const outages: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const lost = await leader()
      const other = nodes.find((node) => node !== lost)!
      await until(() => isSynchronous(other), 120_000, 'a standby that has everything')
      const queue = list.slice(round * BOOKINGS, (round + 1) * BOOKINGS)
      longest = 0
      lastAt = performance.now()
      const people = Promise.all(Array.from({ length: 8 }, () => bookAll(queue)))
      await until(() => acknowledged.size >= round * BOOKINGS + BEFORE, 120_000, 'bookings')
      kill(lost.patroni.pid!, 'SIGKILL')
      kill(postmasterOf(lost), 'SIGKILL')
      assert.ok(queue.length > 0, 'people were booking')
      await until(() => leads(other), 120_000, 'another leader')
      await people
      outages.push(`${(longest / 1000).toFixed(1)} s`)
      // The machine comes back, and follows.
      if (round + 1 < ROUNDS) lost.patroni = run('patroni', [lost.settings])
    }

    assert.deepEqual(
      [...statuses.keys()].toSorted(),
      ['201', '503'].filter((each) => statuses.has(each)),
    )
    const rows = await read<{ id: string; email: string; n: number }>(
      url,
      `select min(id) as id, client_email as email, count(*)::int as n from appointments
     where client_email = any($1) and status = 'scheduled' group by 2`,
      [list.map(({ email }) => email)],
    )
    const found = new Map(rows.map(({ email, id }) => [email, Number(id)]))
    assert.deepEqual(
      rows.filter(({ n }) => n !== 1),
      [],
      'booked twice',
    )
    for (const [email, id] of acknowledged) assert.equal(found.get(email), id, `${email} was acknowledged`)
    assert.equal(acknowledged.size, BOOKINGS * ROUNDS)
    const due = `select id from messages where state = 'queued' and due_at <= now()`
    await until(async () => (await read(url, due)).length === 0, 120_000, 'the mails')
    const ids = sink.received.map(({ mail }) => mail.messageId)
    assert.equal(new Set(ids).size, ids.length, 'a mail went twice')
    const inDoubt = await read(url, `select id from messages where last_error like '%counts as sent'`)
    const unmailed = list.filter(({ email }) => !sink.received.some(({ to }) => to.includes(email)))
    assert.ok(unmailed.length <= inDoubt.length, 'a mail went never, and nobody knows')
    assert.equal(product.child.exitCode, null, 'it is the same process')
    console.log(
      `failover: ${ROUNDS} leaders lost, ${acknowledged.size} bookings acknowledged, 0 lost, ${statuses.get('503') ?? 0} answers of 503; ${inDoubt.length} mails in doubt, which count as sent; longest without a booking ${outages.join(', ')}`,
    )
  },
)

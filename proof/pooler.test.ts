/**
 * PgBouncer of Debian's packages between the product and PostgreSQL, in each way that would leave the product without
 * something it needs: every start is refused with a sentence, and writes nothing.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startPostgres } from '#server/database/embedded/postgres.ts'
import pg from 'pg'
import { addressOf, execute } from '../scripts/testing/clock-postgres.ts'
import { freePort, launch, start, stop } from '../tests/server.ts'
import { until } from '../tests/smtp.ts'

// It refuses to run as root.
const isRoot = process.getuid!() === 0
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

const dir = mkdtempSync(join(tmpdir(), 'enpunto-pooler-'))
chmodSync(dir, 0o755)
let postgres: Awaited<ReturnType<typeof startPostgres>>
const poolers: ChildProcess[] = []

before(async () => {
  postgres = await startPostgres(join(dir, 'pg'), {})
  await execute(postgres.socketDir, 'postgres', 'create database shop')
})
after(async () => {
  for (const one of poolers) one.kill('SIGKILL')
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Starts PgBouncer. Returns the address that leads through it to the database. */
async function pooler(settings: Record<string, string>): Promise<string> {
  const port = await freePort()
  const file = join(dir, `${port}.ini`)
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    default_pool_size: 20,
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const shop = `shop = host=${postgres.socketDir} dbname=shop user=postgres`
  writeFileSync(file, ['[databases]', shop, '[pgbouncer]', ...lines, ''].join('\n'))
  if (user) chownSync(file, user.uid, user.gid)
  poolers.push(spawn('/usr/sbin/pgbouncer', [file], { ...user, cwd: '/', stdio: 'ignore' }))
  const url = `postgres://shopkeeper@127.0.0.1:${port}/shop`
  await until(async () => {
    const client = new pg.Client(url)
    client.on('error', () => {})
    const connected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end()
    return connected
  })
  return url
}

async function refused(url: string, why: RegExp) {
  const { ended, output } = launch({ port: await freePort(), env: { DATABASE_URL: url } })
  assert.equal((await ended).code, 1)
  assert.match(
    output().err,
    /^enpunto cannot start:\n {2}- DATABASE_URL leads to a pooler such as PgBouncer[^\n]+\n$/,
  )
  assert.match(output().err, why)
  const client = new pg.Client(addressOf(postgres.socketDir, 'shop'))
  await client.connect()
  const tables = await client
    .query(`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
    .finally(() => client.end())
  assert.equal(tables.rowCount, 0)
}

const IGNORED = 'extra_float_digits,options,statement_timeout'

test('one that refuses settings of a connection', async () => {
  await refused(await pooler({ pool_mode: 'transaction' }), /unsupported startup parameter/)
})

test('one that ignores them, by transaction and by session', async () => {
  for (const pool_mode of ['transaction', 'session'])
    await refused(await pooler({ pool_mode, ignore_startup_parameters: IGNORED }), /ignores the settings/)
})

test('one whose clients share connections, where the address has options of its own', async () => {
  const url = await pooler({ pool_mode: 'transaction', ignore_startup_parameters: IGNORED })
  await refused(`${url}?options=-c%20search_path%3Dpublic`, /share connections by turns/)
})

test('the database itself, with options or without, is taken', async () => {
  const url = `postgres://postgres@localhost/shop?host=${postgres.socketDir}`
  for (const options of ['', '&options=-c%20work_mem%3D8MB'])
    assert.equal((await stop(await start({ env: { DATABASE_URL: url + options } }))).code, 0)
})

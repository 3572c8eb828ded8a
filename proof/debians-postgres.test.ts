/**
 * The tests of the API on the PostgreSQL of Debian's packages (15 in Debian 12, the oldest that the product takes) instead of the embedded
 * one: no statement and no migration asks for what only a newer one has.
 */
import { connect } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { addressOf, execute } from '../scripts/testing/clock-postgres.ts'
import { until } from '../tests/smtp.ts'

const SYSTEM = '/usr/lib/postgresql'
const version = readdirSync(SYSTEM).toSorted((a, b) => Number(a) - Number(b))[0]!
const bin = (name: string) => join(SYSTEM, version, 'bin', name)
/** `C` is the one in which lower() knows ASCII alone. */
const locale = process.env.DEBIANS_LOCALE ?? 'C.UTF-8'
// PostgreSQL refuses to run as root.
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
const user = process.getuid!() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

/** What asks no database is the same anywhere. */
const asksDatabase = (file: string) => readFileSync(file, 'utf8').includes('/helper.ts')

const dir = mkdtempSync(join(tmpdir(), 'enpunto-debians-'))
chmodSync(dir, 0o755)
const data = join(dir, 'data')
mkdirSync(data, { mode: 0o700 })
if (user) for (const path of [dir, data]) chownSync(path, user.uid, user.gid)
const children: ReturnType<typeof spawn>[] = []
after(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

async function startDebians() {
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '400', listen_addresses: '' }
  const options = { ...user, cwd: '/', stdio: 'ignore' as const }
  execFileSync(
    bin('initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', `--locale=${locale}`],
    options,
  )
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  children.push(spawn(bin('postgres'), ['-D', data, '-k', dir, ...args], options))
  await until(
    () =>
      execute(dir, 'postgres', 'select').then(
        () => true,
        () => false,
      ),
    30_000,
    'PostgreSQL',
  )
  await execute(dir, 'postgres', 'create database enpunto_template')
  const db = connect({ url: addressOf(dir, 'enpunto_template') })
  await migrate(db).finally(() => db.destroy())
  await execute(
    dir,
    'postgres',
    'alter database enpunto_template with is_template true allow_connections false',
  )
}

test(`the API on PostgreSQL ${version}`, { timeout: 3_600_000 }, async () => {
  await startDebians()
  const files = (process.env.DEBIANS_FILES?.match(/\S+/g) ?? globSync('tests/api/*.test.ts')).filter(
    asksDatabase,
  )
  assert.ok(files.length > 0)
  const args = ['--test', '--test-force-exit', `--test-concurrency=${process.env.TEST_JOBS ?? 2}`]
  const run = spawn(process.execPath, [...args, ...files.toSorted()], {
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES: dir, NODE_TEST_CONTEXT: undefined },
  })
  children.push(run)
  const [code] = await once(run, 'close')
  assert.equal(code, 0, `${files.length} files of tests on PostgreSQL ${version}`)
})

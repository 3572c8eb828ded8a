import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DEMO_SLUG } from '../../scripts/demo/salon.ts'
import { folder } from '../backups.ts'
import {
  ask,
  bodyOf,
  dataFolder,
  launch,
  preparedFolder,
  processesOf,
  query,
  start,
  stop,
} from '../server.ts'
import { until } from '../smtp.ts'

const root = join(import.meta.dirname, '../..')
const environment = (dataDir: string) => ({
  ...process.env,
  NODE_ENV: 'production',
  NODE_TEST_CONTEXT: undefined,
  DATA_DIR: dataDir,
})

/** Runs a command to its end, as an operator does. */
function run(name: 'backup' | 'restore' | 'secrets', dataDir: string, ...args: string[]) {
  const command = [`scripts/${name === 'secrets' ? '' : 'backup/'}${name}.ts`, ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    env: environment(dataDir),
  })
  return { status, stdout, stderr }
}

/** Ends a command as soon as `isTime`: with -9, or with another signal. Returns its exit code. */
async function killed(
  name: 'backup' | 'restore',
  dataDir: string,
  args: string[],
  isTime: (out: string) => boolean,
  signal: NodeJS.Signals = 'SIGKILL',
) {
  const child = spawn(process.execPath, [`scripts/backup/${name}.ts`, ...args], {
    cwd: root,
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (text) => (out += text))
  const ended = once(child, 'close')
  try {
    await until(() => isTime(out) || child.exitCode !== null, 200_000)
  } finally {
    child.kill(signal)
    await ended
  }
  if (signal === 'SIGKILL') assert.equal(child.signalCode, signal, 'it was killed before its end')
  return child.exitCode
}

const names = (place: string) =>
  (existsSync(place) ? readdirSync(place, { recursive: true }) : []) as string[]
const isWhole = (place: string) => names(place).some((name) => name.endsWith('manifest.json'))

test('killed in the middle, neither a backup nor a restore passes for a whole one', async () => {
  const server = await start()
  const { dataDir } = server
  await query(
    dataDir,
    `insert into attempts select sha256(n::text::bytea) || sha256((-n)::text::bytea), 1, '2030-01-01'
     from generate_series(1, 400000) n`,
  )
  const place = folder()
  await killed('backup', dataDir, ['--to', place], () =>
    names(place).some((name) => name.endsWith('attempts/00001.zst')),
  )
  assert.equal(isWhole(place), false)
  const none = run('restore', dataFolder(), '--from', place)
  assert.deepEqual([none.status, none.stderr], [1, `✖ There is no whole backup in ${place}.\n`])

  const whole = run('backup', dataDir, '--to', place)
  assert.equal(whole.status, 0, whole.stderr)
  assert.match(
    whole.stdout,
    /^Backed up \d+ tables with 40\d{4} rows .* pictures to .*\nAll that was acknowledged/,
  )
  // The tries that are over are cleared away in between.
  const counted = `
    select count(*)::int as n, (select count(*)::int from attempts where until = '2030-01-01') as tries
    from appointments`
  const before = await query(dataDir, counted)
  // The product goes on, and the database is still its own.
  assert.deepEqual(((await ask(`${server.url}/api/ready`)) as { status: number }).status, 200)
  await stop(server)
  assert.deepEqual(processesOf(dataDir), [])

  const half = dataFolder()
  const stages: [string, (out: string) => boolean][] = [
    ['while the backup is read', (out) => out.includes('From here on no server starts')],
    ['while the pictures are brought', (out) => out.includes('The backup is whole')],
    ['while the schema is made', (out) => /\d+ pictures are there/.test(out)],
    ['while the rows are loaded', (out) => out.includes('attempts: 40')],
  ]
  for (const [stage, isTime] of stages) {
    await killed('restore', half, ['--from', place], isTime)
    const refused = launch({ dataDir: half })
    assert.equal((await refused.ended).code, 1, stage)
    assert.match(
      refused.output().err,
      /^enpunto cannot start:\n {2}- A restore into this database began at .* and is not done: wait for it, or begin it again\.\n$/,
      stage,
    )
    assert.deepEqual(processesOf(half), [])
  }
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const) {
    const isTime = (out: string) => out.includes('The backup is whole')
    assert.equal(await killed('restore', half, ['--from', place], isTime, signal), code)
    assert.deepEqual(processesOf(half), [], 'the database that it started is stopped')
  }
  const again = run('restore', half, '--from', place)
  assert.equal(again.status, 0, again.stderr)
  assert.match(again.stdout, /Restored and compared: \d+ tables, 40\d{4} rows, \d+ pictures; every table/)
  assert.match(
    run('restore', half, '--from', place).stderr,
    /^✖ The database is not empty \(\d+ tables: .*and nothing was changed.*\n$/,
  )
  const first = await start({ dataDir: half })
  assert.deepEqual(await query(half, counted), before)
  await stop(first)

  const fresh = dataFolder()
  const restored = run('restore', fresh, '--from', place)
  assert.equal(restored.status, 0, restored.stderr)
  assert.match(restored.stdout, /attempts: 40\d{4} rows, the same as backed up/)
  assert.match(restored.stdout, /Restored and compared: \d+ tables, 40\d{4} rows, \d+ pictures; every table/)
  assert.match(restored.stdout, /The newest appointment was booked at 20/)
  assert.deepEqual(processesOf(fresh), [], 'the database that it started is stopped')
  const second = await start({ dataDir: fresh })
  assert.deepEqual(await query(fresh, counted), before)
  const { business } = bodyOf(await ask(`${second.url}/api/businesses/public/slug/${DEMO_SLUG}`))
  const logo = await fetch(`${second.url}${business.logo_url}`)
  assert.equal(logo.status, 200, 'its pictures are there')
  await stop(second)
})

test('what cannot be done is said in a sentence', async (t) => {
  const server = await start()
  const { dataDir } = server
  assert.match(
    run('backup', dataDir).stderr,
    /^✖ Say where to: npm run backup -- --to DIR, or set BACKUP_DIR or BACKUP_S3_BUCKET\.\n$/,
  )
  assert.match(run('restore', dataDir, '--from', '/nowhere').stderr, /^✖ There is no folder \/nowhere\.\n$/)
  const file = join(server.dataDir, 'a-file')
  writeFileSync(file, '')
  assert.match(
    run('backup', dataDir, '--to', join(file, 'below')).stderr,
    /^✖ Backups cannot be written to .*a-file\/below \(ENOTDIR\): it must be a folder/,
  )
  // `mkdir` answers ENOENT there, and the recursive one of Node asks for ever.
  assert.match(
    run('backup', dataDir, '--to', '/proc/x/y').stderr,
    /^✖ Backups cannot be written to \/proc\/x\/y \(ENOENT\): it must be a folder/,
  )
  assert.match(run('backup', dataDir, '--in', '/tmp').stderr, /^✖ Unknown option '--in'.*\n$/)

  const small = folder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200k,mode=755', 'tmpfs', small])
  if (mounted.status !== 0) return t.skip('this machine mounts nothing')
  const full = run('backup', dataDir, '--to', small)
  const left = isWhole(small)
  spawnSync('umount', [small])
  assert.deepEqual(
    [full.status, full.stderr],
    [1, `✖ The disk of ${small} is full: make room there, or choose another place.\n`],
  )
  assert.equal(left, false)
  await stop(server)
})

test('a backup without its pictures is restored where that is said, and ends with 3', async () => {
  const place = folder()
  const server = await start({ dataDir: preparedFolder() })
  const made = run('backup', server.dataDir, '--to', place)
  await stop(server)
  assert.equal(made.status, 0, made.stderr)
  rmSync(join(place, 'files'), { recursive: true })
  const fresh = dataFolder()
  const refused = run('restore', fresh, '--from', place)
  assert.equal(refused.status, 1)
  assert.match(
    refused.stderr,
    /^✖ Of the (\d+) pictures, \1 are missing.* add --without-damaged-pictures\.\n$/,
  )
  const done = run('restore', fresh, '--from', place, '--without-damaged-pictures')
  assert.equal(done.status, 3, done.stderr)
  assert.match(done.stdout, /Restored and compared: \d+ tables, \d+ rows, 0 pictures/)
})

test('the runs of the nights, and a lost key, need no SQL', async () => {
  const server = await start()
  const { dataDir } = server
  const runs = () => run('backup', dataDir, '--runs')
  assert.deepEqual(runs(), { status: 0, stdout: 'No backup of a night has been tried yet.\n', stderr: '' })
  await query(
    dataDir,
    `insert into backup_runs (kind, at, name, rows, fault) values
     ('backup', '2026-11-20 08:00Z', '2026-11-20T08-00-00Z', 12, null),
     ('rehearsal', '2026-11-20 08:01Z', null, null, 'The backup is damaged.')`,
  )
  assert.equal(
    runs().stdout,
    '2026-11-20T08:01:00.000Z rehearsal: The backup is damaged.\n' +
      '2026-11-20T08:00:00.000Z backup: 2026-11-20T08-00-00Z, 12 rows\n',
  )
  await query(
    dataDir,
    `insert into installation (name, value) values ('secrets_key', 'of another one')
     on conflict (name) do update set value = 'of another one'`,
  )
  const forget = () => run('secrets', dataDir, '--forget-key')
  assert.equal(run('secrets', dataDir).status, 1)
  assert.match(forget().stdout, /^The former key is forgotten: /)
  assert.deepEqual(await query(dataDir, `select value from installation where name = 'secrets_key'`), [])
  assert.match(forget().stdout, /^No key had sealed anything here/)
  await stop(server)

  // As without the settings of the server.
  const other = dataFolder()
  for (const said of [run('backup', other, '--runs'), run('secrets', other, '--forget-key')])
    assert.deepEqual(said, {
      status: 1,
      stdout: '',
      stderr: `✖ There is no database in ${other}: run it with the settings of the server (DATA_DIR or DATABASE_URL).\n`,
    })
})

/**
 * An operator's own PostgreSQL, with an archive of its WAL as docs/operations.md describes it: after a mistake and
 * the loss of the machine, all that was booked until a chosen second is there, and the product goes on with it.
 */
import { book } from '#server/appointments/book.ts'
import { connect, type Db } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { booking, NOW, salon, times } from '../tests/helper.ts'
import { ask, freePort, start } from '../tests/server.ts'

const SYSTEM = '/usr/lib/postgresql'
const version = readdirSync(SYSTEM).toSorted((a, b) => Number(b) - Number(a))[0]!
const bin = (name: string) => join(SYSTEM, version, 'bin', name)
// PostgreSQL refuses to run as root.
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
const user = process.getuid!() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

const dir = mkdtempSync(join(tmpdir(), 'enpunto-recovery-'))
chmodSync(dir, 0o755)
const folder = (name: string) => {
  const path = join(dir, name)
  mkdirSync(path, { mode: 0o700 })
  if (user) chownSync(path, user.uid, user.gid)
  return path
}
const run = (name: string, ...args: string[]) =>
  execFileSync(bin(name), args, { ...user, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })

const servers: ChildProcess[] = []
const opened: Db[] = []
after(async () => {
  for (const db of opened) await db.destroy().catch(() => {})
  for (const server of servers) server.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
})

const urlOf = (data: string) => `postgres://postgres@localhost/postgres?host=${data}`

/** Starts PostgreSQL on a data folder; ready once it takes changes. */
async function startOn(data: string): Promise<{ server: ChildProcess; db: Db }> {
  const server = spawn(bin('postgres'), ['-D', data, '-k', data, '-c', 'listen_addresses='], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  })
  servers.push(server)
  const db = connect({ url: urlOf(data) })
  opened.push(db)
  for (let tries = 0; ; tries++) {
    const state = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`
      .execute(db)
      .catch(() => undefined)
    if (state?.rows[0]?.standby === false) return { server, db }
    assert.ok(tries < 600, 'PostgreSQL does not take changes')
    await sleep(100)
  }
}

test('to the second before a mistake, after the machine is lost', { timeout: 300_000 }, async () => {
  const [wal, bases, data] = [folder('wal'), folder('base'), folder('data')]
  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C')
  appendFileSync(
    join(data, 'postgresql.conf'),
    `\narchive_mode = on\narchive_command = 'test ! -f ${wal}/%f && cp %p ${wal}/%f'\narchive_timeout = 60\n`,
  )
  const { server, db } = await startOn(data)
  await migrate(db)
  const place = await salon(db)
  const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']
  const slots = days.flatMap((date) => times('09:00', '16:00', 60).map((time) => [date, time] as const))
  const acknowledged: number[] = []
  const bookNext = async () => {
    const [appointment_date, appointment_time] = slots[acknowledged.length]!
    const n = acknowledged.length
    const input = booking(place, {
      appointment_date,
      appointment_time,
      client_email: `cliente${n}@correo.example`,
      client_phone: `+57300000${String(n).padStart(4, '0')}`,
    })
    const by = { actor: 'client', key: undefined, consentVersion: null } as const
    acknowledged.push((await book(db, NOW, input as never, by)).appointment.id)
  }
  for (let i = 0; i < 15; i++) await bookNext()
  const base = join(bases, 'monday')
  run('pg_basebackup', '-h', data, '-U', 'postgres', '-D', base, '-X', 'stream', '-c', 'fast')
  for (let i = 0; i < 20; i++) await bookNext()
  const rowsIn = async (of: Db) =>
    (await sql`select to_jsonb(a) as row from appointments a order by id`.execute(of)).rows
  const before = await rowsIn(db)
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
  await sleep(1100)
  // The mistake, and what was booked after it; then the machine burns, once its last segment is archived.
  await sql`delete from messages`.execute(db)
  await sql`delete from appointments where id % 2 = 0`.execute(db)
  const { rows: switched } = await sql<{ name: string }>`
    select pg_walfile_name(pg_switch_wal()) as name`.execute(db)
  for (let tries = 0; !readdirSync(wal).includes(switched[0]!.name); tries++) {
    assert.ok(tries < 300, 'the last segment is not archived')
    await sleep(100)
  }
  server.kill('SIGKILL')
  await new Promise((resolve) => server.once('exit', resolve))
  await db.destroy().catch(() => {})
  rmSync(data, { recursive: true, maxRetries: 5, retryDelay: 200 })

  const restored = folder('restored')
  cpSync(base, restored, { recursive: true })
  if (user) execFileSync('chown', ['-R', 'postgres:postgres', restored])
  appendFileSync(
    join(restored, 'postgresql.conf'),
    `\narchive_mode = off\nrestore_command = 'cp ${wal}/%f %p'\nrecovery_target_time = '${rows[0]!.now}'\nrecovery_target_action = 'promote'\n`,
  )
  writeFileSync(join(restored, 'recovery.signal'), '')
  if (user) chownSync(join(restored, 'recovery.signal'), user.uid, user.gid)
  const again = await startOn(restored)
  assert.deepEqual(await rowsIn(again.db), before)
  const { rows: mails } = await sql<{ n: number }>`select count(*)::int as n from messages`.execute(again.db)
  assert.ok(mails[0]!.n > 0)

  // The product goes on with it, and books behind what is there.
  const product = await start({ port: await freePort(), env: { DATABASE_URL: urlOf(restored) } })
  const ready = await ask(`${product.url}/api/ready`)
  assert.equal(ready !== 'no answer' && ready.status, 200)
  const input = booking(place, { appointment_date: '2026-11-28', appointment_time: '10:00' })
  const later = await book(again.db, NOW, input as never, {
    actor: 'client',
    key: undefined,
    consentVersion: null,
  })
  assert.ok(!acknowledged.includes(later.appointment.id))
  console.log(`recovery: ${acknowledged.length} acknowledged before the chosen second, 0 lost`)
})

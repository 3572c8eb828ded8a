import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { connect, sqlState, type Db } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { api, appointmentRow, booking, database, salon } from '../helper.ts'

const db = await database()

const refusedWith = (state: string) => (error: unknown) => (assert.equal(sqlState(error), state), true)

/** What every PostgreSQL that the product runs on must guarantee. */
function promises(db: Db) {
  const insert = (row: ReturnType<typeof appointmentRow>) =>
    db.insertInto('appointments').values(row).execute()

  test('runs statements without compiling them first, which takes longer than they do', async () => {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(db)
    assert.deepEqual(rows, [{ jit: 'off' }])
  })

  test('is not asked about a text that it keeps nowhere: its log would hold a line for each', async () => {
    await db.transaction().execute(async (tx) => {
      for (const value of ['a\u0000b', ['a', '\u0000']])
        await assert.rejects(sql`select ${value}`.execute(tx), refusedWith('22021'))
      // What the database refuses ends the transaction.
      assert.deepEqual((await sql`select ${'a\\u0000b'} as text`.execute(tx)).rows, [{ text: 'a\\u0000b' }])
    })
  })

  test('notices within half a minute that a machine of ours is gone, and lets its locks go', async () => {
    // Files have no network: there the values are set and not shown.
    const { rows } = await sql<{ name: string; source: string }>`
      select name, source from pg_settings where name like 'tcp%' order by name`.execute(db)
    assert.deepEqual(
      rows.map(({ name, source }) => `${name} by the ${source}`),
      ['count', 'idle', 'interval']
        .map((name) => `tcp_keepalives_${name} by the client`)
        .concat('tcp_user_timeout by the client'),
    )
  })

  test('two live appointments of a professional never overlap, whoever writes them', async () => {
    const place = await salon(db)
    await insert(appointmentRow(place, '2026-11-23', '10:00'))
    const overlapping: [time: string, minutes: number][] = [
      ['10:00', 60],
      ['09:01', 60],
      ['10:59', 60],
      ['10:15', 15],
      ['08:00', 720],
    ]
    for (const [time, minutes] of overlapping)
      await assert.rejects(
        insert(appointmentRow(place, '2026-11-23', time, { minutes })),
        refusedWith('23P01'),
      )
    await insert(appointmentRow(place, '2026-11-23', '09:00'))
    await insert(appointmentRow(place, '2026-11-23', '11:00'))
    await insert(appointmentRow(place, '2026-11-23', '10:00', { status: 'cancelled' }))

    // The same times with another business's professional are free, even if both have the same id.
    const elsewhere = await salon(db)
    const { professional_id } = place
    const twin = { business_id: elsewhere.business_id, id: professional_id, professional_name: 'Otra' }
    await db.insertInto('professionals').values(twin).execute()
    await insert(appointmentRow({ ...elsewhere, professional_id }, '2026-11-23', '10:00'))
    await db.deleteFrom('appointments').where('business_id', '=', elsewhere.business_id).execute()
    await db
      .deleteFrom('professionals')
      .where('business_id', '=', elsewhere.business_id)
      .where('id', '=', professional_id)
      .execute()
  })

  test('… nor by moving one, lengthening it, or bringing it back', async () => {
    const place = await salon(db)
    await insert(appointmentRow(place, '2026-11-23', '10:00'))
    await insert(appointmentRow(place, '2026-11-23', '11:00'))
    await insert(appointmentRow(place, '2026-11-23', '10:30', { status: 'cancelled' }))
    const of = (time: string) =>
      db
        .updateTable('appointments')
        .where('business_id', '=', place.business_id)
        .where('appointment_time', '=', time)
    const longer = of('10:00').set({ duration_minutes: 75, ends_at: '2026-11-23T16:15:00Z' })
    await assert.rejects(longer.execute(), refusedWith('23P01'))
    const moved = of('11:00').set({ starts_at: '2026-11-23T15:30:00Z', ends_at: '2026-11-23T16:30:00Z' })
    await assert.rejects(moved.execute(), refusedWith('23P01'))
    await assert.rejects(of('10:30').set({ status: 'scheduled' }).execute(), refusedWith('23P01'))
  })

  test('an appointment’s service and professional are its business’s own', async () => {
    const [place, elsewhere] = [await salon(db), await salon(db)]
    const { professional_id, service_id } = elsewhere
    await assert.rejects(
      insert(appointmentRow({ ...place, professional_id }, '2026-11-23', '10:00')),
      refusedWith('23503'),
    )
    await assert.rejects(
      insert(appointmentRow({ ...place, service_id }, '2026-11-23', '10:00')),
      refusedWith('23503'),
    )
  })

  test('a key stands for one appointment, an end for its duration, a status for one that exists', async () => {
    const place = await salon(db)
    const row = (time: string, more: object) => ({ ...appointmentRow(place, '2026-11-23', time), ...more })
    await insert(row('10:00', { idempotency_key: 'k' }))
    await assert.rejects(insert(row('12:00', { idempotency_key: 'k' })), refusedWith('23505'))
    const wrong = [
      { duration_minutes: 59 },
      { status: 'rescheduled' },
      { attendance_status: 'maybe' },
      { price: -1 },
      { client_id: '123' },
      { client_name: '' },
      { notes: 'x'.repeat(501) },
    ]
    for (const more of wrong)
      await assert.rejects(insert(row('12:00', more)), refusedWith('23514'), JSON.stringify(more))
  })

  test('an e-mail is one business, an address one business', async () => {
    const place = await salon(db)
    const copy = { business_name: 'X', business_type: 'Otro', phone: '+573001112233' }
    const twin = { ...copy, slug: 'twin-x', email: `${place.slug.toUpperCase()}@CORREO.example` }
    await assert.rejects(db.insertInto('businesses').values(twin).execute(), refusedWith('23505'))
    const slug = { slug: place.slug, business_id: place.business_id }
    await assert.rejects(db.insertInto('slugs').values(slug).execute(), refusedWith('23505'))
    await assert.rejects(
      db
        .insertInto('slugs')
        .values({ ...slug, slug: '123' })
        .execute(),
      refusedWith('23514'),
    )
    const homeless = { ...copy, slug: 'nobody-has-this', email: 'homeless@correo.example' }
    await assert.rejects(db.insertInto('businesses').values(homeless).execute(), refusedWith('23503'))
  })

  test('a booking goes through, and the next one for its time does not', async () => {
    const { call } = await api(db)
    const place = await salon(db)
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/api/appointments/public', { body: booking(place) })),
    )
    assert.deepEqual(statuses.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
    const days = await call(
      'GET',
      `/api/schedules/available-days/${place.professional_id}?serviceId=${place.service_id}`,
    )
    assert.ok(!days.body.days[3].times.includes('10:00'))
  })
}

describe('the embedded PostgreSQL', () => promises(db))

describe('migrations', () => {
  /** Makes an empty database beside the first one, and a function that connects to it. */
  async function emptyDatabase(name: string) {
    await sql`create database ${sql.id(name)}`.execute(db)
    const { rows } = await sql<{
      dir: string
    }>`select current_setting('unix_socket_directories') as dir`.execute(db)
    const open = () => {
      const one = connect({ url: `postgres://postgres@/${name}?host=${rows[0]!.dir}`, poolSize: 2 })
      opened.push(one)
      return one
    }
    return open
  }
  const opened: Db[] = []
  after(() => Promise.all(opened.map((one) => one.destroy())))

  test('run once though three processes start at the same time, and not again', async () => {
    const open = await emptyDatabase('three')
    const three = [open(), open(), open()]
    await Promise.all(three.map((one) => migrate(one)))
    const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      three[0]!,
    )
    const files = readdirSync(join(import.meta.dirname, '../../migrations')).filter((file) =>
      file.endsWith('.sql'),
    )
    assert.deepEqual(
      done.rows.map(({ name }) => `${name}.sql`),
      files.sort(),
    )
    await migrate(three[1]!)
    await salon(three[2]!)
  })

  test('leave nothing of the one that fails, and go on from there', async () => {
    const one = (await emptyDatabase('half'))()
    // This table is in the way of the last one that 0002 creates.
    await sql`create table professional_hours ()`.execute(one)
    await assert.rejects(migrate(one), /professional_hours/)
    const { rows } = await sql<{ tablename: string }>`
      select tablename from pg_tables where tablename in ('businesses', 'services') order by 1`.execute(one)
    assert.deepEqual(rows, [{ tablename: 'businesses' }])
    await sql`drop table professional_hours`.execute(one)
    await migrate(one)
    await salon(one)
  })
})

const SYSTEM = '/usr/lib/postgresql'
const versions = existsSync(SYSTEM)
  ? readdirSync(SYSTEM)
      .filter((version) => existsSync(join(SYSTEM, version, 'bin/initdb')))
      // An older one beside it is another program's.
      .filter((version) => Number(version) >= 15)
  : []

describe(
  'the operator’s own PostgreSQL',
  { skip: versions.length === 0 && 'none that it works with is installed here' },
  async () => {
    if (versions.length === 0) return
    const version = versions.sort((a, b) => Number(a) - Number(b))[0]!
    promises(await systemDatabase(join(SYSTEM, version, 'bin')))
  },
)

/**
 * Starts the system's PostgreSQL in its own directory and migrates it by a connection string, as an operator
 * would.
 */
async function systemDatabase(bin: string): Promise<Db> {
  const dir = mkdtempSync(join(tmpdir(), 'enpunto-system-'))
  chmodSync(dir, 0o755)
  const data = join(dir, 'data')
  mkdirSync(data)
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const user = process.getuid!() === 0 ? { uid: id('-u'), gid: id('-g') } : undefined
  if (user) chownSync(data, user.uid, user.gid)
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C'],
    { ...user, cwd: '/' },
  )
  const args = ['-D', data, '-k', data, '-c', 'listen_addresses=', '-c', 'fsync=off']
  const server = spawn(join(bin, 'postgres'), args, { ...user, cwd: '/', stdio: 'ignore' })
  const db = connect({ url: `postgres://postgres@/postgres?host=${data}` })
  after(async () => {
    await db.destroy()
    server.kill('SIGINT')
    if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve))
    rmSync(dir, { recursive: true, force: true })
  })
  for (let tries = 0; ; tries++) {
    try {
      await sql`select 1`.execute(db)
      break
    } catch (error) {
      if (tries > 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await migrate(db)
  return db
}

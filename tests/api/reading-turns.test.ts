/** However much the people of one business read at once, connections are left for everybody else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { api, booking, database, salon } from '../helper.ts'
import { owner } from '../owner.ts'
import { until } from '../smtp.ts'

const db = await database()
const { app, call } = await api(db)

/** Runs `during` while whatever reads the table waits: reads that are dear, and slow. */
async function whileHeld<T>(table: string, during: () => Promise<T>): Promise<T> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const held = db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    hold()
    await over
  })
  await isHeld
  try {
    return await during()
  } finally {
    end()
    await held
  }
}

const waitingFor = async (table: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_locks where not granted and relation = ${table}::regclass`.execute(db)
  return rows[0]!.count
}

for (const [path, table, most, count] of [
  ['/api/clients/duplicates?limit=50', 'card_pairs', 2, 200],
  ['/api/auth/passkeys', 'passkeys', 4, 500],
] as const)
  test(`${count} reads of ${path} leave connections for the bookings of other businesses`, async () => {
    const who = await owner(call)
    const other = await salon(db)
    const { reads, booked } = await whileHeld(table, async () => {
      const reads = Array.from({ length: count }, () => who.as('GET', path))
      await until(async () => (await waitingFor(table)) >= most, 20_000)
      // As long as more of them might come.
      await sleep(300)
      assert.equal(await waitingFor(table), most)
      const times = ['09:00', '10:00', '11:00', '12:00', '14:00']
      const bookings = times.map((appointment_time) => {
        const client_email = `${appointment_time.slice(0, 2)}@correo.example`
        return call('POST', '/api/appointments/public', {
          body: booking(other, { appointment_time, client_email }),
        })
      })
      const booked = await Promise.race([Promise.all(bookings), sleep(15_000)])
      return { reads, booked }
    })
    assert.deepEqual(
      booked?.map(({ status }) => status),
      [201, 201, 201, 201, 201],
    )
    const statuses = (await Promise.all(reads)).map(({ status }) => status)
    const done = statuses.filter((status) => status === 200).length
    assert.ok(done >= 40 && done < count, `${done} were answered`)
    assert.equal(statuses.filter((status) => status === 503).length, count - done)
    // Every place was given back.
    for (let i = 0; i < 6; i++) assert.equal((await who.as('GET', path)).status, 200)
  })

test('what is refused gives its place back', async () => {
  const who = await owner(call)
  for (let i = 0; i < 12; i++) assert.equal((await who.as('GET', '/api/clients?limit=x')).status, 400)
  assert.equal((await who.as('GET', '/api/clients')).status, 200)
})

test('a salon whose windows all read anew at once is refused nothing', async () => {
  const who = await owner(call)
  const paths = [
    'services',
    'professionals',
    'appointments?limit=50',
    'businesses/stats',
    'mail/state',
    'time-off',
  ]
  const windows = Array.from({ length: 60 }, () => paths).flat()
  const statuses = await Promise.all(
    windows.map(async (path) => (await app.inject({ url: `/api/${path}`, headers: who.headers })).statusCode),
  )
  assert.deepEqual(new Set(statuses), new Set([200]))
})

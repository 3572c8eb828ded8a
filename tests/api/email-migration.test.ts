import { connect } from '#server/database/db.ts'
import { foldFigures } from '#server/metrics/fold.ts'
import { migrate } from '#server/database/migrate.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { appointmentRow, database, salon, urlOf } from '../helper.ts'

// Registered before database() adds the hook that stops the PostgreSQL of these connections.
const opened: (() => Promise<void>)[] = []
after(() => Promise.all(opened.map((end) => end())))
const template = await database()
const name = `before_optional_email_${process.pid}`
await sql`create database ${sql.id(name)} template template0`.execute(template)
const url = (await urlOf(template)).replace(/@\/\w+/, `@/${name}`)
const db = connect({ url })
opened.push(() => db.destroy())

const files = readdirSync(join(import.meta.dirname, '../../migrations')).sort()
const optional = files.findIndex((file) => file.endsWith('_email_optional.sql'))

/** A process of the version before: it books without knowing, and asks again when its connection was closed. */
function oldProcess(row: ReturnType<typeof appointmentRow>) {
  const columns = Object.keys(row)
  const text = `insert into appointments (${columns.map((name) => `"${name}"`).join(', ')})
    values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`
  const failures: string[] = []
  let [booked, isOver] = [0, false]
  let client: pg.Client | undefined
  const book = async () => {
    if (!client) {
      client = new pg.Client({ connectionString: url, application_name: 'enpunto 1' })
      client.on('error', () => {})
      await client.connect()
    }
    const starts = Date.parse('2027-01-01T00:00:00Z') + booked * 3_600_000
    const [starts_at, ends_at] = [starts, starts + 3_600_000].map((ms) => new Date(ms).toISOString())
    const values = { ...row, starts_at, ends_at, occupied: null }
    await client.query({
      name: 'book',
      text,
      values: columns.map((name) => values[name as keyof typeof values]),
    })
    booked++
  }
  const done = (async () => {
    while (!isOver)
      await book().catch((error: pg.DatabaseError) => {
        client = undefined
        if (error.code !== '57P01' && error.code !== undefined) failures.push(error.message)
      })
    await client?.end()
  })()
  return {
    booked: () => booked,
    async end() {
      isOver = true
      await done
      return failures
    },
  }
}

test('a database in use: bookings go on, what is there stays, searches and sums hold for both kinds', async () => {
  await migrate(db, files[optional - 1]!.replace(/\.sql$/, ''))
  const place = await salon(db)
  const row = appointmentRow(place, '2026-11-23', '10:00')
  await db
    .insertInto('appointments')
    .values({ ...row, client_name: 'Inés Prada' })
    .execute()
  const old = oldProcess(row)
  after(() => old.end())
  while (old.booked() < 20) await new Promise(setImmediate)
  await migrate(db)
  const before = old.booked()
  while (old.booked() < before + 20) await new Promise(setImmediate)
  assert.deepEqual(await old.end(), [])

  await db
    .insertInto('appointments')
    .values({ ...appointmentRow(place, '2026-11-24', '10:00'), client_name: 'Luz', client_email: null })
    .execute()
  const found = async (words: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from appointments where words like ${words} and words is not null`.execute(db)
    return rows[0]!.n
  }
  assert.equal(await found('%ines prada%'), 1)
  assert.equal(await found('%luz%corte%'), 1)
  assert.equal(await found('%'), old.booked() + 2)
  await foldFigures({ db })
  const { rows } = await sql<{ appointments: number }>`
    select sum(appointments)::int as appointments from figures_by_day`.execute(db)
  assert.equal(rows[0]!.appointments, old.booked() + 2)
})

/**
 * Every migration on a database in use: earlier states of the schema with data, and a process of that time
 * that goes on booking while the migrations since then run.
 */
import { connect } from '#server/database/db.ts'
import { knownMigrations, migrate } from '#server/database/migrate.ts'
import { CompiledQuery, sql, type Kysely } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { emptyDatabase, schemaOf } from '../backups.ts'
import { database, urlOf } from '../helper.ts'

const db = await database()
const PROFESSIONALS = 20
const APPOINTMENTS = 10_000
/** How long a booking may wait for a migration. The machine may be busy with other tests. */
const PATIENCE_MS = 4000

/** A business with a full book, in statements that every state of the schema takes. */
const FILL = [
  `with b as (insert into businesses (id, business_name, business_type, email, phone, slug)
       values (1, 'Antes', 'Otro', 'antes@correo.example', '+573001112233', 'antes') returning id),
     a as (insert into accounts (business_id, password_hash) select id, 'hash' from b returning business_id)
   insert into slugs (slug, business_id) select 'antes', id from b`,
  `insert into business_hours (business_id, day_of_week, is_open, open_time, close_time)
   select 1, day, true, '09:00', '18:00' from generate_series(0, 6) day`,
  `insert into services (business_id, id, service_name, duration_minutes, price) values (1, 1, 'Corte', 60, 55000)`,
  `insert into professionals (business_id, id, professional_name)
   select 1, id, 'Profesional ' || id from generate_series(1, ${PROFESSIONALS}) id`,
  `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
     professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
     price, status, attendance_status, booked_by)
   select 1, 'Cliente ' || n % 500, '+57300' || 1000000 + n % 500, 'C' || n % 500 || '@correo.example', 1, 'Corte',
     professional, 'Profesional ' || professional, at::date, at::time, 60, at at time zone 'America/Bogota',
     (at + interval '1 hour') at time zone 'America/Bogota', 55000,
     case when n % 7 = 0 then 'cancelled' when at < '2026-11-20' then 'completed' else 'scheduled' end,
     case when n % 7 <> 0 and at < '2026-11-20' then 'attended' else 'pending' end, 'client'
   from generate_series(0, ${APPOINTMENTS - 1}) n
   cross join lateral (select n % ${PROFESSIONALS} + 1 as professional, n / ${PROFESSIONALS} as i) spread
   cross join lateral (select timestamp '2026-09-01 09:00' + (i / 8) * interval '1 day' + (i % 8) * interval '1 hour' as at) x`,
  `insert into appointment_history (business_id, appointment_id, change, actor, old)
   select 1, id, 'cancelled', 'client', '{"status": "scheduled"}' from appointments where status = 'cancelled'`,
  `insert into messages (business_id, kind, appointment_id, recipient, once, state)
   select 1, 'booked_client', id, client_email, 'booked_client:' || id, 'sent' from appointments`,
]

/** A booking as the first version wrote it. */
const BOOK = `with a as (insert into appointments (business_id, client_name, client_phone, client_email, service_id,
    service_name, professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at,
    ends_at, price, booked_by, idempotency_key)
  values (1, 'Nueva', '+573005550000', 'nueva@correo.example', 1, 'Corte', $1, 'Profesional', $2::timestamp::date,
    $2::timestamp::time, 60, $2::timestamp at time zone 'America/Bogota',
    ($2::timestamp + interval '1 hour') at time zone 'America/Bogota', 55000, 'client', $3)
  on conflict do nothing returning *),
  m as (insert into messages (business_id, kind, appointment_id, recipient, once)
    select business_id, 'booked_client', id, client_email, 'booked_client:' || id from a)
  select id from a`

const at = (n: number) => {
  const hour = String(9 + (n % 8)).padStart(2, '0')
  return `${Temporal.PlainDate.from('2027-06-01').add({ days: Math.floor(n / 8) })}T${hour}:00`
}

/** Books one after another until it is told to stop; how many, and how long the slowest one waited. */
async function booker(url: string, professional: number, isOver: () => boolean) {
  const client = new pg.Client({ connectionString: url, application_name: 'a process of before' })
  await client.connect()
  let booked = 0
  let longest = 0
  try {
    for (let n = 0; !isOver() || n < 3; n++) {
      const begun = performance.now()
      const { rowCount } = await client.query(BOOK, [professional, at(n), `upgrade-${professional}-${n}`])
      assert.equal(rowCount, 1)
      longest = Math.max(longest, performance.now() - begun)
      booked++
      await setTimeout(40)
    }
  } finally {
    await client.end()
  }
  return { booked, longest }
}

const STATES = [
  '0004_messages_credits',
  '0072_removed_businesses',
  '0111_bookings_by_phone',
  '0222_moves_within_buffers',
  '0371_card_of_a_changed_person',
  '0461_second_factor_validated',
  '0531_card_with_health_notes',
]

for (const state of STATES)
  test(`from ${state} to today, with data and with bookings that go on`, async (t) => {
    const empty = await emptyDatabase(db)
    const old = connect({ url: empty.url, patience: { connection: 30_000 } })
    try {
      await migrate(old, state)
      await old.transaction().execute(async (tx) => {
        for (const text of FILL) await tx.executeQuery(CompiledQuery.raw(text))
      })
      await sql`analyze`.execute(old)

      let isOver = false
      const bookers = [1, 2, 3].map((professional) => booker(empty.url, professional, () => isOver))
      const begun = performance.now()
      await migrate(old).finally(() => (isOver = true))
      const took = performance.now() - begun
      const done = await Promise.all(bookers)
      const booked = done.reduce((sum, one) => sum + one.booked, 0)
      const longest = Math.max(...done.map((one) => one.longest))
      t.diagnostic(
        `${took.toFixed(0)} ms for ${knownMigrations().length - knownMigrations().indexOf(state) - 1} migrations, ${booked} bookings meanwhile, the slowest waited ${longest.toFixed(0)} ms`,
      )
      assert.ok(longest < PATIENCE_MS, `a booking waited ${longest.toFixed(0)} ms`)

      const ofToday = (lines: string[]) => lines.filter((line) => !/_seq \d+$/.test(line))
      assert.deepEqual(ofToday(await schemaOf(old)), ofToday(await schemaOf(db)))
      assert.deepEqual(await counts(old), {
        appointments: APPOINTMENTS + booked,
        mails: APPOINTMENTS + booked,
        owners: 1,
        // Whoever wrote it, and whenever: no time is missing in what is taken.
        unoccupied: 0,
      })
    } finally {
      await old.destroy()
      await empty.drop()
    }
  })

async function counts(on: Kysely<any>) {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from appointments) as appointments,
    (select count(*)::int from messages) as mails,
    (select count(*)::int from memberships m join users u on u.id = m.user_id
      where m.role = 'owner' and u.password_hash = 'hash') as owners,
    (select count(*)::int from appointments
      where not occupied @> tstzmultirange(tstzrange(starts_at, ends_at))) as unoccupied`.execute(on)
  return rows[0]
}

test('a process does not start on a database of a newer version', async () => {
  const empty = await emptyDatabase(db)
  const newer = connect({ url: empty.url, poolSize: 2 })
  try {
    await migrate(newer)
    const before = await schemaOf(newer)
    await sql`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', now()::text)`.execute(
      newer,
    )
    await assert.rejects(
      migrate(newer),
      /^Error: The database was used by a newer version of enpunto \(migration 9999_of_tomorrow\): start that version, or load a backup of before the update\.$/,
    )
    assert.deepEqual(await schemaOf(newer), before)
  } finally {
    await newer.destroy()
    await empty.drop()
  }
})

test('connections to other databases of the server are left alone', async () => {
  const empty = await emptyDatabase(db)
  const elsewhere = new pg.Client({ connectionString: await urlOf(db), application_name: 'enpunto 1' })
  let isLost = false
  elsewhere.on('error', () => (isLost = true))
  await elsewhere.connect()
  try {
    await elsewhere.query('select 1')
    await setTimeout(300)
    const made = connect({ url: empty.url, poolSize: 2 })
    await migrate(made, '0004_messages_credits').finally(() => made.destroy())
    assert.equal(isLost, false)
    assert.equal((await elsewhere.query('select 1')).rowCount, 1)
  } finally {
    await elsewhere.end()
    await empty.drop()
  }
})

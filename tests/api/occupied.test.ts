import { connect, sqlState, type Db } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { api, appointmentRow, booking, database, salon, urlOf, type Salon } from '../helper.ts'

const db = await database()

/** The statements of a version from before the column `occupied`, verbatim where it matters. */
const older = {
  async salon(db: Db): Promise<Salon> {
    const { rows } = await sql<{ business_id: number }>`
      with b as (
        insert into businesses (business_name, business_type, email, phone, slug)
        values ('Salón', 'Otro', 'salon@correo.example', '+573001112233', 'salon-x') returning id),
      s as (insert into slugs (slug, business_id) select 'salon-x', id from b),
      c as (insert into services (business_id, id, service_name) select id, 1, 'Corte' from b),
      p as (insert into professionals (business_id, id, professional_name) select id, 1, 'Inés' from b)
      select id as business_id from b`.execute(db)
    await sql`alter table professionals alter column id restart with 2`.execute(db)
    return { ...rows[0]!, slug: 'salon-x', service_id: 1, professional_id: 1 }
  },
  async book(db: Db, place: Salon, startsMs: number, minutes: number): Promise<boolean> {
    const [starts, ends] = [iso(startsMs), iso(startsMs + minutes * 60_000)]
    const { rows } = await sql`
      insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
        professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
        price, booked_by)
      select ${place.business_id}, 'Eva', '+573001112233', 'eva@correo.example', ${place.service_id}, 'Corte',
        ${place.professional_id}, 'Inés', ${starts.slice(0, 10)}, ${starts.slice(11, 16)}, ${minutes},
        ${starts}::timestamptz, ${ends}::timestamptz, 1, 'client'
      on conflict do nothing returning id`.execute(db)
    return rows.length > 0
  },
  async move(db: Db, place: Salon, id: number, startsMs: number): Promise<boolean> {
    try {
      await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${place.business_id} ${place.professional_id}`}, 0))`.execute(
          tx,
        )
        await sql`
          update appointments set starts_at = ${iso(startsMs)}::timestamptz,
            ends_at = ${iso(startsMs)}::timestamptz + make_interval(mins => duration_minutes)
          where business_id = ${place.business_id} and id = ${id}`.execute(tx)
      })
      return true
    } catch (error) {
      if (sqlState(error) === '23P01') return false
      throw error
    }
  },
}

const iso = (ms: number) => new Date(ms).toISOString()
const MONDAY = Date.parse('2026-11-23T14:00:00Z')
const quarter = (n: number) => MONDAY + n * 15 * 60_000

/**
 * Counts the live appointments that begin before another one of their professional has ended, and those that occupy other times than their
 * own.
 */
async function broken(db: Db, { business_id }: Salon) {
  const { rows } = await sql<{ overlapping: number; elsewhere: number }>`
    select
      (select count(*) from (
         select starts_at, max(ends_at) over (partition by professional_id order by starts_at, id
           rows between unbounded preceding and 1 preceding) as taken_until
         from appointments where business_id = ${business_id} and status <> 'cancelled') each
       where starts_at < taken_until) as overlapping,
      (select count(*) from appointments
         where business_id = ${business_id}
           and occupied is distinct from tstzmultirange(tstzrange(starts_at, ends_at))) as elsewhere`.execute(
    db,
  )
  return rows[0]!
}

describe('what an appointment takes', () => {
  test('is its own time, to be refused when it is nothing, without end, shorter than it or too long', async () => {
    const place = await salon(db)
    const row = appointmentRow(place, '2026-11-23', '10:00')
    const insert = (occupied: string) =>
      db
        .insertInto('appointments')
        .values({ ...row, occupied })
        .returning('occupied')
        .executeTakeFirstOrThrow()
    const wrong = [
      '{}',
      '{(,)}',
      '{["2026-11-23T15:00:00Z",)}',
      '{["2026-11-23T15:00:00Z","2026-11-23T15:59:00Z")}',
      '{["2026-11-23T15:01:00Z","2026-11-23T16:00:00Z")}',
      '{["2026-11-23T15:00:00Z","2026-11-24T07:01:00Z")}',
    ]
    for (const occupied of wrong)
      await assert.rejects(insert(occupied), (error) => (assert.equal(sqlState(error), '23514'), true))
    // With a pause inside and time to clean up after: it is read back as it was written.
    const split =
      '{["2026-11-23T15:00:00Z","2026-11-23T15:20:00Z"),["2026-11-23T15:40:00Z","2026-11-23T16:10:00Z")}'
    assert.deepEqual(await insert(split), { occupied: split })
  })

  test('is what is not free: a pause can be booked, the time to clean up cannot', async () => {
    const { call } = await api(db)
    const place = await salon(db, { duration_minutes: 15 })
    await db
      .insertInto('appointments')
      .values({
        ...appointmentRow(place, '2026-11-23', '10:00'),
        occupied:
          '{["2026-11-23T15:00:00Z","2026-11-23T15:14:30Z"),["2026-11-23T15:45:30Z","2026-11-23T16:00:30Z")}',
      })
      .execute()
    const { body } = await call(
      'GET',
      `/api/schedules/available-slots/${place.professional_id}/2026-11-23?serviceId=${place.service_id}`,
    )
    const near = body.slots
      .map(({ time }: { time: string }) => time)
      .filter((time: string) => time >= '09:45' && time <= '11:15')
    // Occupied time that ends within a minute counts to the end of that minute.
    assert.deepEqual(near, ['09:45', '10:15', '10:30', '11:15'])
    const book = async (time: string) =>
      (
        await call('POST', '/api/appointments/public', {
          body: booking(place, { appointment_time: time }),
        })
      ).status
    assert.deepEqual([await book('11:00'), await book('10:15'), await book('10:15')], [409, 201, 409])
  })
})

describe('beside a process that knows nothing of it', () => {
  test('its bookings and moves are held to the promise', async () => {
    const place = await salon(db)
    assert.equal(await older.book(db, place, quarter(0), 60), true)
    assert.equal(await older.book(db, place, quarter(2), 60), false)
    assert.equal(await older.book(db, place, quarter(4), 60), true)
    const second = await db
      .selectFrom('appointments')
      .select('id')
      .where('business_id', '=', place.business_id)
      .where('starts_at', '=', sql<number>`${iso(quarter(4))}::timestamptz`)
      .executeTakeFirstOrThrow()
    assert.equal(await older.move(db, place, second.id, quarter(3)), false)
    assert.equal(await older.move(db, place, second.id, quarter(5)), true)
    // The hour that the move left is free and the one that it took is not, for both versions.
    assert.equal(await older.book(db, place, quarter(4), 15), true)
    const { call } = await api(db)
    const at = (appointment_time: string) =>
      call('POST', '/api/appointments/public', { body: booking(place, { appointment_time }) })
    assert.deepEqual(
      [(await at('10:00')).status, (await at('11:00')).status, (await at('11:30')).status],
      [409, 409, 201],
    )
    assert.deepEqual(await broken(db, place), { overlapping: 0, elsewhere: 0 })
  })

  test('the schema changes under its bookings and moves, and the promise has no gap', async () => {
    // A run that repeats this file finds the database of its first try.
    const name = `older_${process.pid}`
    await sql`create database ${sql.id(name)}`.execute(db)
    const url = (await urlOf(db)).replace(/\/[^/?]*\?/, `/${name}?`)
    const patience = { connection: 30_000, statement: 60_000 }
    const old = connect({ url, poolSize: 8, patience })
    after(() => old.destroy())
    await migrate(old, '0071_clients')
    const place = await older.salon(old)
    // Enough rows to make the migration take a while: two years of 20 professionals.
    await sql`
      insert into professionals (business_id, professional_name)
      select ${place.business_id}::bigint, 'P' || n from generate_series(1, 20) n`.execute(old)
    await sql`
      insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
        professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
        price, status, booked_by)
      select p.business_id, 'C', '+573001112233', 'c@correo.example', ${place.service_id}::bigint, 'Corte', p.id, 'P', at, at,
        30, at at time zone 'UTC', (at + interval '30 min') at time zone 'UTC', 1,
        case when n % 9 = 0 then 'cancelled' else 'completed' end, 'client'
      from professionals p cross join generate_series(1, 1000) n
      cross join lateral (select timestamp '2026-01-01' + n * interval '30 min' as at) moment`.execute(old)

    let isOver = false
    const said = { booked: 0, taken: 0, moved: 0, stayed: 0 }
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    // Two that overlap in part may wait for each other; PostgreSQL ends one of them, which nobody was told a yes.
    const tried = (change: Promise<boolean>) =>
      change.catch((error: { code?: string }) => {
        if (error.code !== '40P01') throw error
        return false
      })
    const client = async () => {
      while (!isOver) {
        const isBooked = await tried(older.book(old, place, quarter(random(4000)), 15 * (1 + random(4))))
        said[isBooked ? 'booked' : 'taken']++
        const { rows } = await sql<{ id: number }>`
          select id from appointments where business_id = ${place.business_id}
            and professional_id = ${place.professional_id} and status = 'scheduled'
          offset ${random(said.booked)} limit 1`.execute(old)
        if (!rows[0]) continue
        const isMoved = await tried(older.move(old, place, rows[0].id, quarter(random(4000))))
        said[isMoved ? 'moved' : 'stayed']++
      }
    }
    const clients = Promise.all(Array.from({ length: 4 }, client))
    const newer = connect({ url, poolSize: 2, patience })
    after(() => newer.destroy())
    const counted = () => Object.values(said).reduce((sum, n) => sum + n)
    const busy = async (n: number) => {
      for (const begun = counted(); counted() < begun + n;)
        await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await busy(100)
    const before = counted()
    await migrate(newer)
    assert.ok(counted() > before, 'bookings went on meanwhile')
    await busy(100)
    isOver = true
    await clients

    for (const [what, times] of Object.entries(said)) assert.ok(times > 0, what)
    assert.deepEqual(await broken(newer, place), { overlapping: 0, elsewhere: 0 })
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from appointments where status = 'scheduled'`.execute(newer)
    assert.equal(rows[0]!.n, said.booked)
  })
})

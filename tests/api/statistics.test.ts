/** What PostgreSQL knows of tables that have just begun to fill. */
import { countGrown } from '#server/database/statistics-queries.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { database, salon } from '../helper.ts'
import { until } from '../smtp.ts'

test('a table that has doubled is counted, and then searched by the index of what is asked', async () => {
  const db = await database()
  // Not by PostgreSQL's own job meanwhile.
  await sql`alter table appointments set (autovacuum_enabled = false)`.execute(db)
  const { business_id, service_id, professional_id } = await salon(db)
  const add = (from: number, to: number) =>
    sql`
    insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
      professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at, price,
      booked_by)
    select ${business_id}, 'Ana ' || n, '+57310' || 1000000 + n, 'c' || n || '@correo.example', ${service_id}, 'Corte',
      ${professional_id}, 'Ana', date '2027-01-01' + n, '10:00', 60, timestamptz '2027-01-01T10:00-05:00' + n * interval '1 day',
      timestamptz '2027-01-01T11:00-05:00' + n * interval '1 day', 1, 'client'
    from generate_series(${from}::integer, ${to}::integer) n`.execute(db)
  const plan = async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select count(*) from appointments a
      where a.business_id = ${sql.lit(business_id)} and lower(a.client_email) = 'c7@correo.example'
        and a.booked_by = 'client' and a.status = 'scheduled' and a.starts_at > '2026-11-20'`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  await add(1, 400)
  await until(async () => (await countGrown({ db })).includes('appointments'))
  assert.match(await plan(), /appointments_by_email/)
  // Told once: it has to double again.
  await add(401, 500)
  await new Promise((done) => setTimeout(done, 1500))
  assert.ok(!(await countGrown({ db })).includes('appointments'))
  await add(501, 1200)
  await until(async () => (await countGrown({ db })).includes('appointments'))
})

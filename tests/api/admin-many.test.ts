import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listBusinesses } from '#server/admin/list-queries.ts'
import { appointmentRow, database, salon } from '../helper.ts'

const BUSINESSES = 40
const APPOINTMENTS = 2000

test('listing all businesses reads the appointments once, also where most are of one of them', async () => {
  const db = await database()
  const { business_id, ...place } = await salon(db)
  const { id } = await db
    .insertInto('appointments')
    .values(appointmentRow({ business_id, ...place }, '2026-11-10', '10:00'))
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name, professional_id,
      professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at, price, booked_by, status)
    select business_id, client_name, client_phone, client_email, service_id, service_name, professional_id, professional_name,
      '2026-01-01', '10:00', 60, starts_at, ends_at, price, booked_by, 'cancelled'
    from appointments, generate_series(2, ${APPOINTMENTS}::int) where id = ${id}`.execute(db)
  for (let n = 1; n < BUSINESSES; n++) await salon(db)
  await sql`analyze`.execute(db)
  await db.transaction().execute(async (tx) => {
    const listed = await listBusinesses(tx, {})
    assert.equal(listed.length, BUSINESSES)
    const busy = listed.filter(({ total_appointments }) => total_appointments > 0)
    assert.deepEqual(
      busy.map((one) => [one.id, one.total_appointments]),
      [[business_id, APPOINTMENTS]],
    )
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relname = 'appointments'`.execute(
      tx,
    )
    assert.ok(rows[0]!.read <= 2 * APPOINTMENTS, `${rows[0]!.read} rows were read`)
  })
})

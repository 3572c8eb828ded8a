import { appointmentsOf, timeOffOf } from '#server/feeds/queries.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { api, database } from '../helper.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { app, call, clock } = await api(db)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** So many appointments of a business, a quarter of an hour apart. */
const filled = (business_id: number, count: number, fromMs: number) =>
  sql`insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
      professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at, price, booked_by)
    select business_id, client_name, client_phone, client_email, service_id, service_name, professional_id, professional_name,
      (at at time zone 'America/Bogota')::date, (at at time zone 'America/Bogota')::time, 15, at, at + interval '15 min', price, 'client'
    from (select * from appointments where business_id = ${business_id} order by id limit 1) one,
      lateral (select to_timestamp(${fromMs / 1000}::float8) + n * interval '15 min' as at
        from generate_series(0, ${count - 1}::int) n) x`.execute(db)

test('of an agenda that is too large the oldest is left out, and nothing of what is to come', async () => {
  const { who } = await twoProfessionals(call, db)
  const whose = { business_id: who.business_id, professional_id: null }
  const ahead = await appointmentsOf(db, whose, clock.now)
  assert.equal(ahead.length, 2)
  const from = clock.now - DAY
  await filled(who.business_id, 10, clock.now - 60 * DAY)
  await filled(who.business_id, 10, from)
  const kept = await appointmentsOf(db, whose, clock.now, 7)
  const past = kept.slice(0, -2).map(({ starts_at }) => (starts_at - from) / MINUTE)
  assert.deepEqual([past, kept.slice(-2)], [[75, 90, 105, 120, 135], ahead])
  // Of what is to come the nearest.
  assert.deepEqual(await appointmentsOf(db, whose, clock.now, 1), ahead.slice(0, 1))
})

test('so it is with blocked time', async () => {
  const { who, other_id } = await twoProfessionals(call, db)
  const whose = { business_id: who.business_id, professional_id: null }
  for (const first_date of ['2026-12-20', '2026-12-22']) {
    const body = { professional_id: other_id, first_date, reason: 'Curso' }
    assert.equal((await who.as('POST', '/api/time-off', body)).status, 201)
  }
  const all = await timeOffOf(db, whose, clock.now)
  assert.equal(all.length, 3)
  assert.deepEqual(await timeOffOf(db, whose, clock.now, 2), all.slice(0, 2))
  assert.deepEqual(await timeOffOf(db, whose, all[0]!.ends_at + MINUTE, 2), all.slice(1))
})

test('others are answered while a large agenda is drawn', async () => {
  const { who } = await twoProfessionals(call, db)
  const made = await who.as('POST', '/api/feeds', {})
  const address = new URL(made.body.url).pathname
  await filled(who.business_id, 5000, clock.now - 60 * DAY)
  const turns = () => performance.nodeTiming.uvMetricsInfo.loopCount
  const before = turns()
  const { body } = await app.inject({ url: address })
  assert.equal(body.match(/BEGIN:VEVENT/g)!.length, 5003)
  assert.ok(turns() - before >= 5000 / 50, `${turns() - before} turns`)
})

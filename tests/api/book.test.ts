import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database, salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)

const appointmentsOf = (business_id: number) =>
  db.selectFrom('appointments').selectAll().where('business_id', '=', business_id).execute()

test('a booking is stored with its two messages and the copies of what was booked', async () => {
  const place = await salon(db)
  const { status, body } = await call('POST', '/api/appointments/public', {
    body: booking(place, {
      notes: "  Traigo fotos; <b>'sí'</b> ",
      client_id: '1020304050',
      price: 1,
      duration_minutes: 15,
    }),
  })
  assert.equal(status, 201)
  assert.equal(body.success, true)
  assert.equal(body.appointment.price, 55_000)
  assert.equal(body.appointment.starts_at, '2026-11-23T15:00:00.000Z')

  const [stored, ...others] = await appointmentsOf(place.business_id)
  assert.equal(others.length, 0)
  assert.equal(stored!.id, body.appointment.id)
  assert.equal(stored!.service_name, 'Corte')
  assert.equal(stored!.duration_minutes, 60)
  assert.equal(stored!.notes, "Traigo fotos; <b>'sí'</b>")
  assert.equal(stored!.client_id, '1020304050')
  assert.equal(stored!.status, 'scheduled')
  assert.equal(stored!.ends_at - stored!.starts_at, 3_600_000)

  const messages = await db
    .selectFrom('messages')
    .selectAll()
    .where('business_id', '=', place.business_id)
    .execute()
  assert.deepEqual(messages.map(({ kind, recipient }) => [kind, recipient]).sort(), [
    ['booked_client', 'camila@correo.example'],
    ['booked_owner', `${place.slug}@correo.example`],
  ])
  assert.equal(stored!.booked_by, 'client')
})

test('200 race for one time: one wins, the others get 409 with other times, one row stands', async () => {
  const place = await salon(db)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      call('POST', '/api/appointments/public', {
        body: booking(place, { client_email: `c${i}@correo.example` }),
      }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 409)
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(refused.length, 199)
  for (const { body } of refused) {
    assert.equal(body.success, false)
    assert.match(body.error, /ocupar/)
    assert.equal(body.alternatives.length, 4)
    assert.ok(
      body.alternatives.every(
        (free: { date: string; time: string }) => free.time !== '10:00' || free.date !== '2026-11-23',
      ),
    )
  }
  assert.equal((await appointmentsOf(place.business_id)).length, 1)
})

test('racing appointments of different lengths that overlap in part never stand together', async () => {
  const place = await salon(db)
  const services = await db
    .insertInto('services')
    .values(
      [30, 45, 60, 90, 120].map((duration_minutes) => ({
        business_id: place.business_id,
        service_name: `De ${duration_minutes}`,
        duration_minutes,
      })),
    )
    .returning('id')
    .execute()
  const times = ['10:00', '10:30', '11:00', '11:30', '12:00', '12:30']
  await Promise.all(
    Array.from({ length: 180 }, (_, i) =>
      call('POST', '/api/appointments/public', {
        body: booking(place, { service_id: services[i % 5]!.id, appointment_time: times[i % 6] }),
      }).then(({ status }) => assert.ok(status === 201 || status === 409, String(status))),
    ),
  )
  const stored = (await appointmentsOf(place.business_id)).sort((a, b) => a.starts_at - b.starts_at)
  assert.ok(stored.length > 1)
  for (let i = 1; i < stored.length; i++) assert.ok(stored[i - 1]!.ends_at <= stored[i]!.starts_at)
})

test('the same idempotency key 50 times at once books once, and everybody gets that answer', async () => {
  const place = await salon(db)
  const request = { body: booking(place), headers: { 'idempotency-key': 'k-50' } }
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call('POST', '/api/appointments/public', request)),
  )
  for (const { status, body } of answers) {
    assert.equal(status, 201)
    assert.deepEqual(body, answers[0]!.body)
  }
  assert.equal((await appointmentsOf(place.business_id)).length, 1)
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where('business_id', '=', place.business_id)
    .execute()
  assert.equal(messages.length, 2)
})

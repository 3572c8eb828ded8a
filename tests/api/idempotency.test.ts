import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { api, booking, database, NOW, salon, type Salon } from '../helper.ts'

const db = await database()
const { call, clock } = await api(db)
beforeEach(() => void (clock.now = NOW))

const book = (place: Salon, key: string | undefined, changes: Record<string, unknown> = {}) =>
  call('POST', '/api/appointments/public', {
    body: booking(place, changes),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const rows = ({ business_id }: Salon) =>
  db.selectFrom('appointments').selectAll().where('business_id', '=', business_id).execute()
const change = (id: number, changes: object) =>
  db.updateTable('appointments').set(changes).where('id', '=', id).execute()

/** Repeats a booking: it gets the first answer, and there is still one appointment with its two messages. */
async function sameAgain(place: Salon, key: string, first: { status: number; body: object }, changes = {}) {
  const again = await book(place, key, changes)
  assert.equal(again.status, first.status)
  assert.deepEqual(again.body, first.body)
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where('business_id', '=', place.business_id)
    .execute()
  assert.deepEqual([(await rows(place)).length, messages.length], [1, 2])
}

test('a repeated key gets the first answer, whatever became of the appointment', async () => {
  const place = await salon(db)
  const first = await book(place, 'k')
  assert.equal(first.status, 201)
  const { id } = first.body.appointment
  await sameAgain(place, 'k', first)

  await change(id, { attendance_status: 'attended', status: 'completed' })
  await sameAgain(place, 'k', first)

  await change(id, { status: 'cancelled', attendance_status: 'pending' })
  await sameAgain(place, 'k', first)
})

test('… also when it was moved, as its history tells', async () => {
  const place = await salon(db)
  const first = await book(place, 'k')
  const { id } = first.body.appointment
  const was = (date: string, time: string, starts_at: string) =>
    db
      .insertInto('appointment_history')
      .values({
        business_id: place.business_id,
        appointment_id: id,
        change: 'moved',
        actor: 'client',
        old: JSON.stringify({ appointment_date: date, appointment_time: time, starts_at }),
      })
      .execute()
  await was('2026-11-23', '10:00', '2026-11-23T15:00:00.000Z')
  await was('2026-11-24', '11:00', '2026-11-24T16:00:00.000Z')
  await change(id, {
    appointment_date: '2026-11-25',
    appointment_time: '12:00',
    rescheduled_from: '2026-11-24T16:00:00Z',
    starts_at: '2026-11-25T17:00:00Z',
    ends_at: '2026-11-25T18:00:00Z',
  })
  await sameAgain(place, 'k', first)
})

test('… also when its time has passed, or nothing of it can be booked any more', async () => {
  const place = await salon(db)
  const first = await book(place, 'k')
  clock.now = Date.parse('2026-11-24T12:00:00Z')
  await sameAgain(place, 'k', first)
  clock.now = NOW
  await db.updateTable('services').set({ is_active: false }).where('id', '=', place.service_id).execute()
  await sameAgain(place, 'k', first)
  await db
    .updateTable('professionals')
    .set({ deleted_at: '2026-11-20T15:00:00Z' })
    .where('id', '=', place.professional_id)
    .execute()
  await sameAgain(place, 'k', first)
})

test('a repeated key with another wish gets the first answer, and books nothing more', async () => {
  const place = await salon(db)
  const first = await book(place, 'k')
  await sameAgain(place, 'k', first, { appointment_time: '15:00' })
})

test('without a key, or with another one, a booking is another booking', async () => {
  const place = await salon(db)
  assert.equal((await book(place, undefined)).status, 201)
  assert.equal((await book(place, undefined)).status, 409)
  assert.equal((await book(place, undefined, { appointment_time: '11:00' })).status, 201)
  assert.equal((await book(place, 'a', { appointment_time: '12:00' })).status, 201)
  assert.equal((await book(place, 'b', { appointment_time: '13:00' })).status, 201)
  assert.equal((await rows(place)).length, 4)
})

test('a key that found its time taken gets 409 again, even if the time is free by now', async () => {
  const place = await salon(db)
  const { body } = await book(place, undefined)
  const first = await book(place, 'late')
  assert.equal(first.status, 409)

  await change(body.appointment.id, { status: 'cancelled' })
  const again = await book(place, 'late')
  assert.equal(again.status, 409)
  assert.deepEqual(again.body, first.body)
  assert.equal((await rows(place)).length, 1)

  assert.equal((await book(place, 'a new attempt')).status, 201)
})

test('a refusal is kept for 24 hours', async () => {
  const place = await salon(db)
  const { body } = await book(place, undefined)
  assert.equal((await book(place, 'late')).status, 409)
  await change(body.appointment.id, { status: 'cancelled' })
  clock.now = NOW + 24 * 3_600_000 - 1000
  assert.equal((await book(place, 'late')).status, 409)
  clock.now = NOW + 24 * 3_600_000
  assert.equal((await book(place, 'late')).status, 201)
  await change((await rows(place)).find(({ status }) => status === 'scheduled')!.id, { status: 'cancelled' })
  assert.equal((await book(place, 'late')).status, 201, 'the appointment answers now')
})

test('a refusal that expired is written anew', async () => {
  const place = await salon(db)
  const { body } = await book(place, undefined)
  await book(place, 'late')
  clock.now = NOW + 25 * 3_600_000
  assert.equal((await book(place, 'late')).status, 409)
  await change(body.appointment.id, { status: 'cancelled' })
  clock.now = NOW + 48 * 3_600_000
  assert.equal((await book(place, 'late')).status, 409)
})

test('a key means something in its own business only', async () => {
  const [one, other] = [await salon(db), await salon(db)]
  const first = await book(one, 'same')
  const second = await book(other, 'same')
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.notEqual(first.body.appointment.id, second.body.appointment.id)
  assert.equal(second.body.appointment.business_id, other.business_id)
})

test('input that is wrong uses up its key: what is corrected is sent under another one', async () => {
  const place = await salon(db)
  const unread = await book(place, 'k', { client_email: 'x' })
  const ruled = await book(place, 'l', { appointment_time: '03:00' })
  assert.deepEqual([unread.status, ruled.status], [400, 400])
  for (const [key, first] of [
    ['k', unread],
    ['l', ruled],
  ] as const) {
    const again = await book(place, key)
    assert.deepEqual([again.status, again.body], [400, first.body])
  }
  assert.equal((await rows(place)).length, 0)
  assert.equal((await book(place, 'm')).status, 201)
})

test('keys of 1 to 255 characters', async () => {
  const place = await salon(db)
  for (const key of ['', 'k'.repeat(256), 'k'.repeat(5000)]) {
    const { status, body } = await book(place, key)
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.fields), ['idempotency-key'])
  }
  assert.equal((await rows(place)).length, 0)
  assert.equal((await book(place, 'k'.repeat(255))).status, 201)
  assert.equal(
    (await book(place, "'; drop table appointments; --", { appointment_time: '12:00' })).status,
    201,
  )
})

test('the same key for one time, many at once, while others want that time too: one appointment, one answer for the key', async () => {
  const place = await salon(db)
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      book(place, i % 2 ? 'mine' : `other ${i}`, { client_email: `c${i}@correo.example` }),
    ),
  )
  const stored = await rows(place)
  assert.equal(stored.length, 1)
  const mine = answers.filter((_, i) => i % 2)
  const others = answers.filter((_, i) => i % 2 === 0)
  const won = stored[0]!.idempotency_key === 'client mine'
  assert.ok(mine.every(({ status }) => status === (won ? 201 : 409)))
  assert.equal(others.filter(({ status }) => status === 201).length, won ? 0 : 1)
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where('business_id', '=', place.business_id)
    .execute()
  assert.equal(messages.length, 2)
})

test('different keys for times that overlap in part, at once: what stands does not overlap, and each key keeps its answer', async () => {
  const place = await salon(db)
  const times = ['10:00', '10:30', '11:00', '11:30']
  const wishes = Array.from({ length: 80 }, (_, i) => ({
    key: `k${i}`,
    changes: { appointment_time: times[i % 4] },
  }))
  const first = await Promise.all(wishes.map(({ key, changes }) => book(place, key, changes)))
  const again = await Promise.all(wishes.map(({ key, changes }) => book(place, key, changes)))
  assert.deepEqual(
    again.map(({ status }) => status),
    first.map(({ status }) => status),
  )
  const booked = first.filter(({ status }) => status === 201)
  const stored = (await rows(place)).sort((a, b) => a.starts_at - b.starts_at)
  assert.equal(stored.length, booked.length)
  assert.ok(stored.length >= 1 && stored.length <= 2)
  for (let i = 1; i < stored.length; i++) assert.ok(stored[i - 1]!.ends_at <= stored[i]!.starts_at)
})

test('refusals are kept for as many as a network may book; beyond it they are said, and nothing is stored', async () => {
  const place = await salon(db)
  const { app } = await api(db, { env: { BOOKINGS_PER_NETWORK: '4' } })
  const from = async (remoteAddress: string, key: string, changes: Record<string, unknown> = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/appointments/public',
      remoteAddress,
      headers: { 'idempotency-key': key },
      payload: booking(place, changes),
    })
    return { status: response.statusCode, body: response.json() as any }
  }
  const kept = async () =>
    (
      await db
        .selectFrom('idempotency_keys')
        .select('key')
        .where('business_id', '=', place.business_id)
        .execute()
    ).length
  const wrong = [{ client_email: 'x' }, { appointment_time: '03:00' }]
  const answers = []
  for (let i = 0; i < 20; i++) answers.push(await from('198.51.100.7', `k${i}`, wrong[i % 2]))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([400]))
  assert.equal(await kept(), 4)
  await Promise.all(Array.from({ length: 20 }, (_, i) => from('198.51.100.7', `m${i}`, wrong[i % 2])))
  assert.equal(await kept(), 4)
  // What was answered before is answered so again; others are not in the way of a booking.
  assert.deepEqual(await from('198.51.100.7', 'k1', { client_email: 'y' }), answers[1])
  assert.equal((await from('198.51.100.7', 'k19')).status, 201)
  // Another network has its own.
  assert.equal((await from('198.51.100.8', 'other', wrong[1])).status, 400)
  assert.equal(await kept(), 5)
})

test('a key with letters beyond ASCII is refused, by the booking and by the question what became of it', async () => {
  const place = await salon(db)
  const sentence = 'Una Idempotency-Key lleva solo letras sin acentos, cifras y signos'
  const headers = { 'idempotency-key': 'reserva-ñ' }
  const url = `/api/appointments/public?business_id=${place.business_id}`
  for (const { status, body } of [await book(place, 'reserva-ñ'), await call('GET', url, { headers })])
    assert.deepEqual([status, body.error], [400, sentence])
  assert.equal((await rows(place)).length, 0)
})

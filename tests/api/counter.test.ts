import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { api, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'

const db = await database()
const { call, clock } = await api(db)

// Friday 20 November 2026, 10:07 in Bogotá; the salon is open from 9:00 to 18:00.
const AT_SEVEN = NOW + 7 * 60_000

async function counter(t: TestContext) {
  clock.now = AT_SEVEN
  t.after(() => (clock.now = NOW))
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const { client_name: _, client_phone: __, client_email: ___, ...nobody } = booking(place)
  const book = (appointment_time: string, more: object = {}, key?: string) =>
    call('POST', '/api/appointments', {
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      body: { ...nobody, appointment_date: '2026-11-20', appointment_time, walk_in: true, ...more },
    })
  const now = (time: string, more: object = {}, key?: string) =>
    book(time, { starts_now: true, ...more }, key)
  const count = async () =>
    (await db.selectFrom('appointments').select('id').where('business_id', '=', place.business_id).execute())
      .length
  return { place, headers, book, now, count }
}

test('Ahora begins this minute, off the grid, and back to the start of today; never on another day', async (t) => {
  const { book, now, count } = await counter(t)
  const { status, body } = await now('10:07', { duration_minutes: 30 })
  assert.equal(status, 201, body.error)
  const { appointment_time, starts_at, ends_at } = body.appointment
  assert.equal(appointment_time, '10:07')
  assert.deepEqual([starts_at, ends_at], ['2026-11-20T15:07:00.000Z', '2026-11-20T15:37:00.000Z'])
  assert.equal((await now('09:01', { duration_minutes: 20 })).status, 201)
  const earlier = await book('09:30')
  assert.deepEqual([earlier.status, earlier.body.anyway], [400, undefined])
  const yesterday = await now('10:00', { appointment_date: '2026-11-19' })
  assert.deepEqual(Object.keys(yesterday.body.fields), ['appointment_date'])
  // Tomorrow keeps its grid, unless the owner insists.
  const tomorrow = await now('10:07', { appointment_date: '2026-11-21' })
  assert.deepEqual([tomorrow.status, tomorrow.body.anyway], [400, true])
  assert.equal(await count(), 2)
})

test('of many at once for one professional one begins, the others are told; the same request is one', async (t) => {
  const { now, count } = await counter(t)
  const many = await Promise.all(Array.from({ length: 12 }, (_, i) => now('10:07', {}, `key ${i}`)))
  assert.equal(many.filter(({ status }) => status === 201).length, 1)
  const told = many.filter(({ status }) => status === 409)
  assert.equal(told.length, 11)
  for (const { body } of told) {
    assert.equal(body.error, 'Ese horario acaba de ocuparse. Elige otro, por favor.')
    assert.equal(body.alternatives.length, 4)
  }
  const pressed = await Promise.all(
    Array.from({ length: 8 }, () => now('09:00', { duration_minutes: 15 }, 'pressed twice')),
  )
  assert.deepEqual([...new Set(pressed.map(({ status }) => status))], [201])
  assert.equal(new Set(pressed.map(({ body }) => body.appointment.id)).size, 1)
  assert.equal(await count(), 2)
})

test('outside the hours the owner is asked first, and then books; never over an appointment or a block', async (t) => {
  const { place, headers, book, now, count } = await counter(t)
  const asked = await book('20:00')
  assert.deepEqual(
    [asked.status, asked.body.anyway, asked.body.fields],
    [400, true, { appointment_time: 'El negocio está cerrado a esa hora.' }],
  )
  assert.equal((await book('17:30')).body.fields.appointment_time, 'La cita terminaría después del horario.')
  assert.equal(await count(), 0)
  assert.equal((await book('20:00', { anyway: true })).status, 201)
  assert.equal((await book('20:30', { anyway: true })).status, 409)
  const block = {
    first_date: '2026-11-20',
    from_time: '10:00',
    to_time: '12:00',
    professional_id: place.professional_id,
  }
  const blocked = await call('POST', '/api/time-off', { headers, body: block })
  assert.equal(blocked.status, 201, blocked.body.error)
  for (const more of [{ anyway: true }, {}]) assert.equal((await now('10:07', more)).status, 409)
  assert.equal((await book('11:00', { anyway: true })).status, 409)
  assert.equal((await book('20:00', { anyway: true, appointment_date: '2027-02-01' })).status, 400)
  assert.equal(await count(), 1)
})

test('a duration and a price of its own are what is taken and written; out of bounds they are refused', async (t) => {
  const { book, now } = await counter(t)
  const own = await book('14:00', { duration_minutes: 30, price: '12000.50' })
  assert.deepEqual(
    [own.status, own.body.appointment.duration_minutes, own.body.appointment.price],
    [201, 30, 12000.5],
  )
  assert.equal((await book('14:30')).body.appointment.price, 55_000)
  assert.equal((await book('13:30')).status, 409)
  assert.equal((await book('13:30', { duration_minutes: 30, price: 0 })).status, 201)
  for (const duration_minutes of [14, 721, 20.5, 'x'])
    assert.deepEqual((await now('10:07', { duration_minutes })).body.fields, {
      duration_minutes: 'La duración va de 15 a 720 minutos',
    })
  for (const price of [-1, 'x', 1e10, 1.005])
    assert.deepEqual((await now('10:07', { price })).body.fields, { price: 'Precio inválido' })
})

test('what begins now needs no preparation any more; its pause goes where it has no room', async (t) => {
  const { place, book, now } = await counter(t)
  await db
    .updateTable('services')
    .set({ buffer_before: 20, buffer_after: 10, gap_from: 20, gap_minutes: 20 })
    .where('business_id', '=', place.business_id)
    .execute()
  // It ends at 10:00, and is cleaned up after until 10:07: its own price buys no minute more.
  assert.equal((await now('09:30', { duration_minutes: 27 })).status, 201)
  assert.equal((await now('10:07', { duration_minutes: 30 })).status, 201)
  const refused = await now('10:06', { duration_minutes: 15 })
  assert.equal(refused.status, 409)
  // What is offered instead begins later, and is prepared.
  const [{ date, time }] = refused.body.alternatives
  const later = await book(time, { appointment_date: date, duration_minutes: 15 })
  assert.equal(later.status, 201, `${time}: ${later.body.error}`)
})

describe('an appointment that stays at its time', () => {
  /** Another service, with add-ons, and another professional. */
  async function open(t: TestContext) {
    const at = await counter(t)
    const as = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
      call(method, url, { headers: at.headers, body })
    const addon = { name: 'Hidratación', duration_minutes: 15, price: 9_000 }
    const { body } = await as('PATCH', `/api/services/${at.place.service_id}`, {
      buffer_before: 20,
      addons: [addon],
    })
    const addon_ids = body.service.addons.map(({ id }: { id: number }) => id) as number[]
    const short = { service_name: 'Cejas', duration_minutes: 30, price: 5_000 }
    const service_id = (await as('POST', '/api/services', short)).body.service.id as number
    const luis = (await as('POST', '/api/professionals', { professional_name: 'Luis Vega' })).body
    const change = (id: number, changes: object) => as('PATCH', `/api/appointments/${id}`, changes)
    return { ...at, as, addon_ids, service_id, luis: luis.professional.id as number, change }
  }

  test('gets an add-on or another service though it has begun, off the grid; its preparation is over', async (t) => {
    const { as, place, now, change, addon_ids, service_id } = await open(t)
    assert.equal((await now('09:37', { duration_minutes: 30 })).status, 201)
    const { id } = (await now('10:07', { duration_minutes: 30 })).body.appointment
    clock.now += 8 * 60_000
    const added = await change(id, { addon_ids })
    assert.equal(added.status, 200, added.body.error)
    const { appointment_time, starts_at, ends_at, price, rescheduled_from } = added.body.appointment
    assert.deepEqual(
      [appointment_time, starts_at, ends_at, price, rescheduled_from],
      ['10:07', '2026-11-20T15:07:00.000Z', '2026-11-20T15:52:00.000Z', 64_000, null],
    )
    const other = await change(id, { service_id, addon_ids: [] })
    assert.deepEqual([other.status, other.body.appointment.duration_minutes], [200, 30])
    // Its time is offered with what is chosen, as long as there is room.
    const free = async (choice: string) =>
      (await as('GET', `/api/appointments/${id}/free-times?${choice}`)).body.days[0].times as string[]
    assert.ok((await free(`service_id=${service_id}`)).includes('10:07'))
    assert.equal((await now('10:40', { duration_minutes: 15 })).status, 201)
    assert.ok((await free(`service_id=${service_id}`)).includes('10:07'))
    assert.ok(!(await free(`service_id=${place.service_id}`)).includes('10:07'))
    const full = await change(id, { service_id: place.service_id })
    assert.deepEqual([full.status, full.body.alternatives.length], [409, 4])
    // Another time is judged as ever.
    const past = await change(id, { appointment_time: '10:00' })
    assert.deepEqual(past.body.fields, { appointment_time: 'Esa hora ya pasó: elige otra' })
  })

  test('so it does of yesterday, outside the hours, and on a grid that is another by now', async (t) => {
    const { as, place, book, now, change, addon_ids, service_id } = await open(t)
    const late = (await book('20:00', { anyway: true })).body.appointment
    const between = (await book('15:30')).body.appointment
    await as('PATCH', `/api/services/${place.service_id}`, { slot_interval_minutes: 60 })
    for (const { id } of [late, between]) assert.equal((await change(id, { addon_ids })).status, 200)
    const { id } = (await now('10:07')).body.appointment
    clock.now += 24 * 3_600_000
    const yesterday = await change(id, { service_id })
    assert.equal(yesterday.status, 200, yesterday.body.error)
    // What speaks against the choice itself still does.
    assert.equal((await change(late.id, { service_id: service_id + 1_000 })).status, 400)
    assert.equal((await change(late.id, { addon_ids: [999] })).status, 400)
  })

  test('goes to somebody who is free and works then, and to nobody else', async (t) => {
    const { as, book, now, change, luis } = await open(t)
    const { id } = (await now('10:07', { duration_minutes: 30 })).body.appointment
    const late = (await book('20:00', { anyway: true })).body.appointment
    clock.now += 8 * 60_000
    const others = async (id: number) =>
      (await as('GET', `/api/appointments/${id}/free-professionals`)).body.professionals.map(
        (one: { id: number }) => one.id,
      )
    assert.deepEqual([await others(id), await others(late.id)], [[luis], []])
    assert.equal((await change(late.id, { professional_id: luis })).status, 400)
    const given = await change(id, { professional_id: luis })
    assert.deepEqual([given.status, given.body.appointment.appointment_time], [200, '10:07'])
    assert.equal((await now('10:07', { duration_minutes: 30 })).status, 201)
    assert.deepEqual(await others(id), [])
  })
})

test('whoever is here gets no confirmation; whoever comes later does', async (t) => {
  const { place, book, now } = await counter(t)
  const here = { client_email: 'ya@correo.example' }
  assert.equal((await now('10:07', here)).status, 201)
  assert.equal((await book('15:00', { client_email: 'luego@correo.example' })).status, 201)
  const messages = await db
    .selectFrom('messages')
    .select(['kind', 'recipient'])
    .where('business_id', '=', place.business_id)
    .execute()
  assert.deepEqual(messages, [{ kind: 'booked_client', recipient: 'luego@correo.example' }])
})

test('the page gives nobody any of it', async (t) => {
  const { place, count } = await counter(t)
  const said = { starts_now: true, anyway: true, walk_in: true, price: 1, duration_minutes: 15 }
  for (const [appointment_date, appointment_time] of [
    ['2026-11-20', '10:07'],
    ['2026-11-23', '20:00'],
  ]) {
    const body = booking(place, { ...said, appointment_date, appointment_time })
    assert.equal((await call('POST', '/api/appointments/public', { body })).status, 400)
  }
  assert.equal(await count(), 0)
  const { body } = await call('POST', '/api/appointments/public', { body: booking(place, said) })
  assert.deepEqual([body.appointment.price, body.appointment.duration_minutes], [55_000, 60])
})

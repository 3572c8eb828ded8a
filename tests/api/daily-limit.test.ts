/** How many of a professional's appointments may begin on one date when customers book. DAILY_ROUNDS=200 tries for longer. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, booking, database, ownerHeaders, salon, times } from '../helper.ts'

const db = await database()
const { call } = await api(db)
/** A Monday. */
const DATE = '2026-11-23'
const NEXT = '2026-11-24'
const FULL = 'No quedan cupos para ese día'
const ROUNDS = Number(process.env.DAILY_ROUNDS ?? 12)

type Changes = Record<string, unknown>

async function open(daily_limit: number | null) {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const as = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
    call(method, url, { headers, body })
  const limit = (to: number | null) =>
    as('PATCH', `/api/professionals/${place.professional_id}`, { daily_limit: to })
  const { status, body } = await limit(daily_limit)
  assert.equal(status, 200, body.error)
  assert.equal(body.professional.daily_limit, daily_limit)
  let n = 0
  const book = (appointment_time: string, changes: Changes = {}) =>
    call('POST', '/api/appointments/public', {
      body: booking(place, {
        appointment_date: DATE,
        appointment_time,
        client_email: `n${++n}-${place.business_id}@correo.example`,
        client_phone: `+57310${String(place.business_id * 1000 + n).padStart(7, '0')}`,
        ...changes,
      }),
    })
  const { business_id: _, ...own } = booking(place, { appointment_date: DATE })
  const bookAsOwner = (appointment_time: string) =>
    as('POST', '/api/appointments', { ...own, appointment_time })
  const day = async (date: string, of = '') => {
    const url = `/api/schedules${of}/available-days/${place.professional_id}?serviceId=${place.service_id}`
    const { body } = await as('GET', url)
    return body.days.find((one: { date: string }) => one.date === date)
  }
  const count = async (date = DATE) =>
    Number(
      (
        await db
          .selectFrom('appointments')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('business_id', '=', place.business_id)
          .where('appointment_date', '=', date)
          .where('status', '<>', 'cancelled')
          .executeTakeFirstOrThrow()
      ).n,
    )
  return { ...place, as, limit, book, bookAsOwner, day, count }
}

describe('a daily limit', () => {
  test('closes the rest of the day for customers, and no other day', async () => {
    const place = await open(2)
    assert.equal((await place.book('09:00')).status, 201)
    assert.equal((await place.day(DATE)).full, undefined)
    assert.equal((await place.book('11:00')).status, 201)
    assert.deepEqual(await place.day(DATE), { date: DATE, times: [], closed: FULL, full: true })
    assert.deepEqual((await place.day(NEXT)).times, times('09:00', '17:00'))
    const { status, body } = await place.book('15:00')
    assert.deepEqual([status, body.error], [409, FULL])
    assert.equal(body.alternatives.length, 4)
    for (const { date } of body.alternatives) assert.notEqual(date, DATE)
    assert.equal((await place.book('09:00', { appointment_date: NEXT })).status, 201)
    assert.equal(await place.count(), 2)
  })

  test('does not bind the business, which is told; what it books counts', async () => {
    const place = await open(1)
    assert.equal((await place.bookAsOwner('09:00')).status, 201)
    assert.equal((await place.book('11:00')).body.error, FULL)
    const day = await place.day(DATE, '/owner')
    assert.deepEqual([day.full, day.times], [true, times('10:00', '17:00')])
    assert.equal((await place.bookAsOwner('11:00')).status, 201)
    assert.equal(await place.count(), 2)
  })

  test('a cancelled one gives its place back; without a limit nothing closes', async () => {
    const place = await open(1)
    const { id } = (await place.book('09:00')).body.appointment
    assert.equal((await place.book('11:00')).status, 409)
    assert.equal((await place.as('POST', `/api/appointments/${id}/cancel`, {})).status, 200)
    assert.equal((await place.book('11:00')).status, 201)
    await place.limit(null)
    assert.equal((await place.book('14:00')).status, 201)
  })

  test('a client moves within a full day, not into one; the owner moves into it', async () => {
    const place = await open(1)
    const who = { client_id: '20555001', client_email: `mueve-${place.business_id}@correo.example` }
    const here = (await place.book('09:00', who)).body.appointment.id
    assert.equal((await place.book('09:00', { appointment_date: NEXT })).status, 201)
    const move = (new_date: string, new_time: string) =>
      call('POST', `/api/appointments/client/reschedule/${here}`, { body: { ...who, new_date, new_time } })
    assert.equal((await move(DATE, '14:00')).status, 200)
    const refused = await move(NEXT, '14:00')
    assert.deepEqual([refused.status, refused.body.error], [409, FULL])
    const free = await call('POST', `/api/appointments/client/free-times/${here}`, { body: who })
    const on = (date: string) => free.body.days.find((one: { date: string }) => one.date === date)
    assert.deepEqual(on(NEXT), { date: NEXT, times: [], full: true })
    assert.ok(on(DATE).times.length > 0)
    const moved = await place.as('PATCH', `/api/appointments/${here}`, { appointment_date: NEXT })
    assert.equal(moved.status, 200, moved.body.error)
    assert.equal(await place.count(NEXT), 2)
  })

  test('a client moves within a date on which more begin than may: how many they are stays the same', async () => {
    const place = await open(2)
    const who = { client_id: '20555002', client_email: `lleno-${place.business_id}@correo.example` }
    const here = (await place.book('09:00', who)).body.appointment.id
    assert.equal((await place.book('11:00')).status, 201)
    assert.equal((await place.bookAsOwner('13:00')).status, 201)
    await place.limit(1)
    const free = await call('POST', `/api/appointments/client/free-times/${here}`, { body: who })
    const day = free.body.days.find(({ date }: { date: string }) => date === DATE)
    assert.deepEqual([day.full, day.times.includes('15:00')], [undefined, true])
    const to = { ...who, new_date: DATE, new_time: '15:00' }
    const moved = await call('POST', `/api/appointments/client/reschedule/${here}`, { body: to })
    assert.equal(moved.status, 200, moved.body.error)
    assert.equal((await place.book('09:00')).body.error, FULL)
    assert.equal(await place.count(), 3)
  })

  test('is explained in its order, with what it takes from customers', async () => {
    const place = await open(1)
    await place.as('PATCH', '/api/businesses/profile', { min_notice_minutes: 60, buffers_inside_hours: true })
    await place.as('PATCH', `/api/services/${place.service_id}`, { buffer_before: 30, buffer_after: 30 })
    const rules = async (date: string) => {
      const query = `date=${date}&professional_id=${place.professional_id}&service_id=${place.service_id}`
      const { body } = await place.as('GET', `/api/schedules/explain?${query}`)
      return body.rules.map(({ rule, takes }: { rule: string; takes: string }) => `${rule}: ${takes}`)
    }
    // It is 10:00.
    assert.deepEqual(await rules('2026-11-20'), [
      'past: quita 21 horarios',
      'notice: quita 1 horario',
      'closed: quita 12 horarios',
      'fit: quita 1 horario',
      'buffers: quita 1 horario',
    ])
    assert.equal((await place.book('11:00')).status, 201)
    assert.deepEqual(await rules(DATE), [
      'closed: quita 30 horarios',
      'fit: quita 1 horario',
      'busy: quita 5 horarios',
      'buffers: quita 4 horarios',
      'limit: quita 8 horarios',
    ])
  })
})

test('before and after within the hours, when the business says so', async () => {
  const place = await open(null)
  await place.as('PATCH', `/api/services/${place.service_id}`, { buffer_before: 30, buffer_after: 60 })
  assert.deepEqual((await place.day(DATE)).times, times('09:00', '17:00'))
  await place.as('PATCH', '/api/businesses/profile', { buffers_inside_hours: true })
  assert.deepEqual((await place.day(DATE)).times, times('09:30', '16:00'))
  const text = 'A esa hora no caben la preparación y la limpieza dentro del horario'
  for (const time of ['09:00', '16:30']) {
    const { status, body } = await place.book(time)
    assert.deepEqual([status, body.fields], [400, { appointment_time: text }])
  }
  assert.equal((await place.book('09:30')).status, 201)
  assert.equal((await place.book('16:00')).status, 201)
})

test('starts that leave a gap are listed last for customers, when the business says so; none is hidden', async () => {
  const place = await open(null)
  await place.as('PATCH', `/api/services/${place.service_id}`, { slot_interval_minutes: 15 })
  assert.equal((await place.day(DATE)).others, undefined)
  await place.as('PATCH', '/api/businesses/profile', { suggests_compact: true })
  const free = await place.day(DATE)
  assert.deepEqual(free.times, times('09:00', '17:00', 15))
  // Less than an hour is left before or after.
  assert.deepEqual(free.others, ['09:15', '09:30', '09:45', '16:15', '16:30', '16:45'])
  assert.equal((await place.book('11:00')).status, 201)
  const others = ['09:15', '09:30', '09:45', '12:15', '12:30', '12:45', '16:15', '16:30', '16:45']
  assert.deepEqual((await place.day(DATE)).others, others)
  assert.equal((await place.day(DATE, '/owner')).others, undefined)
  assert.equal((await place.book('09:15')).status, 201)
})

test('a service that customers do not book fills no gap for them', async () => {
  const place = await open(null)
  await place.as('PATCH', '/api/businesses/profile', { suggests_compact: true })
  const short = { service_name: 'Retoque', duration_minutes: 30, price: 0, is_bookable_online: false }
  assert.equal((await place.as('POST', '/api/services', short)).status, 201)
  assert.deepEqual((await place.day(DATE)).others, ['09:30', '16:30'])
})

test('without preference a start is listed last if it leaves a gap with everybody who is free at it', async () => {
  const place = await open(null)
  await place.as('PATCH', `/api/services/${place.service_id}`, { slot_interval_minutes: 30 })
  await place.as('PATCH', '/api/businesses/profile', { suggests_compact: true })
  const { body } = await place.as('POST', '/api/professionals', { professional_name: 'Marta Gil' })
  const marta = body.professional.id as number
  const days = async (of = '', as = place.as) =>
    (
      await as(
        'GET',
        `/api/schedules${of}/available-days/any?serviceId=${place.service_id}&businessId=${place.business_id}`,
      )
    ).body.days.find((one: { date: string }) => one.date === DATE)
  assert.deepEqual((await days()).others, ['09:30', '16:30'])
  assert.equal((await days('/owner')).others, undefined)
  // One has less than an hour left before it, the other none at all.
  assert.equal((await place.book('11:30')).status, 201)
  assert.deepEqual((await place.day(DATE)).others, ['09:30', '10:00', '13:00', '16:30'])
  assert.deepEqual((await days()).others, ['09:30', '16:30'])
  // With her until 12:30, and with him who is not free then.
  assert.equal((await place.book('11:30', { professional_id: marta })).status, 201)
  assert.deepEqual((await days()).others, ['09:30', '10:00', '13:00', '16:30'])
  await place.as('PATCH', '/api/businesses/profile', { suggests_compact: false })
  assert.equal((await days()).others, undefined)
})

test('bad input: the sentence, and nothing is stored', async () => {
  const place = await open(3)
  for (const value of [0, 101, 1.5, 'x']) {
    const url = `/api/professionals/${place.professional_id}`
    const { status, body } = await place.as('PATCH', url, { daily_limit: value })
    const text = 'Debe ser un número de 1 a 100'
    assert.deepEqual([status, body.fields], [400, { daily_limit: text }], String(value))
  }
  const { body } = await place.as('GET', '/api/professionals')
  assert.equal(body.professionals[0].daily_limit, 3)
})

test('many clients at once for the last places: never more than the limit, and never fewer', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const place = await open(3)
    const who = { client_id: '20555002', client_email: `r${place.business_id}@correo.example` }
    const mover = (await place.book('09:00', { ...who, appointment_date: NEXT })).body.appointment.id
    const slots = times('09:00', '16:30').filter((time) => time.endsWith(':00'))
    const answers = await Promise.all([
      ...slots.map((time) => place.book(time)),
      call('POST', `/api/appointments/client/reschedule/${mover}`, {
        body: { ...who, new_date: DATE, new_time: '16:00' },
      }),
      ...(round % 2 ? [place.bookAsOwner('12:00')] : []),
    ])
    const won = answers.filter(({ status }) => status < 300).length
    for (const { status, body } of answers) assert.ok([200, 201, 409].includes(status), body.error)
    const now = await place.count()
    assert.equal(now, won, `round ${round}`)
    const byOwner = round % 2 && answers.at(-1)!.status === 201 ? 1 : 0
    assert.ok(now >= 3 && now <= 3 + byOwner, `round ${round}: ${now} appointments`)
  }
})

test('50 at once, by name and without preference: each has as many as the limit, and the others are told why', async () => {
  const place = await open(4)
  const other = await place.as('POST', '/api/professionals', {
    professional_name: 'Marta Gil',
    daily_limit: 4,
  })
  const people = [place.professional_id, other.body.professional.id as number]
  const starts = times('09:00', '17:00').filter((time) => time.endsWith(':00'))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      place.book(starts[n % starts.length]!, { professional_id: n % 2 ? 'any' : people[(n / 2) % 2] }),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  assert.equal(refused.length, 42)
  for (const { status, body } of refused) {
    assert.equal(status, 409, body.error)
    assert.match(
      body.error,
      /^(No quedan cupos para ese día|Ese horario acaba de ocuparse\. Elige otro, por favor\.)$/,
    )
  }
  const rows = await db
    .selectFrom('appointments')
    .select('professional_id')
    .where('business_id', '=', place.business_id)
    .execute()
  for (const id of people) assert.equal(rows.filter((row) => row.professional_id === id).length, 4)
})

/** What a service takes besides its duration: before it, after it, and less a pause within it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, booking, database, ownerHeaders, salon, times, type Salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)
const DATE = '2026-11-23'

async function open(service: Record<string, unknown>, duration_minutes = 60) {
  const place = await salon(db, { duration_minutes })
  const headers = await ownerHeaders(db, place)
  const as = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
    call(method, url, { headers, body })
  const set = async (changes: Record<string, unknown>) => {
    const { status, body } = await as('PATCH', `/api/services/${place.service_id}`, changes)
    assert.equal(status, 200, body.error)
  }
  await set(service)
  return { ...place, as, set }
}
const book = (place: Salon, appointment_time: string, changes: Record<string, unknown> = {}) =>
  call('POST', '/api/appointments/public', { body: booking(place, { appointment_time, ...changes }) })
const free = async (place: Salon, service = place.service_id): Promise<string[]> => {
  const url = `/api/schedules/available-slots/${place.professional_id}/${DATE}?serviceId=${service}`
  return (await call('GET', url)).body.slots.map(({ time }: { time: string }) => time)
}
const rows = (place: Salon) =>
  db
    .selectFrom('appointments')
    .select(['id', 'occupied', 'starts_at', 'ends_at'])
    .where('business_id', '=', place.business_id)
    .orderBy('id')
    .execute()

describe('before and after', () => {
  test('widen what is taken; client and answer hold the service’s own time', async () => {
    const place = await open({ buffer_before: 15, buffer_after: 30 })
    const { status, body } = await book(place, '10:00')
    assert.equal(status, 201, body.error)
    assert.equal(body.appointment.duration_minutes, 60)
    const [row] = await rows(place)
    assert.equal(row!.occupied, '{["2026-11-23T14:45:00Z","2026-11-23T16:30:00Z")}')
    assert.equal(row!.ends_at - row!.starts_at, 3_600_000)
    // The calendar draws it.
    const listed = await place.as('GET', '/api/appointments')
    assert.deepEqual(listed.body.appointments[0].occupied, [
      { from: '2026-11-23T14:45:00Z', to: '2026-11-23T16:30:00Z' },
    ])
    // Between two lies the sum of the first's after and the second's before.
    assert.deepEqual(await free(place), times('12:00', '17:00'))
    assert.equal((await book(place, '11:30')).status, 409)
    assert.equal((await book(place, '12:00')).status, 201)
  })

  test('reach past closing and into lunch, never into time off', async () => {
    const place = await open({ buffer_before: 60, buffer_after: 60 })
    assert.deepEqual(await free(place), times('09:00', '17:00'))
    const off = await place.as('POST', '/api/time-off', {
      kind: 'block',
      professional_id: place.professional_id,
      first_date: DATE,
      last_date: DATE,
      from_time: '12:00',
      to_time: '13:00',
    })
    assert.equal(off.status, 201, off.body.error)
    assert.deepEqual(await free(place), [...times('09:00', '10:00'), ...times('14:00', '17:00')])
    assert.equal((await book(place, '10:30')).status, 409)
    assert.equal((await book(place, '10:00')).status, 201)
  })

  test('what is booked stays as it was booked, also when it moves; another service brings its own', async () => {
    const place = await open({})
    await book(place, '10:00')
    await place.set({ buffer_before: 30, buffer_after: 30 })
    const [before] = await rows(place)
    assert.equal(before!.occupied, '{["2026-11-23T15:00:00Z","2026-11-23T16:00:00Z")}')
    const url = `/api/appointments/${before!.id}`
    assert.equal((await place.as('PATCH', url, { appointment_time: '13:00' })).status, 200)
    assert.equal((await rows(place))[0]!.occupied, '{["2026-11-23T18:00:00Z","2026-11-23T19:00:00Z")}')
    const wide = { service_name: 'Tinte', duration_minutes: 60, buffer_after: 15 }
    const { body } = await place.as('POST', '/api/services', wide)
    const changed = await place.as('PATCH', url, { service_id: body.service.id })
    assert.equal(changed.status, 200, changed.body.error)
    assert.equal((await rows(place))[0]!.occupied, '{["2026-11-23T18:00:00Z","2026-11-23T19:15:00Z")}')
  })

  test('another service at another start may take the very same time', async () => {
    const place = await open({ buffer_after: 30 })
    await book(place, '10:00')
    const late = { service_name: 'Otra', duration_minutes: 60, buffer_before: 30 }
    const { body } = await place.as('POST', '/api/services', late)
    const { id } = (await rows(place))[0]!
    const change = { service_id: body.service.id, appointment_time: '10:30' }
    assert.equal((await place.as('PATCH', `/api/appointments/${id}`, change)).status, 200)
    assert.equal((await rows(place))[0]!.occupied, '{["2026-11-23T15:00:00Z","2026-11-23T16:30:00Z")}')
  })
})

test('another service in the same place takes none of a time off, nor the pause in which one lies; what it takes less stays possible', async () => {
  const place = await open({ buffer_after: 30 })
  const block = async (from_time: string, to_time: string) => {
    const off = { first_date: DATE, professional_id: place.professional_id, from_time, to_time }
    const { status, body } = await place.as('POST', '/api/time-off', off)
    assert.equal(status, 201, body.error)
    return body.conflicts.length as number
  }
  const other = async (more: object) => {
    const service = { service_name: 'Otra', duration_minutes: 60, ...more }
    return (await place.as('POST', '/api/services', service)).body.service.id as number
  }
  const [before, none] = [await other({ buffer_before: 30 }), await other({})]
  assert.equal((await book(place, '10:00')).status, 201)
  const url = `/api/appointments/${(await rows(place))[0]!.id}`
  assert.equal(await block('09:30', '10:00'), 0)
  const refused = await place.as('PATCH', url, { service_id: before })
  assert.equal(refused.status, 409, JSON.stringify(refused.body))
  assert.equal((await rows(place))[0]!.occupied, '{["2026-11-23T15:00:00Z","2026-11-23T16:30:00Z")}')
  assert.equal((await place.as('PATCH', url, { service_id: none })).status, 200)

  const dye = await other({ duration_minutes: 120, gap_from: 30, gap_minutes: 60 })
  const long = await other({ duration_minutes: 120 })
  assert.equal((await book(place, '13:00', { service_id: dye })).status, 201)
  const paused = `/api/appointments/${(await rows(place))[1]!.id}`
  assert.equal(await block('13:40', '14:20'), 0)
  assert.equal((await place.as('PATCH', paused, { service_id: long })).status, 409)
  assert.equal((await place.as('PATCH', paused, { service_id: none })).status, 409)
})

describe('processing time', () => {
  const dye = { gap_from: 30, gap_minutes: 60 }

  test('another appointment of the same professional fits into it, and only what fits', async () => {
    const place = await open(dye, 120)
    assert.equal((await book(place, '10:00')).status, 201)
    const { body } = await place.as('POST', '/api/services', { service_name: 'Corte', duration_minutes: 60 })
    const cut = body.service.id
    assert.deepEqual(
      (await free(place, cut)).filter((time) => time >= '09:30' && time <= '12:00'),
      ['10:30', '12:00'],
    )
    assert.equal((await book(place, '10:00', { service_id: cut })).status, 409)
    assert.equal((await book(place, '10:30', { service_id: cut })).status, 201)
  })

  test('40 at once into one pause: one is booked, nothing overlaps', async () => {
    const place = await open(dye, 120)
    await book(place, '10:00')
    const { body } = await place.as('POST', '/api/services', { service_name: 'Corte', duration_minutes: 60 })
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => book(place, '10:30', { service_id: body.service.id })),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.deepEqual([count(201), count(409)], [1, 39])
    assert.equal((await rows(place)).length, 2)
  })
})

test('bad input: the field’s sentence, and nothing is stored', async () => {
  const place = await open({ gap_from: 10, gap_minutes: 20 })
  const before = (await place.as('GET', '/api/services')).body
  const steps = 'Debe ir de 0 a 120 minutos, de 5 en 5'
  const cases: [field: string, value: unknown, text: string][] = [
    ['buffer_before', -5, steps],
    ['buffer_before', 7, steps],
    ['buffer_after', 125, steps],
    ['gap_from', 3, 'Debe ir de 5 a 715 minutos, de 5 en 5'],
    ['gap_minutes', 50, 'El tiempo de proceso debe terminar antes que el servicio'],
    ['gap_from', null, 'Di en qué minuto empieza el tiempo de proceso'],
    ['gap_minutes', null, 'Di cuánto dura el tiempo de proceso'],
  ]
  for (const [field, value, text] of cases) {
    const { status, body } = await place.as('PATCH', `/api/services/${place.service_id}`, { [field]: value })
    assert.deepEqual([status, body.fields], [400, { [field]: text }], `${field}: ${value}`)
  }
  const shorter = await place.as('PATCH', `/api/services/${place.service_id}`, { duration_minutes: 30 })
  assert.equal(shorter.status, 400)
  assert.deepEqual((await place.as('GET', '/api/services')).body, before)
})

/** How soon, how far ahead and how often customers can book: the business's settings and its services'. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, booking, database, NOW, ownerHeaders, salon, times, type Salon } from '../helper.ts'

const db = await database()
const { call, clock } = await api(db)
/** NOW is 10:00 of this day in Bogotá. */
const TODAY = '2026-11-20'
const MINUTE = 60_000

const book = (place: Salon, changes: Record<string, unknown> = {}) =>
  call('POST', '/api/appointments/public', { body: booking(place, changes) })

async function open(settings: Record<string, unknown> = {}, service: Record<string, unknown> = {}) {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const as = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
    call(method, url, { headers, body })
  if (Object.keys(settings).length > 0) {
    const { status, body } = await as('PATCH', '/api/businesses/profile', settings)
    assert.equal(status, 200, body.error)
  }
  if (Object.keys(service).length > 0) {
    const { status, body } = await as('PATCH', `/api/services/${place.service_id}`, service)
    assert.equal(status, 200, body.error)
  }
  const of = (base: string) => async (date: string) => {
    const url = `${base}/available-slots/${place.professional_id}/${date}?serviceId=${place.service_id}`
    const { status, body } = await as('GET', url)
    assert.equal(status, 200, body.error)
    return body.slots.map(({ time }: { time: string }) => time) as string[]
  }
  return { ...place, as, forClients: of('/api/schedules'), forOwner: of('/api/schedules/owner') }
}

describe('minimum notice', () => {
  test('nearer starts are not offered to clients and refused; exactly the notice passes', async () => {
    const place = await open({ min_notice_minutes: 120 })
    assert.deepEqual(await place.forClients(TODAY), times('12:00', '17:00'))
    const near = { appointment_date: TODAY, appointment_time: '11:30' }
    const { status, body } = await book(place, near)
    const text = 'Este servicio se reserva con al menos 2 horas de anticipación'
    assert.deepEqual([status, body.error, body.fields], [400, text, { appointment_time: text }])
    clock.now = NOW + MINUTE
    assert.equal((await book(place, { ...near, appointment_time: '12:00' })).status, 400)
    clock.now = NOW
    assert.equal((await book(place, { ...near, appointment_time: '12:00' })).status, 201)
  })

  test('the service’s own notice stands before the business’s, also a shorter one', async () => {
    const place = await open({ min_notice_minutes: 120 }, { min_notice_minutes: 0 })
    assert.deepEqual(await place.forClients(TODAY), times('10:30', '17:00'))
    await place.as('PATCH', `/api/services/${place.service_id}`, { min_notice_minutes: 1440 })
    assert.deepEqual(await place.forClients(TODAY), [])
    const { body } = await book(place, { appointment_date: TODAY, appointment_time: '15:00' })
    assert.equal(body.error, 'Este servicio se reserva con al menos 1 día de anticipación')
  })

  test('the owner is not bound: offered, booked, moved; another’s professional is not found', async () => {
    const place = await open({ min_notice_minutes: 1440 })
    assert.deepEqual(await place.forClients(TODAY), [])
    assert.deepEqual(await place.forOwner(TODAY), times('10:30', '17:00'))
    const { business_id: _, ...near } = booking(place, { appointment_date: TODAY, appointment_time: '10:30' })
    const { status, body } = await place.as('POST', '/api/appointments', near)
    assert.equal(status, 201, body.error)
    const change = { appointment_time: '13:00' }
    assert.equal((await place.as('PATCH', `/api/appointments/${body.appointment.id}`, change)).status, 200)
    const other = await salon(db)
    for (const path of [
      `available-days/${other.professional_id}`,
      `available-slots/${other.professional_id}/${TODAY}`,
    ])
      assert.equal((await place.as('GET', `/api/schedules/owner/${path}`)).status, 404, path)
  })

  test('a client’s move keeps it too, with the sentence of whichever binds', async () => {
    const place = await open({ min_notice_minutes: 180 })
    const who = { client_id: '20999001', client_email: 'mueve@correo.example' }
    const { body } = await book(place, who)
    const move = (new_time: string) =>
      call('POST', `/api/appointments/client/reschedule/${body.appointment.id}`, {
        body: { ...who, new_date: TODAY, new_time },
      })
    const refused = await move('12:30')
    assert.equal(refused.body.error, 'Este servicio se reserva con al menos 3 horas de anticipación')
    await place.as('PATCH', '/api/businesses/profile', { min_notice_minutes: 30 })
    const tooNear = await move('10:30')
    assert.equal(tooNear.body.error, 'La nueva hora debe ser al menos 60 minutos después de ahora')
    assert.equal((await move('12:30')).status, 200)
  })

  test('alternatives keep it', async () => {
    const place = await open({ min_notice_minutes: 120 })
    const start = { appointment_date: TODAY, appointment_time: '12:00' }
    assert.equal((await book(place, start)).status, 201)
    const { status, body } = await book(place, start)
    assert.equal(status, 409)
    assert.deepEqual(
      body.alternatives,
      ['13:00', '13:30', '14:00', '14:30'].map((time) => ({ date: TODAY, time })),
    )
  })
})

describe('horizon', () => {
  const daysOf = async (place: Salon, from = '') => {
    const url = `/api/schedules/available-days/${place.professional_id}?serviceId=${place.service_id}${from}`
    const { status, body } = await call('GET', url)
    assert.equal(status, 200, body.error)
    return body.days as { date: string; times: string[] }[]
  }
  const plus = (days: number) => Temporal.PlainDate.from(TODAY).add({ days }).toString()

  test('30 days unless it is set; then as many, said in the refusal and on the public page', async () => {
    const place = await open()
    assert.deepEqual([(await daysOf(place)).length, (await daysOf(place)).at(-1)!.date], [31, plus(30)])
    assert.equal((await book(place, { appointment_date: plus(31) })).status, 400)
    await place.as('PATCH', '/api/businesses/profile', { horizon_days: 45 })
    assert.equal((await daysOf(place)).length, 46)
    assert.equal((await book(place, { appointment_date: plus(45) })).status, 201)
    const { body } = await book(place, { appointment_date: plus(46) })
    assert.equal(body.error, 'Solo se puede reservar desde hoy y hasta 45 días adelante')
    const page = await call('GET', `/api/businesses/public/${place.business_id}`)
    assert.equal(page.body.business.horizon_days, 45)
    await place.as('PATCH', '/api/businesses/profile', { horizon_days: 1 })
    assert.deepEqual(
      (await daysOf(place)).map(({ date }) => date),
      [TODAY, plus(1)],
    )
  })

  test('a year: 62 dates at a time, from the asked one on, taken times included, none beyond the end', async () => {
    const place = await open({ horizon_days: 365 })
    const far = plus(200)
    assert.equal((await book(place, { appointment_date: far })).status, 201)
    const all: { date: string; times: string[] }[] = []
    for (let from = ''; all.length < 366;) {
      const days = await daysOf(place, from)
      assert.ok(days.length > 0 && days.length <= 62)
      all.push(...days)
      from = `&from=${Temporal.PlainDate.from(days.at(-1)!.date).add({ days: 1 })}`
    }
    assert.deepEqual(
      all.map(({ date }) => date),
      Array.from({ length: 366 }, (_, i) => plus(i)),
    )
    const free = all.find(({ date }) => date === far)!.times
    assert.deepEqual(
      free,
      times('09:00', '17:00').filter((time) => !['09:30', '10:00', '10:30'].includes(time)),
    )
    assert.deepEqual(await daysOf(place, `&from=${plus(366)}`), [])
    assert.equal((await daysOf(place, `&from=${plus(-5)}`))[0]!.date, TODAY)
    const wrong = await call('GET', `/api/schedules/available-days/${place.professional_id}?from=ayer`)
    assert.equal(wrong.status, 400)
    assert.equal(wrong.body.error, 'La fecha no es válida: usa el formato AAAA-MM-DD')
    const taken = await book(place, { appointment_date: far })
    assert.deepEqual(
      taken.body.alternatives.map(({ date, time }: any) => `${date} ${time}`),
      ['09:00', '11:00', '11:30', '12:00'].map((time) => `${far} ${time}`),
    )
  })

  test('the portal and the owner’s form ask from a date on', async () => {
    const place = await open({ horizon_days: 100 })
    const who = { client_id: '20999002', client_email: 'lejos@correo.example' }
    const { body } = await book(place, who)
    const url = `/api/appointments/client/free-times/${body.appointment.id}`
    const portal = await call('POST', url, { body: { ...who, from: plus(70) } })
    assert.deepEqual([portal.body.days[0].date, portal.body.days.at(-1).date], [plus(70), plus(100)])
    const form = await place.as('GET', `/api/appointments/${body.appointment.id}/free-times?from=${plus(90)}`)
    assert.deepEqual([form.body.days[0].date, form.body.days.at(-1).date], [plus(90), plus(100)])
  })
})

describe('starts', () => {
  test('the service’s own interval, shorter or longer than the business’s', async () => {
    const place = await open({}, { slot_interval_minutes: 90 })
    assert.deepEqual(await place.forClients('2026-11-23'), times('09:00', '16:30', 90))
    assert.equal((await book(place, { appointment_time: '10:00' })).status, 400)
    assert.equal((await book(place, { appointment_time: '10:30' })).status, 201)
    await place.as('PATCH', `/api/services/${place.service_id}`, { slot_interval_minutes: 5 })
    assert.deepEqual((await place.forOwner('2026-11-24')).slice(0, 3), ['09:00', '09:05', '09:10'])
    await place.as('PATCH', `/api/services/${place.service_id}`, { slot_interval_minutes: null })
    assert.deepEqual(await place.forClients('2026-11-24'), times('09:00', '17:00'))
  })
})

test('bad input: the field’s sentence, and nothing is stored', async () => {
  const place = await open()
  const service = `/api/services/${place.service_id}`
  const cases: [url: string, field: string, values: unknown[], text: string][] = [
    [
      '/api/businesses/profile',
      'min_notice_minutes',
      [-1, 20_161, 1.5, 'x', null],
      'La anticipación va de 0 minutos a 14 días',
    ],
    ['/api/businesses/profile', 'horizon_days', [0, 366, 'x', null], 'Debe ser un número de 1 a 365 días'],
    ['/api/businesses/profile', 'slot_interval_minutes', [0, 7, 240, '30'], 'Intervalo no disponible'],
    [service, 'min_notice_minutes', [-1, 20_161, 'x'], 'La anticipación va de 0 minutos a 14 días'],
    [service, 'slot_interval_minutes', [0, 7, 240], 'Intervalo no disponible'],
  ]
  const stored = async () => [
    (await place.as('GET', '/api/businesses/profile')).body,
    (await place.as('GET', '/api/services')).body,
  ]
  const before = await stored()
  for (const [url, field, values, text] of cases)
    for (const value of values) {
      const { status, body } = await place.as('PATCH', url, { [field]: value })
      assert.deepEqual([status, body.fields], [400, { [field]: text }], `${field}: ${value}`)
    }
  assert.deepEqual(await stored(), before)
})

/** Dates that were closed: who works then all the same, and what the owner is told. Now is Friday, the 20th of November 2026, 10:00 in Bogotá. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database, type Salon } from '../helper.ts'
import { importingAgenda } from '../imports.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const served = await api(db)
const { call } = served

async function ownedSalon() {
  const mine = await owner(call)
  const place: Salon = { business_id: mine.business_id, slug: mine.slug, ...(await withOffer(mine)) }
  const say = async (date: string, day: object) => {
    const { status, body } = await mine.as('PUT', `/api/special-days/${date}`, day)
    assert.equal(status, 200, JSON.stringify(body))
    return body.conflicts as { id: number; professional_id: number }[]
  }
  return { ...mine, place, say }
}

const hours = (start_time: string, end_time: string) => ({ start_time, end_time })

test('a yearly day of a professional opens a date that is closed in a later year', async () => {
  const { business_id, place, as, say } = await ownedSalon()
  const { professional_id, service_id } = place
  await db.updateTable('businesses').set({ horizon_days: 365 }).where('id', '=', business_id).execute()
  const other = (await as('POST', '/api/professionals', { professional_name: 'Otra' })).body.professional.id
  const [DATE, LATER] = ['2026-11-20', '2027-11-20']
  const book = (professional_id: number, appointment_time: string) =>
    call('POST', '/api/appointments/public', {
      body: booking({ ...place, professional_id }, { appointment_date: LATER, appointment_time }),
    })
  const works = { professional_id, is_open: true, intervals: [hours('10:00', '12:00')], opens_business: true }
  await say(DATE, { ...works, is_yearly: true })
  for (const id of [professional_id, other]) assert.equal((await book(id, '10:00')).status, 201)
  const conflicts = await say(LATER, { is_open: false })
  assert.deepEqual(
    conflicts.map((each) => each.professional_id),
    [other],
    'whoever works then keeps their appointments',
  )
  const { body } = await call(
    'GET',
    `/api/schedules/available-slots/${professional_id}/${LATER}?serviceId=${service_id}`,
  )
  assert.deepEqual(
    body.slots.map(({ time }: { time: string }) => time),
    ['11:00'],
  )
  assert.equal((await book(professional_id, '11:00')).status, 201)

  // What is said of the date itself stands before the yearly day.
  await say(LATER, { professional_id, is_open: true })
  assert.equal((await book(professional_id, '12:00')).status, 400)
})

test('on a date that was closed the owner is told to open it, and never offered to book it anyway', async () => {
  const { place, as, say } = await ownedSalon()
  const { professional_id } = place
  const [TODAY, MONDAY, TUESDAY] = ['2026-11-20', '2026-11-23', '2026-11-24']
  const book = async (appointment_date: string, more: object = {}) => {
    const said = { appointment_date, appointment_time: '10:00', walk_in: true, ...more }
    const { status, body } = await as('POST', '/api/appointments', booking(place, said))
    return [status, body.fields, body.anyway]
  }
  const CLOSED = 'Ese día está cerrado: ábrelo en Horarios.'
  for (const date of [TODAY, MONDAY]) await say(date, { is_open: false })
  for (const more of [{}, { anyway: true }, { appointment_time: '20:10', anyway: true }])
    assert.deepEqual(await book(MONDAY, more), [400, { appointment_date: CLOSED }, undefined])
  for (const more of [{}, { anyway: true }])
    assert.deepEqual(await book(TODAY, { starts_now: true, ...more }), [
      400,
      { appointment_time: CLOSED },
      undefined,
    ])
  await say(TUESDAY, { professional_id, is_open: false })
  const away = { appointment_date: 'El profesional no trabaja ese día: ábrelo en Horarios.' }
  assert.deepEqual(await book(TUESDAY, { anyway: true }), [400, away, undefined])
  // A weekday that is closed, or a holiday, may be booked anyway, as ever.
  assert.deepEqual((await book('2026-11-22')).at(2), true)
  assert.deepEqual((await book('2026-11-22', { anyway: true }))[0], 201)
  await say(MONDAY, { is_open: true })
  assert.deepEqual((await book(MONDAY))[0], 201)
})

test('a list of appointments says of a date that was closed that it is', async () => {
  const who = await importingAgenda(db, served)
  const { as, looked, imported, errors } = who
  const saved = await as('PUT', '/api/special-days/2026-11-24', { is_open: false })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const list = `Fecha,Hora,Servicio,Profesional,Cliente,Celular
24/11/2026,10:00,Corte,Inés Prada,Ana Ruiz,3001234567
`
  const said = [[2, 'date', 'Ese día está cerrado: ábrelo en Horarios.']]
  const first = await looked(list)
  assert.deepEqual([await errors(first.id), first.counts.hours], [said, 0])
  const { id } = await imported(list, { outside_hours: true })
  assert.deepEqual(await errors(id), said)
})

test('what stands on a date that was closed is not made longer, and its owner is told why', async () => {
  const { place, as, say } = await ownedSalon()
  const [DATE, CLOSED] = ['2026-11-23', 'Ese día está cerrado: ábrelo en Horarios.']
  const input = booking(place, { appointment_date: DATE, appointment_time: '10:00' })
  const { id } = (await call('POST', '/api/appointments/public', { body: input })).body.appointment
  const long = { service_name: 'Balayage', duration_minutes: 180, price: 90_000 }
  const { service } = (await as('POST', '/api/services', long)).body
  await as('PATCH', `/api/professionals/${place.professional_id}`, { specialties: '[]' })
  await say(DATE, { is_open: false })
  const longer = await as('POST', `/api/appointments/${id}/duration`, { duration_minutes: 75 })
  assert.deepEqual([longer.status, longer.body.error], [409, CLOSED])
  const other = await as('PATCH', `/api/appointments/${id}`, { service_id: service.id })
  assert.deepEqual([other.status, other.body.error], [409, CLOSED])
  await say(DATE, { is_open: true })
  assert.equal((await as('PATCH', `/api/appointments/${id}`, { service_id: service.id })).status, 200)
})

test('who works on a date that the business closed and is booked up is not shown as closed', async () => {
  const { business_id, place, say } = await ownedSalon()
  const { professional_id, service_id } = place
  const DATE = '2026-11-23'
  await say(DATE, { is_open: false, label: 'Inventario' })
  const of = async (who: number | 'any') => {
    const query = `serviceId=${service_id}&businessId=${business_id}`
    const { body } = await call('GET', `/api/schedules/available-days/${who}?${query}`)
    return body.days.find(({ date }: { date: string }) => date === DATE)
  }
  const closed = { date: DATE, times: [], closed: 'Cerrado: Inventario' }
  assert.deepEqual([await of(professional_id), await of('any')], [closed, closed])
  await say(DATE, {
    professional_id,
    is_open: true,
    intervals: [hours('10:00', '12:00')],
    opens_business: true,
  })
  for (const appointment_time of ['10:00', '11:00']) {
    const body = booking(place, { appointment_date: DATE, appointment_time })
    assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
  }
  const full = { date: DATE, times: [] }
  assert.deepEqual([await of(professional_id), await of('any')], [full, full])
})

test('a date blocked to the last start says why, where the business shows it; who needs less time finds it', async () => {
  const { business_id, place, as } = await ownedSalon()
  const { professional_id, service_id } = place
  const DATE = '2026-11-23'
  const body = {
    first_date: DATE,
    from_time: '09:00',
    to_time: '17:30',
    reason: 'Fumigación',
    show_reason: true,
  }
  assert.equal((await as('POST', '/api/time-off', body)).status, 201)
  const short = { service_name: 'Cejas', duration_minutes: 30, price: 9000 }
  const { service } = (await as('POST', '/api/services', short)).body
  await as('PATCH', `/api/professionals/${professional_id}`, { specialties: '[]' })
  const of = async (who: number | 'any', what: number) => {
    const query = `serviceId=${what}&businessId=${business_id}`
    const { body } = await call('GET', `/api/schedules/available-days/${who}?${query}`)
    return body.days.find(({ date }: { date: string }) => date === DATE)
  }
  for (const who of [professional_id, 'any'] as const) {
    assert.deepEqual(await of(who, service_id), { date: DATE, times: [], closed: 'Cerrado: Fumigación' })
    assert.deepEqual(await of(who, service.id), { date: DATE, times: ['17:30'] })
  }
})

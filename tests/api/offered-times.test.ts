/** Free times, and the alternatives in a 409, can really be booked: none is refused when it is taken up. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, booking, database, NOW, ownerHeaders, salon, times, type Salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)
/** NOW is 10:00 of this day in Bogotá. */
const TODAY = '2026-11-20'

interface Start {
  date: string
  time: string
}
const text = ({ date, time }: Start) => `${date} ${time}`

const book = (place: Salon, changes: Record<string, unknown> = {}) =>
  call('POST', '/api/appointments/public', { body: booking(place, changes) })

async function booked(place: Salon, changes: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await book(place, changes)
  assert.equal(status, 201, body.error)
  return body.appointment.id
}

const cancelled = (id: number) =>
  db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', id).execute()

let people = 0
const person = () => {
  const n = ++people
  return { client_id: String(20_000_000 + n), client_email: `cliente${n}@correo.example` }
}

describe('the portal', () => {
  const freeTimes = async (id: number, who: object, date: string): Promise<string[]> => {
    const { status, body } = await call('POST', `/api/appointments/client/free-times/${id}`, { body: who })
    assert.equal(status, 200, body.error)
    return body.days.find((day: { date: string }) => day.date === date).times
  }
  const reschedule = (id: number, who: object, { date, time }: Start) =>
    call('POST', `/api/appointments/client/reschedule/${id}`, {
      body: { ...who, new_date: date, new_time: time },
    })

  test('offers nothing of the coming hour, and accepts all that it offers today', async () => {
    const place = await salon(db)
    const who = person()
    const id = await booked(place, who)
    const offered = await freeTimes(id, who, TODAY)
    assert.deepEqual(offered, times('11:00', '17:00'))
    for (const time of offered)
      assert.equal((await reschedule(id, who, { date: TODAY, time })).status, 200, time)
    assert.equal((await reschedule(id, who, { date: TODAY, time: '10:30' })).status, 400)
  })

  test('proposes in place of a taken time only what it then accepts', async () => {
    const place = await salon(db)
    const who = person()
    const id = await booked(place, { ...who, appointment_date: TODAY, appointment_time: '15:00' })
    await booked(place, { appointment_date: TODAY, appointment_time: '11:00' })
    const refused = await reschedule(id, who, { date: TODAY, time: '11:00' })
    assert.equal(refused.status, 409)
    const { alternatives } = refused.body as { alternatives: Start[] }
    assert.deepEqual(
      alternatives.map(({ time }) => time),
      ['12:00', '12:30', '13:00', '13:30'],
    )
    for (const other of alternatives)
      assert.equal((await reschedule(id, who, other)).status, 200, text(other))
  })

  test('does not propose the place where the appointment is already', async () => {
    const place = await salon(db)
    const who = person()
    const id = await booked(place, { ...who, appointment_time: '12:00' })
    await booked(place, { appointment_time: '11:00' })
    const refused = await reschedule(id, who, { date: '2026-11-23', time: '11:00' })
    const proposed = refused.body.alternatives.map(({ time }: Start) => time)
    assert.deepEqual(proposed, ['09:00', '09:30', '10:00', '12:30'])
  })
})

test('a booking: every alternative can be booked', async () => {
  const place = await salon(db)
  for (const [appointment_date, appointment_time] of [
    [TODAY, '10:30'],
    [TODAY, '13:00'],
    ['2026-12-20', '17:00'],
  ] as const) {
    await booked(place, { appointment_date, appointment_time })
    const { status, body } = await book(place, { appointment_date, appointment_time })
    assert.equal(status, 409)
    assert.equal(body.alternatives.length, 4)
    for (const { date, time } of body.alternatives as Start[])
      await cancelled(await booked(place, { appointment_date: date, appointment_time: time }))
  }
})

test('a move by the owner, also to another service: every alternative is accepted, its own time counts as free', async () => {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const { business_id } = place
  const long = await db
    .insertInto('services')
    .values({ business_id, service_name: 'Balayage', duration_minutes: 150 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const service_id of [place.service_id, long.id]) {
    const id = await booked(place, { appointment_date: TODAY, appointment_time: '13:00' })
    const other = await booked(place, { appointment_date: TODAY, appointment_time: '10:30' })
    const move = ({ date, time }: Start) =>
      call('PUT', `/api/appointments/${id}`, {
        headers,
        body: booking(place, { appointment_date: date, appointment_time: time, service_id }),
      })
    const { status, body } = await move({ date: TODAY, time: '10:30' })
    assert.equal(status, 409)
    const alternatives = body.alternatives as Start[]
    assert.equal(alternatives.length, 4)
    assert.ok(
      alternatives.some(({ time }) => time > '11:00' && time < '14:00'),
      'around its own time',
    )
    for (const start of alternatives) assert.equal((await move(start)).status, 200, text(start))
    await cancelled(id)
    await cancelled(other)
  }
})

test('free times of a date and of all dates are the same answer', async () => {
  const place = await salon(db)
  await booked(place, { appointment_date: TODAY, appointment_time: '12:00' })
  const { professional_id, service_id } = place
  const all = await call('GET', `/api/schedules/available-days/${professional_id}?serviceId=${service_id}`)
  const one = await call(
    'GET',
    `/api/schedules/available-slots/${professional_id}/${TODAY}?serviceId=${service_id}`,
  )
  assert.equal(all.body.days[0].date, TODAY)
  assert.deepEqual(
    all.body.days[0].times,
    one.body.slots.map(({ time }: { time: string }) => time),
  )
  assert.ok(NOW < Date.parse(`${TODAY}T${all.body.days[0].times[0]}:00-05:00`))
})

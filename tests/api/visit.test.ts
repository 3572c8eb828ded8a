/** The steps of a visit: confirmed, arrived, attended or missed; each can be undone. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { api, appointmentRow, database, NOW, ownerHeaders, salon, type Salon } from '../helper.ts'

const db = await database()
const { call, clock } = await api(db)
beforeEach(() => void (clock.now = NOW))

async function owned() {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const as = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    call(method, path, { headers, ...(body && { body }) })
  const attend = (id: number, body: object) => as('POST', `/api/appointments/${id}/attendance`, body)
  const step = (id: number, body: object) => as('POST', `/api/appointments/${id}/step`, body)
  const row = async (id: number) => (await as('GET', `/api/appointments/${id}`)).body.appointment
  const changes = async (id: number) =>
    (await as('GET', `/api/appointments/${id}`)).body.history.map(
      ({ change, is_you, old }: Record<string, unknown>) => [change, is_you, old],
    )
  return { place, headers, as, attend, step, row, changes }
}

const write = async (place: Salon, date: string, time: string, more = {}) =>
  (
    await db
      .insertInto('appointments')
      .values({ ...appointmentRow(place, date, time), price: 40_000, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

test('who came is corrected as often as wanted; the history keeps each, and figures follow', async () => {
  const { place, as, attend, row, changes } = await owned()
  const id = await write(place, '2026-11-18', '10:00')
  const figures = async () => {
    const { total_revenue, no_show_rate } = (await as('GET', '/api/businesses/metrics')).body.metrics
    return [total_revenue, no_show_rate]
  }
  assert.equal((await attend(id, { attendance_status: 'no_show', no_show_reason: 'Lluvia' })).status, 200)
  assert.deepEqual(await figures(), [0, 100])
  assert.equal((await attend(id, { attendance_status: 'attended', actual_price: 45_000 })).status, 200)
  const came = await row(id)
  assert.deepEqual([came.status, came.actual_price, came.no_show_reason], ['completed', 45_000, null])
  assert.deepEqual(await figures(), [45_000, 0])
  // Repeating the same is no change, since a lost answer may be repeated.
  assert.equal((await attend(id, { attendance_status: 'attended', actual_price: 45_000 })).status, 200)
  const { status, body } = await attend(id, { attendance_status: 'pending' })
  assert.deepEqual([status, body.appointment.status, body.appointment.actual_price], [200, 'scheduled', null])
  assert.equal((await as('GET', '/api/appointments/unconfirmed')).body.appointments.length, 1)
  assert.equal((await figures())[0], 0)
  assert.deepEqual(await changes(id), [
    ['booked', false, {}],
    ['no_show', true, { status: 'scheduled', attendance_status: 'pending', no_show_reason: null }],
    ['corrected', true, { attendance_status: 'no_show', actual_price: null, no_show_reason: 'Lluvia' }],
    ['corrected', true, { status: 'completed', attendance_status: 'attended', actual_price: 45_000 }],
  ])
})

test('attendance is noted from the minute of the start on, in the business’s time', async () => {
  const { place, attend } = await owned()
  const id = await write(place, '2026-11-21', '15:30')
  clock.now = Date.parse('2026-11-21T15:29:59-05:00')
  for (const attendance_status of ['attended', 'no_show'])
    assert.equal((await attend(id, { attendance_status })).status, 409)
  clock.now = Date.parse('2026-11-21T15:30:00-05:00')
  assert.equal((await attend(id, { attendance_status: 'attended' })).status, 200)
})

test('one noted too early, by an older version, can be taken back', async () => {
  const { place, attend, row } = await owned()
  const early = { status: 'completed' as const, attendance_status: 'attended' as const }
  const id = await write(place, '2026-12-04', '10:00', early)
  assert.equal((await attend(id, { attendance_status: 'no_show' })).status, 409)
  assert.equal((await attend(id, { attendance_status: 'pending' })).status, 200)
  assert.equal((await row(id)).status, 'scheduled')
})

test('a correction of a screen that is behind is refused, with how it is now', async () => {
  const { place, attend, row } = await owned()
  const id = await write(place, '2026-11-18', '10:00')
  const { version } = await row(id)
  await attend(id, { attendance_status: 'attended', actual_price: 50_000, version })
  const { status, body } = await attend(id, { attendance_status: 'no_show', version })
  assert.deepEqual([status, body.current.attendance_status], [409, 'attended'])
  assert.equal((await row(id)).actual_price, 50_000)
})

test('the client said yes until it begins, and is here from its day on; both can be taken back', async () => {
  const { place, step, row, changes } = await owned()
  const id = await write(place, '2026-11-21', '15:30')
  assert.equal((await step(id, { step: 'arrived' })).status, 409)
  const { status, body } = await step(id, { step: 'confirmed' })
  assert.deepEqual([status, Date.parse(body.appointment.client_confirmed_at)], [200, NOW])
  assert.equal((await step(id, { step: 'confirmed' })).status, 200)
  assert.equal((await step(id, { step: 'confirmed', is_done: false })).status, 200)
  assert.equal((await row(id)).client_confirmed_at, null)
  assert.deepEqual(
    (await changes(id)).map(([change]: unknown[]) => change),
    ['booked', 'confirmed', 'corrected'],
  )
  clock.now = Date.parse('2026-11-21T15:20:00-05:00')
  assert.equal((await step(id, { step: 'arrived' })).status, 200)
  assert.equal(Date.parse((await row(id)).arrived_at), clock.now)
  clock.now = Date.parse('2026-11-21T15:30:00-05:00')
  assert.equal((await step(id, { step: 'confirmed' })).status, 409)
  assert.equal((await step(id, { step: 'arrived', is_done: false })).status, 200)
  for (const wrong of [{}, { step: 'paid' }, { step: 'arrived', is_done: 'no' }])
    assert.equal((await step(id, wrong)).status, 400)
})

test('whoever is here stays here when the business moves them within the day, and not on another one', async () => {
  const { place, headers, step, row } = await owned()
  const id = await write(place, '2026-11-23', '15:30')
  clock.now = Date.parse('2026-11-23T15:20:00-05:00')
  const arrivedAt = clock.now
  assert.equal((await step(id, { step: 'confirmed' })).status, 200)
  assert.equal((await step(id, { step: 'arrived' })).status, 200)
  const move = async (body: object) => {
    const { version } = await row(id)
    const { status } = await call('PATCH', `/api/appointments/${id}`, { headers, body: { ...body, version } })
    assert.equal(status, 200)
    const { arrived_at, client_confirmed_at } = await row(id)
    return [arrived_at && Date.parse(arrived_at), client_confirmed_at]
  }
  assert.deepEqual(await move({ appointment_time: '16:00' }), [arrivedAt, null])
  assert.deepEqual(await move({ appointment_date: '2026-11-24' }), [null, null])
})

test('no step of what is cancelled, held or somebody else’s', async () => {
  const { place, attend, step } = await owned()
  const other = await owned()
  const cancelled = await write(place, '2026-11-18', '10:00', { status: 'cancelled' })
  const strange = await write(other.place, '2026-11-18', '10:00')
  for (const [id, status] of [
    [cancelled, 409],
    [strange, 404],
  ] as const) {
    assert.equal((await step(id, { step: 'arrived' })).status, status)
    for (const attendance_status of ['attended', 'no_show', 'pending'])
      assert.equal((await attend(id, { attendance_status })).status, status)
  }
})

test('all that are left came: once each, and none that is noted, ahead, cancelled or another’s', async () => {
  const { place, as, row, changes } = await owned()
  const other = await owned()
  const ids = await Promise.all(['09:00', '10:00', '11:00'].map((time) => write(place, '2026-11-18', time)))
  const missed = await write(place, '2026-11-18', '12:00', {
    status: 'completed',
    attendance_status: 'no_show',
  })
  const ahead = await write(place, '2026-12-01', '12:00')
  const cancelled = await write(place, '2026-11-18', '13:00', { status: 'cancelled' })
  const strange = await write(other.place, '2026-11-18', '10:00')
  const all = { ids: [...ids, missed, ahead, cancelled, strange, ids[0]!] }
  const answers = await Promise.all([
    as('POST', '/api/appointments/attended', all),
    as('POST', '/api/appointments/attended', { ids: all.ids.toReversed() }),
  ])
  assert.deepEqual(answers.map(({ status, body }) => [status, body.marked]).sort(), [
    [200, 0],
    [200, 3],
  ])
  for (const id of ids) {
    assert.equal((await row(id)).attendance_status, 'attended')
    assert.equal((await changes(id)).length, 2)
  }
  assert.equal((await row(missed)).attendance_status, 'no_show')
  assert.equal((await row(ahead)).attendance_status, 'pending')
  assert.equal((await other.row(strange)).attendance_status, 'pending')
  assert.equal((await as('POST', '/api/appointments/attended', { ids: [] })).status, 400)
})

test('whoever sends again that all came, because the answer got lost, hears how many it noted', async () => {
  const { place, headers } = await owned()
  const ids = await Promise.all(['09:00', '10:00'].map((time) => write(place, '2026-11-18', time)))
  const send = () =>
    call('POST', '/api/appointments/attended', {
      headers: { ...headers, 'idempotency-key': 'all-came' },
      body: { ids },
    })
  assert.equal((await send()).body.marked, 2)
  assert.equal((await send()).body.marked, 2)
})

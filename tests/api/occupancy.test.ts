/** The share of the open hours that is booked, as the figures answer it where it is asked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, appointmentRow, database, ownerHeaders, salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)

const MONDAY = '2026-11-23'
const week = `from=${MONDAY}&to=2026-11-29`

/** Open 9:00 to 18:00 every day: 63 hours a week of each professional. */
async function open() {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const as = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object) => {
    const answer = await call(method, url, { headers, body })
    assert.ok(answer.status < 300, `${url} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const write = (date: string, time: string, more: object = {}, minutes = 60) =>
    db
      .insertInto('appointments')
      .values({ ...appointmentRow(place, date, time, { minutes }), ...more })
      .execute()
  const share = async (period = week) =>
    (await as('GET', `/api/businesses/metrics/series?occupancy_percent=true&${period}`)).occupancy_percent
  return { ...place, as, write, share }
}
const per = (taken: number, of: number) => Math.round((1000 * taken) / of) / 10

test('only where it is asked, of a period with both ends, and of other hours than none', async () => {
  const { as, share, business_id } = await open()
  assert.ok(!('occupancy_percent' in (await as('GET', `/api/businesses/metrics/series?${week}`))))
  assert.equal(await share(), 0)
  for (const period of [
    'period=all',
    `from=${MONDAY}`,
    'from=2026-01-01&to=2027-01-02',
    `from=2026-12-01&to=${MONDAY}`,
  ])
    assert.equal(await share(period), null, period)
  assert.equal(await share('from=2026-01-01&to=2027-01-01'), 0)
  assert.equal(await share('period=month'), 0)
  await db
    .updateTable('professionals')
    .set({ is_active: false })
    .where('business_id', '=', business_id)
    .execute()
  assert.equal(await share(), null)
})

test('what is booked of the hours: breaks, special days, time off, buffers and other people as availability has them', async () => {
  const { as, write, share, business_id, professional_id } = await open()
  await write(MONDAY, '09:00', {}, 120)
  assert.equal(await share(), per(2, 63))
  // Neither is what is cancelled, nor what begins after closing.
  await write(MONDAY, '11:00', { status: 'cancelled' })
  await write(MONDAY, '20:00')
  await write('2026-11-30', '09:00')
  assert.equal(await share(), per(2, 63))
  // The cleaning after it, and the pause in which somebody else can be served.
  await write('2026-11-24', '10:00', {
    occupied: `{["2026-11-24T15:00:00Z","2026-11-24T15:30:00Z"),["2026-11-24T15:45:00Z","2026-11-24T16:15:00Z")}`,
  })
  assert.equal(await share(), per(3, 63))
  await as('PUT', `/api/special-days/2026-11-25`, { is_open: false })
  assert.equal(await share(), per(3, 54))
  await as('POST', '/api/time-off', { professional_id, first_date: '2026-11-26' })
  assert.equal(await share(), per(3, 45))
  await as('POST', '/api/time-off', {
    first_date: '2026-11-27',
    last_date: '2026-11-27',
    from_time: '09:00',
    to_time: '12:00',
  })
  assert.equal(await share(), per(3, 42))
  // Somebody with a week of their own, mornings on Mondays.
  const other = await db
    .insertInto('professionals')
    .values({ business_id, professional_name: 'Luz Mar' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await as('PUT', `/api/schedules/professional/${other.id}`, {
    schedules: [{ day_of_week: 1, is_available: true, start_time: '09:00', end_time: '12:00' }],
  })
  assert.equal(await share(), per(3, 45))
  await write(MONDAY, '09:00', { professional_id: other.id })
  assert.equal(await share(), per(4, 45))
  // Who takes no bookings any more counts on neither side.
  await db
    .updateTable('professionals')
    .set({ is_active: false })
    .where('business_id', '=', business_id)
    .where('id', '=', other.id)
    .execute()
  assert.equal(await share(), per(3, 42))
})

test('a holiday that the policy closes has no hours', async () => {
  const { as, share, write } = await open()
  const immaculate = 'from=2026-12-08&to=2026-12-09'
  await write('2026-12-09', '09:00')
  assert.equal(await share(immaculate), per(1, 18))
  await as('PUT', '/api/businesses/holidays', { policy: 'closed' })
  assert.equal(await share(immaculate), per(1, 9))
})

test('another business’s hours and appointments are in none of it', async () => {
  const mine = await open()
  const other = await open()
  await other.write(MONDAY, '09:00')
  await other.as('POST', '/api/time-off', { first_date: MONDAY })
  assert.equal(await mine.share(), 0)
})

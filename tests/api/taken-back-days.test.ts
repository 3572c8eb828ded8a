/** A special day that is taken back, or follows the week again: whose appointments it leaves without their time, and what guards it. */
import { MOST_IN_TIME_OFF } from '#domain/api/time-off.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, booking, database, NOW, type Salon } from '../helper.ts'
import { owner, PASSWORD, withOffer } from '../owner.ts'

const db = await database()
const { call, clock } = await api(db)

const [MONDAY, SUNDAY, INMACULADA] = ['2026-11-23', '2026-11-29', '2026-12-08']
const hours = (start_time: string, end_time: string) => ({ start_time, end_time })

async function ownedSalon() {
  const mine = await owner(call)
  const place: Salon = { business_id: mine.business_id, slug: mine.slug, ...(await withOffer(mine)) }
  const book = async (appointment_date: string, appointment_time: string) => {
    const body = booking(place, { appointment_date, appointment_time })
    const answer = await call('POST', '/api/appointments/public', { body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.appointment.id as number
  }
  return { ...mine, place, book }
}
const ids = ({ body }: { body: { conflicts: { id: number }[] } }) => body.conflicts.map(({ id }) => id)

test('tells what was inside its hours and is outside those of always', async () => {
  const { as, book } = await ownedSalon()
  await as('PUT', `/api/special-days/${MONDAY}`, {
    is_open: true,
    intervals: [hours('07:00', '12:00'), hours('20:00', '22:00')],
  })
  const early = await book(MONDAY, '07:00')
  await book(MONDAY, '10:00')
  const late = await book(MONDAY, '20:30')
  const gone = await as('DELETE', `/api/special-days/${MONDAY}`)
  assert.deepEqual([gone.status, gone.body.removed, ids(gone)], [200, 1, [early, late]])

  // A closed day makes room, and what was outside before was put there knowingly.
  await as('PUT', `/api/special-days/${MONDAY}`, { is_open: false })
  assert.deepEqual(ids(await as('DELETE', `/api/special-days/${MONDAY}`)), [])
})

test('tells of a professional’s day what is theirs, and of a weekday that is closed again all', async () => {
  const { as, place, book } = await ownedSalon()
  const { professional_id } = place
  const works = { is_open: true, intervals: [hours('10:00', '12:00')] }
  await as('PUT', `/api/special-days/${SUNDAY}`, { ...works, professional_id, opens_business: true })
  const own = await book(SUNDAY, '10:00')
  // The business opens too: taking its day back leaves the professional's.
  await as('PUT', `/api/special-days/${SUNDAY}`, works)
  assert.deepEqual(ids(await as('DELETE', `/api/special-days/${SUNDAY}`)), [])
  const gone = await as('DELETE', `/api/special-days/${SUNDAY}?professional_id=${professional_id}`)
  assert.deepEqual(ids(gone), [own])
})

test('a holiday of which nothing is said any more is closed by the policy', async () => {
  const { as, book } = await ownedSalon()
  await as('PUT', '/api/businesses/holidays', { policy: 'closed' })
  await as('PUT', `/api/holidays/${INMACULADA}`, { choice: 'open' })
  const one = await book(INMACULADA, '10:00')
  assert.deepEqual(ids(await as('DELETE', `/api/holidays/${INMACULADA}`)), [one])
})

describe('one that follows its weekday again tells of whom it leaves outside', () => {
  test('a holiday with hours of its own', async () => {
    const { as, book } = await ownedSalon()
    const special = { choice: 'special', intervals: [hours('07:00', '12:00')] }
    await as('PUT', `/api/holidays/${INMACULADA}`, special)
    const early = await book(INMACULADA, '07:30')
    await book(INMACULADA, '10:00')
    assert.deepEqual(ids(await as('PUT', `/api/holidays/${INMACULADA}`, special)), [])
    assert.deepEqual(ids(await as('PUT', `/api/holidays/${INMACULADA}`, { choice: 'open' })), [early])
    assert.deepEqual(ids(await as('PUT', `/api/holidays/${INMACULADA}`, { choice: 'open' })), [], 'once')
  })

  test('a weekday that is closed', async () => {
    const { as, book } = await ownedSalon()
    await as('PUT', `/api/special-days/${SUNDAY}`, { is_open: true, intervals: [hours('09:00', '13:00')] })
    const one = await book(SUNDAY, '10:00')
    assert.deepEqual(ids(await as('PUT', `/api/special-days/${SUNDAY}`, { is_open: true })), [one])
  })

  test('a professional who does not open the business any more', async () => {
    const { as, place, book } = await ownedSalon()
    const { professional_id } = place
    const works = { is_open: true, intervals: [hours('10:00', '12:00')], professional_id }
    await as('PUT', `/api/special-days/${SUNDAY}`, { ...works, opens_business: true })
    const one = await book(SUNDAY, '10:00')
    const shut = await as('PUT', `/api/special-days/${SUNDAY}`, { ...works, opens_business: false })
    assert.deepEqual(ids(shut), [one])
  })
})

test('all holidays closed tell of whom they leave outside, once', async () => {
  const { as, place, book } = await ownedSalon()
  await as('PATCH', '/api/businesses/profile', { horizon_days: 60 })
  const { professional_id } = place
  const works = { is_open: true, intervals: [hours('10:00', '12:00')], professional_id }
  await as('PUT', `/api/special-days/${INMACULADA}`, { ...works, opens_business: true })
  await book(INMACULADA, '10:00')
  const other = await book('2026-12-25', '10:00')
  const close = (body: object) => as('PUT', '/api/businesses/holidays', body)
  assert.deepEqual(ids(await close({ policy: 'closed' })), [other])
  assert.deepEqual(ids(await close({ policy: 'closed' })), [])
  assert.deepEqual(ids(await close({ country: 'MX' })), [], 'it was outside before')
})

test('holidays with a day of their own take no room from those that are closed now', async () => {
  const { as, place, book } = await ownedSalon()
  await as('PATCH', '/api/businesses/profile', { horizon_days: 60 })
  await as('PUT', `/api/holidays/${INMACULADA}`, { choice: 'open' })
  const stays = await book(INMACULADA, '10:00')
  const other = await book('2026-12-25', '10:00')
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into appointments
      select (jsonb_populate_record(a, jsonb_build_object('id', a.id + 1000000 + n, 'idempotency_key', null,
        'professional_id', 1000000 + n))).*
      from appointments a, generate_series(1, ${MOST_IN_TIME_OFF}::integer) n
      where a.business_id = ${place.business_id} and a.id = ${stays}`.execute(tx)
  })
  assert.deepEqual(ids(await as('PUT', '/api/businesses/holidays', { policy: 'closed' })), [other])
})

test('a yearly one tells of its next date too', async () => {
  const { as, email, book } = await ownedSalon()
  await as('PATCH', '/api/businesses/profile', { horizon_days: 365 })
  await as('PUT', '/api/special-days/2026-11-21', {
    is_open: true,
    intervals: [hours('05:00', '07:00')],
    is_yearly: true,
  })
  clock.now = Date.parse('2026-11-23T15:00:00Z')
  try {
    const next = await book('2027-11-21', '05:30')
    const { token } = (await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).body
    const headers = { authorization: `Bearer ${token}` }
    const gone = await call('DELETE', '/api/special-days/2026-11-21', { headers })
    assert.deepEqual(ids(gone), [next])
  } finally {
    clock.now = NOW
  }
})

test('is refused when the day moved on since it was shown', async () => {
  const { as } = await ownedSalon()
  await as('PUT', `/api/special-days/${MONDAY}`, { is_open: false, label: 'Inventario' })
  await as('PUT', `/api/special-days/${MONDAY}`, { is_open: false, label: 'Mudanza' })
  const stale = await as('DELETE', `/api/special-days/${MONDAY}?version=1`)
  assert.deepEqual([stale.status, stale.body.current.label], [409, 'Mudanza'])
  assert.equal((await as('DELETE', `/api/special-days/${MONDAY}?version=x`)).status, 400)
  assert.equal((await as('DELETE', `/api/special-days/${MONDAY}?version=2`)).status, 200)
})

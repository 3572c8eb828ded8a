/** A special day that comes again every year. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database, NOW } from '../helper.ts'
import { owner, PASSWORD } from '../owner.ts'

const db = await database()
const { call, clock } = await api(db)

test('a yearly day is edited after its first date, and one that does not come again is not', async () => {
  const { as: before, email } = await owner(call)
  const fair = '/api/special-days/2026-11-23'
  const once = '/api/special-days/2026-11-24'
  await before('PUT', fair, { is_open: false, label: 'Feria', is_yearly: true })
  await before('PUT', once, { is_open: false, label: 'Inventario' })
  clock.now = Date.parse('2026-11-25T15:00:00Z')
  try {
    const { token } = (await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).body
    const as = (method: 'PUT', url: string, body: object) =>
      call(method, url, { body, headers: { authorization: `Bearer ${token}` } })
    const { status, body } = await as('PUT', fair, {
      is_open: false,
      label: 'Feria del pueblo',
      is_yearly: true,
      version: 1,
    })
    assert.deepEqual([status, body.special_day?.label], [200, 'Feria del pueblo'])
    const stale = await as('PUT', fair, { is_open: true, is_yearly: true, version: 1 })
    assert.deepEqual([stale.status, stale.body.current.label], [409, 'Feria del pueblo'])
    const past = await as('PUT', once, { is_open: false, label: 'Inventario general' })
    assert.deepEqual([past.status, past.body.fields], [400, { date: 'Ese día ya pasó' }])
    const never = await as('PUT', '/api/special-days/2026-11-22', { is_open: false, is_yearly: true })
    assert.equal(never.status, 400)
    // It comes no more, and is over then.
    const last = { is_open: false, label: 'Feria del pueblo', is_yearly: false, version: 2 }
    assert.equal((await as('PUT', fair, last)).status, 200)
    assert.equal((await as('PUT', fair, { ...last, is_yearly: true, version: 3 })).status, 400)
  } finally {
    clock.now = NOW
  }
})

test('a holiday says something else of one date, and the yearly day that began with it comes again after it', async () => {
  const { as, email } = await owner(call)
  const year = { is_open: false, label: 'Inventario', is_yearly: true }
  const holiday = '/api/holidays/2026-12-08'
  const of = ({ date, is_open, label, is_yearly }: any) => ({ date, is_open, label, is_yearly })
  const days = async () =>
    (await as('GET', '/api/special-days?from=2026-11-20&to=2030-01-01')).body.special_days.map(of)
  const first = { date: '2026-12-08', ...year }
  const later = { date: '2027-12-08', ...year }
  const ownOne = { date: '2026-12-08', is_open: true, label: 'Inventario', is_yearly: false }

  await as('PUT', '/api/special-days/2026-12-08', year)
  await as('PUT', holiday, { choice: 'closed' })
  assert.deepEqual(await days(), [first], 'it said so already')
  const special = { choice: 'special', intervals: [{ start_time: '10:00', end_time: '12:00' }] }
  assert.equal((await as('PUT', holiday, special)).status, 200)
  assert.deepEqual(await days(), [ownOne, later])
  clock.now = Date.parse('2027-11-25T15:00:00Z')
  try {
    const { token } = (await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).body
    const headers = { authorization: `Bearer ${token}` }
    const { holidays } = (await call('GET', '/api/businesses/holidays', { headers })).body
    assert.equal(holidays.find(({ date }: { date: string }) => date === '2027-12-08').is_closed, true)
  } finally {
    clock.now = NOW
  }
  await as('PUT', holiday, { choice: 'open' })
  assert.deepEqual(await days(), [ownOne, later])
  assert.equal((await as('DELETE', holiday)).status, 200)
  assert.deepEqual(await days(), [later])

  await as('PUT', '/api/special-days/2026-12-08', year)
  await as('DELETE', holiday)
  assert.deepEqual(await days(), [later], 'another yearly one stands from then on')
  await as('DELETE', '/api/special-days/2027-12-08')
  await as('PUT', '/api/special-days/2026-12-08', year)
  await as('PUT', '/api/special-days/2027-12-08', { is_open: true, label: 'Abierto' })
  await as('DELETE', holiday)
  const once = { date: '2027-12-08', is_open: true, label: 'Abierto', is_yearly: false }
  assert.deepEqual(await days(), [once, { ...later, date: '2028-12-08' }])
})

test('a new day replaces none that its date already has, and one that was sent twice is stored once', async () => {
  const { as } = await owner(call)
  const day = '/api/special-days/2027-01-06'
  const year = { is_open: false, label: 'Reyes', is_yearly: true }
  const intervals = [{ start_time: '09:00', end_time: '14:00' }]
  assert.equal((await as('PUT', day, { ...year, is_new: true })).status, 200)
  assert.equal((await as('PUT', day, { ...year, is_new: true })).status, 200)
  const other = await as('PUT', day, { is_open: true, intervals, is_new: true })
  assert.deepEqual(
    [other.status, other.body.current?.label, other.body.current?.is_yearly],
    [409, 'Reyes', true],
  )
  const { version } = other.body.current
  const { body } = await as('PUT', day, { ...year, is_open: true, intervals, version })
  assert.deepEqual([body.special_day.is_yearly, body.special_day.intervals], [true, intervals])
})

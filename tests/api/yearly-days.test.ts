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

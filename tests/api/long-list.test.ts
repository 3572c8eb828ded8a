/** The whole list of a business with more appointments than are answered in one piece. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, appointmentRow, database, ownerHeaders, salon } from '../helper.ts'
import { memberOf } from '../roles.ts'

const db = await database()
const { app, call } = await api(db)
const place = await salon(db)
const MANY = 2_345

const row = appointmentRow(place, '2025-01-06', '10:00')
const names = Object.keys(row)
const values = Object.entries(row).map(([name, value]) => {
  if (name === 'appointment_date') return sql`date '2025-01-06' + n`
  if (name === 'starts_at') return sql`timestamptz '2025-01-06 10:00-05' + n * interval '1 day'`
  if (name === 'ends_at') return sql`timestamptz '2025-01-06 11:00-05' + n * interval '1 day'`
  if (name === 'occupied')
    return sql`tstzmultirange(tstzrange(timestamptz '2025-01-06 10:00-05' + n * interval '1 day',
      timestamptz '2025-01-06 11:00-05' + n * interval '1 day'))`
  return sql`${value}`
})
await sql`insert into appointments (${sql.join(names.map((name) => sql.ref(name)))})
  select ${sql.join(values)} from generate_series(1, ${MANY}) n`.execute(db)

test('it is the same as in pieces, row by row, in both orders', async () => {
  const headers = await ownerHeaders(db, place)
  const list = async (query: string) => {
    const { status, body } = await call('GET', `/api/appointments?${query}`, { headers })
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300))
    return body.appointments as object[]
  }
  for (const order of ['asc', 'desc']) {
    const whole = await list(`order=${order}`)
    assert.equal(whole.length, MANY)
    const pieces = []
    for (let offset = 0; offset < MANY; offset += 500)
      pieces.push(...(await list(`order=${order}&limit=500&offset=${offset}`)))
    assert.deepEqual(whole, pieces)
  }
  // In one piece.
  assert.equal((await list('from=2025-02-01&to=2025-02-10')).length, 10)
  const { headers: sent } = await app.inject({ url: '/api/appointments', headers })
  assert.deepEqual(
    [sent['content-type'], sent['cache-control'], sent['content-length']],
    ['application/json; charset=utf-8', 'no-store', undefined],
  )
})

test('who sees no telephones sees none in it', async () => {
  const { headers } = await memberOf(db, place.business_id, 'professional', {
    professional_id: place.professional_id,
  })
  const { body } = await call('GET', '/api/appointments', { headers })
  assert.equal(body.appointments.length, MANY)
  for (const one of body.appointments) assert.match(`${one.client_phone} ${one.client_email}`, /•.*•/)
})

/** Whoever sees own clients only comes to see nobody else's card, and no note on their health, by booking that person. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { memberOf } from '../roles.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { call } = await api(db)
const home = await twoProfessionals(call, db)
const { who, place } = home
const { headers } = await memberOf(db, who.business_id, 'professional', {
  professional_id: place.professional_id,
})

let hour = 8
const at = () => ({
  appointment_date: '2026-11-26',
  appointment_time: `${String(++hour).padStart(2, '0')}:00`,
})
const book = async (client: object, by = headers, key?: string) => {
  const { status, body } = await call('POST', '/api/appointments', {
    headers: { ...by, ...(key && { 'idempotency-key': key }) },
    body: {
      service_id: place.service_id,
      professional_id: place.professional_id,
      ...at(),
      walk_in: true,
      ...client,
    },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.appointment.id as number
}
const cardOf = async (id: number) =>
  (await db.selectFrom('appointments').select('card_id').where('id', '=', id).executeTakeFirstOrThrow())
    .card_id
const secret = home.cards.get(home.others)!
const noted = await who.as('POST', `/api/clients/${secret}/health`, { body: 'Alérgica', agreed: true })
assert.equal(noted.status, 201, JSON.stringify(noted.body))

for (const [by, client, key] of [
  ['a document', { client_id: '99887766' }],
  ['telephone and first word', { client_name: 'Ajena', client_phone: '+573109998877' }],
  ['e-mail and a similar name', { client_name: 'Ajena', client_email: 'ajena@secreta.example' }],
  ['a document, with a key', { client_name: 'Otra', client_id: '99887766' }, 'otra-0000000000'],
] as const)
  test(`by ${by}: another's client gets a new card, and the old one stays closed`, async () => {
    const id = await book(client, headers, key)
    const { card_id } = (await call('GET', `/api/appointments/${id}`, { headers })).body
    assert.notEqual(card_id, secret)
    const seen = await call('GET', `/api/clients/${await cardOf(id)}`, { headers })
    assert.deepEqual([seen.status, seen.body.client.health_notes], [200, 0])
    for (const url of ['', '/health', '/files'])
      assert.equal((await call('GET', `/api/clients/${secret}${url}`, { headers })).status, 404, url)
    assert.equal((await call('POST', `/api/clients/${secret}/call`, { headers })).status, 404)
  })

test('an own client is found as ever, also beside one who is not; the reception finds everybody', async () => {
  const marina = home.cards.get(home.mine)!
  const [known] = await db.selectFrom('client_cards').selectAll().where('id', '=', marina).execute()
  const { client_name, client_phone, client_email } = known!
  assert.equal(await cardOf(await book({ client_name, client_phone })), marina)
  assert.equal(await cardOf(await book({ client_name: 'Marina', client_email })), marina)
  // The new card of before is now the professional's own.
  const own = await book({ client_name: 'Ajena', client_phone: '+573109998877' })
  assert.ok((await cardOf(own))! > secret)
  const again = await book({ client_name: 'Ajena', client_phone: '+573109998877' })
  assert.equal(await cardOf(again), await cardOf(own))
  const reception = await memberOf(db, who.business_id, 'reception')
  assert.equal(await cardOf(await book({ client_id: '99887766' }, reception.headers)), secret)
})

test('whoever cancelled everything is an own client still, and their health is nobody’s to read', async () => {
  const client = { client_name: 'Vera', client_phone: '+573101112233' }
  const day = { appointment_date: '2026-11-27', appointment_time: '09:00' }
  const id = await book({ ...client, ...day }, who.headers)
  const card = await cardOf(id)
  const read = () => call('GET', `/api/clients/${card}/health`, { headers })
  const whole = async () => (await call('GET', `/api/clients/${card}`, { headers })).body.client
  assert.equal(
    (await who.as('POST', `/api/clients/${card}/health`, { body: 'Asma', agreed: true })).status,
    201,
  )
  assert.deepEqual([(await read()).status, (await whole()).health_notes], [200, 1])
  assert.equal((await who.as('POST', `/api/appointments/${id}/cancel`)).status, 200)
  assert.deepEqual([(await read()).status, (await whole()).health_notes], [404, null])
  const written = await call('POST', `/api/clients/${card}/health`, {
    headers,
    body: { body: 'Yo', agreed: true },
  })
  assert.equal(written.status, 404)
  assert.equal((await who.as('GET', `/api/clients/${card}/health`)).status, 200)
})

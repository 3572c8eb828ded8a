/** What is sent again with its key is answered from where it stands by now, and with nothing that was erased meanwhile. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { call } = await api(db)

test('a note that is sent again is the same one; once its client is forgotten there is none', async () => {
  const { as, headers } = await owner(call)
  const { client } = (await as('POST', '/api/clients', { client_name: 'Ana', client_phone: '+573001234567' }))
    .body
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  const send = () =>
    call('POST', `/api/clients/${client.id}/notes`, { headers: keyed, body: { body: 'Toma tinto' } })
  const first = await send()
  assert.deepEqual([first.status, first.body.note.body], [201, 'Toma tinto'], JSON.stringify(first.body))
  const repeated = await send()
  assert.deepEqual([repeated.status, repeated.body], [first.status, first.body])
  const kept = await db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('key', 'like', 'note %')
    .execute()
  assert.deepEqual(kept, [{ answer: { id: first.body.note.id } }])
  assert.equal((await as('POST', `/api/clients/${client.id}/forget`)).status, 200)
  const again = await send()
  assert.deepEqual([again.status, again.body.error], [404, 'Nota no encontrada'])
})

test('what a client asks of their data is sent again and answered as it is by then', async () => {
  const place = await owner(call)
  const shop = { business_id: place.business_id, slug: place.slug, ...(await withOffer(place)) }
  const who = { client_id: '1037123455', client_email: 'ana@correo.example' }
  const { body } = await call('POST', '/api/appointments/public', { body: booking(shop, who) })
  const key = randomUUID()
  const send = () =>
    call('POST', `/api/appointments/client/data-request/${body.appointment.id}`, {
      headers: { 'idempotency-key': key },
      body: { ...who, recaptcha_token: 'dev-token', kind: 'consult', details: '¿Qué saben de Ana?' },
    })
  const first = await send()
  assert.deepEqual([first.status, first.body.request.details], [200, '¿Qué saben de Ana?'])
  assert.deepEqual((await send()).body, first.body)
  const kept = await db.selectFrom('idempotency_keys').select('answer').where('key', 'like', 'data request %')
  assert.deepEqual(await kept.execute(), [{ answer: { id: first.body.request.id } }])
  const answer = { outcome: 'done', answer: 'Tu cita y tu correo.' }
  const { status } = await place.as('POST', `/api/data-requests/${first.body.request.id}/answer`, answer)
  assert.equal(status, 200)
  assert.equal((await send()).body.request.answer, 'Tu cita y tu correo.')
})

test('what a change of hours leaves without its time is read anew, and kept with no answer', async () => {
  const place = await owner(call)
  const shop = { business_id: place.business_id, slug: place.slug, ...(await withOffer(place)) }
  const date = '2026-11-22'
  const hours = {
    is_open: true,
    intervals: [{ start_time: '09:00', end_time: '13:00' }],
    opens_business: true,
  }
  const day = { ...hours, professional_id: shop.professional_id }
  assert.equal((await place.as('PUT', `/api/special-days/${date}`, day)).status, 200)
  const body = booking(shop, { appointment_date: date, appointment_time: '10:00' })
  assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
  const later = booking(shop, { appointment_date: '2026-12-08', appointment_time: '10:00' })
  const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, key: string, body?: object) =>
    call(method, url, { headers: { ...place.headers, 'idempotency-key': key }, ...(body && { body }) })
  const removal = `/api/special-days/${date}?professional_id=${shop.professional_id}`
  const block = { professional_id: shop.professional_id, kind: 'block', first_date: date }
  const asked = { ...block, last_date: date, from_time: '09:30', to_time: '11:00' }
  const [one, other] = [randomUUID(), randomUUID()]
  assert.equal((await call('POST', '/api/appointments/public', { body: later })).status, 201)
  for (const _ of ['first', 'again']) {
    const blocked = await send('POST', '/api/time-off', one, asked)
    assert.deepEqual([blocked.status, blocked.body.conflicts?.length], [201, 1], JSON.stringify(blocked.body))
    const removed = await send('DELETE', removal, other)
    assert.deepEqual([removed.status, removed.body.conflicts?.length], [200, 1], JSON.stringify(removed.body))
  }
  const [own, business] = [`/api/schedules/professional/${shop.professional_id}`, place.business_id]
  const off = [{ day_of_week: 1, is_available: true, start_time: '09:00', end_time: '18:00' }]
  const shut = [{ day_of_week: 1, is_open: true, open_time: '09:00', close_time: '18:00' }]
  const changes = [
    ['PUT', 1, '/api/businesses/holidays', { policy: 'closed' }, { policy: 'ask' }],
    ['PUT', 1, own, off, []],
    ['PUT', 1, `/api/schedules/business/${business}`, shut, undefined],
    ['PATCH', 2, `/api/professionals/${shop.professional_id}`, { is_active: false }, undefined],
  ] as const
  for (const [method, count, url, change, back] of changes) {
    const key = randomUUID()
    const told = await send(method, url, key, change)
    assert.deepEqual([told.status, told.body.conflicts?.length], [200, count], JSON.stringify(told.body))
    const { status, body: again } = await send(method, url, key, change)
    assert.deepEqual([status, again], [told.status, told.body])
    if (back) assert.equal((await place.as('PUT', url, back)).status, 200)
  }
  const kept = await db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('business_id', '=', place.business_id)
    .execute()
  const text = JSON.stringify(kept.filter(({ answer }) => !JSON.stringify(answer).includes('"appointment"')))
  assert.ok(kept.length >= 2)
  assert.ok(!text.includes(body.client_name) && !text.includes(body.client_phone), text)
})

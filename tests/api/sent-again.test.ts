/** What a phone sends again because the answer got lost: it was done, once, and nobody else is blamed for it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { call, clock } = await api(db)
const home = await twoProfessionals(call, db)
const { as } = home.who
const card = home.cards.get(home.mine)
const address = `/api/appointments/${home.mine}`
type Method = 'POST' | 'PUT' | 'PATCH'

async function twice(method: Method, url: string, body: object) {
  const first = await as(method, url, body)
  const again = await as(method, url, body)
  assert.deepEqual([first.status, again.status], [200, 200], JSON.stringify([url, first.body, again.body]))
  return [first.body, again.body]
}
const appointment = async () => (await as('GET', address)).body
const historyOf = async () => (await appointment()).history.length as number

test('a move under its version moves once, and can be undone by either answer', async () => {
  const { version } = (await appointment()).appointment
  const [first, again] = await twice('PATCH', address, { appointment_time: '15:00', version })
  assert.equal(again.move_id, first.move_id)
  assert.equal(again.appointment.version, first.appointment.version)
  assert.equal(await historyOf(), 2)
  await twice('POST', `${address}/undo-move`, { move_id: again.move_id })
  assert.equal((await appointment()).appointment.appointment_time, '10:00')
})

test('… and so is one of which its client was told: the move back is told once', async () => {
  const { move_id } = (await as('PATCH', address, { appointment_time: '15:00' })).body
  await db.updateTable('messages').set({ state: 'sent' }).where('appointment_id', '=', home.mine).execute()
  const before = await historyOf()
  const [first, again] = await twice('POST', `${address}/undo-move`, { move_id })
  assert.deepEqual([first.is_quiet, again.is_quiet], [false, false])
  assert.deepEqual([again.appointment.appointment_time, await historyOf()], ['10:00', before + 1])
})

test('… and so is a longer one, a step, and who came', async () => {
  const before = await historyOf()
  const version = async () => (await appointment()).appointment.version
  await twice('POST', `${address}/duration`, { duration_minutes: 45, version: await version() })
  await twice('POST', `${address}/step`, { step: 'confirmed', is_done: true, version: await version() })
  const now = clock.now
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(now + 30 * 86_400_000).toISOString() })
    .where('business_id', '=', home.who.business_id)
    .execute()
  clock.now += 4 * 86_400_000
  const came = { attendance_status: 'attended', actual_price: 30_000, version: await version() }
  await twice('POST', `${address}/attendance`, came)
  assert.equal(await historyOf(), before + 3)
  clock.now = now
})

test('… and what is kept of clients, services, people and hours', async () => {
  const { client } = (await as('GET', `/api/clients/${card}`)).body
  await twice('PATCH', `/api/clients/${card}`, { alert: 'Alergia al amoniaco', version: client.version })
  const of = async (path: string, name: string, id: number) =>
    (await as('GET', path)).body[name].find((row: { id: number }) => row.id === id)
  const service = await of('/api/services', 'services', home.place.service_id)
  await twice('PATCH', `/api/services/${service.id}`, { price: 41_000, version: service.version })
  const person = await of('/api/professionals', 'professionals', home.other_id)
  await twice('PATCH', `/api/professionals/${person.id}`, { bio: 'Colorista', version: person.version })
  const category = await of('/api/service-categories', 'categories', home.category)
  const name = { category_name: 'Color y brillo', version: category.version }
  await twice('PATCH', `/api/service-categories/${category.id}`, name)
  const profile = async () => (await as('GET', '/api/businesses/profile')).body.business
  await twice('PATCH', '/api/businesses/profile', {
    description: 'Desde 1990',
    version: (await profile()).version,
  })
  const week = [{ day_of_week: 1, is_open: true, open_time: '08:00', close_time: '18:00' }]
  await twice('PUT', `/api/schedules/business/${home.who.business_id}`, {
    schedules: week,
    hours_version: (await profile()).hours_version,
  })
  const own = [{ day_of_week: 1, is_available: true, start_time: '09:00', end_time: '18:00' }]
  await twice('PUT', `/api/schedules/professional/${home.other_id}`, { schedules: own, hours_version: 1 })
  const away = (await as('GET', `/api/time-off/${home.time_off}`)).body.time_off
  await twice('PUT', `/api/time-off/${away.id}`, {
    first_date: '2026-12-26',
    professional_id: away.professional_id,
    version: away.version,
  })
  await as('PUT', '/api/special-days/2026-12-09', { is_open: false })
  const closed = { is_open: false, label: 'Inventario', version: 1 }
  await twice('PUT', '/api/special-days/2026-12-09', closed)
  await twice('PUT', '/api/messages/texts', { kind: 'reminder', text: 'Hola {nombre}', version: 0 })
})

test('… and what the server makes of what was sent: ids of options, a telephone’s code, an address', async () => {
  const url = `/api/services/${home.place.service_id}`
  const service = async () =>
    (await as('GET', '/api/services')).body.services.find(({ id }: any) => id === home.place.service_id)
  const own = [
    { professional_id: home.other_id, price: 50_000 },
    { professional_id: home.place.professional_id, price: 60_000 },
  ]
  const options = {
    variants: [
      { name: 'Corto', duration_minutes: 30, price: 20_000 },
      { name: 'Largo', duration_minutes: 60, price: 40_000 },
    ],
    addons: [{ name: 'Brillo', duration_minutes: 15, price: 5000 }],
    by_professional: own,
  }
  const [first, again] = await twice('PATCH', url, { ...options, version: (await service()).version })
  assert.deepEqual(again.service, first.service)
  const other = { ...options, addons: [{ name: 'Otro', duration_minutes: 15, price: 5000 }] }
  const refused = await as('PATCH', url, { ...other, version: first.service.version - 1 })
  assert.deepEqual([refused.status, refused.body.current.addons], [409, first.service.addons])
  const profile = async () => (await as('GET', '/api/businesses/profile')).body.business
  const named = await profile()
  await twice('PATCH', '/api/businesses/profile', {
    whatsapp: '300 412 8819',
    slug: '',
    business_name: 'Salón de la Esquina',
    version: named.version,
  })
  const after = await profile()
  assert.deepEqual([after.whatsapp, after.slug], ['+573004128819', 'salon-de-la-esquina'])
  const late = await as('PATCH', '/api/businesses/profile', {
    whatsapp: '300 412 0000',
    version: named.version,
  })
  assert.equal(late.status, 409)
})

test('another wish under an old version is still refused, with what is there now', async () => {
  const { client } = (await as('GET', `/api/clients/${card}`)).body
  const old = client.version - 1
  const { status, body } = await as('PATCH', `/api/clients/${card}`, { alert: 'Otra cosa', version: old })
  assert.deepEqual([status, body.current.alert], [409, 'Alergia al amoniaco'])
  const { version } = (await appointment()).appointment
  const refused = await as('POST', `${address}/duration`, { duration_minutes: 90, version: version - 1 })
  assert.equal(refused.status, 409)
})

/** What a service takes with its add-ons: by the professional's own minutes, and of an appointment that was made shorter. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { call } = await api(db)

async function offering(service: object, own?: number) {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const { service_id, professional_id } = place
  const saved = await who.as('PATCH', `/api/services/${service_id}`, {
    ...service,
    addons: [{ name: 'Hidratación', duration_minutes: 60, price: 0 }],
    ...(own && { by_professional: [{ professional_id, duration_minutes: own }] }),
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const week = [1, 2, 3, 4, 5].map((day_of_week) => ({
    day_of_week,
    is_open: true,
    open_time: '06:00',
    close_time: '23:00',
  }))
  const hours = await who.as('PUT', `/api/schedules/business/${who.business_id}`, week)
  assert.equal(hours.status, 200, JSON.stringify(hours.body))
  const addon_ids = [saved.body.service.addons[0].id as number]
  const book = async (more: object = {}) => {
    const body = booking(place, { appointment_time: '06:00', addon_ids, ...more })
    const { status, body: answer } = await call('POST', '/api/appointments/public', { body })
    return [status, answer.appointment?.duration_minutes ?? answer.fields]
  }
  return { ...who, place, addon_ids, book }
}
const TOO_LONG = { addon_ids: 'Con esos adicionales la cita dura más de 12 horas' }

test('too long with the minutes of the professional: refused with a sentence, by the page and by the owner', async () => {
  const { book, as, place, addon_ids } = await offering({ duration_minutes: 60 }, 700)
  assert.deepEqual(await book(), [400, TOO_LONG])
  assert.deepEqual(await book({ professional_id: 'any' }), [400, TOO_LONG])
  const own = await as('POST', '/api/appointments', booking(place, { appointment_time: '06:00', addon_ids }))
  assert.deepEqual([own.status, own.body.fields], [400, TOO_LONG])
  assert.deepEqual(await book({ addon_ids: [] }), [201, 700])
})

test('short enough with the minutes of the professional: booked, though the service alone takes the whole day', async () => {
  const { book } = await offering({ duration_minutes: 720 }, 60)
  assert.deepEqual(await book(), [201, 120])
})

test('with no preference, who is too slow for it is not chosen, and does not speak for the others', async () => {
  const { book, as, place } = await offering({ duration_minutes: 60 }, 700)
  const other = await as('POST', '/api/professionals', { professional_name: 'Rápida' })
  assert.equal(other.status, 201)
  const { service_id } = place
  await as('PATCH', `/api/services/${service_id}`, {
    by_professional: [{ professional_id: place.professional_id, duration_minutes: 700 }],
  })
  assert.deepEqual(await book({ professional_id: 'any' }), [201, 120])
})

test('an add-on is taken off an appointment that was made as short as it', async () => {
  const { as, place, addon_ids } = await offering({ duration_minutes: 30 })
  const made = await as('POST', '/api/appointments', {
    ...booking(place, { appointment_time: '06:00', addon_ids }),
    duration_minutes: 30,
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { status, body } = await as('PATCH', `/api/appointments/${made.body.appointment.id}`, {
    addon_ids: [],
  })
  assert.deepEqual([status, body.appointment?.duration_minutes], [200, 30], JSON.stringify(body))
})

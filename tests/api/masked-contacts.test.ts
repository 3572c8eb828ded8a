/** What is masked is not confirmed either: a change that guesses a telephone gets the same answer, right or wrong. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { memberOf } from '../roles.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { call } = await api(db)
const { who, place, mine } = await twoProfessionals(call, db)
const professional = (switches = {}) =>
  memberOf(db, who.business_id, 'professional', { switches, professional_id: place.professional_id })
const { headers } = await professional()
await db.updateTable('appointments').set({ client_id: '1037123411' }).where('id', '=', mine).execute()
const row = await db.selectFrom('appointments').selectAll().where('id', '=', mine).executeTakeFirstOrThrow()
const patch = async (body: object, by = headers) => {
  const { status, body: answer } = await call('PATCH', `/api/appointments/${mine}`, { headers: by, body })
  return [status, answer.error]
}

const REFUSED = [403, 'Los datos del cliente los cambia la recepción']
for (const [name, right, wrong] of [
  ['client_phone', row.client_phone, '+573109990000'],
  ['client_email', row.client_email, 'otra@correo.example'],
  ['client_id', row.client_id, '87654321'],
] as const)
  test(`${name} is refused alike, right or wrong, also under an old version`, async () => {
    for (const more of [{}, { notes: 'Otra' }, { version: 1 }, { version: 99 }])
      for (const value of [right, wrong]) {
        const answer = await patch({ [name]: value, ...more })
        assert.deepEqual(answer, REFUSED, JSON.stringify({ value, ...more }))
      }
  })

test('a message that is said to be sent confirms no telephone; it goes to that which is shown', async () => {
  const { starts_at } = row
  const said = async (client_phone: string) => {
    const body = { message: 'confirmation', starts_at: new Date(starts_at).toISOString(), client_phone }
    const path = `/api/appointments/${mine}/message-sent`
    const { status, body: answer } = await call('POST', path, { headers, body })
    return [status, answer.error]
  }
  const wrong = await said('+573109990000')
  assert.equal(wrong[0], 409)
  assert.deepEqual(await said(row.client_phone), wrong)
  assert.deepEqual(await said('300 ••• 8819'), [200, undefined])
})

test('what is sent back as it is shown stays; so does what is hidden altogether', async () => {
  const { body } = await call('GET', `/api/appointments/${mine}`, { headers })
  const { client_email, client_id } = body.appointment
  assert.equal(client_id, null)
  assert.deepEqual(await patch({ notes: 'Trae su tinte', client_id, client_name: row.client_name }), [
    200,
    undefined,
  ])
  assert.ok(client_email.includes('•'))
  const after = await db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', mine)
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [after.notes, after.client_phone, after.client_email, after.client_id],
    ['Trae su tinte', row.client_phone, row.client_email, row.client_id],
  )
})

test('what is wrong with contacts that were typed is said in words, field by field', async () => {
  const booked = (contacts: object) =>
    call('POST', '/api/appointments', {
      headers,
      body: {
        service_id: place.service_id,
        professional_id: place.professional_id,
        appointment_date: '2026-11-26',
        appointment_time: '17:00',
        client_name: 'Luz Marina',
        ...contacts,
      },
    })
  const wrong = { client_phone: '12', client_email: 'luz', client_id: '1' }
  const { status, body } = await booked(wrong)
  assert.equal(status, 400)
  assert.deepEqual(body.fields, {
    client_phone: 'Formato inválido. Ejemplo: +57 3001234567',
    client_email: 'Email inválido',
    client_id: 'Cédula debe tener entre 8 y 12 dígitos',
  })
  const missing = (await booked({})).body.fields
  assert.deepEqual(missing, { client_phone: 'Teléfono es requerido', client_email: 'Email es requerido' })
})

test('somebody who passed by and left nothing is changed as a whole too', async () => {
  const booked = await call('POST', '/api/appointments', {
    headers,
    body: {
      service_id: place.service_id,
      professional_id: place.professional_id,
      appointment_date: '2026-11-26',
      appointment_time: '15:00',
      client_name: 'Luz',
      walk_in: true,
    },
  })
  assert.equal(booked.status, 201, JSON.stringify(booked.body))
  const { id, service_id, professional_id, appointment_date, client_name } = booked.body.appointment
  const whole = { service_id, professional_id, appointment_date, client_name, walk_in: true }
  const put = await call('PUT', `/api/appointments/${id}`, {
    headers,
    body: { ...whole, appointment_time: '16:00', client_phone: '', client_email: '', client_id: '' },
  })
  assert.deepEqual(
    [put.status, put.body.appointment?.appointment_time],
    [200, '16:00'],
    JSON.stringify(put.body),
  )
})

test('who sees telephones may send them as they are, and change none', async () => {
  const { headers: sees } = await professional({ 'clients:own-phones': true })
  assert.deepEqual(await patch({ client_phone: row.client_phone, notes: 'Ve todo' }, sees), [200, undefined])
  assert.deepEqual(await patch({ client_phone: '+573109990000' }, sees), REFUSED)
})

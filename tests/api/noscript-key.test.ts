/** The form without script: under which key a booking is sent again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booking, database, salon } from '../helper.ts'
import { site } from '../pages.ts'

const db = await database()
const { app, call } = await site(db, { env: { BOOKINGS_PER_PERSON: '1' } })

test('a limit is no answer to a key: the next press is the same booking; a refusal is one', async () => {
  const place = await salon(db)
  assert.equal((await call('POST', '/api/appointments/public', { body: booking(place) })).status, 201)
  const { client_name, client_phone, client_email } = booking(place)
  const send = async (changes: Record<string, string>) => {
    const search = new URLSearchParams({
      servicio: String(place.service_id),
      profesional: String(place.professional_id),
      fecha: '2026-11-24',
      hora: '11:00',
      paso: 'confirmar',
    })
    const form = {
      client_name,
      client_email,
      client_phone: client_phone.replace('+57', ''),
      client_phone_country: 'CO',
      notes: '',
      terms: 'on',
      intent: 'confirmar',
      business_id: String(place.business_id),
      key: 'la-misma-cita',
      ...changes,
    }
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/negocio/${place.slug}?${search}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
    return { statusCode, key: /name="key" value="([^"]*)"/.exec(body)?.[1] }
  }
  assert.deepEqual(await send({}), { statusCode: 429, key: 'la-misma-cita' })
  const refused = await send({ business_id: '999999' })
  assert.equal(refused.statusCode, 404)
  assert.ok(refused.key && refused.key !== 'la-misma-cita')
})

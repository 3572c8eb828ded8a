/** The form without script: under which key a booking is sent again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { booking, database, salon } from '../helper.ts'
import { site } from '../pages.ts'

const db = await database()
const { app, call } = await site(db, { env: { BOOKINGS_PER_PERSON: '1' } })

const place = await salon(db)
const { client_name, client_phone, client_email } = booking(place)

async function send(changes: Record<string, string>) {
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
  const [, key] = /name="key" value="([^"]*)"/.exec(body) ?? []
  const [sent] = /name="sent" value="1"/.exec(body) ?? []
  const [own] = /puede ser por tu propia cita[^."]*\./.exec(body.replaceAll('<!-- -->', '')) ?? []
  return { statusCode, key, ...(sent && { isSent: true }), ...(own && { own }) }
}

test('a limit is no answer to a key: the next press is the same booking; a refusal is one', async () => {
  assert.equal((await call('POST', '/api/appointments/public', { body: booking(place) })).status, 201)
  assert.deepEqual(await send({}), { statusCode: 429, key: 'la-misma-cita' })
  const refused = await send({ business_id: '999999' })
  assert.equal(refused.statusCode, 404)
  assert.ok(refused.key && refused.key !== 'la-misma-cita')
})

test('only who sent a booking of which nobody knows what became hears that the taken time may be theirs, and where to ask', async () => {
  const mine = { client_phone: '3015550001', client_email: 'mia@correo.example', key: 'de-otra' }
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'no disk'; end $$;
    create trigger fail before insert on appointments execute function fail()`.execute(db)
  assert.deepEqual(await send(mine), { statusCode: 500, key: 'de-otra', isSent: true })
  await sql`drop trigger fail on appointments`.execute(db)
  const back = { ...mine, intent: 'volver' }
  assert.deepEqual(await send({ ...back, sent: '1' }), { statusCode: 200, key: 'de-otra', isSent: true })
  assert.deepEqual(await send({ ...mine, intent: 'datos', client_name: '', sent: '1' }), {
    statusCode: 400,
    key: 'de-otra',
    isSent: true,
  })
  const taken = booking(place, {
    client_phone: '+573015550002',
    client_email: 'otra@correo.example',
    appointment_date: '2026-11-24',
    appointment_time: '11:00',
  })
  assert.equal((await call('POST', '/api/appointments/public', { body: taken })).status, 201)
  assert.equal((await send(back)).own, undefined)
  const said = async (changes: object) => (await send({ ...back, sent: '1', ...changes })).own
  assert.equal(await said({}), 'puede ser por tu propia cita, revisa tu correo.')
  assert.equal(await said({ no_messages: 'on' }), 'puede ser por tu propia cita, pregúntale al negocio.')
})

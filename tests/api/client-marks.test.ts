import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, appointmentRow, booking, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'

const db = await database()
const { call } = await api(db)
const ALERT = 'Alergia: acetona'
const ana = {
  client_name: 'Ana Ruiz',
  client_phone: '+573001230001',
  client_email: 'ana@correo.example',
  client_id: '1037123499',
}

async function marked() {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const missed = { status: 'completed', attendance_status: 'no_show' } as const
  await db
    .insertInto('appointments')
    .values({ ...appointmentRow(place, '2026-11-12', '10:00'), ...ana, ...missed })
    .execute()
  const { body } = await call('POST', '/api/appointments/public', {
    body: booking(place, { ...ana, send_confirmation: true }),
  })
  const id = body.appointment.id as number
  const { card_id } = await db
    .selectFrom('appointments')
    .select('card_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const set = await who.as('PATCH', `/api/clients/${card_id}`, { alert: ALERT })
  assert.equal(set.status, 200)
  const day = body.appointment.appointment_date as string
  return { ...who, place, id, card_id, day }
}

test('the team hears of an alert and of missed appointments with the days and with the appointment', async () => {
  const { as, id, day, business_id, place } = await marked()
  const { body } = await as('GET', `/api/appointments/marks?from=${day}&to=${day}`)
  assert.deepEqual(body.marks, [{ appointment_id: id, alert: ALERT, no_shows: 1 }])
  assert.deepEqual((await as('GET', `/api/appointments/${id}`)).body.mark, {
    appointment_id: id,
    alert: ALERT,
    no_shows: 1,
  })
  const { headers } = await memberOf(db, business_id, 'professional', {
    professional_id: place.professional_id,
  })
  const own = await call('GET', `/api/appointments/marks?from=${day}&to=${day}`, { headers })
  assert.equal(own.body.marks[0].alert, ALERT)
  const { headers: other } = await memberOf(db, business_id, 'professional')
  assert.deepEqual(
    (await call('GET', `/api/appointments/marks?from=${day}&to=${day}`, { headers: other })).body.marks,
    [],
  )
})

test('days that make no sense are refused in words', async () => {
  const { as } = await marked()
  for (const query of [
    '',
    '?from=2026-11-20',
    '?from=x&to=2026-11-20',
    '?from=2026-11-21&to=2026-11-20',
    '?from=2026-01-01&to=2026-12-31',
  ]) {
    const { status, body } = await as('GET', `/api/appointments/marks${query}`)
    assert.equal(status, 400, query)
    assert.match(body.error, /fecha|días/, query)
  }
})

test('no message, portal nor calendar of a client holds the alert', async () => {
  const { as, id, business_id } = await marked()
  await as('PATCH', `/api/appointments/${id}`, { appointment_time: '15:00' })
  await as('POST', `/api/appointments/${id}/cancel`, {})
  const { rows } = await sql<{
    row: string
  }>`select m::text as row from messages m where business_id = ${business_id}`.execute(db)
  assert.ok(rows.length > 1)
  const portal = await call('POST', '/api/appointments/client/appointments', {
    body: { client_id: ana.client_id, client_email: ana.client_email, recaptcha_token: 'dev-token' },
  })
  assert.ok(portal.body.appointments.length > 0)
  for (const text of [...rows.map(({ row }) => row), JSON.stringify(portal.body)])
    assert.doesNotMatch(text, /acetona/)
})

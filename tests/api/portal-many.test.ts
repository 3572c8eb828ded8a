/** A client with more appointments than anybody looks through: a business that books everybody with one e-mail. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { api, booking, database, NOW, salon, type Salon } from '../helper.ts'

const db = await database()
const { app, call, clock } = await api(db)

const who = { client_id: '1037123456', client_email: 'recepcion@correo.example' }
const post = (path: string, body: object) => call('POST', `/api/appointments/client/${path}`, { body })
const day = (n: number) => new Date(NOW + n * 86_400_000).toISOString().slice(0, 10)

async function tokenFor(business_id: number) {
  const secret = randomBytes(32).toString('base64url')
  const token_hash = createHash('sha256').update(secret).digest()
  const created_at = new Date(clock.now).toISOString()
  await db
    .insertInto('portal_tokens')
    .values({ business_id, client_email: who.client_email, token_hash, created_at })
    .execute()
  return `${business_id}.${secret}`
}

/** As many as `count`, an hour apart; those that lie ahead can be cancelled. */
const fill = (place: Salon, from: string, count: number, status: 'completed' | 'scheduled') => sql`
  insert into appointments (business_id, service_id, professional_id, service_name, professional_name, client_name,
    client_phone, client_email, client_id, price, appointment_date, appointment_time, duration_minutes, booked_by, starts_at,
    ends_at, status, attendance_status, created_at)
  select ${place.business_id}, ${place.service_id}, ${place.professional_id}, 'Corte', 'Inés', 'Recepción',
    '+573004128819', ${who.client_email}, ${who.client_id}, 1, at::date, at::time, 60, 'owner', at at time zone 'America/Bogota',
    at at time zone 'America/Bogota' + interval '1 hour', ${status}, ${status === 'completed' ? 'attended' : 'pending'}, '2016-01-01'
  from generate_series(0, ${count - 1}::int) n
  cross join lateral (select ${from}::timestamp + n * interval '1 hour' as at) moment`

test('five thousand appointments of an e-mail are answered in part, and each of them can still be cancelled', async () => {
  const place = await salon(db)
  const first = await call('POST', '/api/appointments/public', { body: booking(place, who) })
  assert.equal(first.status, 201, first.body.error)
  await fill(place, '2016-01-01', 4500, 'completed').execute(db)
  await fill(place, `${day(8)} 00:00`, 500, 'scheduled').execute(db)
  const token = await tokenFor(place.business_id)
  const opened = await app.inject({ url: `/api/client-auth/validate-token?token=${token}` })
  const searched = await app.inject({
    method: 'POST',
    url: '/api/appointments/client/appointments',
    payload: { ...who, recaptcha_token: 'dev-token' },
  })
  for (const answer of [opened, searched]) {
    assert.equal(answer.statusCode, 200, answer.body)
    assert.ok(answer.body.length < 300_000, `${answer.body.length} bytes`)
    const { appointments, has_more } = answer.json<{
      appointments: { id: number; status: string; starts_at: string }[]
      has_more: boolean
    }>()
    assert.equal(has_more, true)
    assert.equal(appointments.length, 300)
    assert.equal(appointments.filter(({ status }) => status === 'scheduled').length, 200)
    // The next ones are among them, and the order is by time, as of few.
    assert.ok(appointments.some(({ id }) => id === first.body.appointment.id))
    const starts = appointments.map(({ starts_at }) => Date.parse(starts_at))
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => b - a),
    )
  }
  const { id } = await db
    .selectFrom('appointments')
    .select('id')
    .where('business_id', '=', place.business_id)
    .orderBy('starts_at', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal((await post(`cancel/${id}`, { token })).status, 200)
  assert.equal((await post(`cancel/${first.body.appointment.id}`, { ...who })).status, 200)
  // Whoever shows who they are, and names another's, is no guesser.
  for (let n = 0; n < 12; n++) assert.equal((await post('cancel/999999999', { ...who })).status, 404)
  assert.equal((await post('appointments', who)).status, 200)
})

test('a link is opened as often as people open it, and not without a pause', async () => {
  const place = await salon(db)
  assert.equal((await call('POST', '/api/appointments/public', { body: booking(place, who) })).status, 201)
  const [token, another] = [await tokenFor(place.business_id), await tokenFor(place.business_id)]
  const open = async (link: string) =>
    (await app.inject({ url: `/api/client-auth/validate-token?token=${link}` })).statusCode
  const statuses: number[] = []
  for (let n = 0; n < 13; n++)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => open(token)))))
  assert.equal(
    statuses.slice(0, 600).every((status) => status === 200),
    true,
  )
  assert.equal(await open(token), 429)
  assert.equal(await open(another), 200)
  clock.now += 3_600_000
  assert.equal(await open(token), 200)
})

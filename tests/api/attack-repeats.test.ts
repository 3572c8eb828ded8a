/** One call that is allowed, made a thousand times by who may make it: what it keeps, writes and answers stays small. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database, salon } from '../helper.ts'
import { owner, PASSWORD, withOffer } from '../owner.ts'
import { until } from '../smtp.ts'

const db = await database()
// A refused body is not read, which a slow machine would hear of.
const { call, clock } = await api(db, { env: { REQUEST_SECONDS: '290' } })
const HOUR = 3_600_000

const counted = async (from: string, business_id: number) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(from)}
    where business_id = ${business_id}`.execute(db)
  return Number(rows[0]!.n)
}

test('a client who moves an appointment to and fro writes to the business twenty times an hour', async () => {
  const place = await salon(db)
  const { body } = await call('POST', '/api/appointments/public', { body: booking(place) })
  const { appointment, portal_token: token } = body
  const move = (n: number, headers = {}) =>
    call('POST', `/api/appointments/client/reschedule/${appointment.id}`, {
      body: { token, new_date: '2026-11-24', new_time: n % 2 ? '12:00' : '13:00' },
      headers,
    })
  const key = { 'idempotency-key': 'el-primer-cambio-0001' }
  assert.equal((await move(0, key)).status, 200)
  const answers = []
  for (let n = 1; n < 60; n++) answers.push(await move(n))
  const refused = answers.filter(({ status }) => status === 429)
  assert.equal(answers.filter(({ status }) => status === 200).length, 19)
  assert.equal(refused.length, 40)
  assert.match(refused[0]!.body.error, /^Ya cambiaste la hora muchas veces\./)
  assert.ok(Number(refused[0]!.headers['retry-after']) > 0)
  assert.equal((await move(0, key)).status, 200, 'what was answered before is answered again')
  let day = 0
  for (let hour = 1; hour < 12; hour++) {
    clock.now += HOUR
    for (let n = 0; n < 10; n++) if ((await move(10 * hour + n)).status === 200) day++
  }
  assert.equal(day, 20)
  const moved = await counted('appointment_history', place.business_id)
  assert.equal(moved, 40)
  // Others of that business, and it itself, are not concerned.
  const other = await call('POST', '/api/appointments/public', {
    body: booking(place, {
      appointment_time: '15:00',
      client_email: 'otra@correo.example',
      client_phone: '+573005550000',
    }),
  })
  const { status } = await call('POST', `/api/appointments/client/reschedule/${other.body.appointment.id}`, {
    body: { token: other.body.portal_token, new_date: '2026-11-24', new_time: '16:00' },
  })
  assert.equal(status, 200)
})

test('a client who is refused other times because they are taken can still move', async () => {
  const place = await salon(db)
  const { body } = await call('POST', '/api/appointments/public', { body: booking(place) })
  await call('POST', '/api/appointments/public', {
    body: booking(place, {
      appointment_time: '15:00',
      client_email: 'otra@correo.example',
      client_phone: '+573005550000',
    }),
  })
  const move = (new_time: string) =>
    call('POST', `/api/appointments/client/reschedule/${body.appointment.id}`, {
      body: { token: body.portal_token, new_date: '2026-11-23', new_time },
    })
  for (let n = 0; n < 25; n++) assert.equal((await move('15:00')).status, 409)
  assert.equal((await move('16:00')).status, 200)
  // What is tried has a limit of its own.
  const tried = []
  for (let n = 0; n < 90; n++) tried.push((await move('15:00')).status)
  assert.equal(tried.filter((status) => status === 409).length, 74)
  assert.equal(tried.at(-1), 429)
})

test('an appointment and a time off that were changed hundreds of times show the last changes', async () => {
  const who = await owner(call)
  const { service_id, professional_id } = await withOffer(who)
  const booked = await who.as('POST', '/api/appointments', {
    service_id,
    professional_id,
    appointment_date: '2026-11-24',
    appointment_time: '10:00',
    client_name: 'Ana',
    client_phone: '+573001234567',
    client_email: 'ana@correo.example',
  })
  const place = `/api/appointments/${booked.body.appointment.id}`
  const blocked = await who.as('POST', '/api/time-off', { first_date: '2026-12-28' })
  const away = `/api/time-off/${blocked.body.time_off.id}`
  for (let n = 0; n < 250; n++) {
    await who.as('PATCH', place, { notes: `Nota ${n}` })
    await who.as('PUT', away, { first_date: '2026-12-28', reason: `Viaje ${n}` })
  }
  const { history } = (await who.as('GET', place)).body
  assert.equal(history.length, 201)
  assert.deepEqual([history[0].change, history.at(-1).old.notes], ['booked', 'Nota 248'])
  const off = (await who.as('GET', away)).body.history
  assert.deepEqual([off.length, off.at(-1).old.reason], [200, 'Viaje 248'])
})

test('who logs in over and over has a hundred sessions, and twenty entries an hour in the activity', async () => {
  const who = await owner(call)
  const enter = (password = PASSWORD) =>
    call('POST', '/api/auth/login', {
      body: { email: who.email, password, recaptcha_token: 'dev-token' },
    })
  await sql`insert into sessions (business_id, user_id, token_hash, created_at, expires_at)
    select m.business_id, m.user_id, decode(md5(n::text) || md5((-n)::text), 'hex'),
      ${new Date(clock.now - HOUR).toISOString()}, ${new Date(clock.now + HOUR).toISOString()}
    from memberships m, generate_series(1, 150) n where m.business_id = ${who.business_id}`.execute(db)
  const entered = []
  for (let n = 0; n < 25; n++) entered.push(await enter())
  assert.ok(entered.every(({ status }) => status === 200))
  assert.equal(await counted('sessions', who.business_id), 100)
  const last = entered.at(-1)!.body.token
  const { status } = await call('GET', '/api/auth/verify', { headers: { authorization: `Bearer ${last}` } })
  assert.equal(status, 200)
  assert.equal(await counted('activity', who.business_id), 20)
  for (let hour = 0; hour < 3; hour++) {
    clock.now += HOUR / 3
    for (let n = 0; n < 9; n++) assert.equal((await enter('equivocada')).status, 401)
  }
  await until(async () => (await counted('activity', who.business_id)) >= 40)
  assert.equal(
    await counted('activity', who.business_id),
    40,
    'of 27 wrong ones within an hour, 20 are noted',
  )
})

test('a day has fewer changes of a member than all of its hours', async () => {
  const few = await api(db, {
    env: { REQUEST_SECONDS: '290', CHANGES_PER_MEMBER: '10', CHANGES_PER_BUSINESS: '1000' },
  })
  const who = await owner(few.call)
  const save = () => who.as('PATCH', '/api/businesses/profile', { description: 'Con cita' })
  let saved = 0
  for (let hour = 0; hour < 10; hour++) {
    for (let n = 0; n < 12; n++) if ((await save()).status === 200) saved++
    few.clock.now += HOUR
  }
  assert.equal(saved, 30)
  const { status, headers, body } = await save()
  assert.deepEqual([status, body.error], [429, 'Demasiados intentos, intenta más tarde'])
  assert.ok(Number(headers['retry-after']) > 10 * 3600)
})

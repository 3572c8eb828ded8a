import type { Challenge } from 'altcha-lib'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { openByEmail } from '#server/portal/queries.ts'
import type { Verdict } from '#server/verification/verifier.ts'
import { api, booking, database, NOW, ownerHeaders, salon, type Salon } from '../helper.ts'
import { workDone } from '../work.ts'

const db = await database()
const { call, clock } = await api(db)

let people = 0
/** A client with a document and an e-mail of their own. */
function person() {
  const n = ++people
  const who = { client_id: String(10_000_000 + n), client_email: `persona${n}@correo.example` }
  return {
    who,
    book: async (place: Salon, changes: Record<string, unknown> = {}) => {
      const { status, body } = await call('POST', '/api/appointments/public', {
        body: booking(place, { ...who, ...changes }),
      })
      assert.equal(status, 201, body.error)
      return body.appointment.id as number
    },
  }
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  call('POST', `/api/appointments/client/${path}`, { body, headers })

async function tokenFor(business_id: number, client_email: string) {
  const secret = randomBytes(32).toString('base64url')
  await db
    .insertInto('portal_tokens')
    .values({
      business_id,
      client_email,
      token_hash: createHash('sha256').update(secret).digest(),
      created_at: new Date(clock.now).toISOString(),
    })
    .execute()
  return `${business_id}.${secret}`
}

const statusOf = async (id: number) =>
  db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a document and its e-mail, in any capitals, show their appointments over all businesses and no others', async () => {
  const [one, two] = [await salon(db), await salon(db)]
  const ana = person()
  const mine = [await ana.book(one), await ana.book(two, { appointment_time: '12:00' })]
  await person().book(one, { appointment_time: '15:00' })
  const { status, body } = await post('appointments', {
    ...ana.who,
    client_email: ana.who.client_email.toUpperCase(),
  })
  assert.equal(status, 200)
  assert.deepEqual(body.appointments.map((row: { id: number }) => row.id).sort(), mine.sort())
  assert.equal(body.appointments[0].business_name, (await salonName(two)).business_name)
  assert.equal(body.appointments[0].price, 55_000)
  for (const field of [
    'id',
    'service_id',
    'service_name',
    'professional_id',
    'professional_name',
    'business_id',
    'business_name',
    'business_address',
    'business_city',
    'appointment_date',
    'appointment_time',
    'duration_minutes',
    'price',
    'status',
    'cancellation_reason',
    'client_id',
    'client_email',
  ])
    assert.ok(field in body.appointments[0], field)
})

test('each appointment carries a link of its own, for calendars: it opens that one and no other', async () => {
  const [one, two] = [await salon(db), await salon(db)]
  const ana = person()
  const id = await ana.book(one)
  await ana.book(two, { appointment_time: '12:00' })
  const { body } = await post('appointments', ana.who)
  const { portal_token } = body.appointments.find((row: { id: number }) => row.id === id)
  const opened = await call('GET', `/api/client-auth/validate-token?token=${portal_token}`)
  assert.deepEqual(
    opened.body.appointments.map((row: { id: number }) => row.id),
    [id],
  )
  assert.equal(opened.body.appointments[0].portal_token, portal_token)
  for (const wrong of [portal_token.replace('.m', '.c'), `${portal_token.slice(0, -2)}AA`])
    assert.equal((await call('GET', `/api/client-auth/validate-token?token=${wrong}`)).status, 401)
})

const salonName = ({ business_id }: Salon) =>
  db.selectFrom('businesses').select('business_name').where('id', '=', business_id).executeTakeFirstOrThrow()

test('a wrong pair finds nothing, and guessing ends in 429 with Retry-After', async () => {
  const place = await salon(db)
  const ana = person()
  await ana.book(place)
  const wrong = { ...ana.who, client_email: 'otra@correo.example' }
  for (let i = 0; i < 10; i++) {
    const { status, body } = await post('appointments', wrong)
    assert.deepEqual([status, body.appointments], [200, []])
  }
  const { status, body, headers } = await post('appointments', wrong)
  assert.equal(status, 429)
  assert.equal(body.error, 'Demasiados intentos, intenta más tarde')
  assert.ok(Number(headers['retry-after']) > 0)
})

test('the form says what is wrong', async () => {
  for (const [body, field, error] of [
    [{ client_email: 'a@b.co' }, 'client_id', 'Cédula es requerida'],
    [{ client_id: '1234567', client_email: 'a@b.co' }, 'client_id', 'Cédula debe tener entre 8 y 12 dígitos'],
    [{ client_id: '12345678' }, 'client_email', 'Email es requerido'],
    [{ client_id: '12345678', client_email: 'a' }, 'client_email', 'Email inválido'],
  ] as const) {
    const answer = await post('appointments', body)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.fields[field], error)
  }
})

test('a token opens the appointments of its e-mail in its business, until 24 hours after the last one', async () => {
  const [place, elsewhere] = [await salon(db), await salon(db)]
  const ana = person()
  const id = await ana.book(place)
  await ana.book(elsewhere, { appointment_time: '16:00' })
  const token = await tokenFor(place.business_id, ana.who.client_email)
  const open = () => call('GET', `/api/client-auth/validate-token?token=${token}`)
  const { status, body } = await open()
  assert.equal(status, 200)
  assert.deepEqual(body.client, { ...ana.who, client_name: 'Camila Rojas' })
  assert.deepEqual(
    body.appointments.map((row: { id: number }) => row.id),
    [id],
  )
  // The appointment ends on Monday at 11:00 in Bogotá.
  clock.now = Date.parse('2026-11-24T15:59:00Z')
  assert.equal((await open()).status, 200)
  clock.now = Date.parse('2026-11-24T16:01:00Z')
  assert.equal((await open()).status, 401)
  clock.now = NOW
})

test('a token that has expired stays so when somebody books with its e-mail; a later link opens all', async () => {
  const place = await salon(db)
  const ana = person()
  await ana.book(place)
  const old = await tokenFor(place.business_id, ana.who.client_email)
  const status = async (token: string) =>
    (await call('GET', `/api/client-auth/validate-token?token=${token}`)).status
  // While it lives, further bookings prolong it.
  clock.now = Date.parse('2026-11-24T15:00:00Z')
  await ana.book(place, { appointment_date: '2026-11-25' })
  clock.now = Date.parse('2026-11-26T15:59:00Z')
  assert.equal(await status(old), 200)
  clock.now = Date.parse('2026-11-26T16:01:00Z')
  assert.equal(await status(old), 401)
  await person().book(place, { client_email: ana.who.client_email, appointment_date: '2026-11-30' })
  assert.equal(await status(old), 401)
  const later = await tokenFor(place.business_id, ana.who.client_email)
  assert.equal(await status(later), 200)
  // Neither does one open again whose address the owner had corrected everywhere.
  await db
    .updateTable('appointments')
    .set({ client_email: 'correcta@correo.example' })
    .where('business_id', '=', place.business_id)
    .execute()
  clock.now += 60_000
  await person().book(place, { client_email: ana.who.client_email, appointment_date: '2026-12-01' })
  assert.equal(await status(later), 401)
  clock.now = NOW
})

test('the greeting is the client’s, whoever booked with that e-mail since', async () => {
  const place = await salon(db)
  const ana = person()
  await ana.book(place)
  const token = await tokenFor(place.business_id, ana.who.client_email)
  await person().book(place, {
    client_email: ana.who.client_email,
    client_name: 'Otra Cualquiera',
    appointment_time: '15:00',
  })
  const { body } = await call('GET', `/api/client-auth/validate-token?token=${token}`)
  assert.equal(body.appointments.length, 2)
  assert.deepEqual(body.client, { ...ana.who, client_name: 'Camila Rojas' })
})

test('unknown tokens are 401, and guessing them ends in 429', async () => {
  const bad = (token: string) => call('GET', `/api/client-auth/validate-token?token=${token}`)
  for (const token of ['', 'x', '1.x', `1.${'a'.repeat(43)}`, 'x'.repeat(300), 'x&token=y']) {
    const { status, body } = await bad(token)
    assert.deepEqual([status, body.error], [401, 'Token inválido o expirado'])
  }
  let last = 0
  for (let i = 0; i < 40 && last !== 429; i++) last = (await bad(`1.${'b'.repeat(43)}`)).status
  assert.equal(last, 429)
  await db.deleteFrom('attempts' as never).execute()
})

test('cancelling by document or by token: the reason is kept, empty if none; not twice; not by others', async () => {
  const place = await salon(db)
  const [ana, eve] = [person(), person()]
  const first = await ana.book(place)
  const second = await ana.book(place, { appointment_time: '12:00' })
  await eve.book(place, { appointment_time: '15:00' })
  assert.equal((await post(`cancel/${first}`, eve.who)).status, 404)
  const wish = { ...eve.who, new_date: '2026-11-24', new_time: '14:00' }
  assert.equal((await post(`reschedule/${first}`, wish)).status, 404)
  const untouched = await statusOf(first)
  assert.deepEqual([untouched.status, untouched.appointment_date], ['scheduled', '2026-11-23'])
  assert.equal((await post(`cancel/${first}`, { ...ana.who, cancellation_reason: 'Viaje' })).status, 200)
  assert.equal((await statusOf(first)).cancellation_reason, 'Viaje')
  assert.equal((await post(`cancel/${first}`, ana.who)).status, 409)
  const token = await tokenFor(place.business_id, ana.who.client_email)
  assert.equal((await post(`cancel/${second}`, { token })).status, 200)
  assert.equal((await statusOf(second)).cancellation_reason, '')
})

test('moving keeps the id, takes the new time and frees the old; the professional may be another', async () => {
  const place = await salon(db)
  const other = await db
    .insertInto('professionals')
    .values({ business_id: place.business_id, professional_name: 'Andrés' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ana = person()
  const id = await ana.book(place)
  const wish = { ...ana.who, new_date: '2026-11-24', new_time: '14:00', professional_id: other.id }
  assert.equal((await post(`reschedule/${id}`, wish)).status, 200)
  const row = await statusOf(id)
  assert.deepEqual(
    [row.appointment_date, row.appointment_time, row.professional_name, row.status],
    ['2026-11-24', '14:00', 'Andrés', 'scheduled'],
  )
  assert.ok(row.rescheduled_from)
  for (const [changes, field, error] of [
    [{ new_date: '' }, 'new_date', 'Nueva fecha es requerida'],
    [{ new_time: undefined }, 'new_time', 'Nueva hora es requerida'],
  ] as const)
    assert.equal((await post(`reschedule/${id}`, { ...wish, ...changes })).body.fields[field], error)
})

test('a change of a time that is not the present one any more is refused; whoever names no time is not asked', async () => {
  const place = await salon(db)
  const ana = person()
  const id = await ana.book(place)
  const wish = (new_time: string) => ({ ...ana.who, new_date: '2026-11-24', new_time })
  const starts_at = new Date((await statusOf(id)).starts_at).toISOString()
  const key = { 'idempotency-key': randomUUID() }
  assert.equal((await post(`reschedule/${id}`, { ...wish('14:00'), starts_at }, key)).status, 200)
  // What was answered before is answered alike.
  assert.equal((await post(`reschedule/${id}`, { ...wish('14:00'), starts_at }, key)).status, 200)
  for (const [path, wanted] of [
    [`reschedule/${id}`, wish('15:00')],
    [`cancel/${id}`, ana.who],
  ] as const) {
    const { status, body } = await post(path, { ...wanted, starts_at })
    assert.deepEqual(
      [status, body.error],
      [409, 'Tu cita cambió mientras tanto. Mira la hora que tiene ahora.'],
    )
  }
  const row = await statusOf(id)
  assert.deepEqual([row.appointment_time, row.status], ['14:00', 'scheduled'])
  assert.equal((await post(`reschedule/${id}`, wish('15:00'))).status, 200)
  const seen = { starts_at: new Date((await statusOf(id)).starts_at).toISOString() }
  assert.equal((await post(`cancel/${id}`, { ...ana.who, ...seen })).status, 200)
})

test('a move reaches from today to 30 days ahead, and stays with the professional unless told otherwise', async () => {
  const place = await salon(db)
  const ana = person()
  const id = await ana.book(place)
  for (const [new_date, status] of [
    ['2026-11-19', 400],
    ['2026-12-21', 400],
    ['2026-12-20', 200],
  ] as const)
    assert.equal((await post(`reschedule/${id}`, { ...ana.who, new_date, new_time: '10:00' })).status, status)
  const row = await statusOf(id)
  assert.deepEqual([row.appointment_date, row.professional_id], ['2026-12-20', place.professional_id])
})

test('without the human check nothing is shown, cancelled or moved', async () => {
  let verdict: Verdict = 'verified'
  const guarded = await api(db, { verifier: { page: { provider: 'altcha' }, verify: async () => verdict } })
  const place = await salon(db)
  const ana = person()
  const id = await ana.book(place)
  for (const [given, status, error] of [
    ['missing', 400, 'Token de reCAPTCHA requerido'],
    ['failed', 400, 'Verificación de reCAPTCHA fallida'],
    ['unreachable', 503, 'Error verificando reCAPTCHA'],
  ] as const) {
    verdict = given
    for (const path of ['appointments', `cancel/${id}`, `reschedule/${id}`]) {
      const body = { ...ana.who, new_date: '2026-11-24', new_time: '14:00' }
      const answer = await guarded.call('POST', `/api/appointments/client/${path}`, { body })
      assert.deepEqual([answer.status, answer.body], [status, { success: false, error }], path)
    }
  }
  const row = await statusOf(id)
  assert.deepEqual([row.status, row.appointment_date], ['scheduled', '2026-11-23'])
})

test('a move of today must start at least 60 minutes from now; the owner alone may be quicker', async () => {
  const place = await salon(db)
  const ana = person()
  const id = await ana.book(place)
  // It is 10:00 in Bogotá.
  for (const [new_time, status] of [
    ['10:30', 400],
    ['11:00', 200],
  ] as const)
    assert.equal(
      (await post(`reschedule/${id}`, { ...ana.who, new_date: '2026-11-20', new_time })).status,
      status,
    )
  assert.equal((await statusOf(id)).appointment_time, '11:00')
})

test('two race for the new time: one has it, the loser keeps the old one', async () => {
  const place = await salon(db)
  const racers = await Promise.all(
    ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'].map(async (appointment_time) => {
      const { who, book } = person()
      return { who, id: await book(place, { appointment_time }) }
    }),
  )
  const answers = await Promise.all(
    racers.map(({ who, id }) =>
      post(`reschedule/${id}`, { ...who, new_date: '2026-11-25', new_time: '10:00' }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
  const rows = await Promise.all(racers.map(({ id }) => statusOf(id)))
  assert.equal(rows.filter((row) => row.appointment_date === '2026-11-25').length, 1)
  assert.equal(rows.filter((row) => row.appointment_date === '2026-11-23').length, 5)
})

test('a repeated key gets the first answer again and does nothing more', async () => {
  const place = await salon(db)
  const ana = person()
  const id = await ana.book(place)
  const headers = { 'idempotency-key': 'abc' }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => post(`cancel/${id}`, { ...ana.who, cancellation_reason: 'x' }, headers)),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  const history = await db
    .selectFrom('appointment_history')
    .select('id')
    .where('appointment_id', '=', id)
    .execute()
  assert.equal(history.length, 1)
})

test('past and finished appointments cannot be cancelled or moved by the client', async () => {
  const place = await salon(db)
  const ana = person()
  const id = await ana.book(place)
  clock.now = Date.parse('2026-11-25T15:00:00Z')
  assert.equal((await post(`cancel/${id}`, ana.who)).status, 409)
  assert.equal(
    (await post(`reschedule/${id}`, { ...ana.who, new_date: '2026-11-26', new_time: '10:00' })).status,
    409,
  )
  clock.now = NOW
})

test('as late as the business says it can be cancelled, to the minute; later by the business alone', async () => {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const profile = { cancel_notice_minutes: 120 }
  await call('PATCH', '/api/businesses/profile', { headers, body: profile })
  const who = { client_id: '20666001', client_email: 'tarde@correo.example' }
  const start = { appointment_date: '2026-11-23', appointment_time: '10:00' }
  const booked = await call('POST', '/api/appointments/public', {
    body: booking(place, { ...who, ...start }),
  })
  const { id } = booked.body.appointment
  const cancel = () => call('POST', `/api/appointments/client/cancel/${id}`, { body: who })
  const shown = await call('POST', '/api/appointments/client/appointments', { body: who })
  assert.equal(shown.body.appointments[0].cancel_notice_minutes, 120)
  const latest = Date.parse('2026-11-23T13:00:00Z')
  clock.now = latest + 1
  try {
    const late = await cancel()
    assert.deepEqual(
      [late.status, late.body.error],
      [409, `Para cancelar a última hora, escríbele a ${shown.body.appointments[0].business_name}`],
    )
    clock.now = latest
    assert.equal((await cancel()).status, 200)
    const other = await call('POST', '/api/appointments/public', {
      body: booking(place, { ...who, ...start }),
    })
    clock.now = latest + 60_000
    const url = `/api/appointments/${other.body.appointment.id}/cancel`
    const own = await ownerHeaders(db, place)
    assert.equal((await call('POST', url, { headers: own, body: {} })).status, 200)
  } finally {
    clock.now = NOW
  }
})

describe('free times of an appointment that is to be moved', () => {
  const freeOn = async (id: number, body: object, date = '2026-11-23') => {
    const answer = await post(`free-times/${id}`, body)
    assert.equal(answer.status, 200, answer.body.error)
    return answer.body.days.find((day: { date: string }) => day.date === date).times as string[]
  }

  test('its own time counts as free, others’ do not; nobody else is told', async () => {
    const place = await salon(db)
    const [ana, eve] = [person(), person()]
    const id = await ana.book(place)
    await eve.book(place, { appointment_time: '12:00' })
    const times = await freeOn(id, ana.who)
    for (const [time, isFree] of [
      ...([
        ['09:30', true],
        ['10:00', true],
        ['10:30', true],
        ['11:00', true],
      ] as const),
      ...([
        ['11:30', false],
        ['12:00', false],
        ['13:00', true],
      ] as const),
    ])
      assert.equal(times.includes(time), isFree, time)
    assert.equal((await post(`free-times/${id}`, eve.who)).status, 404)
    assert.equal((await post(`free-times/${id}`, {})).status, 400)
    assert.equal((await post(`free-times/${id}`, { token: 'x' })).status, 401)
    const elsewhere = await salon(db)
    const foreign = { ...ana.who, professional_id: elsewhere.professional_id }
    assert.equal((await post(`free-times/${id}`, foreign)).status, 404)
  })

  test('with what it takes as booked, also when the service takes another time or is gone', async () => {
    const place = await salon(db)
    const ana = person()
    const id = await ana.book(place)
    const service = db.updateTable('services').where('id', '=', place.service_id)
    await service.set({ duration_minutes: 120 }).execute()
    assert.equal((await freeOn(id, ana.who)).at(-1), '17:00')
    await service.set({ deleted_at: '2026-11-20T00:00:00Z' }).execute()
    assert.equal((await freeOn(id, ana.who)).at(-1), '17:00')
    const wish = { ...ana.who, new_date: '2026-11-23', new_time: '17:00' }
    assert.equal((await post(`reschedule/${id}`, wish)).status, 200)
  })

  test('half an hour later, over its own time: done in one step, and a race for the rest has one winner', async () => {
    for (let round = 0; round < 5; round++) {
      const place = await salon(db)
      const [ana, eve] = [person(), person()]
      const id = await ana.book(place)
      const [moved, booked] = await Promise.all([
        post(`reschedule/${id}`, { ...ana.who, new_date: '2026-11-23', new_time: '10:30' }),
        call('POST', '/api/appointments/public', {
          body: booking(place, { ...eve.who, appointment_time: '11:00' }),
        }),
      ])
      assert.deepEqual([moved.status, booked.status].sort(), moved.status === 200 ? [200, 409] : [201, 409])
      assert.equal((await statusOf(id)).appointment_time, moved.status === 200 ? '10:30' : '10:00')
      // The loser gets alternatives; a move's are near the time asked for, its own old time included.
      if (moved.status === 409)
        assert.ok(
          moved.body.alternatives.some(({ time }: { time: string }) => time === '10:00' || time === '09:30'),
        )
    }
  })
})

describe('the token of a booking', () => {
  const bookPublic = async (
    place: Salon,
    changes: Record<string, unknown>,
    key: string = randomBytes(8).toString('hex'),
  ) => {
    const { status, body } = await call('POST', '/api/appointments/public', {
      body: booking(place, changes),
      headers: { 'idempotency-key': key },
    })
    assert.equal(status, 201, body.error)
    return { id: body.appointment.id as number, token: body.portal_token as string }
  }
  const open = (token: string) => call('GET', `/api/client-auth/validate-token?token=${token}`)

  test('opens that appointment, and no other of the same e-mail: the address may be anybody’s', async () => {
    const place = await salon(db)
    const ana = person()
    await ana.book(place)
    const key = randomBytes(8).toString('hex')
    const input = { client_email: ana.who.client_email, appointment_time: '15:00' }
    const { id, token } = await bookPublic(place, input, key)
    assert.equal((await bookPublic(place, input, key)).token, token)
    const { status, body } = await open(token)
    assert.equal(status, 200)
    assert.deepEqual(
      body.appointments.map((row: { id: number }) => row.id),
      [id],
    )
    assert.equal(body.client.client_email, ana.who.client_email)
    assert.equal(body.client.client_id, '')
    const [other] = await db
      .selectFrom('appointments')
      .select('id')
      .where('business_id', '=', place.business_id)
      .where('id', '<>', id)
      .execute()
    assert.equal((await post(`cancel/${other!.id}`, { token })).status, 404)
    assert.equal((await post(`cancel/${id}`, { token })).status, 200)
    assert.equal((await open(token)).body.appointments[0].status, 'cancelled')
  })

  test('is refused when changed in any part, and a day after the appointment', async () => {
    const place = await salon(db)
    const { id, token } = await bookPublic(place, {})
    const [business, , sign] = token.split('.') as [string, string, string]
    for (const forged of [
      `${business}.c${id + 1}.${sign}`,
      `${Number(business) + 1}.c${id}.${sign}`,
      `${business}.c${id}.${'A'.repeat(43)}`,
      `${business}.c${id}.`,
    ])
      assert.equal((await open(forged)).status, 401, forged)
    clock.now = Date.parse('2026-11-24T16:01:00Z')
    assert.equal((await open(token)).status, 401)
    clock.now = NOW
  })

  test('ends when the business gives the appointment to another person, and not when it corrects it', async () => {
    const place = await salon(db)
    const headers = await ownerHeaders(db, place)
    const change = async (id: number, body: object) =>
      assert.equal((await call('PATCH', `/api/appointments/${id}`, { headers, body })).status, 200)
    const { id, token } = await bookPublic(place, { client_email: 'ana.da@correo.example' })
    const { client_name } = await statusOf(id)
    for (const corrected of [
      { client_name: `${client_name} Gómez` },
      { client_name: 'Otro Nombre' },
      { client_phone: '+573004440011' },
      { client_email: 'ana.bien@correo.example' },
    ]) {
      await change(id, corrected)
      assert.equal((await open(token)).status, 200, JSON.stringify(corrected))
    }
    const shown = await open(token)
    assert.equal(shown.body.appointments[0].portal_token, token, 'it leads to none that opens for longer')
    await call('PATCH', '/api/businesses/profile', { headers, body: { asks_email: 'optional' } })
    const alone = await bookPublic(place, {
      client_email: undefined,
      no_messages: true,
      appointment_time: '12:00',
    })
    await change(alone.id, { client_phone: '+573004440012' })
    assert.equal((await open(alone.token)).status, 200)

    const beatriz = {
      client_name: 'Beatriz Luna',
      client_phone: '+573005550011',
      client_email: 'beatriz@correo.example',
      client_id: '52999111',
    }
    await change(id, beatriz)
    assert.equal((await open(token)).status, 401)
    assert.equal((await post(`cancel/${id}`, { token })).status, 401)
    assert.equal((await post('correct-email', { token, client_email: 'ana@correo.example' })).status, 401)
    const path = `/api/businesses/${place.business_id}/returning`
    assert.equal((await call('POST', path, { body: { token } })).status, 401)
    const mine = await post('appointments', beatriz)
    assert.equal((await open(mine.body.appointments[0].portal_token)).status, 200, 'hers opens it')
  })
})

test('what is no token opens nothing, whatever it is', async () => {
  for (const token of [{ toString: 0 }, ['x'], 5, null, 'x'.repeat(200_000)])
    assert.equal((await post('data-copy', { token })).status, 401, JSON.stringify(token)?.slice(0, 20))
})

describe('a mistyped e-mail', () => {
  const typed = async (place: Salon) => {
    const { body } = await call('POST', '/api/appointments/public', {
      body: booking(place, { client_email: `mal${++people}@gmial.com` }),
    })
    return {
      id: body.appointment.id as number,
      token: body.portal_token as string,
      wrong: `mal${people}@gmial.com`,
    }
  }
  const mailsOf = (id: number) =>
    db
      .selectFrom('messages')
      .select(['kind', 'recipient', 'state'])
      .where('appointment_id', '=', id)
      .where('kind', '=', 'booked_client')
      .orderBy('id')
      .execute()

  test('is corrected by who booked: the confirmation goes to the new one, the old one’s links end', async () => {
    const place = await salon(db)
    const { id, token, wrong } = await typed(place)
    const old = await tokenFor(place.business_id, wrong)
    const { body: before } = await call('GET', `/api/client-auth/validate-token?token=${old}`)
    const inCalendar = before.appointments[0].portal_token
    const right = `bien${people}@gmail.com`
    const { status, body } = await post('correct-email', { token, client_email: right })
    assert.deepEqual([status, body.client_email], [200, right])
    assert.deepEqual(await mailsOf(id), [
      { kind: 'booked_client', recipient: wrong, state: 'skipped' },
      { kind: 'booked_client', recipient: right, state: 'queued' },
    ])
    for (const ended of [old, inCalendar])
      assert.equal((await call('GET', `/api/client-auth/validate-token?token=${ended}`)).status, 401)
    const mine = await call('GET', `/api/client-auth/validate-token?token=${token}`)
    assert.equal(mine.body.appointments[0].client_email, right)
    const [change] = await db
      .selectFrom('appointment_history')
      .select(['change', 'actor', 'old'])
      .where('appointment_id', '=', id)
      .execute()
    assert.deepEqual(change, { change: 'edited', actor: 'client', old: { client_email: wrong } })
    // The same once more is nothing new.
    assert.equal((await post('correct-email', { token, client_email: right })).status, 200)
    assert.equal((await mailsOf(id)).length, 2)
  })

  test('is not corrected by a reader of a mail, after ten minutes, when cancelled, or to no address', async () => {
    const place = await salon(db)
    const { id, token, wrong } = await typed(place)
    const read = await tokenFor(place.business_id, wrong)
    const right = 'bien@gmail.com'
    // Of the last letter only four bits count: others may stand for the same token.
    const altered = `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`
    for (const other of [read, altered, undefined])
      assert.equal((await post('correct-email', { token: other, client_email: right })).status, 401)
    const nobody = await post('correct-email', { token, client_email: 'bien' })
    assert.deepEqual([nobody.status, nobody.body.fields.client_email], [400, 'Email inválido'])
    clock.now += 10 * 60_000 + 1
    const late = await post('correct-email', { token, client_email: right })
    clock.now = NOW
    assert.equal(late.status, 409)
    assert.match(late.body.error, /^El correo se puede corregir durante 10 minutos/)
    await db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', id).execute()
    assert.equal((await post('correct-email', { token, client_email: right })).status, 409)
    assert.equal((await statusOf(id)).client_email, wrong)
  })

  test('can be corrected a few times only, since each sends a mail', async () => {
    const { token } = await typed(await salon(db))
    const codes = []
    for (let n = 0; n < 4; n++)
      codes.push(
        (await post('correct-email', { token, client_email: `otro${n}.${people}@gmail.com` })).status,
      )
    assert.deepEqual(codes, [200, 200, 200, 429])
  })
})

describe('a link by e-mail', () => {
  const linksTo = (email: string) =>
    db
      .selectFrom('messages')
      .select('business_id')
      .where('kind', '=', 'portal_link')
      .where('recipient', '=', email)
      .execute()

  test('is sent for each business with appointments, and the answer is the same for everybody', async () => {
    const [one, two] = [await salon(db), await salon(db)]
    const ana = person()
    await ana.book(one)
    await ana.book(two, { appointment_time: '12:00' })
    const known = await post('send-link', { client_email: ana.who.client_email.toUpperCase() })
    const unknown = await post('send-link', { client_email: 'nadie@correo.example' })
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
    assert.match(known.body.message, /^Si hay citas con ese correo/)
    const sent = await linksTo(ana.who.client_email)
    assert.deepEqual(
      sent.map(({ business_id }) => business_id).sort(),
      [one.business_id, two.business_id].sort(),
    )
    assert.deepEqual(await linksTo('nadie@correo.example'), [])
  })

  /** As after it left. */
  const left = (email: string) =>
    db
      .updateTable('messages')
      .set({ state: 'sent', settled_at: new Date(clock.now).toISOString() })
      .where('recipient', '=', email)
      .execute()

  test('is sent a few times only, to known and unknown alike', async () => {
    const ana = person()
    await ana.book(await salon(db))
    for (const client_email of [ana.who.client_email, 'ninguna@correo.example']) {
      const codes = []
      for (let n = 0; n < 4; n++) {
        codes.push((await post('send-link', { client_email })).status)
        await left(client_email)
      }
      // Nobody learns from it whether somebody else has asked.
      assert.deepEqual(codes, [200, 200, 200, 200])
    }
    assert.equal((await linksTo(ana.who.client_email)).length, 3)
  })

  test('is kept from nobody by strangers who do not pass the human check', async () => {
    const ana = person()
    await ana.book(await salon(db))
    let verdict: Verdict = 'failed'
    const { app } = await api(db, { verifier: { page: { provider: 'altcha' }, verify: async () => verdict } })
    let challenge: Challenge | undefined
    const ask = async (remoteAddress: string, more = {}) => {
      const request = { method: 'POST', url: '/api/appointments/client/send-link', remoteAddress } as const
      const answer = await app.inject({ ...request, payload: { ...ana.who, ...more } })
      challenge = answer.json().challenge
      return answer.statusCode
    }
    for (let n = 0; n < 40; n++) assert.equal(await ask('198.51.100.20'), 400)
    verdict = 'verified'
    assert.equal(await ask('198.51.100.20'), 200, 'a neighbour of the same network')
    assert.equal((await linksTo(ana.who.client_email)).length, 1)
    // Of people there are so many in a network.
    for (let n = 1; n < 30; n++) assert.equal(await ask('198.51.100.20'), 200)
    assert.equal(await ask('198.51.100.20'), 429)
    // Whoever shares the address works for it.
    const work = await workDone(challenge!)
    assert.equal(await ask('198.51.100.20', work), 200)
    assert.equal(await ask('198.51.100.20', work), 429, 'once')
    assert.equal(await ask('198.51.100.21'), 200)
  })

  test('is looked for by the e-mail alone, however many businesses there are', async () => {
    const ana = person()
    const places = [await salon(db), await salon(db), await salon(db)]
    for (const place of places) await ana.book(place)
    // Of a few appointments the planner may as well read all, by any index; which, its latest statistics decide.
    const { business_id, service_id, professional_id } = places[0]!
    await sql`insert into appointments (business_id, service_id, professional_id, service_name, professional_name, client_name,
        client_phone, client_email, price, appointment_date, appointment_time, duration_minutes, booked_by, starts_at, ends_at)
      select ${business_id}, ${service_id}, ${professional_id}, 'Corte', 'Inés', 'Cliente ' || n, '+5730000' || n,
        'c' || n || '@correo.example', 1, at::date, at::time, 60, 'owner', at, at + interval '1 hour'
      from generate_series(1, 3000) n
        cross join lateral (select timestamp '2100-01-01' + n * interval '1 hour' as at) moment`.execute(db)
    await sql`analyze appointments`.execute(db)
    await db.transaction().execute(async (tx) => {
      // Of this connection, also before.
      const readOf = async (table: string) => {
        const { rows } = await sql<{ read: number }>`select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
          from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
        return rows[0]!.read
      }
      const before = [await readOf('appointments'), await readOf('businesses')]
      const found = await openByEmail(tx, ana.who.client_email.toUpperCase(), clock.now)
      const after = [await readOf('appointments'), await readOf('businesses')]
      assert.deepEqual(
        found.map(({ business_id }) => business_id).sort(),
        places.map(({ business_id }) => business_id).sort(),
      )
      assert.deepEqual([after[0]! - before[0]!, after[1]! - before[1]!], [3, 0])
    })
  })

  test('is not sent for what is long over', async () => {
    const ana = person()
    const id = await ana.book(await salon(db))
    const over = new Date(NOW - 25 * 3_600_000)
    await db
      .updateTable('appointments')
      .set({
        starts_at: new Date(over.getTime() - 3_600_000).toISOString(),
        ends_at: over.toISOString(),
        duration_minutes: 60,
      })
      .where('id', '=', id)
      .execute()
    assert.equal((await post('send-link', { client_email: ana.who.client_email })).status, 200)
    assert.deepEqual(await linksTo(ana.who.client_email), [])
  })
})

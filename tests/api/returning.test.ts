/** The returning client of one browser: known by its own token, of whom little is told. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { readerToken } from '#server/tokens.ts'
import { api, database, booking, salon, NOW } from '../helper.ts'
import { ANA, browsers, cookieOf, NOBODY, nextTime, path, SECRETS, withCookie } from '../returning.ts'

const db = await database()
const { call, clock } = await api(db)
const { askedBy, bookAgain, kept, remembered, rowOf } = browsers(db, call)
const DAY = 86_400_000
// What was guessed in one test limits no other.
beforeEach(async () => {
  await db.deleteFrom('attempts').execute()
})

describe('the token', () => {
  test('is random, in a cookie that no script reads, for 180 days and that business; its hash alone is stored', async () => {
    const { place, cookie, answer } = await remembered()
    const set = String(answer.headers['set-cookie'])
    assert.match(
      set,
      new RegExp(
        `^enpunto_cliente_${place.business_id}=\\d+\\.[\\w-]{43}; Max-Age=15552000; Path=/api; HttpOnly; SameSite=Strict`,
      ),
    )
    const [row] = await kept(place)
    const secret = cookie.split('.')[1]!
    assert.equal(row!.token_hash.length, 32)
    assert.ok(
      !JSON.stringify(row).includes(secret) && !row!.token_hash.equals(Buffer.from(secret, 'base64url')),
    )
    assert.deepEqual(Object.keys(answer.body), ['success'])
    assert.notEqual((await remembered()).cookie.split('.')[1], secret)
  })

  test('is given to who just booked alone', async () => {
    const { place, booked, cookie } = await remembered()
    const other = await salon(db)
    const { id, client_email } = await rowOf(place, booked.id)
    const reader = await readerToken(db, { business_id: place.business_id, id, client_email: client_email! })
    assert.equal((await call('GET', `/api/client-auth/validate-token?token=${reader}`)).status, 200)
    for (const [at, token] of [
      [place, undefined],
      [place, 'basura'],
      [place, booked.token.replace(/(.)(?=.{42}$)/, (first) => (first === 'A' ? 'B' : 'A'))],
      // Of a reader of a mail: a mailbox may be shared, and a link is passed on.
      [place, reader],
      [other, booked.token],
    ] as const) {
      const refused = await call('POST', path(at), { body: { token } })
      assert.deepEqual([refused.status, refused.headers['set-cookie']], [401, undefined], String(token))
    }
    clock.now = NOW + DAY + 60_000
    assert.equal(
      (await call('POST', path(place), { body: { token: booked.token } })).status,
      401,
      'a day later',
    )
    clock.now = NOW
    assert.equal((await askedBy(place, cookie)).body.returning.first_name, 'Ana')
  })

  test('asked for again, it is a new one, and the one before is none any more', async () => {
    const { place, booked, cookie } = await remembered()
    const second = cookieOf(
      await call('POST', path(place), { body: { token: booked.token }, ...withCookie(cookie) }),
    )!
    assert.deepEqual((await askedBy(place, cookie)).body, NOBODY)
    assert.equal((await askedBy(place, second)).body.returning.first_name, 'Ana')
    assert.equal((await kept(place)).length, 1)
    const both = await Promise.all(
      [1, 2].map(() => call('POST', path(place), { body: { token: booked.token } })),
    )
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await kept(place)).length, 1)
    const rest = await Promise.all(both.map((answer) => askedBy(place, cookieOf(answer)!)))
    assert.equal(rest.filter(({ body }) => body.returning).length, 1)
  })
})

describe('with it', () => {
  test('first name, the end of the telephone, and what was booked last are told, and nothing else', async () => {
    const { place, cookie } = await remembered()
    const { status, body, headers } = await askedBy(place, cookie)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
    assert.deepEqual(body.returning, {
      first_name: 'Ana',
      phone_end: '819',
      has_email: true,
      service_id: place.service_id,
      variant_id: null,
      addon_ids: [],
      professional_id: place.professional_id,
    })
    assert.doesNotMatch(JSON.stringify(body), SECRETS)
  })

  test('a booking is theirs, and its answer, its link and the answer to a repetition say nothing more of them', async () => {
    const { place, booked, cookie } = await remembered()
    const wish = { ...nextTime(), notes: 'Voy con prisa' }
    const answer = await bookAgain(place, cookie, wish, 'otra-vez')
    assert.equal(answer.status, 201, answer.body.error)
    const { appointment, portal_token } = answer.body
    assert.deepEqual([appointment.client_name, appointment.client_email], ['Ana', null])
    const [first, row] = [await rowOf(place, booked.id), await rowOf(place, appointment.id)]
    for (const name of ['client_name', 'client_phone', 'client_email', 'client_id', 'card_id'] as const)
      assert.equal(row[name], first[name], name)
    assert.deepEqual([row.notes, row.booked_by], ['Voy con prisa', 'client'])

    assert.deepEqual((await bookAgain(place, cookie, wish, 'otra-vez')).body, answer.body)
    // The key opens nothing where everything would be answered.
    for (const key of ['otra-vez', 'remembered otra-vez']) {
      const typed = await call('POST', '/api/appointments/public', {
        body: booking(place, { client_name: 'Otra Persona', ...wish }),
        headers: { 'idempotency-key': key },
      })
      assert.equal(typed.status, 409)
      assert.doesNotMatch(JSON.stringify(typed.body), SECRETS)
    }

    const opened = await call('GET', `/api/client-auth/validate-token?token=${portal_token}`)
    assert.equal(opened.status, 200)
    assert.deepEqual(opened.body.client, { client_id: '', client_email: null, client_name: 'Ana' })
    const [shown, ...others] = opened.body.appointments
    assert.deepEqual([shown.id, shown.portal_token, others], [appointment.id, portal_token, []])
    assert.doesNotMatch(JSON.stringify([answer.body, opened.body]), SECRETS)
    for (const [url, body] of [
      ['correct-email', { client_email: 'otra@correo.example' }],
      [`data-request/${appointment.id}`, { kind: 'consult' }],
      [`advertising/${appointment.id}`, { agreed: true }],
    ] as const) {
      const refused = await call('POST', `/api/appointments/client/${url}`, {
        body: { token: portal_token, ...body },
      })
      assert.ok([401, 403].includes(refused.status), `${url}: ${refused.status}`)
    }
    assert.equal((await call('POST', path(place), { body: { token: portal_token } })).status, 401)
    const cancelled = await call('POST', `/api/appointments/client/cancel/${appointment.id}`, {
      body: { token: portal_token },
    })
    assert.equal(cancelled.status, 200, cancelled.body.error)
  })

  test('what the client answers about a data request is not shown by its link', async () => {
    const { place, cookie } = await remembered()
    const { appointment, portal_token } = (await bookAgain(place, cookie)).body
    await db
      .insertInto('data_requests')
      .values({
        business_id: place.business_id,
        appointment_id: appointment.id,
        kind: 'consult',
        client_name: ANA.client_name,
        client_email: ANA.client_email,
        received_at: new Date(NOW).toISOString(),
        due_date: '2026-12-04',
        outcome: 'done',
        answer: `Cédula: ${ANA.client_id}`,
        answered_at: new Date(NOW).toISOString(),
      })
      .execute()
    const { body } = await call('GET', `/api/client-auth/validate-token?token=${portal_token}`)
    assert.deepEqual(body.data_requests, [])
  })

  test('the last booking with it is repeated, for 180 days from then', async () => {
    const { place, cookie } = await remembered()
    const { id } = await db
      .insertInto('services')
      .values({ business_id: place.business_id, service_name: 'Uñas', duration_minutes: 60, price: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    clock.now = NOW + 2 * DAY
    assert.equal(
      (await bookAgain(place, cookie, { service_id: id, appointment_date: '2026-12-01' })).status,
      201,
    )
    clock.now = NOW + 181 * DAY
    assert.equal((await askedBy(place, cookie)).body.returning.service_id, id)
    clock.now = NOW + 183 * DAY
    const expired = await askedBy(place, cookie)
    assert.deepEqual([expired.body, cookieOf(expired)], [NOBODY, ''])
    clock.now = NOW
  })

  test('the limits of a person hold', async () => {
    const place = await salon(db)
    await db
      .updateTable('businesses')
      .set({ max_future_appointments: 2 })
      .where('id', '=', place.business_id)
      .execute()
    const { cookie } = await remembered(ANA, place)
    assert.equal((await bookAgain(place, cookie)).status, 201)
    const refused = await bookAgain(place, cookie)
    assert.equal(refused.status, 429)
    assert.doesNotMatch(JSON.stringify(refused.body), SECRETS)
  })

  test('a taken time offers others; two at once make one', async () => {
    const { place, cookie } = await remembered()
    const wish = nextTime()
    const both = await Promise.all([1, 2].map(() => bookAgain(place, cookie, wish)))
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    assert.ok(both.find(({ status }) => status === 409)!.body.alternatives.length > 0)
    const keyed = nextTime()
    const same = await Promise.all([1, 2, 3].map(() => bookAgain(place, cookie, keyed, 'tres-veces')))
    assert.equal(new Set(same.map(({ body }) => body.appointment.id)).size, 1)
    assert.equal((await kept(place)).length, 1)
  })
})

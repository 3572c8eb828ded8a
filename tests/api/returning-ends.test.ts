/** Without a token nothing of a returning client is told; when it ends, and whose card it leads to. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { NOT_REMEMBERED } from '#domain/remembered.ts'
import { api, database, booking, ownerHeaders, salon, NOW } from '../helper.ts'
import { ANA, browsers, cookieOf, NOBODY, nextTime, path, withCookie } from '../returning.ts'

const db = await database()
const { call, clock } = await api(db)
const { again, askedBy, bookAgain, bookAt, kept, remembered, rowOf } = browsers(db, call)
// What was guessed in one test limits no other.
beforeEach(async () => {
  await db.deleteFrom('attempts').execute()
})

describe('without it, nothing is told of anybody', () => {
  test('no token, an invented one, another business’s: one answer, and no booking', async () => {
    const { place, cookie } = await remembered()
    const other = await salon(db)
    await bookAt(other)
    const [, secret] = cookie.split('=')
    const renamed = `enpunto_cliente_${other.business_id}=${other.business_id}.${secret!.split('.')[1]}`
    for (const [at, sent] of [
      [place, ''],
      [place, `enpunto_cliente_${place.business_id}=`],
      [place, `enpunto_cliente_${place.business_id}=basura`],
      [place, `enpunto_cliente_${place.business_id}=${place.business_id}.${'A'.repeat(43)}`],
      [other, cookie],
      [other, `enpunto_cliente_${other.business_id}=${secret}`],
      [other, renamed],
    ] as const) {
      assert.deepEqual((await askedBy(at, sent)).body, NOBODY, sent)
      const refused = await bookAgain(at, sent)
      assert.deepEqual(
        [refused.status, refused.body],
        [400, { success: false, error: NOT_REMEMBERED, fields: { client_name: NOT_REMEMBERED } }],
      )
    }
    assert.deepEqual((await call('GET', '/api/businesses/999999999/returning')).body, NOBODY)
  })

  test('whoever types a known telephone and e-mail gets the answer that everybody gets', async () => {
    const { place } = await remembered()
    const shape = async (who: object) => {
      const { status, body, headers } = await call('POST', '/api/appointments/public', {
        body: booking(place, { ...who, ...nextTime() }),
      })
      const {
        id: _,
        appointment_date: __,
        appointment_time: ___,
        starts_at: ____,
        ...same
      } = body.appointment
      return { status, same, cookie: headers['set-cookie'] }
    }
    const typed = {
      client_name: 'Pedro Gómez',
      client_phone: ANA.client_phone,
      client_email: ANA.client_email,
    }
    const known = await shape(typed)
    const elsewhere = { ...typed, client_phone: '+573110000000', client_email: 'nadie@correo.example' }
    const { same, ...others } = await shape(elsewhere)
    assert.deepEqual(known, { ...others, same: { ...same, client_email: ANA.client_email } })
    for (const query of ['?phone=%2B573004128819', `?client_email=${ANA.client_email}`])
      assert.deepEqual((await call('GET', path(place) + query)).body, NOBODY)
  })

  test('guesses end; a right token passes whatever was guessed from its network', async () => {
    const { place, cookie } = await remembered()
    let refused = 0
    for (let n = 0; n < 45; n++) {
      const guess = `${place.business_id}.${String(n).padStart(43, 'x')}`
      const { status, body } = await askedBy(place, `enpunto_cliente_${place.business_id}=${guess}`)
      if (status === 429) refused++
      else assert.deepEqual(body, NOBODY)
    }
    assert.ok(refused >= 10, `${refused} were refused`)
    assert.equal((await askedBy(place, cookie)).body.returning.first_name, 'Ana')
    assert.equal((await bookAgain(place, cookie)).status, 201)
    clock.now = NOW + 3_600_000
    assert.deepEqual((await askedBy(place, '')).body, NOBODY)
    clock.now = NOW
  })
})

describe('it ends', () => {
  test('when the client says so: again changes nothing, and others’ stay', async () => {
    const { place, cookie } = await remembered()
    const { cookie: others } = await remembered(
      { ...ANA, client_name: 'Luz Paz', client_phone: '+573110000001' },
      place,
    )
    for (const _ of [1, 2]) {
      const gone = await call('DELETE', path(place), withCookie(cookie))
      assert.deepEqual([gone.status, gone.body, cookieOf(gone)], [200, { success: true }, ''])
    }
    assert.deepEqual((await askedBy(place, cookie)).body, NOBODY)
    assert.equal((await bookAgain(place, cookie)).status, 400)
    assert.equal((await askedBy(place, others)).body.returning.first_name, 'Luz')
    assert.equal((await call('DELETE', path(await salon(db)), withCookie(others))).status, 200)
    assert.equal((await askedBy(place, others)).body.returning.first_name, 'Luz')
  })

  test('what was booked with a key before that is answered again', async () => {
    const { place, cookie } = await remembered()
    const wish = again(place)
    const first = await bookAgain(place, cookie, wish, 'antes')
    await call('DELETE', path(place), withCookie(cookie))
    assert.deepEqual((await bookAgain(place, cookie, wish, 'antes')).body, first.body)
    assert.equal((await bookAgain(place, cookie, wish, 'despues')).status, 400)
  })

  test('when the person is forgotten, or the appointment becomes another’s; not when it is corrected', async () => {
    const forgotten = await remembered()
    const { place } = forgotten
    const headers = await ownerHeaders(db, place)
    const change = (id: number, body: object) => call('PUT', `/api/appointments/${id}`, { headers, body })
    const same = async (id: number, changes: object) => {
      const row = await rowOf(place, id)
      const body = booking(place, {
        ...ANA,
        appointment_date: String(row.appointment_date).slice(0, 10),
        appointment_time: String(row.appointment_time).slice(0, 5),
        ...changes,
      })
      const { status, body: answered } = await change(id, body)
      assert.equal(status, 200, answered.error)
    }
    await same(forgotten.booked.id, { client_phone: '+573004128820' })
    assert.equal((await askedBy(place, forgotten.cookie)).body.returning.phone_end, '820')
    await same(forgotten.booked.id, { client_name: 'Pedro Gómez', client_phone: '+573004128820' })
    assert.deepEqual((await askedBy(place, forgotten.cookie)).body, NOBODY)
    assert.equal((await bookAgain(place, forgotten.cookie)).status, 400)

    const { cookie, booked } = await remembered(
      { ...ANA, client_email: 'sola@correo.example', client_phone: '+573119998877', client_id: null },
      place,
    )
    const { card_id } = await rowOf(place, booked.id)
    const cancelled = await call('POST', `/api/appointments/${booked.id}/cancel`, { headers, body: {} })
    assert.equal(cancelled.status, 200, cancelled.body.error)
    assert.equal((await askedBy(place, cookie)).body.returning.first_name, 'Ana', 'cancelled is no end')
    const gone = await call('POST', `/api/clients/${card_id}/forget`, { headers, body: {} })
    assert.equal(gone.status, 200, gone.body.error)
    assert.deepEqual((await askedBy(place, cookie)).body, NOBODY)
    assert.deepEqual(await kept(place), [])
  })

  test('while the business is suspended', async () => {
    const { place, cookie } = await remembered()
    const set = (suspended_at: string | null) =>
      db.updateTable('businesses').set({ suspended_at }).where('id', '=', place.business_id).execute()
    await set(new Date(NOW).toISOString())
    assert.deepEqual((await askedBy(place, cookie)).body, NOBODY)
    assert.equal((await bookAgain(place, cookie)).status, 400)
    await set(null)
    assert.equal((await askedBy(place, cookie)).body.returning.first_name, 'Ana')
  })
})

describe('of the cards', () => {
  test('two people of one e-mail and telephone stay two', async () => {
    const ana = await remembered()
    const { place } = ana
    const pedro = await remembered({ ...ANA, client_name: 'Pedro Ruiz', client_id: null }, place)
    assert.deepEqual(
      [
        (await askedBy(place, ana.cookie)).body.returning.first_name,
        (await askedBy(place, pedro.cookie)).body.returning.first_name,
      ],
      ['Ana', 'Pedro'],
    )
    const made = (await bookAgain(place, pedro.cookie)).body.appointment.id
    const [hers, his, new_] = [
      await rowOf(place, ana.booked.id),
      await rowOf(place, pedro.booked.id),
      await rowOf(place, made),
    ]
    assert.notEqual(hers.card_id, his.card_id)
    assert.deepEqual([new_.card_id, new_.client_name], [his.card_id, 'Pedro Ruiz'])
  })

  test('a merge and its undoing are followed; of the other card nothing is told', async () => {
    const { place, booked, cookie } = await remembered()
    const headers = await ownerHeaders(db, place)
    const other = await bookAt(place, {
      ...ANA,
      client_name: 'Anita R',
      client_phone: '+573110000009',
      client_email: 'anita@correo.example',
      client_id: null,
    })
    const [mine, theirs] = [(await rowOf(place, booked.id)).card_id!, (await rowOf(place, other.id)).card_id!]
    assert.notEqual(mine, theirs)
    const merged = await call('POST', '/api/clients/merge', {
      headers,
      body: { keep: theirs, merge: [mine] },
    })
    assert.equal(merged.status, 200, merged.body.error)
    assert.deepEqual(
      [
        (await askedBy(place, cookie)).body.returning.first_name,
        (await askedBy(place, cookie)).body.returning.phone_end,
      ],
      ['Ana', '819'],
    )
    const made = await rowOf(place, (await bookAgain(place, cookie)).body.appointment.id)
    assert.deepEqual([made.card_id, made.client_email], [theirs, ANA.client_email])

    const { merge_id } = merged.body
    const undone = await call('POST', '/api/clients/unmerge', { headers, body: { merge_id } })
    assert.equal(undone.status, 200, undone.body.error)
    const second = await remembered({ ...ANA, client_phone: ANA.client_phone }, place)
    assert.equal((await rowOf(place, second.booked.id)).card_id, mine)
    assert.equal((await askedBy(place, second.cookie)).body.returning.first_name, 'Ana')
    const back = await rowOf(place, (await bookAgain(place, second.cookie)).body.appointment.id)
    assert.equal(back.card_id, mine)
  })

  test('whoever is known is on that card though it says something else by now', async () => {
    const { place, booked, cookie } = await remembered({ ...ANA, client_id: null })
    const { card_id } = await rowOf(place, booked.id)
    await db
      .updateTable('client_cards')
      .set({
        client_phone: '+573000000000',
        client_email: 'nuevo@correo.example',
        written_at: new Date(NOW).toISOString(),
      })
      .where('business_id', '=', place.business_id)
      .where('id', '=', card_id!)
      .execute()
    const made = await rowOf(place, (await bookAgain(place, cookie)).body.appointment.id)
    assert.equal(made.card_id, card_id)
  })

  test('a blocked client is greeted as ever, and asked to call as everybody would be', async () => {
    const { place, booked, cookie } = await remembered()
    const before = (await askedBy(place, cookie)).body
    const headers = await ownerHeaders(db, place)
    const { card_id } = await rowOf(place, booked.id)
    const blocked = await call('POST', `/api/clients/${card_id}/block`, {
      headers,
      body: { reason: 'No paga' },
    })
    assert.equal(blocked.status, 200, blocked.body.error)
    assert.deepEqual((await askedBy(place, cookie)).body, before)
    const refused = await bookAgain(place, cookie)
    assert.equal(refused.status, 409)
    assert.match(refused.body.error, /^Para reservar, comunícate con Salón \d+ al /)
    const typed = await call('POST', '/api/appointments/public', {
      body: booking(place, { ...ANA, ...nextTime() }),
    })
    assert.deepEqual(refused.body, typed.body)
    // Whose card says another telephone and e-mail by now is the same person.
    const changes = { client_phone: '+573000000000', client_email: 'nuevo@correo.example' }
    assert.equal((await call('PATCH', `/api/clients/${card_id}`, { headers, body: changes })).status, 200)
    assert.deepEqual((await bookAgain(place, cookie)).body, typed.body)
  })

  test('without an e-mail they book as long as the business lets them; then all is asked for', async () => {
    const place = await salon(db)
    await db
      .updateTable('businesses')
      .set({ asks_email: 'optional' })
      .where('id', '=', place.business_id)
      .execute()
    const { cookie } = await remembered({ ...ANA, client_email: undefined, no_messages: true }, place)
    assert.equal((await askedBy(place, cookie)).body.returning.has_email, false)
    assert.equal((await bookAgain(place, cookie)).status, 201)
    await db
      .updateTable('businesses')
      .set({ asks_email: 'required' })
      .where('id', '=', place.business_id)
      .execute()
    const refused = await bookAgain(place, cookie)
    assert.deepEqual([refused.status, refused.body.fields], [400, { client_email: 'Email es requerido' }])
  })
})

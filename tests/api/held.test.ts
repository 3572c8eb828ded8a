/** Held times: they block like appointments, but are not appointments. */
import { ensureAdministrator } from '#server/admin/queries.ts'
import { confirmHold, expireHolds, placeHold, releaseHold } from '#server/appointments/hold.ts'
import { cancelExpiredHolds, type Hold } from '#server/appointments/hold-queries.ts'
import type { NewAppointment } from '#server/appointments/queries.ts'
import { sqlState } from '#server/database/db.ts'
import { foldFigures } from '#server/metrics/fold.ts'
import { reminderPlanner } from '#server/reminders/plan.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, appointmentRow, booking, database, NOW, salon, type Salon } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { app, call, clock } = await api(db)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The appointment to be held on Monday 23 November 2026 at `time`, Bogotá. */
function wanted(place: Salon, time: string, changes: Partial<NewAppointment> = {}): NewAppointment {
  const { occupied: _, ...row } = appointmentRow(place, '2026-11-23', time)
  return {
    ...row,
    client_name: 'Eva Prueba',
    client_email: 'eva@correo.example',
    client_id: '1020304050',
    notes: null,
    consent_version: '2026-01',
    consented_at: new Date(NOW).toISOString(),
    booked_by: 'client',
    created_at: new Date(NOW).toISOString(),
    booked_by_user_id: null,
    idempotency_key: null,
    ...changes,
  }
}
const payment: Hold = { kind: 'payment', expiresMs: NOW + 15 * MINUTE }
const hold = async (place: Salon, time: string, how = payment, nowMs = clock.now) =>
  await placeHold(db, nowMs, wanted(place, time), how)

const rowOf = (place: Salon, id: number) =>
  db
    .selectFrom('appointments')
    .select(['status', 'hold_kind', 'hold_expires_at', 'cancellation_reason', 'created_at'])
    .where('business_id', '=', place.business_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const historyOf = (place: Salon, id: number) =>
  db
    .selectFrom('appointment_history')
    .select(['change', 'actor', 'at', 'old'])
    .where('business_id', '=', place.business_id)
    .where('appointment_id', '=', id)
    .execute()

const messagesOf = (place: Salon, id: number) =>
  db
    .selectFrom('messages')
    .select(['kind', 'recipient'])
    .where('business_id', '=', place.business_id)
    .where('appointment_id', '=', id)
    .orderBy('kind')
    .execute()

const freeTimes = async (place: Salon): Promise<string[]> => {
  const path = `/api/schedules/available-slots/${place.professional_id}/2026-11-23?serviceId=${place.service_id}`
  return (await call('GET', path)).body.slots.map(({ time }: { time: string }) => time)
}

const book = async (place: Salon, appointment_time: string) =>
  (await call('POST', '/api/appointments/public', { body: booking(place, { appointment_time }) })).status

async function ownedSalon() {
  const mine = await owner(call)
  const place: Salon = { business_id: mine.business_id, slug: mine.slug, ...(await withOffer(mine)) }
  return { ...mine, place }
}

describe('a held time', () => {
  test('blocks: it is offered to nobody, and no booking, move or other hold gets it', async () => {
    const { place, as } = await ownedSalon()
    const id = await hold(place, '10:00')
    assert.ok(id)
    assert.deepEqual(
      (await freeTimes(place)).filter((time) => time > '08:30' && time < '11:30'),
      ['09:00', '11:00'],
    )
    assert.equal(await book(place, '10:00'), 409)
    assert.equal(await book(place, '10:30'), 409)
    assert.equal((await as('POST', '/api/appointments', booking(place))).status, 409)
    assert.equal(await hold(place, '09:30', { kind: 'offer', expiresMs: null }), undefined)
    const other = await as('POST', '/api/appointments', booking(place, { appointment_time: '12:00' }))
    const moved = await as('PUT', `/api/appointments/${other.body.appointment.id}`, booking(place))
    assert.equal(moved.status, 409)
    assert.deepEqual(await messagesOf(place, id), [])
    assert.deepEqual(await historyOf(place, id), [])
  })

  test('is no appointment to its owner or client: nothing is changed or found by its id', async () => {
    const { place, as } = await ownedSalon()
    const id = (await hold(place, '10:00'))!
    const calls = [
      as('GET', `/api/appointments/${id}`),
      as('GET', `/api/appointments/${id}/free-times`),
      as('PUT', `/api/appointments/${id}`, booking(place, { appointment_time: '12:00' })),
      as('POST', `/api/appointments/${id}/attendance`, { attendance_status: 'attended' }),
      as('POST', `/api/appointments/${id}/cancel`, {}),
      as('POST', `/api/appointments/${id}/undo-move`, { move_id: 1 }),
      call('POST', `/api/appointments/client/cancel/${id}`, {
        body: { client_id: '1020304050', client_email: 'eva@correo.example', recaptcha_token: 'dev-token' },
      }),
    ]
    for (const answer of calls) assert.equal((await answer).status, 404)
    assert.equal((await rowOf(place, id)).status, 'held')
  })

  test('has a kind, and a payment an end; an appointment has neither', async () => {
    const place = await salon(db)
    const insert = (changes: object) =>
      db
        .insertInto('appointments')
        .values({ ...appointmentRow(place, '2026-11-23', '10:00'), ...changes })
        .execute()
    const later = new Date(NOW).toISOString()
    const wrong = [
      { status: 'held' },
      { status: 'held', hold_kind: 'payment' },
      { status: 'held', hold_kind: 'wish', hold_expires_at: later },
      { status: 'scheduled', hold_kind: 'approval' },
      { status: 'completed', hold_kind: 'offer', hold_expires_at: later },
      { status: 'scheduled', hold_expires_at: later },
    ]
    for (const changes of wrong)
      await assert.rejects(insert(changes), (error) => (assert.equal(sqlState(error), '23514'), true))
    await insert({ status: 'held', hold_kind: 'approval' })
  })

  test('changes no answer but those about free times and what is stored', async () => {
    const administrator = { email: 'admin@correo.example', password: 'clave-del-panel' }
    await ensureAdministrator(db, administrator)
    const entered = await call('POST', '/api/admin/login', { body: administrator })
    const admin = { authorization: `Bearer ${entered.body.token}` }
    const { place, as, headers } = await ownedSalon()
    const booked = await as('POST', '/api/appointments', booking(place, { appointment_time: '12:00' }))
    const { id } = booked.body.appointment
    await as('PUT', `/api/appointments/${id}`, booking(place, { appointment_time: '13:00' }))

    // A client with two past appointments, in another month.
    for (const time of ['10:00', '11:00'])
      await db
        .insertInto('appointments')
        .values(appointmentRow(place, '2026-09-07', time))
        .execute()

    // Every GET route, except those that show occupied times or the stored rows themselves.
    const apart =
      /free-times|activity|free-professionals|available-|export\.json|export\.zip|events|openapi|\/altcha|\/ready|\/health/
    const ids: [RegExp, unknown][] = [
      [/(?<=\/services?\/):\w+/, place.service_id],
      [/(?<=\/professionals?\/):\w+/, place.professional_id],
      [/(?<=\/business(es)?\/):\w+/, place.business_id],
      [/(?<=\/slug\/):\w+/, place.slug],
      [/(?<=\/appointments\/):\w+/, id],
    ]
    const urls = app.calls
      .filter(({ method, url }) => method === 'GET' && !apart.test(url))
      .map(({ url, access }) => ({
        url: ids.reduce((url, [kind, id]) => url.replace(kind, String(id)), url),
        headers: access === 'administrator' ? admin : headers,
      }))
    const lists = [
      'limit=50',
      'q=eva&limit=50',
      'status=cancelled',
      'from=2026-11-23&to=2026-11-23&order=asc',
    ]
    urls.push(...lists.map((query) => ({ url: `/api/appointments?${query}`, headers })))
    urls.push({ url: '/api/appointments/clients?q=eva', headers })
    urls.push({ url: '/api/businesses/metrics?period=month', headers })
    assert.ok(urls.length > 25, 'the routes are found')
    const portal = {
      client_id: '1020304050',
      client_email: 'eva@correo.example',
      recaptcha_token: 'dev-token',
    }
    const everything = async () => {
      const answers: Record<string, string> = {}
      for (const { url, headers } of urls) {
        const { statusCode, body } = await app.inject({ url, headers })
        assert.ok(statusCode < 500, `${url}: ${body}`)
        answers[url] = `${statusCode} ${body}`
      }
      const { body } = await call('POST', '/api/appointments/client/appointments', { body: portal })
      answers['portal'] = JSON.stringify(body)
      return answers
    }

    await foldFigures({ db })
    const before = await everything()
    assert.match(before['/api/appointments']!, /Camila/)
    await hold(place, '09:00')
    const { client_name, client_email } = appointmentRow(place, '2026-11-23', '14:00')
    await placeHold(db, NOW, wanted(place, '14:00', { client_name, client_email }), payment)
    const over = (await hold(place, '10:00', { kind: 'approval', expiresMs: NOW }))!
    const gone = (await hold(place, '11:00', { kind: 'offer', expiresMs: null }))!
    assert.ok(await releaseHold(db, { ...place, id: gone }, { actor: 'owner', reason: '', nowMs: NOW }))
    await expireHolds({ db, now: () => NOW })
    assert.equal((await rowOf(place, over)).status, 'cancelled')
    // Once with figures counted afresh, and once with folded ones.
    assert.deepEqual(await everything(), before)
    await foldFigures({ db })
    assert.deepEqual(await everything(), before)
  })

  test('is forgotten with its client, and then waits no longer', async () => {
    const { place, as } = await ownedSalon()
    const id = (await hold(place, '10:00'))!
    const forgotten = await as('POST', '/api/businesses/clients/forget', {
      client_email: 'eva@correo.example',
    })
    assert.equal(forgotten.status, 200)
    assert.equal(await confirmHold(db, { ...place, id }, NOW), false)
    assert.equal(await book(place, '10:00'), 201)
  })
})

describe('a hold ends', () => {
  test('confirmed: booked from then on, told like any booking, once', async () => {
    const { place, as, email } = await ownedSalon()
    const id = (await hold(place, '10:00'))!
    const key = { ...place, id }
    const at = NOW + 5 * MINUTE
    assert.equal(await confirmHold(db, { ...key, business_id: 1_000_000 }, at), false)
    assert.equal(await confirmHold(db, key, at), true)
    assert.equal(await confirmHold(db, key, at), false)
    assert.equal(await releaseHold(db, key, { actor: 'client', reason: '', nowMs: at }), false)
    assert.deepEqual(await rowOf(place, id), {
      status: 'scheduled',
      hold_kind: null,
      hold_expires_at: null,
      cancellation_reason: null,
      created_at: at,
    })
    assert.deepEqual(await messagesOf(place, id), [
      { kind: 'booked_client', recipient: 'eva@correo.example' },
      { kind: 'booked_owner', recipient: email },
    ])
    await expireHolds({ db, now: () => NOW + HOUR })
    const { body } = await as('GET', `/api/appointments/${id}`)
    assert.equal(body.appointment.status, 'scheduled')
    const latest = await as('GET', '/api/appointments/latest')
    const [last] = Object.values(latest.body).find(Array.isArray)!
    assert.deepEqual([last.change, last.appointment_id, last.at], ['booked', id, new Date(at).toISOString()])
    assert.equal((await as('POST', `/api/appointments/${id}/cancel`, {})).status, 200)
  })

  test('confirmed: no reminder whose moment passed while it was held', async () => {
    const place = await salon(db)
    await db
      .updateTable('businesses')
      .set({ reminder_hours: 24 })
      .where('id', '=', place.business_id)
      .execute()
    const starts = Date.parse('2026-11-23T15:00:00Z')
    const later = starts - 20 * HOUR
    const [booked, held] = [await hold(place, '10:00'), await hold(place, '12:00')]
    assert.equal(await confirmHold(db, { ...place, id: booked! }, NOW), true)
    await db
      .updateTable('appointments')
      .set({ hold_kind: 'approval', hold_expires_at: null })
      .where('business_id', '=', place.business_id)
      .where('id', '=', held!)
      .execute()
    assert.equal(await confirmHold(db, { ...place, id: held! }, later), true)
    const third = await hold(place, '14:00', { kind: 'approval', expiresMs: null })
    const plan = reminderPlanner()
    await plan({ db, now: () => later })
    const kinds = async (id: number) => (await messagesOf(place, id)).map(({ kind }) => kind)
    assert.ok((await kinds(booked!)).includes('reminder_advance'))
    assert.deepEqual(await kinds(held!), ['booked_client', 'booked_owner'])
    assert.deepEqual(await kinds(third!), [])
  })

  test('released: its time is free', async () => {
    const place = await salon(db)
    const id = (await hold(place, '10:00'))!
    const by = { actor: 'client' as const, reason: 'Ya no', nowMs: NOW }
    assert.equal(await releaseHold(db, { ...place, id }, by), true)
    assert.equal(await releaseHold(db, { ...place, id }, by), false)
    assert.equal(await confirmHold(db, { ...place, id }, NOW), false)
    const [line] = await historyOf(place, id)
    assert.deepEqual(
      [line!.change, line!.actor, line!.old],
      ['cancelled', 'client', { status: 'held', cancellation_reason: null }],
    )
    assert.equal(await book(place, '10:00'), 201)
    assert.deepEqual(await messagesOf(place, id), [])
  })

  test('expired: offered again, and the booking that meets it gets its time', async () => {
    const place = await salon(db)
    const id = (await hold(place, '10:00'))!
    const at = payment.expiresMs!
    assert.equal(await confirmHold(db, { ...place, id }, at), false)
    clock.now = at - 1
    assert.ok(!(await freeTimes(place)).includes('10:00'))
    assert.equal(await book(place, '10:00'), 409)
    clock.now = at
    assert.ok((await freeTimes(place)).includes('10:00'))
    assert.equal(await book(place, '10:00'), 201)
    clock.now = NOW
    assert.deepEqual(await rowOf(place, id), {
      status: 'cancelled',
      hold_kind: 'payment',
      hold_expires_at: at,
      cancellation_reason: 'expired',
      created_at: NOW,
    })
    assert.deepEqual(await historyOf(place, id), [
      { change: 'cancelled', actor: 'system', at, old: { status: 'held', cancellation_reason: null } },
    ])
    assert.deepEqual(await messagesOf(place, id), [])
  })

  test('expired: so do a move, a move taken back, and another hold', async () => {
    const { place, as } = await ownedSalon()
    const over: Hold = { kind: 'approval', expiresMs: NOW }
    const booked = await as('POST', '/api/appointments', booking(place, { appointment_time: '12:00' }))
    const { id } = booked.body.appointment
    assert.ok(await hold(place, '10:00', over))
    const moved = await as('PUT', `/api/appointments/${id}`, booking(place))
    assert.equal(moved.status, 200)
    assert.ok(await hold(place, '12:00', over))
    const undone = await as('POST', `/api/appointments/${id}/undo-move`, { move_id: moved.body.move_id })
    assert.deepEqual([undone.status, undone.body.is_quiet], [200, true])
    assert.ok(await hold(place, '15:00', over))
    assert.ok(await hold(place, '15:30'))
  })

  test('expired: the job lets go of it, some at a time, and of no other', async () => {
    const place = await salon(db)
    await expireHolds({ db, now: () => NOW + HOUR })
    const over = [await hold(place, '09:00'), await hold(place, '10:00'), await hold(place, '11:00')]
    const others = [
      await hold(place, '12:00', { kind: 'payment', expiresMs: NOW + HOUR }),
      await hold(place, '13:00', { kind: 'approval', expiresMs: null }),
    ]
    const at = payment.expiresMs!
    // A locked appointment is skipped, not waited for.
    await db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('appointments')
        .select('id')
        .where('business_id', '=', place.business_id)
        .where('id', '=', over[0]!)
        .forNoKeyUpdate()
        .execute()
      assert.equal(await cancelExpiredHolds(db, at, { limit: 1 }), 1)
      assert.equal(await cancelExpiredHolds(db, at, { limit: 500 }), 1)
    })
    assert.equal((await rowOf(place, over[0]!)).status, 'held')
    await Promise.all([1, 2, 3].map(() => expireHolds({ db, now: () => at })))
    for (const id of over) {
      assert.equal((await rowOf(place, id!)).cancellation_reason, 'expired')
      assert.equal((await historyOf(place, id!)).length, 1)
    }
    for (const id of others) assert.equal((await rowOf(place, id!)).status, 'held')
  })
})

describe('at the same moment', () => {
  test('bookings that meet one expired hold: exactly one wins', async () => {
    for (let round = 0; round < 10; round++) {
      const place = await salon(db)
      await hold(place, '10:00', { kind: 'payment', expiresMs: NOW })
      await hold(place, '11:00', { kind: 'payment', expiresMs: NOW })
      // 10:00 and 11:00 each overlap one of the expired holds, 10:30 both, and the job expires them
      // meanwhile.
      const times = ['10:00', '10:30', '11:00', '10:00', '10:30', '11:00', '10:00', '10:30']
      const [statuses] = await Promise.all([
        Promise.all(times.map((time) => book(place, time))),
        expireHolds({ db, now: () => NOW }),
      ])
      const won = times.filter((_, i) => statuses[i] === 201)
      assert.ok(
        statuses.every((status) => status === 201 || status === 409),
        String(statuses),
      )
      assert.ok(won.join() === '10:30' || won.toSorted().join() === '10:00,11:00', won.join())
    }
  })

  test('confirmation and expiry: exactly one of them happens', async () => {
    for (let round = 0; round < 30; round++) {
      const place = await salon(db)
      const id = (await hold(place, '10:00'))!
      const before = payment.expiresMs! - 1
      const [isConfirmed, status] = await Promise.all([
        confirmHold(db, { ...place, id }, before),
        // Another process, whose clock is a little ahead.
        cancelExpiredHolds(db, before + 1, place).then(() => book(place, '10:00')),
      ])
      const row = await rowOf(place, id)
      assert.equal(row.status, isConfirmed ? 'scheduled' : 'cancelled')
      assert.equal(status, isConfirmed ? 409 : 201)
      assert.equal((await messagesOf(place, id)).length, isConfirmed ? 2 : 0)
      assert.equal((await historyOf(place, id)).length, isConfirmed ? 0 : 1)
    }
  })

  test('a booking and a hold of one time: exactly one wins', async () => {
    for (let round = 0; round < 10; round++) {
      const place = await salon(db)
      const answers = await Promise.all([
        hold(place, '10:00').then((id) => id !== undefined),
        book(place, '10:00').then((status) => status === 201),
        hold(place, '10:30').then((id) => id !== undefined),
        book(place, '10:30').then((status) => status === 201),
      ])
      assert.equal(answers.filter(Boolean).length, 1)
    }
  })
})

import { BOOKING_SUSPENDED, MOVE_SUSPENDED, OWNER_SUSPENDED } from '#domain/suspension.ts'
import { creditBalance } from '#server/credits/queries.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { sendDue } from '#server/messages/send.ts'
import { queueDue } from '#server/reminders/plan.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Tx } from '#server/database/db.ts'
import { whileHeld } from '../held.ts'
import { api, booking, database, NOW } from '../helper.ts'
import { owner, PASSWORD, withOffer } from '../owner.ts'
import { senderDeps } from '../sender.ts'
import { startSink } from '../smtp.ts'

const HOUR = 3_600_000

const db = await database()
const { app, call, clock } = await api(db)
const sink = await startSink()
const mailer = smtpMailer(sink.url)
after(async () => {
  await mailer.close()
  await sink.stop()
})

const WHO = { client_id: '12345678', client_email: 'camila@correo.example' }

/** A business with an offer, and a client's appointment on Monday at 10:00. */
async function business() {
  const who = await owner(call)
  const offer = await withOffer(who)
  const place = { business_id: who.business_id, slug: who.slug, ...offer }
  const { body } = await call('POST', '/api/appointments/public', { body: booking(place, WHO) })
  return { ...who, place, appointment: body.appointment.id as number }
}

const setSuspended = (id: number, suspended_at: string | null = '2026-11-20T15:00:00Z') =>
  db.updateTable('businesses').set({ suspended_at }).where('id', '=', id).execute()

const portal = (path: string, body: object = {}) =>
  call('POST', `/api/appointments/client/${path}`, { body: { ...WHO, ...body } })

/** Removes the client's document from an appointment, so that the next test's portal does not find it. */
const forget = (id: number) =>
  db.updateTable('appointments').set({ client_id: null }).where('id', '=', id).execute()

test('nobody books, from an open page either; nothing of it is public; there are no free times', async () => {
  const { business_id, place, slug, appointment } = await business()
  await setSuspended(business_id)
  const booked = await call('POST', '/api/appointments/public', {
    body: booking(place, { appointment_time: '15:00' }),
  })
  assert.deepEqual([booked.status, booked.body.error], [404, BOOKING_SUSPENDED])
  const { body } = await call(
    'GET',
    `/api/schedules/available-slots/${place.professional_id}/2026-11-23?serviceId=${place.service_id}`,
  )
  assert.deepEqual(body.slots, [])
  const days = (await call('GET', `/api/schedules/available-days/${place.professional_id}`)).body.days
  assert.ok(days.every(({ times }: { times: string[] }) => times.length === 0))
  for (const path of [
    `businesses/${business_id}`,
    `businesses/public/${slug}`,
    `businesses/${business_id}/services`,
    `businesses/${business_id}/professionals`,
    `schedules/business/${business_id}`,
  ])
    assert.equal((await call('GET', `/api/${path}`)).status, 404, path)
  await forget(appointment)
})

test('a client still sees the appointment and may cancel it, but not move it', async () => {
  const { business_id, appointment } = await business()
  await setSuspended(business_id)
  const seen = (await portal('appointments')).body.appointments
  assert.deepEqual(
    seen.map((row: { id: number; business_is_suspended: boolean }) => [row.id, row.business_is_suspended]),
    [[appointment, true]],
  )
  const moved = await portal(`reschedule/${appointment}`, { new_date: '2026-11-24', new_time: '11:00' })
  assert.deepEqual([moved.status, moved.body.error], [409, MOVE_SUSPENDED])
  assert.equal((await portal(`cancel/${appointment}`)).status, 200)
  await forget(appointment)
})

test('its owner signs in, reads, cancels, exports and forgets; every other change is refused, and nothing changes', async () => {
  const { as, email, business_id, appointment, headers, place } = await business()
  await setSuspended(business_id)
  const signedIn = await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
  assert.deepEqual([signedIn.status, signedIn.body.business.is_suspended], [200, true])
  assert.equal((await as('GET', '/api/auth/verify')).body.business.is_suspended, true)

  const may = [
    'POST /api/auth/logout',
    'POST /api/businesses/change-password',
    'POST /api/businesses/clients/forget',
    'POST /api/clients/:id/forget',
    'POST /api/appointments/:id/cancel',
    'POST /api/appointments/cancel-many',
    // Whoever must go, goes, and takes nothing along.
    'POST /api/auth/switch',
    'POST /api/auth/sessions/close',
    'POST /api/auth/sessions/close-others',
    'POST /api/auth/passkeys/setup',
    'POST /api/auth/passkeys',
    'POST /api/auth/passkeys/rename',
    'POST /api/auth/passkeys/remove',
    'POST /api/auth/second-factor/setup',
    'POST /api/auth/second-factor/on',
    'POST /api/auth/second-factor/off',
    'POST /api/auth/second-factor/recovery-codes',
    'PATCH /api/members/:id',
    'DELETE /api/members/:id',
    'POST /api/members/leave',
    'DELETE /api/members/invitations/:id',
    'DELETE /api/members/hand-over',
    'DELETE /api/feeds/:id',
    'DELETE /api/push',
    'POST /api/members/hand-over/accept',
    // Reads a number, and is noted.
    'POST /api/clients/:id/call',
    'POST /api/appointments/:id/call',
    // The law's dates go on.
    'POST /api/data-requests/:id/answer',
    'POST /api/data-requests/:id/extend',
    'POST /api/businesses/deletion',
    'DELETE /api/businesses/deletion',
  ]
  const changes = app.calls.filter(({ needs, method }) => needs && !/GET|HEAD/.test(method))
  assert.ok(changes.length > 20)
  for (const { method, url } of changes) {
    if (may.includes(`${method} ${url}`)) continue
    const answer = await app.inject({
      method: method as 'POST',
      url: url.replace(/:[a-zA-Z]+/g, String(place.service_id)),
      headers,
      payload: {
        service_name: 'x',
        professional_name: 'x',
        business_name: 'x',
      },
    })
    assert.equal(answer.statusCode, 403, `${method} ${url}`)
    assert.equal(answer.json().error, OWNER_SUSPENDED)
  }
  assert.equal((await as('GET', '/api/businesses/profile')).body.business.business_name === 'x', false)
  assert.equal((await as('GET', '/api/appointments')).body.appointments.length, 1)
  assert.equal((await app.inject({ url: '/api/businesses/export.json', headers })).statusCode, 200)
  assert.equal((await as('POST', `/api/appointments/${appointment}/cancel`)).status, 200)
  assert.equal((await as('POST', '/api/businesses/clients/forget', WHO)).status, 200)

  await setSuspended(business_id, null)
  assert.equal((await as('GET', '/api/auth/verify')).body.business.is_suspended, false)
  assert.equal((await as('POST', '/api/services', { service_name: 'Peinado' })).status, 201)
})

test('an owner’s move that a suspension overtakes is refused with the owner’s sentence', async () => {
  const { business_id, as, appointment } = await business()
  const lock = (tx: Tx) =>
    sql`select from appointments where business_id = ${business_id} and id = ${appointment} for update`.execute(
      tx,
    )
  const moved = await whileHeld(
    db,
    lock,
    () => as('PATCH', `/api/appointments/${appointment}`, { appointment_time: '11:00' }),
    () => setSuspended(business_id),
  )
  assert.deepEqual([moved.status, moved.body.error], [403, OWNER_SUSPENDED])
  await forget(appointment)
})

test('reminders that fall due meanwhile are skipped and cost nothing; after it, what lies ahead goes as ever', async () => {
  const { business_id, appointment } = await business()
  const starts = Date.parse('2026-11-23T15:00:00Z')
  const of = () =>
    db
      .selectFrom('messages')
      .select(['kind', 'state', 'last_error'])
      .where('business_id', '=', business_id)
      .where('kind', 'like', 'reminder%')
      .orderBy('id')
      .execute()
  const free = async () => (await creditBalance(db, business_id, clock.now)).total_credits
  const before = await free()
  await setSuspended(business_id)
  clock.now = starts - 24 * HOUR + 1000
  await queueDue(db, clock.now)
  assert.deepEqual(await of(), [{ kind: 'reminder_advance', state: 'skipped', last_error: 'suspended' }])
  assert.equal(await free(), before)

  await setSuspended(business_id, null)
  clock.now = starts - 2 * HOUR + 1000
  await queueDue(db, clock.now)
  assert.deepEqual((await of())[1], { kind: 'reminder_two_hours', state: 'queued', last_error: null })
  assert.equal(await free(), before - 1)
  // Suspended while the message waits: the sender checks again, skips it, and returns the credit.
  await setSuspended(business_id)
  await sendDue(senderDeps(db, mailer, { now: () => clock.now }))
  assert.deepEqual((await of())[1], { kind: 'reminder_two_hours', state: 'skipped', last_error: 'suspended' })
  assert.equal(await free(), before)
  await setSuspended(business_id, null)
  const { body } = await call('POST', '/api/auth/login', {
    body: { email: (await emailOf(business_id))!, password: PASSWORD },
  })
  const listed = await call('GET', '/api/message-credits/messages', {
    headers: { authorization: `Bearer ${body.token}` },
  })
  assert.equal(listed.body.messages[0].reason, 'Tu negocio estaba suspendido')
  await forget(appointment)
  clock.now = NOW
})

const emailOf = async (id: number) =>
  (await db.selectFrom('businesses').select('email').where('id', '=', id).executeTakeFirst())?.email

import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { readLimits } from '#server/limits/limits.ts'
import { PRESSES_MS } from '#server/messages/asked/queries.ts'
import { enqueue } from '#server/messages/queries.ts'
import { sendDue } from '#server/messages/send.ts'
import { whileHeld } from '../held.ts'
import { api, appointmentRow, database, NOW } from '../helper.ts'
import { owner, PASSWORD, withOffer } from '../owner.ts'
import { senderDeps } from '../sender.ts'

const db = await database()
const { call, clock } = await api(db)
const sent: Mail[] = []
const mailer: Mailer = {
  async send(mail, beforeLastByte) {
    await beforeLastByte()
    sent.push(mail)
  },
  async close() {},
}
after(() => mailer.close())
const deliver = () =>
  sendDue(senderDeps(db, mailer, { now: () => clock.now + PRESSES_MS, limits: readLimits({}, []) }))
const linkIn = (mail: Mail | undefined) => mail?.text.match(/confirmar-correo\?token=(\S+)/)?.[1]
const confirm = (token: unknown) => call('POST', '/api/auth/confirm-email', { body: { token } })

beforeEach(() => {
  clock.now = NOW
  sent.length = 0
})

type Place = Awaited<ReturnType<typeof owner>>
const isConfirmed = async ({ as }: Place) =>
  (await as('GET', '/api/auth/verify')).body.business.is_email_confirmed as boolean

/** A new business, and the link of its welcome mail. */
async function welcomed() {
  const place = await owner(call)
  await deliver()
  const token = linkIn(sent.find(({ to, subject }) => to === place.email && subject === 'Bienvenida'))
  assert.ok(token)
  return { place, token }
}

async function bookMany(place: Place, count: number) {
  const { business_id } = place
  const shop = { business_id, slug: place.slug, ...(await withOffer(place)) }
  for (let n = 0; n < count; n++) {
    const row = appointmentRow(shop, `2026-12-${String(1 + n).padStart(2, '0')}`, '10:00')
    const client_email = `clienta${n}.${business_id}@correo.example`
    const { id } = await db
      .insertInto('appointments')
      .values({ ...row, client_email })
      .returning('id')
      .executeTakeFirstOrThrow()
    const kind = 'booked_client'
    const once = `${kind}:${id}`
    await enqueue(db, { business_id, kind, appointment_id: id, recipient: client_email, once, due_at: NOW })
  }
}

test('a new business is not confirmed; the welcome mail’s link does it, as often as it is opened', async () => {
  const { place, token } = await welcomed()
  assert.equal(await isConfirmed(place), false)
  for (const _ of [1, 2]) assert.equal((await confirm(token)).status, 200)
  assert.equal(await isConfirmed(place), true)
  const again = await place.as('POST', '/api/auth/confirmation-mail')
  assert.deepEqual([again.status, again.body.error], [409, 'Tu correo ya está confirmado'])
})

test('it is confirmed also while its owner, who is locked before the business, changes something of it', async () => {
  const { place, token } = await welcomed()
  const answer = await whileHeld(
    db,
    (tx) => sql`select from users where email = ${place.email} for no key update`.execute(tx),
    () => confirm(token),
    (tx) => sql`update businesses set phone = phone where id = ${place.business_id}`.execute(tx),
  )
  assert.equal(answer.status, 200)
  assert.equal(await isConfirmed(place), true)
})

test('what waited goes out as soon as it is confirmed', async () => {
  const { place, token } = await welcomed()
  await bookMany(place, 25)
  sent.length = 0
  await deliver()
  assert.equal(sent.length, 20)
  await confirm(token)
  await deliver()
  assert.equal(sent.length, 25)
})

test('what waited for the owner goes to the address that was corrected meanwhile, and none to the mistyped one', async () => {
  const { place } = await welcomed()
  await bookMany(place, 25)
  const { business_id, email: mistyped } = place
  const { id } = await db
    .selectFrom('appointments')
    .select('id')
    .where('business_id', '=', business_id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const waiting = { business_id, recipient: mistyped, due_at: NOW + 1 }
  const data = { kind: 'consult', client_name: 'Rosa Pérez', due_date: '2026-12-04' }
  await enqueue(db, { ...waiting, kind: 'booked_owner', appointment_id: id, once: `booked_owner:${id}` })
  await enqueue(db, { ...waiting, kind: 'data_request_owner', once: 'data_request_owner:1', data })
  clock.now += 2
  await deliver()
  const email = `correcta${business_id}@correo.example`
  await place.as('PATCH', '/api/businesses/profile', { email, currentPassword: PASSWORD })
  await deliver()
  const link = linkIn(sent.find(({ to }) => to === email))
  sent.length = 0
  assert.equal((await confirm(link)).status, 200)
  await deliver()
  const told = sent.filter(({ to }) => !to.startsWith('clienta'))
  assert.deepEqual(
    told.map(({ to, subject }) => [to, subject]),
    [
      [email, 'Nueva cita'],
      [email, 'Solicitud de datos'],
    ],
  )
})

test('no other token does: made up, of another business, of a former e-mail', async () => {
  const { place, token } = await welcomed()
  const other = await welcomed()
  const secret = token.split('.')[1]
  for (const wrong of [
    '',
    'x',
    `${place.business_id}.${'a'.repeat(43)}`,
    `${other.place.business_id}.${secret}`,
    7,
    null,
  ])
    assert.equal((await confirm(wrong)).status, 400, String(wrong))
  const email = `nueva${place.business_id}@correo.example`
  assert.equal(
    (await place.as('PATCH', '/api/businesses/profile', { email, currentPassword: PASSWORD })).status,
    200,
  )
  assert.equal((await confirm(token)).status, 400)
  assert.equal(await isConfirmed(place), false)
  sent.length = 0
  await deliver()
  const mailed = linkIn(sent.find(({ to }) => to === email))
  assert.equal((await confirm(mailed)).status, 200)
  assert.equal(await isConfirmed(place), true)
  await place.as('PATCH', '/api/businesses/profile', {
    email: `otra${email}`,
    currentPassword: PASSWORD,
  })
  assert.equal(await isConfirmed(place), false, 'a new address is to be confirmed again')
})

test('the link comes again, five times an hour', async () => {
  const { place } = await welcomed()
  sent.length = 0
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) {
    statuses.push((await place.as('POST', '/api/auth/confirmation-mail')).status)
    await deliver()
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  assert.equal(sent.length, 5)
  assert.equal((await confirm(linkIn(sent[4]))).status, 200)
})

test('whoever sets a password by a mailed link reads the mails: that confirms, too', async () => {
  const { place } = await welcomed()
  sent.length = 0
  await call('POST', '/api/auth/forgot-password', { body: { email: place.email } })
  await deliver()
  const token = sent[0]!.text.match(/token=(\S+)/)![1]
  const body = { token, password: 'una-clave-larga-8' }
  assert.equal((await call('POST', '/api/auth/reset-password', { body })).status, 200)
  const { email_confirmed_at } = await db
    .selectFrom('businesses')
    .select('email_confirmed_at')
    .where('id', '=', place.business_id)
    .executeTakeFirstOrThrow()
  assert.equal(email_confirmed_at, clock.now)
})

test('a form of the settings that was open while it was confirmed is saved', async () => {
  const { place, token } = await welcomed()
  const { version } = (await place.as('GET', '/api/businesses/profile')).body.business
  await confirm(token)
  const saved = await place.as('PATCH', '/api/businesses/profile', { description: 'Con cita', version })
  assert.equal(saved.status, 200)
})

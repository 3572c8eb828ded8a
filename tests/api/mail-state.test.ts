/** What owner and operators are told of mails that do not go out, or do not arrive. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Mailer } from '#server/mail/mailer.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { sendDue } from '#server/messages/send.ts'
import { api, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { senderDeps } from '../sender.ts'
import { startSink, type Sink } from '../smtp.ts'
import { writeDigests } from '#server/messages/digest-queries.ts'
import { readLimits } from '#server/limits/limits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const CLIENT = 'camila@correo.example'

const db = await database()
const { call, clock } = await api(db)
const sinks: Sink[] = []
const mailers: Mailer[] = []
afterEach(async () => {
  for (const mailer of mailers.splice(0)) await mailer.close()
  for (const sink of sinks.splice(0)) await sink.stop()
})

async function world(options: Parameters<typeof startSink>[0] = {}, urlOf = (sink: Sink) => sink.url) {
  clock.now = NOW
  const sink = await startSink(options)
  sinks.push(sink)
  const mailerFor = (url: string) => {
    const mailer = smtpMailer(url)
    mailers.push(mailer)
    return mailer
  }
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const deliver = (url = urlOf(sink)) => sendDue(senderDeps(db, mailerFor(url), { now: () => clock.now }))
  const body = booking(place, { client_email: CLIENT })
  const { id } = (await call('POST', '/api/appointments/public', { body })).body.appointment
  const state = async () => (await call('GET', '/api/mail/state', { headers })).body
  const detail = async () => (await call('GET', `/api/appointments/${id}`, { headers })).body
  return { sink, place, headers, deliver, id: id as number, state, detail }
}

const ready = async () => (await call('GET', '/api/ready')).body

test('a wrong password is told at once, with its reason; it is over when a mail goes out', async () => {
  const right = { user: 'enpunto', pass: 'bien' }
  const { sink, deliver, state } = await world({ auth: right })
  assert.equal((await state()).stopped, null)
  await deliver(sink.url.replace('bien', 'mal'))
  const stopped = { since: new Date(NOW).toISOString(), reason: 'login' }
  clock.now += HOUR
  await deliver(sink.url.replace('bien', 'mal'))
  assert.deepEqual((await state()).stopped, stopped, 'since the first time')
  assert.deepEqual(
    await ready(),
    { success: true, mail: stopped, warnings: ['mail_stopped'] },
    'bookings go on',
  )
  assert.ok((await deliver()) > 0)
  assert.equal((await state()).stopped, null)
  clock.now += MINUTE
  assert.deepEqual(await ready(), { success: true })
})

test('a password with a % that stands for nothing is told, and ends no process', async () => {
  const { sink, deliver, state } = await world({ auth: { user: 'enpunto', pass: '100%bien' } })
  await deliver(sink.url)
  clock.now += HOUR
  await deliver(sink.url)
  assert.ok((await state()).stopped)
  assert.ok((await deliver(sink.url.replace('%', '%25'))) > 0)
})

test('a certificate that nobody has signed is told at once', async () => {
  const { deliver, sink, state } = await world({ isSelfSigned: true })
  await deliver()
  assert.deepEqual((await state()).stopped, { since: new Date(NOW).toISOString(), reason: 'certificate' })
  assert.equal(sink.received.length, 0)
})

test('a server that cannot be reached is told after a minute', async () => {
  const { sink, deliver, state } = await world()
  await sink.stop()
  await deliver()
  assert.equal((await state()).stopped, null)
  clock.now += MINUTE
  assert.equal((await state()).stopped.reason, 'no_answer')
  await sink.start()
  await deliver()
  assert.equal((await state()).stopped, null)
})

test('a sender that the server does not take is told at once, and loses no mail', async () => {
  const { sink, deliver, state } = await world()
  sink.onSender = () => ({ code: 553, text: '5.7.1 Sender address rejected: not owned by user' })
  await deliver()
  assert.deepEqual((await state()).stopped, { since: new Date(NOW).toISOString(), reason: 'sender' })
  clock.now += 48 * HOUR
  await deliver()
  sink.onSender = undefined
  await deliver()
  assert.ok(sink.received.some(({ to }) => to[0] === CLIENT))
  assert.equal((await state()).stopped, null)
})

for (const [where, refuse] of [
  ['each address', (sink: Sink) => (sink.onRecipient = () => ({ code: 550, text: '5.7.1 Relaying denied' }))],
  [
    'each mail',
    (sink: Sink) => (sink.onMessage = () => ({ code: 550, text: '5.4.5 Daily user sending limit exceeded' })),
  ],
] as const)
  test(`a server that refuses ${where} because of us loses no mail of that day, and the operator is told`, async () => {
    const { sink, place, headers, deliver, id, state, detail } = await world()
    refuse(sink)
    const another = booking(place, { client_email: 'otra@correo.example', appointment_time: '12:00' })
    assert.equal((await call('POST', '/api/appointments/public', { body: another })).status, 201)
    for (let minutes = 0; minutes < 60; minutes += 2) {
      await deliver()
      clock.now += 2 * MINUTE
    }
    assert.equal((await detail()).undelivered, null, 'it is tried again')
    assert.equal((await state()).stopped.reason, 'refused')
    assert.ok((await ready()).warnings.includes('mail_stopped'))
    sink.onRecipient = undefined
    sink.onMessage = undefined
    clock.now += 6 * HOUR
    await deliver()
    assert.equal((await state()).stopped, null)
    const about = () => sink.received.filter(({ to }) => to[0] === CLIENT).map(({ mail }) => mail.subject)
    assert.equal(about()[0], 'Cita confirmada')
    // Nobody takes the address for one that does not exist: what is about it goes out.
    const time = '16:00'
    const { appointment } = await detail()
    const body = { appointment_time: time, version: appointment.version }
    assert.equal((await call('PATCH', `/api/appointments/${id}`, { body, headers })).status, 200)
    clock.now += MINUTE
    await deliver()
    assert.equal(about().at(-1), 'Cita reprogramada')
  })

test('a server that puts off every mail is told after some minutes; some odd addresses of it never', async () => {
  const { sink, place, deliver, state } = await world()
  const emails = ['otra@correo.example', 'tercera@correo.example']
  for (const [n, client_email] of emails.entries()) {
    const body = booking(place, { client_email, appointment_time: `1${n + 2}:00` })
    assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
  }
  const waiting = async (answer: { code: number; text: string }, seconds: number[]) => {
    sink.onRecipient = () => answer
    for (const wait of seconds) {
      await deliver()
      clock.now += wait * 1000
    }
  }
  await waiting(
    { code: 450, text: '4.1.2 Recipient address rejected: Domain not found' },
    [5, 15, 60, 300, 900],
  )
  await waiting({ code: 452, text: 'Mailbox full' }, [3600, 3600])
  assert.equal((await state()).stopped, null, 'it says nothing of the others')
  await sql`update messages set attempts = 0, due_at = ${new Date(clock.now).toISOString()}`.execute(db)
  await waiting({ code: 451, text: '4.3.0 Temporary failure' }, [5, 15, 60, 300])
  assert.equal((await state()).stopped, null, 'it may put off what it does not know')
  await deliver()
  clock.now += MINUTE
  assert.equal((await state()).stopped.reason, 'refused')
  assert.ok((await ready()).warnings.includes('mail_stopped'))
  sink.onRecipient = undefined
  clock.now += HOUR
  assert.ok((await deliver()) > 0)
  assert.equal((await state()).stopped, null)
})

test('one mail that is refused because of us is given up after two days, and stops nobody else’s', async () => {
  const { sink, deliver, detail, state } = await world()
  sink.onRecipient = (address) =>
    address === CLIENT ? { code: 554, text: '5.7.1 Blocked by policy' } : undefined
  for (let hours = 0; hours < 48; hours++) {
    await deliver()
    clock.now += HOUR
  }
  assert.equal((await detail()).undelivered.reason, 'refused')
  assert.equal((await state()).stopped, null)
})

test('an address that is refused is shown at the appointment; corrected, it gets the confirmation', async () => {
  const { sink, headers, deliver, id, state, detail } = await world()
  sink.onRecipient = (address) => (address === CLIENT ? { code: 550, text: 'No such user' } : undefined)
  for (let tries = 0; tries < 3; tries++) {
    assert.equal((await detail()).undelivered, null)
    await deliver()
    clock.now += MINUTE
  }
  const { undelivered, appointment } = await detail()
  assert.equal(undelivered.reason, 'unknown_address')
  assert.deepEqual(
    (await state()).undelivered.map((row: { id: number; reason: string }) => [row.id, row.reason]),
    [[id, 'unknown_address']],
  )
  const body = { client_email: 'camila.rojas@correo.example', version: appointment.version }
  assert.equal((await call('PATCH', `/api/appointments/${id}`, { body, headers })).status, 200)
  await deliver()
  assert.equal((await detail()).undelivered, null)
  assert.deepEqual((await state()).undelivered, [])
  const mails = sink.received.filter(({ to }) => to[0] === 'camila.rojas@correo.example')
  assert.deepEqual(
    mails.map(({ mail }) => mail.subject),
    ['Cita confirmada'],
  )
})

test('a server that takes a mail and hangs up gets three copies at most, and then the owner is told', async () => {
  const { sink, headers, deliver, id, state, detail } = await world()
  sink.onMessage = ({ to }) => (to[0] === CLIENT ? 'drop' : undefined)
  for (let hours = 0; hours < 12; hours++) {
    await deliver()
    clock.now += HOUR
  }
  const copies = sink.received.filter(({ to }) => to[0] === CLIENT).length
  console.log(`copies of a mail that was never answered: tried 12 hours, broke ${Math.max(0, copies - 3)}`)
  assert.equal(copies, 3)
  assert.equal((await detail()).undelivered.reason, 'unanswered')
  assert.equal((await state()).undelivered[0].reason, 'unanswered')
  const body = { ids: [id] }
  assert.equal((await call('POST', '/api/mail/undelivered/seen', { body, headers })).status, 200)
  assert.deepEqual((await state()).undelivered, [])
  assert.equal((await detail()).undelivered.reason, 'unanswered', 'it stays at the appointment')
})

test('a mail that a limit holds back is told at its appointment: it waits, goes into a digest, was told in one', async () => {
  clock.now = NOW
  const sink = await startSink()
  const mailer = smtpMailer(sink.url)
  sinks.push(sink)
  mailers.push(mailer)
  const deliver = () => sendDue(senderDeps(db, mailer, { now: () => clock.now, limits: readLimits({}, []) }))
  const place = await salon(db, { email_confirmed_at: null })
  const headers = await ownerHeaders(db, place)
  const client_email = 'muchas@correo.example'
  const ids: number[] = []
  for (let n = 0; n < 14; n++) {
    const slot = { appointment_date: `2026-11-${23 + (n % 7)}`, appointment_time: n < 7 ? '10:00' : '12:00' }
    const body = booking(place, { client_email, ...slot })
    ids.push((await call('POST', '/api/appointments/public', { body })).body.appointment.id)
  }
  const limitedOf = async (id: number) =>
    (await call('GET', `/api/appointments/${id}`, { headers })).body.limited_mail
  assert.equal(await limitedOf(ids[0]!), null)
  await deliver()
  const limited = await Promise.all(ids.map(limitedOf))
  // Ten go out beside ten to the owner; of the other four each waits for the business or is told in the digest.
  assert.equal(limited.filter((one) => one === null).length, 10)
  assert.deepEqual(
    limited.find((one) => one),
    { reason: 'unconfirmed', told_at: null },
  )

  await db
    .updateTable('businesses')
    .set({ email_confirmed_at: new Date(NOW).toISOString() })
    .where('id', '=', place.business_id)
    .execute()
  clock.now += 24 * HOUR
  const later = { client_email, appointment_date: '2026-12-01' }
  for (const appointment_time of ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']) {
    const body = booking(place, { ...later, appointment_time })
    ids.push((await call('POST', '/api/appointments/public', { body })).body.appointment.id)
  }
  await deliver()
  const held = (await Promise.all(ids.map(limitedOf))).map((one) => one?.reason)
  const digested = ids[held.indexOf('digest')]!
  assert.deepEqual(await limitedOf(digested), { reason: 'digest', told_at: null })
  assert.ok(!held.includes('unconfirmed'), 'they went, or are in the digest')
  clock.now += 2 * HOUR
  await writeDigests(db, clock.now)
  await deliver()
  const told = { reason: 'digest', told_at: new Date(clock.now).toISOString() }
  assert.deepEqual(await limitedOf(digested), told)

  const other = await salon(db)
  const theirs = { headers: await ownerHeaders(db, other) }
  assert.equal((await call('GET', `/api/appointments/${digested}`, theirs)).status, 404)
})

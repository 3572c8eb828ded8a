/** What mails nobody may send through the product, by bookings or as an owner. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { ensureAdministrator } from '#server/admin/queries.ts'
import { creditBalance } from '#server/credits/queries.ts'
import { readLimits } from '#server/limits/limits.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { PRESSES_MS } from '#server/messages/asked/queries.ts'
import { writeDigests } from '#server/messages/digest-queries.ts'
import { enqueue } from '#server/messages/queries.ts'
import { areUnknown } from '#server/messages/stopped-queries.ts'
import { sendDue, sendNext } from '#server/messages/send.ts'
import { queueDue } from '#server/reminders/plan.ts'
import { api, appointmentRow, booking, database, NOW, ownerHeaders, salon, type Salon } from '../helper.ts'
import { owner, PASSWORD } from '../owner.ts'
import { senderDeps } from '../sender.ts'
import { startSink, type Sink } from '../smtp.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STRANGER = 'extrana@correo.example'

const db = await database()
const { call, clock } = await api(db)
// As they are without settings.
const limits = readLimits({}, [])
let sink: Sink
let mailer: Mailer
const deps = () => senderDeps(db, mailer, { now: () => clock.now, limits })
const deliver = () => sendDue(deps())
const mailsTo = (address: string) => sink.received.filter(({ to }) => to.includes(address))

beforeEach(async () => {
  clock.now = NOW
  sink = await startSink()
  mailer = smtpMailer(sink.url)
  await sql`truncate messages, handovers, digest_items, attempts, appointments, credit_movements, credit_accounts
    cascade`.execute(db)
})
afterEach(async () => {
  await mailer.close()
  await sink.stop()
})

const date = (day: number) => new Date(NOW + day * DAY).toISOString().slice(0, 10)

const ownerOf = ({ slug }: Salon) => `${slug}@correo.example`

/** The nth appointment of a salon, with its two messages as a booking writes them. */
async function book(at: Salon, n: number, client_email: string) {
  const time = `${String(9 + (n % 9)).padStart(2, '0')}:00`
  const { id } = await db
    .insertInto('appointments')
    .values({ ...appointmentRow(at, date(2 + Math.floor(n / 9)), time), client_email, booked_by: 'client' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const about = { business_id: at.business_id, appointment_id: id, due_at: clock.now }
  await enqueue(db, { ...about, kind: 'booked_client', recipient: client_email, once: `booked_client:${id}` })
  await enqueue(db, { ...about, kind: 'booked_owner', recipient: ownerOf(at), once: `booked_owner:${id}` })
  return id
}

const states = async (kind: string) => {
  const rows = await db
    .selectFrom('messages')
    .select(['state', 'last_error', sql<number>`count(*)`.as('n')])
    .where('kind', '=', kind)
    .groupBy(['state', 'last_error'])
    .execute()
  return Object.fromEntries(rows.map(({ state, last_error, n }) => [last_error ?? state, Number(n)]))
}

const failed = async (kind: string) => {
  const { n } = await db
    .selectFrom('messages')
    .select((of) => of.fn.countAll<string>().as('n'))
    .where('kind', '=', kind)
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(n)
}

describe('one address', () => {
  test('134 bookings of a stranger’s address in three businesses: ten mails, then one digest a day', async () => {
    const places = [await salon(db), await salon(db), await salon(db)]
    for (let n = 0; n < 134; n++) await book(places[n % 3]!, n, n % 2 ? STRANGER : STRANGER.toUpperCase())
    await deliver()
    const broke = Math.max(0, mailsTo(STRANGER).length + mailsTo(STRANGER.toUpperCase()).length - 10)
    console.log(`mails to one stranger by bookings: tried 134, broke ${broke}`)
    assert.equal(broke, 0)
    assert.deepEqual(await states('booked_client'), { sent: 10, digest: 124 })
    assert.deepEqual(await states('booked_owner'), { sent: 134 }, 'each owner hears of every booking')

    await writeDigests(db, clock.now)
    assert.equal(await deliver(), 0, 'the digest waits for those of the same hour')
    clock.now += HOUR + MINUTE
    await Promise.all([writeDigests(db, clock.now), writeDigests(db, clock.now)])
    assert.equal(await deliver(), 1)
    const [digest] = mailsTo(STRANGER).slice(-1)
    assert.equal(digest!.mail.subject, 'Resumen')
    assert.equal(digest!.mail.text!.split(',').length, 124)
    assert.equal(digest!.mail.from!.name, 'enpunto')
  })

  test('what follows within a day waits for the next digest, and none tells what was told', async () => {
    const place = await salon(db)
    for (let n = 0; n < 12; n++) await book(place, n, STRANGER)
    await deliver()
    clock.now += 2 * HOUR
    await writeDigests(db, clock.now)
    for (let n = 12; n < 50; n++) await book(place, n, STRANGER)
    await deliver()
    assert.equal(mailsTo(STRANGER).length, 10 + 1 + 10)
    for (let hours = 0; hours < 24; hours += 3) {
      clock.now += 3 * HOUR - MINUTE
      await writeDigests(db, clock.now)
    }
    await deliver()
    assert.equal(mailsTo(STRANGER).length, 21)
    clock.now += HOUR
    await writeDigests(db, clock.now)
    assert.equal(await deliver(), 1)
    assert.equal(mailsTo(STRANGER).at(-1)!.mail.text!.split(',').length, 28)
  })

  test('a time that a digest told, and that is not true any more, is told back', async () => {
    const place = await salon(db)
    const headers = await ownerHeaders(db, place)
    for (let n = 0; n < 10; n++) await book(place, n, STRANGER)
    await deliver()
    const id = await book(place, 10, STRANGER)
    const move = async (appointment_time: string) => {
      const { status } = await call('PATCH', `/api/appointments/${id}`, {
        headers,
        body: { appointment_time },
      })
      assert.equal(status, 200)
      clock.now += MINUTE
      await deliver()
    }
    await move('16:00')
    assert.deepEqual(await states('moved_client'), { digest: 1 })
    clock.now += 2 * HOUR
    await writeDigests(db, clock.now)
    await deliver()
    assert.equal(mailsTo(STRANGER).at(-1)!.mail.subject, 'Resumen')
    await move('10:00')
    const { subject, text } = mailsTo(STRANGER).at(-1)!.mail
    assert.equal(subject, 'Cita reprogramada')
    assert.match(text!, /"appointment_time":"16:00".* 10:00/)
  })

  test('an owner who books, edits and cancels for an address of their choice', async () => {
    const place = await salon(db)
    const headers = await ownerHeaders(db, place)
    const id = await book(place, 0, STRANGER)
    await deliver()
    const tried = 60
    for (let n = 0; n < tried; n++) {
      const body = { notes: `Aviso ${n}` }
      const { status } = await call('PATCH', `/api/appointments/${id}`, { body, headers })
      assert.equal(status, 200)
      await deliver()
      clock.now += MINUTE / 2
    }
    const got = mailsTo(STRANGER).length
    console.log(`mails to one stranger by an owner's changes: tried ${tried}, broke ${Math.max(0, got - 10)}`)
    assert.equal(got, 10)
  })

  test('thirty in a day, however they are spread', async () => {
    const place = await salon(db)
    for (let n = 0; n < 80; n++) {
      await book(place, n, STRANGER)
      await deliver()
      clock.now += 15 * MINUTE
    }
    assert.equal(mailsTo(STRANGER).length, 30)
    assert.deepEqual(await states('booked_client'), { sent: 30, digest: 50 })
  })

  test('a mail server that is down, or refuses for now, uses nothing up', async () => {
    const place = await salon(db)
    for (let n = 0; n < 10; n++) await book(place, n, STRANGER)
    await sink.stop()
    for (let n = 0; n < 20; n++) await deliver()
    await sink.start()
    sink.onRecipient = () => ({ code: 451, text: 'Later' })
    await deliver()
    sink.onRecipient = undefined
    clock.now += MINUTE
    await deliver()
    assert.deepEqual(await states('booked_client'), { sent: 10 })
  })

  test('whoever is bombed still gets the answer to what they asked about their data: it waits for the hour', async () => {
    const place = await salon(db)
    for (let n = 0; n < 12; n++) await book(place, n, STRANGER)
    const kind = 'data_answered_client'
    const { business_id } = place
    const data = {
      kind: 'consult',
      client_name: 'Rosa',
      due_date: '2026-12-04',
      text: 'Esto',
      outcome: 'done',
    }
    await enqueue(db, {
      business_id,
      kind,
      recipient: STRANGER,
      once: `${kind}:1`,
      data,
      due_at: clock.now + 1,
    })
    clock.now += 1
    await deliver()
    assert.deepEqual(await states(kind), { many_mails: 1 })
    clock.now += HOUR + MINUTE
    await writeDigests(db, clock.now)
    await deliver()
    assert.deepEqual(await states(kind), { sent: 1 })
    const answer = mailsTo(STRANGER).find(({ mail }) => mail.subject === 'done')
    assert.match(answer!.mail.text!, /^Esto/)
  })

  test('whoever is bombed still gets a new password', async () => {
    const place = await salon(db)
    const email = `clave${place.business_id}@correo.example`
    await db.updateTable('users').set({ email }).where('id', '=', place.user_id).execute()
    for (let n = 0; n < 40; n++) await book(place, n, email)
    await deliver()
    await call('POST', '/api/auth/forgot-password', { body: { email } })
    clock.now += PRESSES_MS
    assert.equal(await deliver(), 1)
    assert.equal(mailsTo(email).at(-1)!.mail.subject, 'Contraseña')
  })
})

test('ten links for a new password that strangers asked for hold back no notice of who came in, or of what changed', async () => {
  const mine = await owner(call)
  for (let n = 0; n < 10; n++) {
    await call('POST', '/api/auth/forgot-password', { body: { email: mine.email } })
    clock.now += PRESSES_MS
    await deliver()
  }
  const subjects = () => mailsTo(mine.email).map(({ mail }) => mail.subject)
  assert.equal(subjects().filter((subject) => subject === 'Contraseña').length, 10)
  await call('POST', '/api/auth/login', { body: { email: mine.email, password: PASSWORD } })
  const change = { currentPassword: PASSWORD, newPassword: 'otra-clave' }
  assert.equal((await mine.as('POST', '/api/businesses/change-password', change)).status, 200)
  await deliver()
  assert.deepEqual(subjects().slice(-2).sort(), ['new_device', 'password'])
})

test('a salon’s busy Saturday: 300 bookings of 300 clients, each told at once, as its owner is', async () => {
  const place = await salon(db)
  for (let n = 0; n < 300; n++) await book(place, n, `clienta${n}@correo.example`)
  while ((await sendNext(deps(), 'all', 8)).length > 0);
  assert.equal(sink.received.length, 600)
})

test('a business writes to so many clients a day; the others wait, its owner and other businesses do not', async () => {
  const [place, other] = [await salon(db), await salon(db)]
  for (let n = 0; n < 40; n++) await book(place, n, `clienta${n}@correo.example`)
  for (let n = 0; n < 5; n++) await book(other, n, `ajena${n}@correo.example`)
  const few = { ...deps(), limits: { ...limits, mailsOfBusiness: 25 } }
  const deliverFew = async () => {
    while ((await sendNext(few, 'all', 8)).length > 0);
  }
  await deliverFew()
  const got = (name: string) => sink.received.filter(({ to }) => to[0]!.startsWith(name)).length
  assert.deepEqual([got('clienta'), got(ownerOf(place)), got('ajena')], [25, 40, 5])
  const waiting = await db.selectFrom('messages').selectAll().where('state', '=', 'queued').execute()
  assert.equal(waiting.length, 15)
  for (const { last_error, attempts, due_at } of waiting)
    assert.deepEqual([last_error, attempts, due_at], ['many_mails', 0, clock.now + DAY])
  clock.now += DAY
  await deliverFew()
  assert.equal(got('clienta'), 40)
})

describe('a business of the last 14 days that paid nothing', () => {
  const few = () => ({ ...deps(), limits: { ...limits, mailsOfYoung: 5 } })
  const deliverFew = async () => {
    while ((await sendNext(few(), 'all', 8)).length > 0);
  }
  const got = () => sink.received.filter(({ to }) => to[0]!.startsWith('clienta')).length
  const made15DaysAgo = { created_at: new Date(Date.now() - 15 * DAY).toISOString() }
  const lift = (at: Salon) =>
    db.updateTable('businesses').set({ max_mails: 3000 }).where('id', '=', at.business_id).execute()

  test('writes to fewer clients a day; an older one, one that paid and one that the administrator knows do not wait', async () => {
    const [young, older, paying, known] = [
      await salon(db),
      await salon(db, made15DaysAgo),
      await salon(db),
      await salon(db),
    ]
    await db
      .insertInto('credit_movements')
      .values({
        business_id: paying.business_id,
        kind: 'paid',
        amount: 100,
        reason: 'package',
        reference: 'P-1',
        at: new Date(NOW).toISOString(),
      })
      .execute()
    await lift(known)
    for (const [at, most] of [
      [young, 5],
      [older, 8],
      [paying, 8],
      [known, 8],
    ] as const) {
      const before = got()
      for (let n = 0; n < 8; n++) await book(at, n, `clienta${n}.${at.business_id}@correo.example`)
      await deliverFew()
      assert.equal(got() - before, most)
    }
    assert.equal((await states('booked_client'))['many_mails'], 3)
  })

  test('waits, as any other, once many of its addresses do not exist, until the day is over or the administrator has looked', async () => {
    const [young, older] = [await salon(db), await salon(db, made15DaysAgo)]
    sink.onRecipient = (address) =>
      address.startsWith('nadie') ? { code: 550, text: 'No such user' } : undefined
    for (const at of [young, older]) {
      for (let n = 0; n < 10; n++) await book(at, n, `nadie${n}.${at.business_id}@correo.example`)
      for (let tries = 0; tries < 3; tries++) {
        await deliver()
        clock.now += MINUTE
      }
      await book(at, 10, `clienta.${at.business_id}@correo.example`)
      await deliver()
    }
    assert.equal(got(), 1, 'the older one’s')
    await book(young, 11, `clienta.por.si.misma@correo.example`)
    await db
      .updateTable('messages')
      .set({ data: JSON.stringify({ network: 'digest' }) })
      .where('recipient', 'like', '%por.si.misma%')
      .execute()
    await deliver()
    assert.equal(got(), 2, 'and of whoever booked herself')
    assert.equal(await areUnknown(db, clock.now), true)
    assert.equal((await states('booked_client'))['unknown_addresses'], 1)
    assert.equal((await states('booked_owner'))['sent'], 23, 'owners hear of all')
    await lift(young)
    clock.now += HOUR
    await deliver()
    assert.equal(got(), 3)
    assert.equal(await areUnknown(db, clock.now + 2 * HOUR), false)
  })

  test('answers no more clients about their data in a day than it writes to', async () => {
    const young = await salon(db)
    const kind = 'data_answered_client'
    for (let n = 0; n < 8; n++)
      await enqueue(db, {
        business_id: young.business_id,
        kind,
        recipient: `clienta${n}@correo.example`,
        once: `${kind}:${n}`,
        data: { kind: 'consult', client_name: 'Rosa', due_date: '2026-12-04', text: 'Esto', outcome: 'done' },
        due_at: clock.now,
      })
    await deliverFew()
    assert.deepEqual(await states(kind), { sent: 5, many_mails: 3 })
  })

  /** Until each mail has gone, or has failed for good. */
  const deliverAll = async () => {
    for (let tries = 0; tries < 3; tries++) {
      await deliver()
      clock.now += MINUTE
    }
  }

  test('writes on, whatever addresses strangers correct theirs to, or ask links for', async () => {
    const young = await salon(db)
    const booked = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const body = booking(young, {
          client_email: `nadie${n}.${young.business_id}@correo.example`,
          client_phone: `+57300${1_000_000 + n}`,
          appointment_date: date(3 + Math.floor(n / 5)),
          appointment_time: `${10 + (n % 5)}:00`,
        })
        const { status, body: answer } = await call('POST', '/api/appointments/public', { body })
        assert.equal(status, 201, JSON.stringify(answer))
        return { client_email: body.client_email, token: answer.portal_token as string }
      }),
    )
    await deliver()
    sink.onRecipient = (address) =>
      address.startsWith('nadie') ? { code: 550, text: 'No such user' } : undefined
    const ask = async (path: string, body: Record<string, unknown>) =>
      assert.equal((await call('POST', `/api/appointments/client/${path}`, { body })).status, 200)
    await Promise.all([
      ...booked
        .slice(0, 10)
        .map(({ token, client_email }) =>
          ask('correct-email', { token, client_email: client_email.replace('nadie', 'nadie.mas') }),
        ),
      ...booked
        .slice(10)
        .map(({ client_email }) => ask('send-link', { client_email, recaptcha_token: 'dev-token' })),
    ])
    clock.now += PRESSES_MS
    await deliverAll()
    assert.deepEqual([await failed('booked_client'), await failed('portal_link')], [10, 10])
    await book(young, 90, 'clienta@correo.example')
    await deliver()
    assert.equal(got(), 1)
  })

  test('writes on, however often it wrote to one address that does not exist', async () => {
    const young = await salon(db)
    sink.onRecipient = (address) =>
      address.startsWith('nadie') ? { code: 550, text: 'No such user' } : undefined
    for (let n = 0; n < 10; n++) {
      // The first ones are claimed together.
      await book(young, n, n % 2 ? 'nadie@correo.example' : 'nadie@Correo.example')
      if (n > 2) await deliverAll()
    }
    assert.equal(await failed('booked_client'), 10)
    await book(young, 10, 'clienta@correo.example')
    await deliver()
    assert.equal(got(), 1)
  })
})

describe('a business that has not confirmed its e-mail', () => {
  test('sends 20 mails a day; the others wait, and say why', async () => {
    const place = await salon(db, { email_confirmed_at: null })
    for (let n = 0; n < 15; n++) await book(place, n, `clienta${n}@correo.example`)
    await deliver()
    assert.equal(sink.received.length, 20)
    const waiting = await db.selectFrom('messages').selectAll().where('state', '=', 'queued').execute()
    assert.equal(waiting.length, 10)
    for (const { last_error, attempts, due_at } of waiting)
      assert.deepEqual([last_error, attempts, due_at], ['unconfirmed', 0, clock.now + DAY])
    clock.now += DAY
    await deliver()
    assert.equal(sink.received.length, 30)
  })
})

describe('reminders', () => {
  const left = async ({ business_id }: Salon) =>
    (await creditBalance(db, business_id, clock.now)).total_credits

  /** A booking of tomorrow at 11:00, whose first reminder falls due in an hour, each with another professional. */
  async function tomorrow(at: Salon, client_email: string) {
    const { id: professional_id } = await db
      .insertInto('professionals')
      .values({ business_id: at.business_id, professional_name: 'P' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('appointments')
      .values({
        ...appointmentRow(at, date(1), '11:00', { professional_id }),
        client_email,
        booked_by: 'client',
        created_at: new Date(NOW - DAY).toISOString(),
      })
      .execute()
  }

  const turn = async () => {
    clock.now = NOW + HOUR
    await queueDue(db, clock.now, undefined, undefined, { perDay: limits.remindersPerDay })
    await deliver()
  }

  test('40 invented bookings of one address use five credits, and the others are reminded', async () => {
    const place = await salon(db)
    for (let n = 0; n < 40; n++) await tomorrow(place, STRANGER)
    for (let n = 0; n < 20; n++) await tomorrow(place, `clienta${n}@correo.example`)
    await turn()
    console.log(`reminders to one invented address: tried 40, broke ${mailsTo(STRANGER).length - 5}`)
    assert.equal(mailsTo(STRANGER).length, 5)
    assert.equal(sink.received.length, 25)
    assert.equal(await left(place), 30 - 25)
    assert.deepEqual(await states('reminder_advance'), { sent: 25, many: 35 })
  })

  test('over two businesses too', async () => {
    const places = [await salon(db), await salon(db)]
    for (let n = 0; n < 8; n++) await tomorrow(places[n % 2]!, STRANGER)
    await turn()
    assert.equal(mailsTo(STRANGER).length, 5)
  })

  test('none to an address that its server does not know, and what was paid comes back', async () => {
    const place = await salon(db)
    sink.onRecipient = (address) => (address === STRANGER ? { code: 550, text: 'No such user' } : undefined)
    await tomorrow(place, STRANGER)
    for (let tries = 0; tries < 3; tries++) {
      await turn()
      await db
        .updateTable('messages')
        .set({ due_at: new Date(NOW).toISOString() })
        .execute()
    }
    await deliver()
    assert.equal((await states('reminder_advance'))['sent'], undefined)
    assert.equal(await left(place), 30, 'the first came back')

    const other = await salon(db)
    let asked = 0
    sink.onRecipient = () => void asked++
    for (let n = 0; n < 4; n++) await tomorrow(other, STRANGER)
    await turn()
    assert.equal(asked, 0)
    assert.equal(await left(other), 30)
    assert.equal((await states('reminder_advance'))['bounced'], 4)
  })

  test('an address that takes a mail again is reminded again', async () => {
    const place = await salon(db)
    sink.onRecipient = () => ({ code: 550, text: 'No such user' })
    await book(place, 0, STRANGER)
    for (let tries = 0; tries < 3; tries++) {
      await deliver()
      clock.now += MINUTE
    }
    sink.onRecipient = undefined
    clock.now = NOW
    await book(place, 1, STRANGER)
    await deliver()
    await tomorrow(place, STRANGER)
    await turn()
    assert.equal((await states('reminder_advance'))['sent'], 1)
  })
})

describe('the name in the From', () => {
  const fromOf = async (business_name: string) => {
    const place = await salon(db, { business_name })
    await book(place, 0, `c${place.business_id}@correo.example`)
    await deliver()
    return { place, from: mailsTo(`c${place.business_id}@correo.example`)[0]!.mail }
  }

  test('holds no address, and no bank’s name that nobody approved', async () => {
    const names = ['Bancolombia <soporte@bancolombia.example>', 'NEQUI', 'D.I.A.N.', 'soporte@banco.example']
    let broke = 0
    for (const name of names) {
      const { from, place } = await fromOf(name)
      assert.equal(from.replyTo![0]!.address, `salon-${place.slug.split('-')[1]}-x@correo.example`)
      if (from.from!.name !== 'enpunto' || from.replyTo![0]!.name) broke++
    }
    console.log(`names of banks in a From: tried ${names.length}, broke ${broke}`)
    assert.equal(broke, 0)
    assert.equal((await fromOf('Uñas Ana (ana@correo.example)')).from.from!.name, 'Uñas Ana')
  })

  test('the administrator sees the name, approves it, and it stands there; another name waits again', async () => {
    await ensureAdministrator(db, { email: 'jefa@correo.example', password: 'una-clave-larga' })
    const body = { email: 'jefa@correo.example', password: 'una-clave-larga' }
    const { token } = (await call('POST', '/api/admin/login', { body })).body
    const headers = { authorization: `Bearer ${token}` }
    const { place, from } = await fromOf('Visa Nails')
    assert.equal(from.from!.name, 'enpunto')
    const { names } = (await call('GET', '/api/admin/sender-names', { headers })).body
    assert.ok(names.some((row: { id: number }) => row.id === place.business_id))

    const decide = (name: string) =>
      call('POST', `/api/admin/businesses/${place.business_id}/sender-name`, {
        headers,
        body: { name, is_approved: true },
      })
    assert.equal((await decide('Bancolombia')).status, 404, 'nobody asked for it')
    assert.equal((await decide('Visa Nails')).status, 200)
    await book(place, 1, 'segunda@correo.example')
    await deliver()
    assert.equal(mailsTo('segunda@correo.example')[0]!.mail.from!.name, 'Visa Nails')

    const renamed = { business_name: 'Visa Nails Bancolombia' }
    await db.updateTable('businesses').set(renamed).where('id', '=', place.business_id).execute()
    await book(place, 2, 'tercera@correo.example')
    await deliver()
    assert.equal(mailsTo('tercera@correo.example')[0]!.mail.from!.name, 'enpunto')
    const { acts } = (await call('GET', '/api/admin/audit', { headers })).body
    assert.equal(acts[0].act, 'approve_name')
    assert.equal(acts[0].detail.name, 'Visa Nails')
  })
})

test('what is counted of a mail waits for no disk, and what keeps it from going twice does', async () => {
  const place = await salon(db)
  await book(place, 0, 'camila@correo.example')
  await sql`
    create table waited (name text, setting text);
    create function note_waited() returns trigger language plpgsql as $$ begin
      insert into waited values (tg_table_name, current_setting('synchronous_commit'));
      return null;
    end $$;
    create trigger waited after insert or update on attempts for each statement execute function note_waited();
    create trigger waited after insert on handovers for each statement execute function note_waited();
    create trigger waited after update on messages for each statement execute function note_waited()`.execute(
    db,
  )
  assert.equal(await deliver(), 2)
  const { rows } = await sql<{
    name: string
    setting: string
  }>`select distinct name, setting from waited`.execute(db)
  assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
    attempts: 'off',
    handovers: 'on',
    messages: 'on',
  })
  assert.equal(rows.length, 3)
})

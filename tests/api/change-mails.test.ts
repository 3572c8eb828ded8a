import { cancelMany } from '#server/appointments/cancel-many.ts'
import { cancel } from '#server/appointments/cancel.ts'
import { SECOND_THOUGHTS_MS } from '#server/appointments/change-queries.ts'
import { change } from '#server/appointments/move.ts'
import { undoMove } from '#server/appointments/undo.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { queueChange } from '#server/messages/changes.ts'
import { addDigestItem, writeDigests } from '#server/messages/digest-queries.ts'
import { enqueue } from '#server/messages/queries.ts'
import { sendDue, sendNext } from '#server/messages/send.ts'
import { ofEmail } from '#server/portal/queries.ts'
import { queueDue } from '#server/reminders/plan.ts'
import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { createServer } from 'vite'
import type { EmailTemplates } from '../../emails/types.ts'
import { api, appointmentRow, booking, database, NOW, salon } from '../helper.ts'
import { plainTemplates, senderDeps } from '../sender.ts'
import { startSink, type Received, type Sink } from '../smtp.ts'

const db = await database()
const { call, clock } = await api(db)
let sink: Sink
let mailer: Mailer
let place: Awaited<ReturnType<typeof salon>>
let render = plainTemplates
const deps = () => senderDeps(db, mailer, { now: () => clock.now, render })

beforeEach(async () => {
  clock.now = NOW
  render = plainTemplates
  sink = await startSink()
  mailer = smtpMailer(sink.url)
  await sql`truncate messages, handovers, portal_tokens, appointments, appointment_history cascade`.execute(
    db,
  )
  place = await salon(db)
})

afterEach(async () => {
  await mailer.close()
  await sink.stop()
})

/** Books Monday 23 November 2026 at 10:00; its confirmation is sent unless `tell` is false. */
async function booked({ tell = true } = {}): Promise<number> {
  const { status, body } = await call('POST', '/api/appointments/public', { body: booking(place) })
  assert.equal(status, 201)
  if (tell) await sent()
  return body.appointment.id
}

async function bookedAt(appointment_time: string): Promise<number> {
  const { body } = await call('POST', '/api/appointments/public', {
    body: booking(place, { appointment_time }),
  })
  await sent()
  return body.appointment.id
}

type Who = 'client' | 'owner'
const author = (actor: Who) => (actor === 'client' ? { actor } : { actor, user_id: place.user_id })

function move(id: number, date: string, time: string, actor: Who = 'client', professional_id?: number) {
  const wish = {
    appointment_date: date,
    appointment_time: time,
    service_id: place.service_id,
    professional_id: professional_id ?? place.professional_id,
  }
  return change(db, { business_id: place.business_id, id }, wish, { ...author(actor), nowMs: clock.now })
}

function edit(id: number, client: object = {}, other: object = {}) {
  const whole = {
    client_name: 'Camila Rojas',
    client_phone: '+573004128819',
    client_email: 'camila@correo.example',
    client_id: null,
    notes: null,
    ...client,
  }
  const wish = {
    appointment_date: '2026-11-23',
    appointment_time: '10:00',
    service_id: place.service_id,
    professional_id: place.professional_id,
    client: whole,
    ...other,
  }
  const nowMs = clock.now
  return change(db, { business_id: place.business_id, id }, wish, { ...author('owner'), nowMs })
}

const drop = (id: number, actor: Who = 'client', reason = '') =>
  cancel(db, { business_id: place.business_id, id }, { ...author(actor), reason, nowMs: clock.now })

/** Sends what is due once the time for second thoughts is over, and returns what arrives. */
async function sent(): Promise<Received[]> {
  const had = sink.received.length
  clock.now += SECOND_THOUGHTS_MS
  await sendDue(deps())
  return sink.received.slice(had)
}

const subjects = (mails: Received[]) => mails.map(({ mail }) => mail.subject).sort()
const toClient = (mails: Received[]) => mails.filter(({ to }) => to[0] === 'camila@correo.example')
const skipped = async () =>
  (await db.selectFrom('messages').selectAll().where('state', '=', 'skipped').orderBy('id').execute()).map(
    ({ kind, last_error }) => `${kind}: ${last_error}`,
  )
const calendar = ({ mail }: Received) => {
  const [file] = mail.attachments
  return file && new TextDecoder().decode(file.content as ArrayBuffer)
}

describe('a change', () => {
  test('by the client is told to both, by the owner to the client', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00')
    assert.deepEqual(subjects(await sent()), ['Cita reprogramada', 'Un cliente movió'])
    await move(id, '2026-11-25', '11:00', 'owner')
    assert.deepEqual(subjects(await sent()), ['Cita reprogramada'])
    await drop(id, 'owner', 'Se enfermó Valentina')
    const mails = await sent()
    assert.deepEqual(subjects(mails), ['Cita cancelada'])
    assert.match(mails[0]!.mail.text!, /por owner Se enfermó Valentina/)
    assert.match(mails[0]!.mail.text!, new RegExp(`https://agenda\\.example\\.com/negocio/${place.slug}`))
  })

  test('says from when to when, and has a link to the portal', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00')
    const mails = await sent()
    const client = toClient(mails)[0]!
    const owner = mails.find((mail) => mail !== client)!
    for (const { mail } of [client, owner])
      assert.match(
        mail.text!,
        /de \{"appointment_date":"2026-11-23","appointment_time":"10:00","duration_minutes":60\} a 2026-11-24 11:00/,
      )
    assert.match(client.mail.text!, /https:\/\/agenda\.example\.com\/client\?token=/)
    assert.doesNotMatch(owner.mail.text!, /token=/)
    assert.equal(client.mail.replyTo![0]!.address, `${place.slug}@correo.example`)
    assert.equal(owner.mail.replyTo![0]!.address, 'camila@correo.example')
  })

  test('of the client’s data is told to the new address', async () => {
    const id = await booked()
    await edit(id, { client_email: 'nueva@correo.example' })
    const [mail, ...rest] = await sent()
    assert.equal(rest.length, 0)
    assert.deepEqual(mail!.to, ['nueva@correo.example'])
    assert.equal(mail!.mail.subject, 'Cita confirmada')
    const tokens = await db.selectFrom('portal_tokens').select('client_email').execute()
    assert.equal(tokens.at(-1)!.client_email, 'nueva@correo.example')
  })

  test('that gives it to another person at another time tells them of an appointment, and of none before', async () => {
    const beto = {
      client_name: 'Beto Ruiz',
      client_phone: '+573009998877',
      client_email: 'beto@correo.example',
    }
    const at = { appointment_time: '11:00' }
    // Moved with it, or before it while that could not be told.
    for (const isTogether of [true, false]) {
      const id = await booked()
      if (!isTogether) await edit(id, {}, at)
      await edit(id, beto, at)
      const mails = (await sent()).filter(({ to }) => to[0] === 'beto@correo.example')
      assert.deepEqual(subjects(mails), ['Cita confirmada'])
      assert.doesNotMatch(mails[0]!.mail.text!, /10:00/)
      await drop(id)
      await sent()
    }
  })

  test('of the address and the time tells the same person of both times', async () => {
    const id = await booked()
    await edit(id, { client_email: 'nueva@correo.example' }, { appointment_time: '11:00' })
    const [mail] = await sent()
    assert.deepEqual([mail!.to, mail!.mail.subject], [['nueva@correo.example'], 'Cita reprogramada'])
    assert.match(mail!.mail.text!, /"appointment_time":"10:00"/)
  })

  test('stands and falls with its message', async () => {
    const id = await booked()
    const half = db.transaction().execute(async (tx) => {
      const { business_id } = place
      await queueChange(tx, { kind: 'moved', business_id, appointment_id: id, actor: 'client', at: NOW })
      throw new Error('undone')
    })
    await assert.rejects(half, /undone/)
    assert.deepEqual(await sent(), [])
  })

  test('of an appointment that does not exist cannot be told', async () => {
    const { business_id } = place
    const telling = db
      .transaction()
      .execute((tx) =>
        queueChange(tx, { kind: 'moved', business_id, appointment_id: 1e9, actor: 'client', at: NOW }),
      )
    await assert.rejects(telling, /no appointment/)
  })
})

describe('the mails of one appointment', () => {
  const conversation = ({ mail }: Received) => mail.references
  test('are one conversation for the client and another for the owner', async () => {
    await call('POST', '/api/appointments/public', { body: booking(place) })
    const first = await sent()
    const [{ id }] = (await db.selectFrom('appointments').select('id').execute()) as [{ id: number }]
    await move(id, '2026-11-24', '11:00')
    const second = await sent()
    clock.now = Date.parse('2026-11-23T12:00-05:00')
    await queueDue(db, clock.now)
    const reminders = await sent()
    await drop(id)
    const all = [...first, ...second, ...reminders, ...(await sent())]
    const own = toClient(all)
    assert.equal(own.length, 4)
    const { business_id } = place
    assert.deepEqual(
      new Set(own.map(conversation)),
      new Set([`<appointment.client.${id}.${business_id}@agenda.example.com>`]),
    )
    const others = all.filter((mail) => !own.includes(mail))
    assert.equal(others.length, 3)
    assert.deepEqual(
      new Set(others.map(conversation)),
      new Set([`<appointment.owner.${id}.${business_id}@agenda.example.com>`]),
    )
    assert.equal(new Set(all.map(({ mail }) => mail.messageId)).size, 7)
    for (const { mail } of all)
      assert.ok(mail.headers.some(({ key, value }) => key === 'auto-submitted' && value === 'auto-generated'))
  })

  test('booked twice are two conversations', async () => {
    for (const appointment_time of ['10:00', '11:00'])
      await call('POST', '/api/appointments/public', { body: { ...booking(place), appointment_time } })
    assert.equal(new Set((await sent()).map(conversation)).size, 4)
  })
})

describe('the calendar entry', () => {
  test('keeps its UID, counts up, and is withdrawn at the end', async () => {
    const { body } = await call('POST', '/api/appointments/public', { body: booking(place) })
    const id = body.appointment.id
    const entries: string[] = []
    const portal: number[] = []
    const collect = async () => {
      entries.push(calendar(toClient(await sent())[0]!)!)
      const [shown] = await ofEmail(db, place.business_id, 'camila@correo.example').execute()
      portal.push(shown!.sequence)
    }
    await collect()
    await edit(id, { client_name: 'Camila R. de Zapata' })
    await collect()
    await move(id, '2026-11-24', '11:00')
    await collect()
    await move(id, '2026-11-25', '12:00', 'owner')
    await collect()
    await drop(id)
    await collect()
    for (const entry of entries) {
      // A published entry names its organizer and no attendees (RFC 5546, 3.2.1).
      assert.match(entry, /^ORGANIZER;CN="[^"]+":mailto:/m)
      assert.doesNotMatch(entry, /^ATTENDEE/m)
    }
    const line = (name: string) =>
      entries.map((entry) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(entry)![1]!)
    assert.deepEqual(new Set(line('UID')), new Set([`cita-${id}@agenda.example.com`]))
    assert.deepEqual(line('SEQUENCE'), ['0', '1', '2', '3', '4'])
    // The portal's entry must never have a lower sequence than the mail's: calendars would ignore it.
    assert.deepEqual(portal, [0, 1, 2, 3, 4])
    assert.deepEqual(line('METHOD'), ['PUBLISH', 'PUBLISH', 'PUBLISH', 'PUBLISH', 'CANCEL'])
    assert.deepEqual(line('STATUS'), ['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CANCELLED'])
    assert.deepEqual(line('DTSTART'), [
      '20261123T150000Z',
      '20261123T150000Z',
      '20261124T160000Z',
      '20261125T170000Z',
      '20261125T170000Z',
    ])
  })

  test('leads nowhere once it is withdrawn by a business whose page is off', async () => {
    const link = async () => /^URL:.*/m.exec(calendar(toClient(await sent())[0]!)!)?.[0].trim()
    const id = await booked()
    await drop(id, 'owner')
    assert.equal(await link(), `URL:https://agenda.example.com/negocio/${place.slug}`)
    const other = await booked()
    await sql`update businesses set suspended_at = now() where id = ${place.business_id}`.execute(db)
    await drop(other, 'owner')
    assert.equal(await link(), undefined)
  })

  test('names its method in the mail too', async () => {
    const id = await booked()
    await drop(id)
    const [client] = toClient(await sent())
    assert.match(client!.raw, /Content-Type: text\/calendar;[^]*?method=CANCEL/)
  })

  test('has the number of the last change in a confirmation that leaves after it', async () => {
    const id = await booked({ tell: false })
    await move(id, '2026-11-24', '11:00')
    const [confirmation] = toClient(await sent()).filter(({ mail }) => mail.subject === 'Cita confirmada')
    assert.match(calendar(confirmation!)!, /SEQUENCE:1\s/)
  })

  test('never goes back, with two changes at one instant', async () => {
    const id = await booked()
    await Promise.all([
      move(id, '2026-11-24', '11:00').catch(() => {}),
      move(id, '2026-11-25', '11:00').catch(() => {}),
    ])
    const rows = await db
      .selectFrom('messages')
      .select('data')
      .where('kind', '=', 'moved_client')
      .orderBy('id')
      .execute()
    assert.deepEqual(
      rows.map(({ data }) => data.sequence),
      [1, 2],
    )
  })
})

describe('several changes that wait', () => {
  test('moved twice: one mail, from what the client knew to what is true', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00')
    await move(id, '2026-11-25', '12:00')
    const mails = await sent()
    assert.deepEqual(subjects(mails), ['Cita reprogramada', 'Un cliente movió'])
    assert.match(mails[0]!.mail.text!, /"2026-11-23","appointment_time":"10:00".* a 2026-11-25 12:00/)
    assert.deepEqual(await skipped(), [
      'moved_client: overtaken by a later change',
      'moved_owner: overtaken by a later change',
    ])
  })

  test('moved twice, then cancelled: only that it is cancelled, named by the time the client knew', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00')
    await move(id, '2026-11-25', '12:00')
    await drop(id)
    const mails = await sent()
    assert.deepEqual(subjects(mails), ['Cita cancelada', 'Un cliente canceló'])
    assert.match(toClient(mails)[0]!.mail.text!, /a 2026-11-23 10:00/)
    assert.equal((await skipped()).length, 4)
  })

  test('moved there and back: nothing to tell, and the next move says so from the first time', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00')
    await move(id, '2026-11-23', '10:00')
    assert.deepEqual(await sent(), [])
    assert.deepEqual(await skipped(), [
      'moved_client: overtaken by a later change',
      'moved_owner: overtaken by a later change',
      'moved_client: changed back before it was told',
      'moved_owner: changed back before it was told',
    ])
    await move(id, '2026-11-26', '10:00')
    const mails = await sent()
    assert.equal(mails.length, 2)
    assert.match(mails[0]!.mail.text!, /"appointment_date":"2026-11-23".* a 2026-11-26 10:00/)
  })

  test('moved there, told, and back: both are told', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00')
    assert.equal((await sent()).length, 2)
    await move(id, '2026-11-23', '10:00')
    const mails = await sent()
    assert.equal(mails.length, 2)
    assert.match(mails[0]!.mail.text!, /"appointment_date":"2026-11-24".* a 2026-11-23 10:00/)
  })

  test('moved by the client, then by the owner: the owner knows', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00', 'client')
    await move(id, '2026-11-25', '12:00', 'owner')
    const mails = await sent()
    assert.deepEqual(subjects(mails), ['Cita reprogramada'])
    assert.match(mails[0]!.mail.text!, /"2026-11-23".* a 2026-11-25 12:00 por owner/)
  })

  test('while a sender has an earlier mail of it in hand: the later one waits, for a minute at most', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00')
    const inHand = async (work: () => Promise<void>) =>
      db.transaction().execute(async (tx) => {
        await sql`select from messages where kind = 'moved_client' for no key update`.execute(tx)
        await work()
      })
    await inHand(async () => {
      await drop(id)
      assert.deepEqual(subjects(await sent()), ['Un cliente canceló'])
    })
    await sql`update messages set state = 'sent', settled_at = now() where kind = 'moved_client'`.execute(db)
    assert.deepEqual(subjects(await sent()), ['Cita cancelada'])

    await sql`update messages set state = 'queued', settled_at = null where kind like '%_client'`.execute(db)
    await inHand(async () => {
      clock.now += 60_000
      assert.deepEqual(subjects(await sent()), ['Cita cancelada'])
    })
  })

  test('while the mail server is down: the last one goes out when it is back', async () => {
    const id = await booked()
    await sink.stop()
    await move(id, '2026-11-24', '11:00')
    await sendDue(deps())
    await move(id, '2026-11-25', '12:00')
    await sendDue(deps())
    await sink.start()
    clock.now += 3_600_000
    const mails = await sent()
    assert.equal(mails.length, 2)
    assert.match(mails[0]!.mail.text!, /"2026-11-23".* a 2026-11-25 12:00/)
  })

  test('booked and cancelled before the confirmation left: only that it is cancelled', async () => {
    const id = await booked({ tell: false })
    await drop(id)
    assert.deepEqual(subjects(await sent()), ['Cita cancelada', 'Un cliente canceló'])
  })

  test('a move that could not be sent before the appointment was over is not told any more', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00', 'owner')
    clock.now = Date.parse('2026-11-24T12:00-05:00')
    assert.deepEqual(await sent(), [])
    assert.deepEqual(await skipped(), ['moved_client: the appointment is over'])
  })

  test('a confirmation that could not be sent before the appointment was over is none any more', async () => {
    await booked({ tell: false })
    clock.now = Date.parse('2026-11-23T11:00-05:00')
    assert.deepEqual(subjects(await sent()), ['Nueva cita'])
    assert.deepEqual(await skipped(), ['booked_client: the appointment is over'])
  })
})

describe("the owner's move", () => {
  const appointment = (id: number) =>
    db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const undo = (id: number, moveId: number) =>
    undoMove(db, { business_id: place.business_id, id }, moveId, { user_id: place.user_id, nowMs: clock.now })
  const history = async (id: number) =>
    (
      await db
        .selectFrom('appointment_history')
        .select(['change', 'actor'])
        .where('appointment_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ change, actor }) => `${change} by ${actor}`)
  /** Sends what is due now, without waiting, and returns what arrives. */
  const due = async () => {
    const had = sink.received.length
    await sendDue(deps())
    return sink.received.slice(had)
  }

  test('is told some seconds later, the client’s at once', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00', 'owner')
    const { due_at } = await db
      .selectFrom('messages')
      .select('due_at')
      .where('kind', '=', 'moved_client')
      .executeTakeFirstOrThrow()
    assert.equal(due_at, clock.now + SECOND_THOUGHTS_MS)
    assert.deepEqual(await due(), [])
    clock.now += SECOND_THOUGHTS_MS
    assert.equal((await due()).length, 1)
    await move(id, '2026-11-25', '11:00', 'client')
    assert.equal((await due()).length, 2)
  })

  test('taken back before anybody was told: all is as it was, and nobody hears of it', async () => {
    const id = await booked()
    await db
      .updateTable('appointments')
      .set({ client_confirmed_at: new Date(NOW - 5_000).toISOString() })
      .where('id', '=', id)
      .execute()
    const before = await appointment(id)
    const moveId = (await move(id, '2026-11-24', '11:00', 'owner'))!
    assert.equal((await appointment(id)).client_confirmed_at, null)
    clock.now += 5_000
    assert.deepEqual(await undo(id, moveId), { isQuiet: true })
    // The version counts both changes, so that a form which was open meanwhile gets a conflict.
    assert.deepEqual({ ...(await appointment(id)), version: before.version }, before)
    assert.deepEqual(await sent(), [])
    assert.deepEqual(await history(id), ['moved by owner', 'undone by owner'])
    assert.deepEqual(await skipped(), [
      'moved_client: overtaken by a later change',
      'moved_client: changed back before it was told',
    ])
    // Repeating the undo, as after a lost answer, changes nothing.
    assert.deepEqual(await undo(id, moveId), { isQuiet: true })
    assert.equal((await history(id)).length, 2)
    // The sequence continues from the calendar entry that the client has.
    await move(id, '2026-11-26', '10:00', 'owner')
    const [mail] = await sent()
    assert.match(calendar(mail!)!, /^SEQUENCE:3\r?$/m)
    assert.match(mail!.mail.text!, /"appointment_date":"2026-11-23".* a 2026-11-26 10:00/)
  })

  test('taken back after it was told: a move like any other, told as well', async () => {
    const id = await booked()
    const moveId = (await move(id, '2026-11-24', '11:00', 'owner'))!
    assert.equal((await sent()).length, 1)
    assert.deepEqual(await undo(id, moveId), { isQuiet: false })
    const { rescheduled_from, appointment_date } = await appointment(id)
    assert.equal(appointment_date, '2026-11-23')
    assert.equal(rescheduled_from, Date.parse('2026-11-24T11:00-05:00'))
    assert.deepEqual(await history(id), ['moved by owner', 'moved by owner'])
    const [mail] = await sent()
    assert.match(mail!.mail.text!, /"appointment_date":"2026-11-24".* a 2026-11-23 10:00/)
    assert.match(calendar(mail!)!, /^SEQUENCE:2\r?$/m)
  })

  test('taken back while a sender has its mail in hand: counts as told', async () => {
    const id = await booked()
    const moveId = (await move(id, '2026-11-24', '11:00', 'owner'))!
    await db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('messages')
        .select('id')
        .where('kind', '=', 'moved_client')
        .forNoKeyUpdate()
        .execute()
      assert.deepEqual(await undo(id, moveId), { isQuiet: false })
    })
  })

  for (const isUndone of [true, false])
    test(`${isUndone ? 'taken back' : 'moved back'} after the confirmation told it: is told back`, async () => {
      const id = await booked({ tell: false })
      const moveId = (await move(id, '2026-11-24', '11:00', 'owner'))!
      clock.now += 5_000
      assert.match(calendar(toClient(await due())[0]!)!, /^DTSTART:20261124T160000Z/m)
      if (isUndone) assert.deepEqual(await undo(id, moveId), { isQuiet: false })
      else await move(id, '2026-11-23', '10:00', 'owner')
      const mails = await sent()
      assert.deepEqual(subjects(mails), ['Cita reprogramada'])
      assert.match(mails[0]!.mail.text!, /"2026-11-24","appointment_time":"11:00".* a 2026-11-23 10:00/)
    })

  test('taken back while a sender has the confirmation in hand: counts as told, and is told back', async () => {
    const id = await booked({ tell: false })
    const moveId = (await move(id, '2026-11-24', '11:00', 'owner'))!
    const confirmation = db.selectFrom('messages').select('id').where('kind', '=', 'booked_client')
    clock.now += 5_000
    await db.transaction().execute(async (tx) => {
      await sql`select from messages where id in (${confirmation}) for no key update`.execute(tx)
      assert.deepEqual(await undo(id, moveId), { isQuiet: false })
      assert.deepEqual(subjects(await sent()), ['Nueva cita'])
      const settled_at = new Date(clock.now).toISOString()
      await sql`update messages set state = 'sent', settled_at = ${settled_at} where id in (${confirmation})`.execute(
        tx,
      )
    })
    assert.deepEqual(subjects(await sent()), ['Cita reprogramada'])
  })

  test('moved back while nobody knows whether its mail arrived: is told back', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00', 'owner')
    await sql`update messages set state = 'failed', unanswered = 2 where kind = 'moved_client'`.execute(db)
    await move(id, '2026-11-23', '10:00', 'owner')
    const mails = await sent()
    assert.match(mails[0]!.mail.text!, /"appointment_date":"2026-11-24".* a 2026-11-23 10:00/)
  })

  test('moved there and back before the confirmation left, which leaves with what is true: nothing else is told', async () => {
    const id = await booked({ tell: false })
    await move(id, '2026-11-24', '11:00', 'owner')
    await move(id, '2026-11-23', '10:00', 'owner')
    clock.now += SECOND_THOUGHTS_MS
    for (let n = 0; n < 3; n++) await sendNext(deps(), 'all', 8)
    assert.deepEqual(subjects(sink.received), ['Cita confirmada', 'Nueva cita'])
  })

  test('moved twice and the second one taken back: the first is told', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00', 'owner')
    const second = (await move(id, '2026-11-25', '12:00', 'owner'))!
    assert.deepEqual(await undo(id, second), { isQuiet: true })
    const mails = await sent()
    assert.equal(mails.length, 1)
    assert.match(mails[0]!.mail.text!, /"2026-11-23","appointment_time":"10:00".* a 2026-11-24 11:00/)
  })

  test('cancelled before it was told: the mail names the time that the client knew', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00', 'owner')
    await drop(id, 'owner')
    const mails = await due()
    assert.deepEqual(subjects(mails), ['Cita cancelada'])
    assert.match(mails[0]!.mail.text!, /a 2026-11-23 10:00/)
    assert.deepEqual(await sent(), [])
  })

  test('cancelled while its mail was refused for the time being: the mail names the time that the client knew', async () => {
    const id = await booked()
    await move(id, '2026-11-24', '11:00', 'owner')
    await db.updateTable('messages').set({ attempts: 1 }).where('kind', '=', 'moved_client').execute()
    await drop(id, 'owner')
    const mails = await due()
    assert.deepEqual(subjects(mails), ['Cita cancelada'])
    assert.match(mails[0]!.mail.text!, /a 2026-11-23 10:00/)
    assert.deepEqual(await sent(), [])
  })

  test('is not taken back when something else happened since, or when the old time is taken', async () => {
    const id = await booked()
    const first = (await move(id, '2026-11-24', '11:00', 'owner'))!
    const { status } = await call('POST', '/api/appointments/public', { body: booking(place) })
    assert.equal(status, 201)
    await assert.rejects(undo(id, first), { status: 409, message: /acaba de ocuparse/ })
    assert.equal((await appointment(id)).appointment_date, '2026-11-24')
    // The move stands, so the client is told of it.
    assert.ok(toClient(await sent()).some(({ mail }) => mail.subject === 'Cita reprogramada'))

    await move(id, '2026-11-25', '11:00', 'client')
    await assert.rejects(undo(id, first), { status: 409, message: /cambió después/ })
    const third = (await move(id, '2026-11-26', '11:00', 'owner'))!
    await drop(id, 'owner')
    await assert.rejects(undo(id, third), { status: 409 })
    await assert.rejects(undo(1e9, third), { status: 404 })
    const other = await salon(db)
    const foreign = undoMove(db, { business_id: other.business_id, id }, third, {
      user_id: other.user_id,
      nowMs: clock.now,
    })
    await assert.rejects(foreign, { status: 404 })
  })
})

describe('the mails themselves', () => {
  const vite = createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: {
      middlewareMode: true,
      ws: false,
      watch: null,
    },
    optimizeDeps: { noDiscovery: true },
    resolve: {
      alias: [
        {
          find: /^#domain\//,
          replacement: `${process.cwd()}/domain/`,
        },
      ],
    },
  })
  after(async () => (await vite).close())

  test('say what happened, to whom, from when to when, and what to do', async () => {
    render = (await (await vite).ssrLoadModule('/emails/index.tsx')) as unknown as EmailTemplates
    await db
      .updateTable('businesses')
      .set({ business_name: 'Salón <Bugambilia>', whatsapp: '+573001112233' })
      .where('id', '=', place.business_id)
      .execute()
    const id = await booked()
    await move(id, '2026-11-24', '11:00')
    await check(await sent(), 'Cita reprogramada', [
      /Martes 24 de noviembre de 2026/,
      /Antes: Lunes 23 de noviembre de 2026, 10:00 – 11:00 am/,
    ])
    const [second] = await db
      .insertInto('professionals')
      .values({ business_id: place.business_id, professional_name: 'Luz Marina' })
      .returning('id')
      .execute()
    await move(id, '2026-11-24', '11:00', 'owner', second!.id)
    await check(await sent(), 'Cita reprogramada', [
      /Profesional: Luz Marina/,
      /Profesional antes: Valentina Ospina/,
      /reprogramó tu cita/,
    ])
    const { id: asked } = await db
      .insertInto('services')
      .values({ business_id: place.business_id, service_name: 'Novias', price: 0, price_kind: 'ask' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await edit(id, {}, { service_id: asked })
    await check(await sent(), 'Cita', [
      /Servicio antes: Corte/,
      /Precio de referencia antes: \$.55\.000\nPrecio: A convenir\n/,
    ])
    await drop(id, 'owner', 'No hay luz en el <barrio>')
    await check(await sent(), 'Cita cancelada', [/canceló tu cita\./, /Motivo: No hay luz en el <barrio>/])
    const ids = [await booked(), await bookedAt('12:00'), await bookedAt('15:00')]
    const by = { ...author('owner'), nowMs: clock.now, tell: true }
    await db
      .transaction()
      .execute((tx) => cancelMany(tx, (id) => ({ business_id: place.business_id, id }), ids, by))
    await check(await sent(), 'Cita cancelada', [
      /canceló tu cita y otras 2 más, que ves en «Mis citas»\./,
      /10:00 – 11:00 am/,
    ])
  })

  test('remind, and ask whether the client comes until that is said', async () => {
    render = (await (await vite).ssrLoadModule('/emails/index.tsx')) as unknown as EmailTemplates
    const id = await booked()
    clock.now = Date.parse('2026-11-22T10:00-05:00')
    await queueDue(db, clock.now)
    const first = await sent()
    await check(first, 'Recordatorio: mañana, lun 23 nov, 10:00 am · Corte · Salón', [
      /Tu cita es mañana, 10:00 am/,
      new RegExp(`Confirmo que voy:\n\\S+&confirmar=${id}\n`),
    ])
    assert.match(first[0]!.mail.html!, new RegExp(`&amp;confirmar=${id}"[^>]*>Confirmo que voy<`))
    const [, token] = /token=(\S+?)&/.exec(first[0]!.mail.text!)! as unknown as [string, string]
    const body = { token, appointment_id: id }
    assert.equal((await call('POST', '/api/appointments/client/confirm', { body })).status, 200)
    clock.now = Date.parse('2026-11-23T08:00-05:00')
    await queueDue(db, clock.now)
    const second = await sent()
    await check(second, 'Recordatorio: hoy, lun 23 nov, 10:00 am · Corte', [
      /Nos vemos pronto: 10:00 am/,
      /Ya nos confirmaste/,
    ])
    assert.doesNotMatch(second[0]!.mail.text!, /Confirmo que voy/)
  })

  test('name the business’s hour to whoever reads another clock', async () => {
    render = (await (await vite).ssrLoadModule('/emails/index.tsx')) as unknown as EmailTemplates
    const hours = async (appointment_time: string, more: object) => {
      const body = booking(place, { appointment_time, ...more })
      assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
      const mails = await sent()
      const isClient = ({ to }: Received) => to.includes('camila@correo.example')
      const ordered = [...mails.filter(isClient), ...mails.filter((mail) => !isClient(mail))]
      return ordered.map(({ mail }) => /^Hora: (.*)$/m.exec(mail.text!)![1])
    }
    const own = '10:00 – 11:00 am'
    assert.deepEqual(await hours('10:00', { client_timezone: 'America/Bogota' }), [own, own])
    // Another name for the same clock.
    assert.deepEqual(
      await hours('11:00', { client_timezone: 'America/Lima' }),
      [...Array(2)].map(() => '11:00 am – 12:00 pm'),
    )
    assert.deepEqual(await hours('12:00', { client_timezone: 'Europe/Madrid' }), [
      '12:00 – 1:00 pm (hora de Bogotá)',
      '12:00 – 1:00 pm',
    ])
    // Of an unknown zone the country of the number decides.
    assert.match((await hours('14:00', { client_phone: '+34612345678' }))[0]!, /\(hora de Bogotá\)$/)
    const abroad = { client_phone: '+34612345678', client_timezone: 'America/Bogota' }
    assert.doesNotMatch((await hours('15:00', abroad))[0]!, /hora de/)
    await db.updateTable('businesses').set({ is_virtual: true }).where('id', '=', place.business_id).execute()
    assert.match((await hours('16:00', { client_timezone: 'America/Bogota' }))[0]!, /\(hora de Bogotá\)$/)
  })

  test('name it where they are read first, and call no day today that is another one there', async () => {
    render = (await (await vite).ssrLoadModule('/emails/index.tsx')) as unknown as EmailTemplates
    const firstRead = async (client_timezone: string, appointment_time: string) => {
      const body = booking(place, { client_timezone, appointment_time })
      const { body: answer } = await call('POST', '/api/appointments/public', { body })
      const read = (mails: Received[]) =>
        toClient(mails).map(({ mail }) => [
          mail.subject!.split(' · ')[0],
          /<title>(.*?)<\/title>/.exec(mail.html!)![1],
          /opacity:0">(.*?), con |opacity:0">(.*?)\.\u00a0/.exec(mail.html!)!.slice(1).join(''),
          ...(/^Antes: .*/m.exec(mail.text!) ?? []),
        ])
      const all = [read(await sent())]
      const [hour] = appointment_time.split(':').map(Number) as [number]
      for (const before of [24, 2]) {
        clock.now = Date.parse(`2026-11-23T${appointment_time}-05:00`) - before * 3_600_000
        await queueDue(db, clock.now)
        all.push(read(await sent()))
      }
      await move(answer.appointment.id, '2026-11-23', `${hour + 1}:00`, 'owner')
      all.push(read(await sent()))
      await drop(answer.appointment.id, 'owner')
      all.push(read(await sent()))
      clock.now = NOW
      return all.flat()
    }
    assert.deepEqual(await firstRead('Europe/Madrid', '14:00'), [
      [
        'Cita confirmada: lun 23 nov, 2:00 pm (hora de Bogotá)',
        'Cita confirmada',
        'Lunes 23 de noviembre de 2026, 2:00 – 3:00 pm (hora de Bogotá)',
      ],
      [
        'Recordatorio: lun 23 nov, 2:00 pm (hora de Bogotá)',
        'Recordatorio de tu cita',
        'Lunes 23 de noviembre de 2026, 2:00 – 3:00 pm (hora de Bogotá)',
      ],
      [
        'Recordatorio: lun 23 nov, 2:00 pm (hora de Bogotá)',
        'Nos vemos pronto: 2:00 pm (hora de Bogotá)',
        'Lunes 23 de noviembre de 2026, 2:00 – 3:00 pm (hora de Bogotá)',
      ],
      [
        'Cita reprogramada: lun 23 nov, 3:00 pm (hora de Bogotá)',
        'Tu cita cambió',
        'Lunes 23 de noviembre de 2026, 3:00 – 4:00 pm (hora de Bogotá)',
        'Antes: Lunes 23 de noviembre de 2026, 2:00 – 3:00 pm (hora de Bogotá)',
      ],
      [
        'Cita cancelada: lun 23 nov, 3:00 pm (hora de Bogotá)',
        'Cita cancelada',
        'Ya no es el lunes 23 de noviembre de 2026, 3:00 – 4:00 pm (hora de Bogotá)',
      ],
    ])
    const here = await firstRead('America/Bogota', '16:00')
    assert.doesNotMatch(JSON.stringify(here), /hora de/)
    assert.deepEqual(
      here.slice(1, 3).map(([subject]) => subject),
      ['Recordatorio: mañana, lun 23 nov, 4:00 pm', 'Recordatorio: hoy, lun 23 nov, 4:00 pm'],
    )
  })

  test('name it in a digest too, for each appointment by itself', async () => {
    render = (await (await vite).ssrLoadModule('/emails/index.tsx')) as unknown as EmailTemplates
    const wishes = [
      { appointment_time: '10:00', client_timezone: 'Europe/Madrid' },
      { appointment_time: '11:00', client_timezone: 'America/Bogota' },
      { appointment_time: '12:00', client_phone: '+34612345678' },
    ]
    for (const wish of wishes) {
      const { status } = await call('POST', '/api/appointments/public', { body: booking(place, wish) })
      assert.equal(status, 201)
    }
    // A client without a telephone, whose clock nobody knows.
    const row = appointmentRow(place, '2026-11-23', '13:00')
    const unknown = { ...row, client_phone: '', client_email: 'camila@correo.example' }
    const { id } = await db
      .insertInto('appointments')
      .values(unknown)
      .returning('id')
      .executeTakeFirstOrThrow()
    const { business_id } = place
    const recipient = 'camila@correo.example'
    const about = { business_id, appointment_id: id, due_at: clock.now, once: `booked_client:${id}` }
    await enqueue(db, { ...about, kind: 'booked_client', recipient })
    await sent()
    const told = await db
      .selectFrom('messages')
      .select(['business_id', 'id'])
      .where('kind', '=', 'booked_client')
      .execute()
    for (const message of told) await addDigestItem(db, message, recipient, clock.now)
    clock.now += 2 * 3_600_000
    await writeDigests(db, clock.now)
    const [digest, ...rest] = await sent()
    assert.equal(rest.length, 0)
    assert.equal(digest!.mail.subject, 'Resumen de tus 4 citas')
    assert.deepEqual(digest!.mail.text!.match(/^Lun.*$/gim), [
      'lunes 23 de noviembre, 10:00 am (hora de Bogotá) · Agendada',
      'lunes 23 de noviembre, 11:00 am · Agendada',
      'lunes 23 de noviembre, 12:00 pm (hora de Bogotá) · Agendada',
      'lunes 23 de noviembre, 1:00 pm · Agendada',
    ])
    assert.match(digest!.mail.html!, /10:00 am \(hora de Bogotá\)<\/b>/)
  })

  async function check(mails: Received[], subject: string, texts: RegExp[]) {
    assert.ok(mails.length > 0)
    for (const { mail } of mails) {
      assert.ok(mail.subject!.startsWith(subject), String(mail.subject))
      assert.doesNotMatch(mail.text! + mail.html!, /undefined|null|\[object|NaN/)
      assert.doesNotMatch(mail.html!, /<Bugambilia>|<barrio>/)
      const read = mail.html!.replace(/<style[^]*?<\/style>|<[^>]*>/g, ' ')
      assert.doesNotMatch(read, /\p{L},\p{L}/u, 'a blank after each comma')
    }
    for (const text of texts) assert.match(toClient(mails)[0]!.mail.text ?? '', text)
  }
})

import { reminderMoments } from '#domain/reminders.ts'
import { occupiedOf } from '#server/database/occupied.ts'
import { cancel } from '#server/appointments/cancel.ts'
import { change } from '#server/appointments/move.ts'
import { creditBalance, grantCredits } from '#server/credits/queries.ts'
import { connect } from '#server/database/db.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { sendDue, sendNext } from '#server/messages/send.ts'
import { startSender, type Sender } from '#server/messages/sender.ts'
import { queueDue, reminderPlanner } from '#server/reminders/plan.ts'
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  api,
  appointmentRow,
  booking,
  database,
  NOW,
  ownerHeaders,
  salon,
  urlOf,
  type Salon,
} from '../helper.ts'
import { owner } from '../owner.ts'
import { senderDeps, type SenderProcess } from '../sender.ts'
import { startSink, until, type Sink } from '../smtp.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

const db = await database()
const { call, clock } = await api(db)
const databaseUrl = await urlOf(db)

let sink: Sink
let mailer: Mailer
let place: Awaited<ReturnType<typeof salon>>
const byOwner = () => ({ actor: 'owner' as const, user_id: place.user_id })
const deps = (more = {}) => senderDeps(db, mailer, { now: () => clock.now, ...more })
const toStop: Sender[] = []
const toKill: ChildProcess[] = []

beforeEach(async () => {
  clock.now = NOW
  sink = await startSink()
  mailer = smtpMailer(sink.url)
  await sql`truncate messages, handovers, portal_tokens, appointments, appointment_history, credit_movements,
    credit_accounts, attempts cascade`.execute(db)
  place = await salon(db)
})

afterEach(async () => {
  for (const child of toKill.splice(0)) child.kill('SIGKILL')
  await Promise.all(toStop.splice(0).map((sender) => sender.stop()))
  await mailer.close()
  await sink.stop()
})

/** Inserts an appointment that starts at `starts`, booked a week before NOW by default. */
async function appointment(
  starts: number,
  { zone = 'America/Bogota', created = NOW - 7 * 24 * HOUR, at = place, professional = 0, ...more } = {} as {
    zone?: string
    created?: number
    at?: Salon
    /** Another professional, for appointments at the same time. */
    professional?: number
    client_email?: string | null
  },
): Promise<number> {
  const local = Temporal.Instant.fromEpochMilliseconds(starts).toZonedDateTimeISO(zone)
  const date = local.toPlainDate().toString()
  const time = local.toPlainTime().toString().slice(0, 5)
  const professional_id = professional || at.professional_id
  const { id } = await db
    .insertInto('appointments')
    .values({
      ...appointmentRow({ ...at, professional_id }, date, time, { zone }),
      starts_at: iso(starts),
      ends_at: iso(starts + HOUR),
      occupied: occupiedOf(starts, starts + HOUR),
      created_at: iso(created),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const iso = (ms: number) => new Date(ms).toISOString()
const messages = () => db.selectFrom('messages').selectAll().orderBy('id').execute()
const reminders = async () => (await messages()).filter(({ kind }) => kind.startsWith('reminder_'))
const states = async () => (await reminders()).map(({ kind, state }) => `${kind.slice(9)} ${state}`)
const left = async (at = place) => (await creditBalance(db, at.business_id, clock.now)).total_credits
const hours = (reminder_hours: number, at = place) =>
  db.updateTable('businesses').set({ reminder_hours }).where('id', '=', at.business_id).execute()

/** Runs the job and the sender once, as if it were `now`. Returns how many mails arrived. */
async function turn(now: number): Promise<number> {
  clock.now = now
  const had = sink.received.length
  await queueDue(db, now)
  await sendDue(deps())
  return sink.received.length - had
}

/** Adds `count` professionals, so that as many appointments can start at the same time. */
async function professionals(count: number): Promise<number[]> {
  const made = await db
    .insertInto('professionals')
    .values(
      Array.from({ length: count }, (_, n) => ({
        business_id: place.business_id,
        professional_name: `P${n}`,
      })),
    )
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}

test('credits of several businesses that return at once return in the order in which others take them', async () => {
  const [first, second] = [place, await salon(db)]
  const ids = [
    await appointment(NOW + 2 * HOUR - MINUTE, { at: first }),
    await appointment(NOW + 2 * HOUR - 2 * MINUTE, { at: second }),
  ]
  await queueDue(db, NOW)
  await sql`update appointments set status = 'cancelled' where id = any(${ids}::bigint[])`.execute(db)
  const { sending } = await db.transaction().execute(async (tx) => {
    const take = ({ business_id }: Salon) =>
      sql`select from credit_accounts where business_id = ${business_id} for no key update`.execute(tx)
    await take(first)
    const sending = sendNext(deps(), 'all', 8)
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
      return rows.length > 0
    })
    await take(second)
    return { sending }
  })
  assert.deepEqual(await sending, ['skipped', 'skipped'])
})

describe('reminders', () => {
  test('go out 24 and 2 hours before, not a moment earlier, once each', async () => {
    const starts = NOW + 48 * HOUR
    const id = await appointment(starts)
    assert.equal(await turn(starts - 24 * HOUR - 1), 0)
    assert.equal(await turn(starts - 24 * HOUR), 1)
    assert.equal(await turn(starts - 24 * HOUR + 5000), 0)
    assert.equal(await turn(starts - 2 * HOUR - 1), 0)
    assert.equal(await turn(starts - 2 * HOUR), 1)
    assert.equal(await turn(starts - HOUR), 0)
    assert.equal(await turn(starts + HOUR), 0)
    assert.deepEqual(await states(), ['advance sent', 'two_hours sent'])
    assert.equal(await left(), 28)

    const [first] = sink.received
    assert.deepEqual(first!.to, ['otra@correo.example'])
    assert.equal(first!.mail.subject, 'Recordatorio advance')
    const link = new RegExp(
      `https://agenda\\.example\\.com/client\\?token=${place.business_id}\\.[\\w-]{43}&confirmar=${id}(?!\\d)`,
    )
    assert.match(first!.mail.text!, link)
  })

  test('go out 12 hours before where the owner chose so', async () => {
    await hours(12)
    const starts = NOW + 48 * HOUR
    await appointment(starts)
    assert.equal(await turn(starts - 24 * HOUR), 0)
    assert.equal(await turn(starts - 12 * HOUR), 1)
    assert.equal(await turn(starts - 2 * HOUR), 1)
  })

  test('whose moment had passed at booking are skipped, as the rule says for every case', async () => {
    for (const reminder_hours of [12, 24])
      for (const before of [100, 24.01, 24, 23, 12.01, 12, 11, 2.01, 2, 1]) {
        await sql`truncate messages, appointments, handovers cascade`.execute(db)
        await hours(reminder_hours)
        const starts = NOW + before * HOUR
        await appointment(starts, { created: NOW })
        for (let at = NOW; at < starts; at += 30 * MINUTE) await queueDue(db, at)
        const moments = reminderMoments({ starts_at_ms: starts, booked_at_ms: NOW, reminder_hours })
        assert.deepEqual(
          (await reminders()).map(({ kind, due_at }) => [kind, due_at]),
          moments.map(({ kind, due_ms }) => [`reminder_${kind}`, due_ms]),
          `${reminder_hours} h, booked ${before} h before`,
        )
      }
  })

  test('are free of daylight-saving changes: hours that pass, not hours on the clock', async () => {
    const cases: [date: string, name: string][] = [
      ['2026-10-25', 'autumn'],
      ['2027-03-28', 'spring'],
    ]
    for (const [date, name] of cases) {
      place = await salon(db, { timezone: 'Europe/Madrid' })
      const starts = Temporal.PlainDateTime.from(`${date}T10:00`).toZonedDateTime('Europe/Madrid')
      const ms = starts.epochMilliseconds
      await appointment(ms, { zone: 'Europe/Madrid', created: ms - 72 * HOUR })
      assert.equal(await turn(ms - 24 * HOUR - 1), 0, name)
      assert.equal(await turn(ms - 24 * HOUR), 1, name)
      assert.equal(await turn(ms - 2 * HOUR - 1), 0, name)
      assert.equal(await turn(ms - 2 * HOUR), 1, name)
    }
  })

  test('of a cancelled appointment are not written', async () => {
    const starts = NOW + 48 * HOUR
    const id = await appointment(starts)
    await cancel(db, { business_id: place.business_id, id }, { ...byOwner(), reason: '', nowMs: NOW })
    await queueDue(db, starts - HOUR)
    assert.deepEqual(await reminders(), [])
  })

  test('of an appointment whose attendance is noted are not written', async () => {
    const starts = NOW + 48 * HOUR
    await appointment(starts)
    await db.updateTable('appointments').set({ status: 'completed', attendance_status: 'attended' }).execute()
    await queueDue(db, starts - HOUR)
    assert.deepEqual(await reminders(), [])
  })

  test('are not repeated, nor paid again, when the time zone is corrected: the agreed hour stays', async () => {
    const starts = NOW + 48 * HOUR
    await appointment(starts)
    await appointment(starts + HOUR)
    assert.equal(await turn(starts - 24 * HOUR), 1)
    clock.now = starts - 23 * HOUR
    await queueDue(db, clock.now)
    const headers = await ownerHeaders(db, place)
    for (const timezone of ['Europe/Madrid', 'America/Bogota', 'Europe/Madrid']) {
      const answer = await call('PATCH', '/api/businesses/profile', { headers, body: { timezone } })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    assert.equal(await turn(clock.now + MINUTE), 1, 'the one that waited')
    assert.deepEqual(await states(), ['advance sent', 'advance sent'])
    assert.equal(await left(), 28)
    assert.equal(await turn(starts - 8 * HOUR), 1, 'two hours before the hour as it is now')
  })

  test('that were skipped are not made up for by a corrected time zone, unless their moment lies ahead in it', async () => {
    const starts = NOW + 48 * HOUR
    await appointment(starts)
    const suspend = (suspended_at: string | null) =>
      db.updateTable('businesses').set({ suspended_at }).where('id', '=', place.business_id).execute()
    await suspend(iso(NOW))
    assert.equal(await turn(starts - 24 * HOUR), 0)
    await suspend(null)
    clock.now = starts - 23 * HOUR
    const headers = await ownerHeaders(db, place)
    const correct = async (timezone: string) =>
      assert.equal(
        (await call('PATCH', '/api/businesses/profile', { headers, body: { timezone } })).status,
        200,
      )
    // An hour later, and then two more.
    await correct('America/Mexico_City')
    assert.equal(await turn(clock.now + MINUTE), 0)
    assert.deepEqual(await states(), ['advance skipped'])
    await correct('America/Los_Angeles')
    assert.equal(await turn(starts - 21 * HOUR - MINUTE), 0)
    assert.equal(await turn(starts - 21 * HOUR), 1)
    assert.equal(await left(), 29)
  })

  test('are not recalled when the choice of hours changes, and what lies ahead follows it', async () => {
    const [soon, later] = [NOW + 20 * HOUR, NOW + 33 * HOUR]
    await appointment(soon)
    await appointment(later)
    assert.equal(await turn(NOW), 1)
    await hours(12)
    assert.equal(await turn(soon - 12 * HOUR), 0)
    assert.equal(await turn(soon - 2 * HOUR), 1)
    assert.equal(await turn(later - 12 * HOUR - 1), 0)
    assert.equal(await turn(later - 12 * HOUR), 1)
    assert.equal(await turn(later - 11 * HOUR), 0)
  })

  test('come at once when the choice of hours puts their moment into the past', async () => {
    await hours(12)
    const plan = reminderPlanner()
    await appointment(NOW + 20 * HOUR)
    await plan({ db, now: () => NOW })
    assert.deepEqual(await states(), [])
    await hours(24)
    for (let at = NOW; at <= NOW + MINUTE; at += 5000) await plan({ db, now: () => at })
    assert.deepEqual(await states(), ['advance queued'])
  })
})

describe('a moved appointment', () => {
  const wish = (date: string, time: string) => ({
    appointment_date: date,
    appointment_time: time,
    professional_id: place.professional_id,
    service_id: place.service_id,
  })
  const move = (id: number, date: string, time: string, nowMs: number) =>
    change(db, { business_id: place.business_id, id }, wish(date, time), { ...byOwner(), nowMs })
  const bogota = (text: string) => Date.parse(`${text}-05:00`)
  const book = async () => {
    const { body } = await call('POST', '/api/appointments/public', { body: booking(place) })
    await sql`delete from messages`.execute(db)
    return body.appointment.id as number
  }

  test('is reminded at its new time, and not at the old one', async () => {
    const id = await book()
    await move(id, '2026-11-25', '16:00', NOW)
    await sql`delete from messages`.execute(db)
    assert.equal(await turn(bogota('2026-11-22T10:00')), 0)
    assert.equal(await turn(bogota('2026-11-23T08:00')), 0)
    assert.equal(await turn(bogota('2026-11-24T16:00')), 1)
    assert.equal(await turn(bogota('2026-11-25T14:00')), 1)
  })

  test('after its reminder is reminded again, of the new time', async () => {
    const id = await book()
    assert.equal(await turn(bogota('2026-11-22T10:00')), 1)
    await move(id, '2026-11-25', '10:00', bogota('2026-11-22T11:00'))
    await sql`delete from messages where kind = 'moved_client'`.execute(db)
    assert.equal(await turn(bogota('2026-11-24T10:00')), 1)
  })

  test('whose new moment had passed when it was moved is not reminded of it', async () => {
    const id = await book()
    const now = bogota('2026-11-22T18:00')
    await move(id, '2026-11-23', '11:00', now)
    await sql`delete from messages`.execute(db)
    assert.equal(await turn(now), 0)
    assert.equal(await turn(bogota('2026-11-23T09:00')), 1)
    assert.deepEqual(await states(), ['two_hours sent'])
  })

  test('between planning and sending: skipped, the credit is back, and the new time has its own', async () => {
    const id = await book()
    await queueDue(db, bogota('2026-11-22T10:00'))
    assert.equal(await left(), 29)
    await move(id, '2026-11-25', '10:00', bogota('2026-11-22T10:00'))
    await sql`delete from messages where kind = 'moved_client'`.execute(db)
    assert.equal(await turn(bogota('2026-11-22T10:01')), 0)
    const [skipped] = await reminders()
    assert.deepEqual([skipped!.state, skipped!.last_error], ['skipped', 'moved'])
    assert.equal(await left(), 30)
    assert.equal(await turn(bogota('2026-11-24T10:00')), 1)
  })

  test('whose first e-mail is typed after its moment is confirmed, and not reminded too', async () => {
    const starts = bogota('2026-11-23T10:00')
    const id = await appointment(starts, { client_email: null })
    assert.equal(await turn(starts - 24 * HOUR), 0)
    const client = {
      client_name: 'Camila Rojas',
      client_phone: '+573004128819',
      client_email: 'camila@correo.example',
      client_id: null,
      notes: null,
    }
    const now = starts - 20 * HOUR
    await change(
      db,
      { business_id: place.business_id, id },
      { ...wish('2026-11-23', '10:00'), client },
      { ...byOwner(), nowMs: now },
    )
    assert.equal(await turn(now), 1, 'the confirmation')
    assert.equal(await turn(now + HOUR), 0)
    assert.deepEqual(await states(), [])
    assert.equal(await turn(starts - 2 * HOUR), 1)
    assert.deepEqual(await states(), ['two_hours sent'])
    assert.equal(await left(), 29)
  })

  test('edited without another time is not reminded again', async () => {
    const id = await book()
    assert.equal(await turn(bogota('2026-11-22T10:00')), 1)
    const client = {
      client_name: 'Otro Nombre',
      client_phone: '+573001112233',
      client_email: 'nueva@correo.example',
      client_id: null,
      notes: null,
    }
    await change(
      db,
      { business_id: place.business_id, id },
      { ...wish('2026-11-23', '10:00'), client },
      { ...byOwner(), nowMs: bogota('2026-11-22T11:00') },
    )
    await sql`delete from messages where kind = 'edited_client'`.execute(db)
    assert.equal(await turn(bogota('2026-11-22T12:00')), 0)
    assert.equal(await turn(bogota('2026-11-23T08:00')), 1)
    assert.deepEqual(sink.received.at(-1)!.to, ['nueva@correo.example'])
  })
})

describe('a reminder that waits', () => {
  const starts = NOW + 24 * HOUR

  test('of an appointment that is cancelled meanwhile is skipped, and the credit is back', async () => {
    const id = await appointment(starts)
    await queueDue(db, NOW)
    assert.equal(await left(), 29)
    await cancel(db, { business_id: place.business_id, id }, { ...byOwner(), reason: '', nowMs: NOW })
    await sql`delete from messages where kind = 'cancelled_client'`.execute(db)
    assert.equal(await turn(NOW + 1000), 0)
    assert.deepEqual(await states(), ['advance skipped'])
    assert.equal((await reminders())[0]!.last_error, 'cancelled')
    assert.equal(await left(), 30)
  })

  test('goes to the address that the appointment has when it is sent', async () => {
    await appointment(starts)
    await queueDue(db, NOW)
    await db.updateTable('appointments').set({ client_email: 'correcta@correo.example' }).execute()
    assert.equal(await turn(NOW), 1)
    assert.deepEqual(sink.received[0]!.to, ['correcta@correo.example'])
    const [token] = await db.selectFrom('portal_tokens').selectAll().execute()
    assert.equal(token!.client_email, 'correcta@correo.example')
  })

  test('for a mail server that is down for an hour goes out when it is back, once', async () => {
    await appointment(starts)
    await sink.stop()
    assert.equal(await turn(NOW), 0)
    assert.deepEqual(await states(), ['advance queued'])
    assert.equal(await turn(NOW + 30 * MINUTE), 0)
    await sink.start()
    assert.equal(await turn(NOW + HOUR), 1)
    assert.equal(await turn(NOW + HOUR), 0)
    assert.deepEqual(await states(), ['advance sent'])
    assert.equal((await reminders())[0]!.attempts, 1)
    assert.equal(await left(), 29)
  })

  test('until the two-hour one is due gives way to it', async () => {
    await appointment(starts)
    await sink.stop()
    await turn(NOW)
    await turn(starts - 2 * HOUR)
    await sink.start()
    assert.equal(await turn(starts - HOUR), 1)
    assert.deepEqual(await states(), ['advance skipped', 'two_hours sent'])
    assert.equal((await reminders())[0]!.last_error, 'late')
    assert.equal(await left(), 29)
  })

  test('until the appointment has begun is never sent, and the credit is back', async () => {
    await appointment(starts)
    await sink.stop()
    await turn(NOW)
    await turn(starts - 2 * HOUR)
    await turn(starts - 1)
    await sink.start()
    assert.equal(await turn(starts), 0)
    assert.deepEqual(await states(), ['advance skipped', 'two_hours skipped'])
    assert.equal(await left(), 30)
  })

  test('for a server that refuses it for now is tried again, but not after the beginning', async () => {
    sink.onRecipient = () => ({ code: 451, text: 'try later' })
    await appointment(starts)
    for (let at = starts - 2 * HOUR; at < starts + HOUR; at += 10 * MINUTE) await turn(at)
    assert.equal(sink.received.length, 0)
    assert.deepEqual(await states(), ['advance skipped', 'two_hours skipped'])
    const { settled_at } = (await reminders())[1]!
    assert.ok(settled_at! >= starts)
    assert.equal(await left(), 30)
  })

  test('that is refused for good fails, and the credit is back', async () => {
    sink.onRecipient = () => ({ code: 550, text: 'no such user' })
    await appointment(starts)
    for (const wait of [0, 6000, 30_000, MINUTE]) await turn(NOW + wait)
    assert.deepEqual(await states(), ['advance failed'])
    assert.equal(await left(), 30)
  })

  test('whose answer got lost is not repeated, and stays paid', async () => {
    sink.onMessage = () => 'drop'
    await appointment(starts)
    await turn(NOW)
    sink.onMessage = undefined
    await turn(NOW + HOUR)
    assert.equal(sink.received.length, 1)
    assert.deepEqual(await states(), ['advance sent'])
    assert.equal(await left(), 29)
  })
})

describe('an installation that stood still', () => {
  test('for an hour sends what fell due meanwhile', async () => {
    await appointment(NOW + 24 * HOUR)
    await appointment(NOW + 2 * HOUR)
    assert.equal(await turn(NOW + HOUR), 2)
    assert.deepEqual((await states()).sort(), ['advance sent', 'advance skipped', 'two_hours sent'])
  })

  test('for a day sends nothing about what is over, and one reminder of what is near', async () => {
    await appointment(NOW + 2 * HOUR)
    await appointment(NOW + 25 * HOUR)
    assert.equal(await turn(NOW + 24 * HOUR), 1)
    assert.equal(sink.received[0]!.mail.subject, 'Recordatorio two_hours')
    assert.deepEqual((await states()).sort(), ['advance skipped', 'two_hours sent'])
    assert.equal(await left(), 29)
  })
})

describe('the planner', () => {
  test('finds within a turn what fell due since the last one, and all of it however late it started', async () => {
    const plan = reminderPlanner()
    await appointment(NOW + 26 * HOUR)
    await appointment(NOW + 20 * HOUR)
    await plan({ db, now: () => NOW })
    assert.equal((await reminders()).length, 1)
    for (let at = NOW + 5000; at < NOW + 2 * HOUR; at += MINUTE) await plan({ db, now: () => at })
    assert.equal((await reminders()).length, 1)
    await plan({ db, now: () => NOW + 2 * HOUR })
    assert.equal((await reminders()).length, 2)
  })

  test('goes on in batches where it was, though many fall due at one instant, of both kinds', async () => {
    for (const professional of await professionals(5))
      for (const hours of [2, 24]) await appointment(NOW + hours * HOUR, { professional })
    const batches: number[] = []
    for (let from: number | undefined; ;) {
      const planned = await queueDue(db, NOW, 3, from)
      batches.push(planned!.written)
      if (planned!.next === undefined) break
      from = planned!.next
    }
    // For those that start in two hours, the 24-hour reminder is too late and is skipped.
    assert.deepEqual(batches, [3, 3, 3, 3, 3, 0])
    assert.deepEqual((await states()).sort(), [
      ...Array(5).fill('advance queued'),
      ...Array(5).fill('advance skipped'),
      ...Array(5).fill('two_hours queued'),
    ])
  })

  test('sees a booking that was being written when its moment came', async () => {
    const plan = reminderPlanner()
    const starts = NOW + 2 * HOUR + 1000
    await plan({ db, now: () => NOW })
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('appointments')
        .values({
          ...appointmentRow(place, '2026-11-20', '12:00'),
          starts_at: iso(starts),
          ends_at: iso(starts + HOUR),
          occupied: occupiedOf(starts, starts + HOUR),
          created_at: iso(NOW),
        })
        .execute()
      await plan({ db, now: () => NOW + 2000 })
    })
    assert.deepEqual(await states(), [])
    await plan({ db, now: () => NOW + 7000 })
    assert.deepEqual(await states(), ['two_hours queued'])
  })

  test('in several processes at once writes each once, and pays each once', async () => {
    const all = await professionals(40)
    for (const professional of all) await appointment(NOW + 24 * HOUR, { professional })
    await grantCredits(
      db,
      { business_id: place.business_id, administrator_id: await administrator(), reference: 'x' },
      NOW,
    )
    const others = [
      connect({ url: databaseUrl }),
      connect({ url: databaseUrl }),
      connect({ url: databaseUrl }),
    ]
    // A planner that finds another one at work tries again, until it ran alone and found nothing left to
    // write.
    const plan = async (other: typeof db) => {
      while ((await queueDue(other, NOW, 7))?.written !== 0);
    }
    await Promise.all([db, ...others].map(plan))
    await Promise.all(others.map((other) => other.destroy()))
    assert.equal((await reminders()).length, 40)
    assert.equal(await left(), 90)
    assert.equal(await turn(NOW), 40)
  })

  test('whose connection breaks before its end has done nothing', async () => {
    await appointment(NOW + 24 * HOUR)
    await sql`create function cut() returns trigger language plpgsql
      as 'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`.execute(db)
    await sql`create trigger cut after update on credit_accounts for each row execute function cut()`.execute(
      db,
    )
    await assert.rejects(queueDue(db, NOW))
    await sql`drop function cut cascade`.execute(db)
    assert.deepEqual(await reminders(), [])
    assert.equal(await turn(NOW), 1)
    assert.equal(await left(), 29)
  })

  test('and the sender killed again and again: each at most once, each paid once', async () => {
    const count = 30
    const begins = Math.ceil((Date.now() + 2 * HOUR - 10_000) / MINUTE) * MINUTE - MINUTE
    for (const professional of await professionals(count))
      await appointment(begins, { professional, created: begins - 3 * HOUR })
    sink.onMessage = () => sleep(10)
    const kills = 5
    for (let round = 0; round < kills; round++) {
      const settings: SenderProcess = { databaseUrl, smtpUrl: sink.url, plans: true }
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, '../sender.ts'), JSON.stringify(settings)],
        { stdio: 'inherit' },
      )
      toKill.push(child)
      const had = sink.received.length
      await until(() => sink.received.length > had + 2)
      await sleep(Math.random() * 30)
      child.kill('SIGKILL')
      if (child.signalCode === null) await once(child, 'exit')
    }
    sink.onMessage = undefined
    await until(async () => {
      await queueDue(db, Date.now())
      // A sender leaves a noted handover to its own process for some seconds.
      await sql`update handovers set at = greatest(pg_postmaster_start_time(), now() - interval '6 s')`.execute(
        db,
      )
      await sendDue(deps({ now: () => Date.now() }))
      return (await reminders()).length === count && (await states()).every((text) => text.endsWith('sent'))
    })
    const ids = sink.received.map(({ mail }) => mail.messageId)
    assert.equal(new Set(ids).size, ids.length)
    // Each kill may fall between the commit and the last byte; that mail counts as sent.
    assert.ok(ids.length >= count - kills, `${ids.length} of ${count} arrived`)
    const spent = await db.selectFrom('credit_movements').select('amount').where('amount', '=', -1).execute()
    assert.equal(spent.length, count)
  })
})

describe('several senders', () => {
  test('share many reminders: each goes out once', async () => {
    for (const professional of await professionals(30)) await appointment(NOW + 24 * HOUR, { professional })
    await queueDue(db, NOW)
    const other = connect({ url: databaseUrl })
    const senders = [deps(), deps({ db: other })].map((each) => startSender({ atOnce: 4, ...each }))
    toStop.push(...senders)
    await until(async () => (await states()).every((text) => text.endsWith('sent')))
    await Promise.all(senders.map((sender) => sender.stop()))
    await other.destroy()
    assert.equal(new Set(sink.received.map(({ mail }) => mail.messageId)).size, 30)
    assert.equal(sink.received.length, 30)
  })
})

const administrator = async () =>
  (
    await db
      .insertInto('administrators')
      .values({ email: `${Math.random()}@example.com`, password_hash: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

describe('without credit', () => {
  test('a reminder is skipped, with the reason, and not made up for later', async () => {
    for (const professional of await professionals(32)) await appointment(NOW + 24 * HOUR, { professional })
    assert.equal(await turn(NOW), 30)
    const skipped = (await reminders()).filter(({ state }) => state === 'skipped')
    assert.deepEqual(
      skipped.map(({ last_error }) => last_error),
      ['no_credit', 'no_credit'],
    )
    assert.equal(await left(), 0)
    const { business_id } = place
    await grantCredits(db, { business_id, administrator_id: await administrator(), reference: 'y' }, NOW)
    assert.equal(await turn(NOW + MINUTE), 0)
    assert.equal(await turn(NOW + 22 * HOUR), 32)
    assert.equal(await left(), 68)
  })

  test('a booking is still told to both: confirmations and notices cost nothing', async () => {
    await creditBalance(db, place.business_id, NOW)
    await db
      .updateTable('credit_accounts')
      .set({ free: 0 })
      .where('business_id', '=', place.business_id)
      .execute()
    const { status } = await call('POST', '/api/appointments/public', { body: booking(place) })
    assert.equal(status, 201)
    await sendDue(deps())
    assert.deepEqual(sink.received.flatMap(({ to }) => to).sort(), [
      'camila@correo.example',
      `${place.slug}@correo.example`,
    ])
    assert.equal(await left(), 0)
  })

  test('other businesses go on, and a new month brings new ones', async () => {
    const poor = place
    const rich = await salon(db)
    await creditBalance(db, poor.business_id, NOW)
    await db
      .updateTable('credit_accounts')
      .set({ free: 0 })
      .where('business_id', '=', poor.business_id)
      .execute()
    await appointment(NOW + 24 * HOUR)
    await appointment(NOW + 24 * HOUR, { at: rich })
    assert.equal(await turn(NOW), 1)
    // It starts on 1 December at 02:30 in Bogotá: the first reminder fell due in November, the second in
    // December.
    const starts = Date.parse('2026-12-01T02:30-05:00')
    await appointment(starts)
    assert.equal(await turn(starts - 24 * HOUR), 0)
    assert.equal(await turn(starts - 2 * HOUR), 1)
    assert.equal(await left(poor), 29)
  })
})

describe('the owner sees', () => {
  test('what was sent, failed and skipped, with the reason', async () => {
    const me = await owner(call, { remember: true })
    const [service, professional] = [
      await me.as('POST', '/api/services', { service_name: 'Corte', duration_minutes: 60, price: 1 }),
      await me.as('POST', '/api/professionals', { professional_name: 'Inés' }),
    ]
    const at = {
      business_id: me.business_id,
      slug: me.slug,
      service_id: service.body.service.id as number,
      professional_id: professional.body.professional.id as number,
    }
    await appointment(NOW + 24 * HOUR, { at })
    await appointment(NOW + 22 * HOUR, { at, client_email: 'rota@correo.example' })
    const cancelled = await appointment(NOW + 20 * HOUR, { at })
    await appointment(NOW + 24 * HOUR)
    await queueDue(db, NOW)
    await db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', cancelled).execute()
    sink.onRecipient = (address) =>
      address === 'rota@correo.example' ? { code: 550, text: 'no such user' } : undefined
    for (const wait of [0, 6000, 30_000]) await turn(NOW + wait)

    const { body } = await me.as('GET', '/api/message-credits/messages')
    assert.equal(body.total, 3)
    const seen = body.messages.map(({ kind, state, reason }: any) => `${kind} ${state}: ${reason}`).sort()
    assert.deepEqual(seen, [
      'advance failed: El correo del cliente no lo recibió: revisa la dirección',
      'advance sent: null',
      'advance skipped: La cita se canceló antes de enviarlo',
    ])
    const page = await me.as('GET', '/api/message-credits/messages?limit=2&page=2')
    assert.equal(page.body.messages.length, 1)
    assert.equal((await call('GET', '/api/message-credits/messages')).status, 401)
  })
})

describe('confirming', () => {
  const starts = NOW + 24 * HOUR
  const confirm = (token: unknown, appointment_id: unknown) =>
    call('POST', '/api/appointments/client/confirm', { body: { token, appointment_id } })
  const tokenOfMail = () => /token=([\d.\w-]+)/.exec(sink.received.at(-1)!.mail.text!)![1]!
  const history = () => db.selectFrom('appointment_history').selectAll().execute()

  test('with the link of the reminder: noted once, shown to the owner, not asked for again', async () => {
    const id = await appointment(starts)
    await turn(NOW)
    const token = tokenOfMail()
    clock.now = NOW + 1000
    const first = await confirm(token, id)
    assert.equal(first.status, 200)
    assert.equal(first.body.client_confirmed_at, iso(NOW + 1000))
    clock.now = NOW + 2000
    assert.deepEqual((await confirm(token, id)).body, first.body)
    const events = await history()
    assert.deepEqual(
      events.map((event) => [event.change, event.actor, event.at]),
      [['confirmed', 'client', NOW + 1000]],
    )
    await turn(starts - 2 * HOUR)
    assert.match(sink.received.at(-1)!.mail.text!, /confirmada/)
  })

  test('by many at once is noted once', async () => {
    const id = await appointment(starts)
    await turn(NOW)
    const token = tokenOfMail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token, id)))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal((await history()).length, 1)
  })

  test('opening the link confirms nothing: there is no such call', async () => {
    const id = await appointment(starts)
    await turn(NOW)
    const { status } = await call('GET', `/api/appointments/client/confirm?token=${tokenOfMail()}&id=${id}`)
    assert.equal(status, 404)
    assert.deepEqual(await history(), [])
  })

  test('with a wrong token, or another’s appointment, changes nothing', async () => {
    const id = await appointment(starts)
    const foreign = await appointment(starts, {
      professional: (await professionals(1))[0]!,
      client_email: 'otro@correo.example',
    })
    await turn(NOW)
    const token = tokenOfMail()
    const mine = sink.received.at(-1)!.to[0] === 'otra@correo.example' ? id : foreign
    const others = mine === id ? foreign : id
    const cases: [unknown, unknown, number][] = [
      [undefined, id, 401],
      [`${place.business_id}.${'x'.repeat(43)}`, id, 401],
      ['hola', id, 401],
      [token, others, 404],
      [token, 999_999, 404],
      [token, undefined, 400],
      [token, 'x', 400],
    ]
    for (const [wrong, appointment_id, status] of cases)
      assert.equal((await confirm(wrong, appointment_id)).status, status, `${wrong} ${appointment_id}`)
    assert.deepEqual(await history(), [])
  })

  test('what is cancelled or has begun is refused', async () => {
    const id = await appointment(starts)
    await turn(NOW)
    const token = tokenOfMail()
    clock.now = starts
    assert.equal((await confirm(token, id)).status, 409)
    clock.now = NOW
    await db.updateTable('appointments').set({ status: 'cancelled' }).execute()
    const { status, body } = await confirm(token, id)
    assert.deepEqual([status, body.error], [409, 'Esta cita está cancelada'])
  })
})

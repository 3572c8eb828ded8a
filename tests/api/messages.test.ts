import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { occupiedOf } from '#server/database/occupied.ts'
import { connect } from '#server/database/db.ts'
import { outboxMailer, outboxRoutes } from '#server/mail/outbox.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { KINDS } from '#server/messages/compose.ts'
import { unlessTaken } from '#server/messages/handing/taken-queries.ts'
import { COUNTS_AS_SENT, enqueue, settle, type DueMessage } from '#server/messages/queries.ts'
import { sendDue, sendNext } from '#server/messages/send.ts'
import { startSender, workersFor, type Sender } from '#server/messages/sender.ts'
import { database, salon, urlOf } from '../helper.ts'
import { senderDeps, silent, type SenderProcess } from '../sender.ts'
import { startSink, until, type Sink } from '../smtp.ts'

const db = await database()
const {
  business_id: business,
  service_id,
  professional_id,
} = await salon(db, { business_name: 'Salón "Bugambilia"\nBcc: x@example.com' })
await db.updateTable('businesses').set({ email: 'dueña@example.com' }).where('id', '=', business).execute()
const databaseUrl = await urlOf(db)
const dir = mkdtempSync(join(tmpdir(), 'enpunto-mail-'))
after(() => rmSync(dir, { recursive: true, force: true }))

// A reminder kind (reminders are never repeated) with the template of another mail.
KINDS.reminder_2 = KINDS.booked_client!

let sink: Sink
let mailer: Mailer
/** How far ahead of the real time the senders' clock is, in milliseconds. */
let ahead = 0
const now = () => Date.now() + ahead
const deps = (more = {}) => senderDeps(db, mailer, { now, ...more })
const toStop: Sender[] = []
const toKill: ChildProcess[] = []

beforeEach(async () => {
  ahead = 0
  sink = await startSink()
  mailer = smtpMailer(sink.url)
  await sql`truncate messages, handovers, portal_tokens, appointments cascade`.execute(db)
})

afterEach(async () => {
  for (const child of toKill.splice(0)) child.kill('SIGKILL')
  await Promise.all(toStop.splice(0).map((sender) => sender.stop()))
  await mailer.close()
  await sink.stop()
})

let hours = 0

/** Writes an appointment and the messages of `kinds` in one transaction, as a booking does. */
async function book(kinds = ['booked_client'], client_email = 'camila@example.com'): Promise<number> {
  const starts = Temporal.Instant.fromEpochMilliseconds(Date.now()).add({ hours: ++hours })
  const local = starts
    .toZonedDateTimeISO('America/Bogota')
    .round({ smallestUnit: 'minute', roundingMode: 'floor' })
  return await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('appointments')
      .values({
        business_id: business,
        service_id,
        service_name: 'Corte y cepillado',
        professional_id,
        professional_name: 'Valentina Ospina',
        duration_minutes: 60,
        price: 55e3,
        client_name: 'Camila Rojas',
        client_phone: '+573001234567',
        client_email,
        booked_by: 'client' as const,
        appointment_date: local.toPlainDate().toString(),
        appointment_time: local.toPlainTime().toString(),
        starts_at: local.toInstant().toString(),
        ends_at: local.add({ minutes: 60 }).toInstant().toString(),
        occupied: occupiedOf(local.epochMilliseconds, local.epochMilliseconds + 36e5),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const kind of kinds) {
      const recipient = kind === 'booked_owner' ? 'dueña@example.com' : client_email
      await enqueue(tx, { business_id: business, kind, appointment_id: id, recipient, once: `${kind}:${id}` })
    }
    return id
  })
}

const messages = () => db.selectFrom('messages').selectAll().orderBy('id').execute()
const message = async () => (await messages())[0]!
/** As if what was noted of handovers had been six seconds ago, for which its own process has a moment. */
const ageNotes = () =>
  sql`update handovers set at = greatest(pg_postmaster_start_time(), now() - interval '6 s')`.execute(db)
const handovers = () => db.selectFrom('handovers').selectAll().execute()
const allSettled = async () => (await messages()).every(({ state }) => state !== 'queued')
const start = (more = {}) => {
  const sender = startSender(deps(more))
  toStop.push(sender)
  return sender
}

describe('a message', () => {
  test('goes out once, with all its parts', async () => {
    const id = await book(['booked_client', 'booked_owner'])
    assert.equal(await sendDue(deps()), 2)
    assert.equal(await sendDue(deps()), 0)

    const [client, owner] = sink.received
    assert.equal(sink.received.length, 2)
    assert.equal(client!.from, 'citas@example.com')
    assert.deepEqual(client!.to, ['camila@example.com'])
    assert.equal(client!.mail.subject, 'Cita confirmada')
    assert.match(client!.mail.text!, /Corte y cepillado para Camila Rojas/)
    assert.match(client!.mail.html!, /<p>Cita confirmada/)
    const headers = Object.fromEntries(client!.mail.headers.map(({ key, value }) => [key, value]))
    assert.equal(headers['auto-submitted'], 'auto-generated')
    assert.match(
      client!.mail.messageId!,
      new RegExp(`^<booked_client\\.\\d+\\.${business}@agenda\\.example\\.com>$`),
    )

    const [calendar] = client!.mail.attachments
    assert.equal(calendar!.filename, 'cita.ics')
    assert.match(client!.raw, /Content-Type: text\/calendar;[^]*?method=PUBLISH/)
    const ics = new TextDecoder().decode(calendar!.content as ArrayBuffer)
    assert.match(ics, /METHOD:PUBLISH/)
    assert.match(ics, new RegExp(`UID:[^\r\n]*${id}[^\r\n]*@`))
    assert.match(ics, /TRIGGER:-PT60M/)
    // The entry may be seen by others: its link opens this appointment alone, unlike the mail's own.
    const unfolded = ics.replaceAll(/\r?\n /g, '')
    assert.match(unfolded, new RegExp(`URL:https://.*/client\\?token=${business}\\.m${id}\\.[\\w-]{43}\\s`))

    assert.deepEqual(owner!.to, ['dueña@example.com'])
    assert.equal(owner!.mail.replyTo![0]!.address, 'camila@example.com')
    assert.equal(owner!.mail.attachments.length, 0)

    for (const row of await messages()) {
      assert.equal(row.state, 'sent')
      assert.equal(row.attempts, 1)
      assert.ok(row.settled_at)
    }
    assert.deepEqual(await handovers(), [])
  })

  test('carries a link whose token is stored as a hash, for that client in that business', async () => {
    await book()
    await sendDue(deps())
    const link = /https:\/\/agenda\.example\.com\/client\?token=(\d+)\.([\w-]{43})/.exec(
      sink.received[0]!.mail.text!,
    )!
    const tokens = await db.selectFrom('portal_tokens').selectAll().execute()
    assert.equal(Number(link[1]), business)
    assert.equal(tokens.length, 1)
    assert.equal(tokens[0]!.business_id, business)
    assert.equal(tokens[0]!.client_email, 'camila@example.com')
    assert.deepEqual(tokens[0]!.token_hash, createHash('sha256').update(link[2]!).digest())
  })

  test('keeps names people typed out of the headers', async () => {
    await book()
    await sendDue(deps())
    const { mail } = sink.received[0]!
    assert.deepEqual(mail.from, {
      name: 'Salón Bugambilia Bcc:',
      address: 'citas@example.com',
    })
    assert.equal(mail.bcc, undefined)
    assert.deepEqual(sink.received[0]!.to, ['camila@example.com'])
  })

  test('with the same once is written once', async () => {
    const id = await book(['booked_client'])
    const again = {
      business_id: business,
      kind: 'booked_client',
      appointment_id: id,
      recipient: 'x@example.com',
    }
    await db.transaction().execute((tx) => enqueue(tx, { ...again, once: `booked_client:${id}` }))
    assert.equal((await messages()).length, 1)
  })

  test('waits for its time', async () => {
    const id = await book(['booked_client'])
    const later = {
      business_id: business,
      kind: 'booked_owner',
      appointment_id: id,
      recipient: 'x@example.com',
    }
    await enqueue(db, { ...later, once: 'later', due_at: now() + 60_000 })
    assert.equal(await sendDue(deps()), 1)
    ahead = 61_000
    assert.equal(await sendDue(deps()), 1)
  })

  test('about a cancelled appointment is not sent', async () => {
    await book()
    await db.updateTable('appointments').set({ status: 'cancelled' }).execute()
    assert.equal(await sendDue(deps()), 0)
    assert.equal((await message()).state, 'skipped')
    assert.equal(sink.received.length, 0)
  })

  test('that cannot be made waits, and holds up no other', async () => {
    await enqueue(db, {
      business_id: business,
      kind: 'of the future',
      recipient: 'x@example.com',
      once: 'a',
      due_at: 0,
    })
    await book()
    assert.equal(await sendDue(deps()), 1)
    const [future] = await messages()
    assert.equal(future!.state, 'queued')
    assert.match(future!.last_error!, /Unknown kind/)
  })
})

describe('the mail server', () => {
  test('is down and comes back: everything goes out, once, and counts no attempt', async () => {
    await sink.stop()
    const sender = start()
    for (let n = 0; n < 10; n++) await book(['booked_client', 'booked_owner'])
    sender.kick()
    await sleep(1500)
    for (const row of await messages()) assert.deepEqual([row.state, row.attempts], ['queued', 0])
    await sink.start()
    await until(allSettled)
    // The row becomes 'sent' when the last byte leaves, just before the sink has received it.
    await until(() => sink.received.length >= 20)
    assert.equal(sink.received.length, 20)
    assert.equal(new Set(sink.received.map(({ mail }) => mail.messageId)).size, 20)
    for (const row of await messages()) assert.deepEqual([row.state, row.attempts], ['sent', 1])
  })

  test('is not hammered while it is down', async () => {
    await sink.stop()
    let tries = 0
    const counting = {
      ...mailer,
      send: (...args: Parameters<Mailer['send']>) => (tries++, mailer.send(...args)),
    }
    const sender = start({ mailer: counting })
    for (let n = 0; n < 10; n++) {
      await book()
      sender.kick()
    }
    await sleep(1500)
    assert.ok(tries <= 6, `${tries} tries in 1.5 s`)
  })

  test('ended an idle connection: the next mail takes a new one and counts one attempt', async () => {
    await book()
    await sendDue(deps())
    await sink.stop()
    await sink.start()
    await book()
    assert.equal(await sendDue(deps()), 1)
    assert.deepEqual(
      (await messages()).map(({ attempts }) => attempts),
      [1, 1],
    )
  })

  test('gets many mails over one connection', async () => {
    for (let n = 0; n < 10; n++) await book()
    assert.equal(await sendDue(deps()), 10)
    assert.equal(sink.connections, 1)
  })

  test('refuses for now (4xx): tried again 5 s later', async () => {
    let refusals = 1
    sink.onRecipient = () => (refusals-- > 0 ? { code: 451, text: 'try later' } : undefined)
    await book()
    assert.equal(await sendDue(deps()), 0)
    const { state, attempts, last_error, due_at } = await message()
    assert.deepEqual([state, attempts], ['queued', 1])
    assert.match(last_error!, /451/)
    assert.ok(Math.abs(due_at - now() - 5000) < 2000)
    assert.equal(await sendDue(deps()), 0)
    ahead = 5100
    assert.equal(await sendDue(deps()), 1)
    assert.equal(sink.received.length, 1)
  })

  for (const [step, command] of [
    ['onSender', 'MAIL FROM'],
    ['onRecipient', 'RCPT TO'],
  ] as const)
    test(`answers ${command} with 421 and hangs up, again and again: tried for as long as after other refusals for now`, async () => {
      await book()
      sink[step] = () => ({ code: 421, text: '4.7.0 too many connections, closing' })
      for (const wait of [0, 5100, 15_100, 60_100, 300_100]) {
        ahead += wait
        assert.equal(await sendDue(deps()), 0)
      }
      const { state, attempts, last_error } = await message()
      assert.deepEqual([state, attempts], ['queued', 5])
      assert.match(last_error!, /421/)
      sink[step] = undefined
      ahead += 900_100
      assert.equal(await sendDue(deps()), 1)
      assert.equal(sink.received.length, 1)
    })

  test('refuses after the last byte: surely not sent, so tried again', async () => {
    let refusals = 2
    sink.onMessage = () => (refusals-- > 0 ? { code: refusals ? 452 : 421, text: 'no room' } : undefined)
    await book()
    assert.equal(await sendDue(deps()), 0)
    assert.deepEqual(await handovers(), [])
    ahead = 5100
    assert.equal(await sendDue(deps()), 0)
    ahead += 15_100
    assert.equal(await sendDue(deps()), 1)
    assert.equal(sink.received.length, 1)
  })

  test('refuses for good (5xx): three tries, then failed', async () => {
    sink.onRecipient = () => ({ code: 550, text: 'no such user' })
    await book()
    for (const wait of [0, 5100, 15_100, 3_600_000]) {
      ahead += wait
      await sendDue(deps())
    }
    const { state, attempts, last_error, settled_at } = await message()
    assert.deepEqual([state, attempts], ['failed', 3])
    assert.match(last_error!, /550/)
    assert.ok(settled_at)
    assert.deepEqual(await handovers(), [])
  })

  test('never recovers from refusing: failed after five days', async () => {
    sink.onRecipient = () => ({ code: 451, text: 'try later' })
    await book()
    await db.updateTable('messages').set({ attempts: 123 }).execute()
    await sendDue(deps())
    assert.equal((await message()).state, 'queued')
    ahead = 3_601_000
    await sendDue(deps())
    assert.equal((await message()).state, 'failed')
  })

  test('breaks the connection without an answer: repeated under the same Message-ID', async () => {
    sink.onMessage = () => 'drop'
    await book()
    assert.equal(await sendDue(deps()), 0)
    assert.deepEqual(await handovers(), [])
    sink.onMessage = undefined
    ahead = 590_000
    assert.equal(await sendDue(deps()), 0)
    ahead = 601_000
    assert.equal(await sendDue(deps()), 1)
    const ids = sink.received.map(({ mail }) => mail.messageId)
    assert.equal(ids.length, 2)
    assert.equal(ids[0], ids[1])
  })

  test('never answers: three copies in two hours, however long it goes on, and it is noted', async () => {
    sink.onMessage = () => 'drop'
    await book()
    for (let hour = 0; hour < 48; hour += 0.05) {
      ahead = hour * 3_600_000
      await sendDue(deps())
    }
    const ids = sink.received.map(({ mail }) => mail.messageId)
    assert.deepEqual([ids.length, new Set(ids).size], [3, 1], '960 looks')
    const { state, last_error } = await message()
    assert.equal(state, 'failed')
    assert.match(last_error!, /no answer, may have arrived/)
  })

  test('breaks the connection without an answer: a reminder is never repeated', async () => {
    sink.onMessage = () => 'drop'
    await book(['reminder_2'])
    await sendDue(deps())
    const { state, last_error } = await message()
    assert.equal(state, 'sent')
    assert.match(last_error!, /may not have arrived/)
    ahead = 3_600_000
    assert.equal(await sendDue(deps()), 0)
    assert.equal(sink.received.length, 1)
  })

  test('asks for a password: the wrong one leaves the message as it was, the right one sends it', async (t) => {
    const strict = await startSink({ auth: { user: 'citas@example.com', pass: 'a b/c@d' } })
    t.after(() => strict.stop())
    const port = strict.url.split(':').at(-1)
    const login = (pass: string) =>
      smtpMailer(`smtp://citas%40example.com:${encodeURIComponent(pass)}@127.0.0.1:${port}`)
    await book()
    const warned: object[] = []
    const log = { info() {}, error() {}, warn: (about: object) => void warned.push(about) }
    assert.deepEqual(await sendNext(deps({ mailer: login('wrong'), log })), ['unreachable'])
    assert.deepEqual(warned, [{ reason: 'it refuses the log-in of SMTP_URL (535)' }])
    assert.equal((await message()).attempts, 0)
    const right = login('a b/c@d')
    assert.deepEqual(await sendNext(deps({ mailer: right })), ['sent'])
    await right.close()
  })

  test('accepts the connection and says nothing: nobody to talk to', async () => {
    const patient = smtpMailer(sink.url.replace('smtp:', 'smtps:'), { connect: 200, greeting: 200 })
    await book()
    assert.deepEqual(await sendNext(deps({ mailer: patient })), ['unreachable'])
  })
})

describe('a handover that was noted', () => {
  test('and went no further is left alone for a moment, and then sent', async () => {
    await book()
    const { business_id, id } = await message()
    await db.insertInto('handovers').values({ business_id, message_id: id }).execute()
    assert.equal(await sendDue(deps()), 0)
    assert.equal(sink.received.length, 0)
    await ageNotes()
    ahead = 6000
    assert.equal(await sendDue(deps()), 1)
    assert.equal(sink.received.length, 1)
    assert.deepEqual(await handovers(), [])
    assert.equal((await message()).attempts, 1)
  })

  test('before the database was started anew counts as sent', async () => {
    await book()
    const { business_id, id } = await message()
    await db
      .insertInto('handovers')
      .values({ business_id, message_id: id, at: '2000-01-01T00:00:00Z' })
      .execute()
    await sendDue(deps())
    assert.equal(sink.received.length, 0)
    const { state, last_error } = await message()
    assert.equal(state, 'sent')
    assert.match(last_error!, /counts as sent/)
    assert.deepEqual(await handovers(), [])
  })

  test('in a database that another one took over from counts as sent; a row of an older process as before', async () => {
    await book()
    const { business_id, id } = await message()
    const at = new Date().toISOString()
    await db.insertInto('handovers').values({ business_id, message_id: id, at, timeline: null }).execute()
    assert.equal(await sendDue(deps()), 0)
    assert.equal((await message()).state, 'queued')
    await db.updateTable('handovers').set({ timeline: '000000FF' }).execute()
    ahead = 6000
    await sendDue(deps())
    assert.equal(sink.received.length, 0)
    assert.equal((await message()).state, 'sent')
    assert.deepEqual(await handovers(), [])
  })
})

describe('the connection to the database', () => {
  const cut = (state: 'active' | 'idle in transaction') =>
    sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and state = ${state} and pid <> pg_backend_pid()`.execute(db)
  /** Makes the commit that precedes the last byte hang, so that the test can cut its connection. */
  const slowCommits = async () => {
    await sql`create function dawdle() returns trigger language plpgsql
      as 'begin perform pg_sleep(1); return old; end'`.execute(db)
    await sql`create trigger dawdle before delete on handovers for each row execute function dawdle()`.execute(
      db,
    )
  }
  /**
   * The pool may return a cut connection before it notices: queries are repeated until all of them succeed.
   */
  const poolNotices = async (): Promise<void> => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => sql`select 1`.execute(db)))
    if (answers.some(({ status }) => status === 'rejected')) await sleep(20).then(poolNotices)
  }
  const quickCommits = () => sql`drop function if exists dawdle cascade`.execute(db)
  afterEach(quickCommits)

  test('is lost before the last byte: it does not go, and the mail is sent later', async () => {
    const unlucky: Mailer = {
      ...mailer,
      send: (mail, last) =>
        mailer.send(mail, async () => (await cut('idle in transaction'), await sleep(50), await last())),
    }
    await book()
    await assert.rejects(sendDue(deps({ mailer: unlucky })))
    await poolNotices()
    assert.equal(sink.received.length, 0)
    assert.deepEqual(await handovers(), [])
    ahead = 5100
    assert.equal(await sendDue(deps()), 1)
    assert.equal(sink.received.length, 1)
  })

  test('is lost with the commit on its way: the mail that went is not sent again', async () => {
    await slowCommits()
    sink.onMessage = async () => void (await cut('active'), await quickCommits())
    await book()
    assert.deepEqual(await sendNext(deps()), ['sent'])
    await poolNotices()
    ahead = 3_600_000
    assert.equal(await sendDue(deps()), 0)
    assert.equal((await message()).state, 'sent')
    assert.equal(sink.received.length, 1)
  })

  test('waits with the commit on its way for longer than a statement may: it is not ended, and the mail is not sent again', async () => {
    await slowCommits()
    const impatient = connect({ url: databaseUrl, patience: { connection: 8000, statement: 300 } })
    // As a database that freezes: nobody can say how it ended before the commit is done.
    const away = Promise.withResolvers<void>()
    const pause = () => away.promise
    await book()
    const sending = sendNext(deps({ db: impatient, pause }))
    try {
      await until(() => sink.received.length === 1)
      await until(async () => (await message()).state === 'sent', 3000, 'the commit')
      assert.equal(await sendDue(deps()), 0)
    } finally {
      await quickCommits()
      away.resolve()
      await sending
      await impatient.destroy()
    }
    assert.equal(sink.received.length, 1)
  })

  test('is lost with the commit on its way: the mail that was refused is sent again', async () => {
    await slowCommits()
    sink.onMessage = async () => (await cut('active'), await quickCommits(), { code: 452, text: 'no room' })
    await book()
    assert.deepEqual(await sendNext(deps()), ['queued'])
    await poolNotices()
    assert.deepEqual(await handovers(), [])
    sink.onMessage = undefined
    ahead = 5100
    assert.equal(await sendDue(deps()), 1)
    assert.equal(sink.received.length, 1)
  })
})

describe('a commit that was lost, of a message that somebody else took meanwhile', () => {
  beforeEach(async () => {
    await sql`create function dawdle() returns trigger language plpgsql
      as 'begin perform pg_sleep(6); return old; end'`.execute(db)
    await sql`create trigger dawdle before delete on handovers for each row execute function dawdle()`.execute(
      db,
    )
    await book()
  })
  afterEach(() => sql`drop function if exists dawdle cascade`.execute(db))

  /** As another process would: it waits for the claim, and is next when the commit's connection is cut. */
  const take = async (set: { state: 'sent' | 'failed' | 'queued'; settled_at?: string; due_at?: string }) => {
    const taken = db
      .updateTable('messages')
      .set({ ...set, attempts: 1, last_error: 'theirs' })
      // What waits was claimed unsent: ours may be noted before its turn.
      .$if(set.state === 'queued', (query) => query.where('state', '=', 'queued'))
      .execute()
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and (wait_event_type = 'Lock' or wait_event = 'PgSleep')`.execute(
        db,
      )
      return rows.length === 2
    })
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`.execute(db)
    await sql`drop function dawdle cascade`.execute(db)
    await taken
  }

  const theirs = '2026-01-01T00:00:00.000Z'
  for (const [what, state] of [
    ['and sent: it stays sent, though ours was refused', 'sent'],
    ['and gave up: it has failed, though ours was refused for now', 'failed'],
  ] as const)
    test(what, async () => {
      sink.onMessage = async () => {
        await take({ state, settled_at: theirs })
        return { code: 452, text: 'no room' }
      }
      await sendNext(deps())
      const row = await message()
      assert.deepEqual([row.state, row.last_error, sink.received.length], [state, 'theirs', 0])
    })

  test('in vain: it is sent where ours went, and nobody tries it again while the server takes its time', async () => {
    let others: unknown
    sink.onMessage = async () => {
      sink.onMessage = undefined
      await take({ state: 'queued', due_at: new Date().toISOString() })
      await until(async () => (await message()).state === 'sent', 20_000, 'that it is sent')
      ahead = 6000
      // A note's age is told by the database's clock.
      await sql`update handovers set at = at - interval '6 s'`.execute(db)
      others = await sendDue(deps())
      return undefined
    }
    assert.deepEqual(await sendNext(deps()), ['sent'])
    const row = await message()
    assert.deepEqual([row.state, row.last_error], ['sent', null])
    assert.deepEqual([others, sink.received.length], [0, 1])
  })
})

describe('messages sent together', () => {
  test('go by one claim, each in a conversation of its own, and end each in its own way', async () => {
    sink.onRecipient = (address) =>
      address.startsWith('no') ? { code: 550, text: 'no such user' } : undefined
    await book(['booked_client'], 'si@example.com')
    await book(['booked_client'], 'no@example.com')
    await enqueue(db, { business_id: business, kind: 'of the future', recipient: 'x@example.com', once: 'a' })
    const cancelled = await book(['booked_client'], 'cancelada@example.com')
    await db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', cancelled).execute()
    await book(['booked_client'], 'tambien@example.com')
    const steps = await sendNext(deps(), 'all', 10)
    assert.deepEqual(steps.sort(), ['queued', 'queued', 'sent', 'sent', 'skipped'])
    assert.deepEqual(sink.received.map(({ to }) => to[0]).sort(), ['si@example.com', 'tambien@example.com'])
    assert.deepEqual(
      (await messages()).map(({ state, attempts, last_error }) => [
        state,
        attempts,
        last_error?.slice(0, 24),
      ]),
      [
        ['sent', 1, undefined],
        ['queued', 1, "Can't send mail - all re"],
        ['queued', 1, 'Unknown kind of message:'],
        ['skipped', 0, 'cancelled before it was '],
        ['sent', 1, undefined],
      ],
    )
    assert.deepEqual(await handovers(), [])
  })

  test('are not sent when they cannot be noted: none of them has had its last byte', async () => {
    for (let n = 0; n < 3; n++) await book()
    let arrived = 0
    const isGone = Promise.withResolvers<void>()
    const unlucky: Mailer = {
      ...mailer,
      send: (mail, last) =>
        mailer.send(mail, async () => {
          if (++arrived === 3)
            await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
              where datname = current_database() and state = 'idle in transaction'`
              .execute(db)
              // Until the end of the connection is known here.
              .then(() => sleep(100))
              .then(() => isGone.resolve(), isGone.reject)
          await isGone.promise
          await last()
        }),
    }
    await assert.rejects(sendNext(deps({ mailer: unlucky }), 'all', 3))
    assert.equal(sink.received.length, 0)
    assert.deepEqual(await handovers(), [])
    await sleep(100)
    ahead = 5100
    assert.equal(await sendDue(deps()), 3)
  })

  test('one that could not be handed over, and that somebody else sent meanwhile, stays sent', async () => {
    await book(['booked_client'], 'uno@example.com')
    const row = await db.selectFrom('messages').selectAll().executeTakeFirstOrThrow()
    const takeBack = () =>
      unlessTaken(db, row, {}, (tx) =>
        settle(
          tx,
          row as DueMessage,
          { state: 'queued', error: 'no hand-over', due_at: Date.now() + ahead },
          Date.now(),
        ),
      )
    const stateNow = async () =>
      (await db.selectFrom('messages').select(['state', 'attempts']).executeTakeFirstOrThrow()) as object
    let sent: Promise<void> | undefined
    const slow: Mailer = {
      ...mailer,
      // While the row is claimed it is waited for.
      send: (mail, last) =>
        mailer.send(mail, async () => {
          sent = takeBack()
          await sleep(100)
          await last()
        }),
    }
    assert.deepEqual(await sendNext(deps({ mailer: slow }), 'all', 1), ['sent'])
    await sent
    assert.deepEqual(await stateNow(), { state: 'sent', attempts: 1 })
    await db.updateTable('messages').set({ last_error: COUNTS_AS_SENT }).execute()
    await takeBack()
    assert.deepEqual(await stateNow(), { state: 'queued', attempts: 1 })
    // Somebody else tried it since, and nobody knows whether it arrived: it waits as long as they said.
    const due_at = new Date(Date.now() + 600_000).toISOString()
    await db.updateTable('messages').set({ due_at, last_error: 'no answer', unanswered: 1 }).execute()
    await takeBack()
    assert.equal((await message()).due_at, Date.parse(due_at))
  })

  test('one that is refused with bytes that no text holds is stored as refused', async () => {
    await book(['booked_client'], 'uno@example.com')
    const refusing: Mailer = { ...mailer, send: () => Promise.reject(new Error('452 no \0 room')) }
    assert.deepEqual(await sendNext(deps({ mailer: refusing }), 'all', 1), ['queued'])
    assert.deepEqual(await handovers(), [])
  })

  test('one that is refused after its last byte is sent again, the others are not', async () => {
    for (const who of ['uno', 'dos', 'tres']) await book(['booked_client'], `${who}@example.com`)
    sink.onMessage = ({ to }) => (to[0] === 'dos@example.com' ? { code: 452, text: 'no room' } : undefined)
    assert.deepEqual((await sendNext(deps(), 'all', 3)).sort(), ['queued', 'sent', 'sent'])
    sink.onMessage = undefined
    ahead = 5100
    assert.deepEqual(await sendNext(deps(), 'all', 3), ['sent'])
    assert.deepEqual(sink.received.map(({ to }) => to[0]).sort(), [
      'dos@example.com',
      'tres@example.com',
      'uno@example.com',
    ])
  })

  describe('and refused at their last byte, while the database takes no outcome', () => {
    const refuseIf = async (condition: string, code = 'P0001') => {
      await sql`create function refuse() returns trigger language plpgsql as
        ${sql.lit(`begin raise exception 'x' using errcode = '${code}'; end`)}`.execute(db)
      await sql`create trigger refuse before update on messages for each row when (${sql.raw(condition)})
        execute function refuse()`.execute(db)
    }
    const allow = () => sql`drop function if exists refuse() cascade`.execute(db)
    afterEach(allow)
    const stored = async () =>
      (await messages()).map(({ state, attempts, last_error }) => [
        state,
        attempts,
        /451/.test(last_error ?? ''),
      ])

    beforeEach(async () => {
      for (const who of ['uno', 'dos']) await book(['booked_client'], `${who}@example.com`)
      sink.onMessage = () => ({ code: 451, text: 'try later' })
    })

    test('for an hour, are sent later', async () => {
      await refuseIf('true', '57P03')
      let waited = 0
      const pause = async (ms: number) => {
        waited += ms
        if (waited > 61 * 60_000) await allow()
      }
      const told: string[] = []
      const log = { ...silent, warn: (_about: object, text: string) => void told.push(text) }
      assert.deepEqual(await sendNext(deps({ pause, log }), 'all', 2), ['queued', 'queued'])
      assert.ok(told.length >= 60 && told.length <= 63, `told ${told.length} times in an hour`)
      assert.deepEqual(await stored(), [
        ['queued', 1, true],
        ['queued', 1, true],
      ])
      assert.deepEqual(await handovers(), [])
      sink.onMessage = undefined
      ahead = 5100
      assert.equal(await sendDue(deps()), 2)
    })

    test('wait no longer once the process stops', { timeout: 20_000 }, async () => {
      await refuseIf('true', '57P03')
      const stopped = connect({ url: databaseUrl })
      let pauses = 0
      let stop: Promise<void> | undefined
      const pause = async () => {
        if (++pauses !== 5) return
        stop = stopped.destroy()
        await sleep(20)
      }
      await assert.rejects(sendNext({ ...deps({ pause }), db: stopped }, 'all', 2), /destroyed/)
      assert.equal(pauses, 5)
      await stop
    })

    test('by a lock on one of them, are not waited for longer than half a minute', async () => {
      await refuseIf("new.recipient = 'uno@example.com' and new.state = 'queued'", '57014')
      let waited = 0
      const pause = async (ms: number) => void (waited += ms)
      await assert.rejects(sendNext(deps({ pause }), 'all', 2))
      assert.ok(waited > 20_000 && waited < 60_000, `${waited} ms`)
    })

    test('since somebody holds them, take one connection for all of them', async () => {
      for (const who of ['tres', 'cuatro', 'cinco']) await book(['booked_client'], `${who}@example.com`)
      const small = connect({ url: databaseUrl, poolSize: 4 })
      const [held, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holding = db.transaction().execute(async (tx) => {
        await held.promise
        await tx.selectFrom('messages').select('id').forNoKeyUpdate().execute()
        answered.resolve()
        await until(async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
          return rows.length > 0
        })
        await sleep(100)
        const begun = performance.now()
        await sql`select 1`.execute(small)
        assert.ok(performance.now() - begun < 1000)
      })
      sink.onMessage = async () => {
        held.resolve()
        await answered.promise
        return { code: 451, text: 'try later' }
      }
      const steps = await sendNext({ ...deps(), db: small }, 'all', 5)
      await holding
      await small.destroy()
      assert.deepEqual(
        steps,
        Array.from({ length: 5 }, () => 'queued'),
      )
    })

    const pause = () => Promise.resolve()

    test('of the first, the second one is sent later', async () => {
      await refuseIf("new.recipient = 'uno@example.com'")
      await assert.rejects(sendNext(deps({ pause }), 'all', 2))
      assert.deepEqual(await stored(), [
        ['queued', 0, false],
        ['queued', 1, true],
      ])
      assert.equal((await handovers()).length, 1)
    })

    test('of anything sent, are sent later', async () => {
      await refuseIf("new.state = 'sent'")
      assert.deepEqual(await sendNext(deps({ pause }), 'all', 2), ['queued', 'queued'])
      assert.deepEqual(await stored(), [
        ['queued', 1, true],
        ['queued', 1, true],
      ])
      assert.deepEqual(await handovers(), [])
    })
  })

  test('share a claim with at most fifteen others, and there are two workers wherever two may go', () => {
    assert.deepEqual([1, 2, 3, 16, 32, 33, 64].map(workersFor), [1, 2, 2, 2, 2, 3, 4])
  })
})

describe('several senders', () => {
  test('share 50 messages: each goes out once', async () => {
    for (let n = 0; n < 25; n++) await book(['booked_client', 'booked_owner'])
    const other = connect({ url: databaseUrl })
    const senders = [start({ atOnce: 4 }), start({ db: other, atOnce: 4 })]
    await until(allSettled)
    await Promise.all(senders.map((sender) => sender.stop()))
    await other.destroy()
    assert.equal(sink.received.length, 50)
    assert.equal(new Set(sink.received.map(({ mail }) => mail.messageId)).size, 50)
    assert.ok((await messages()).every(({ attempts }) => attempts === 1))
  })

  test('a confirmation does not stand behind reminders that are due longer', async () => {
    for (let n = 0; n < 30; n++) await book(['reminder_2'], 'luego@example.com')
    await db
      .updateTable('messages')
      .set({ due_at: new Date(Date.now() - 3_600_000).toISOString() })
      .execute()
    await book(['booked_client'], 'ya@example.com')
    assert.equal(await sendDue(deps(), 2), 2)
    // Both are on their way at once: which of them ends first says nothing.
    assert.deepEqual(sink.received.map(({ to }) => to[0]).sort(), ['luego@example.com', 'ya@example.com'])
  })

  test('a confirmation goes at once though every worker waits for the mail server with a reminder', async () => {
    let release = () => {}
    const stuck = new Promise<void>((resolve) => (release = resolve))
    sink.onMessage = ({ to }) => (to[0] === 'luego@example.com' ? stuck : undefined)
    for (let n = 0; n < 5; n++) await book(['reminder_2'], 'luego@example.com')
    const sender = start({ atOnce: 2 })
    await until(() => sink.waiting === 2)
    await book(['booked_client'], 'ya@example.com')
    const began = Date.now()
    sender.kick()
    await until(() => sink.received.length === 1)
    assert.equal(sink.received[0]!.to[0], 'ya@example.com')
    assert.ok(Date.now() - began < 2000)
    assert.equal(sink.waiting, 2)
    release()
    await until(allSettled)
    // The row becomes 'sent' when the last byte leaves, just before the sink has received it.
    await until(() => sink.received.length >= 6)
    assert.equal(sink.received.length, 6)
  })

  test('a booking wakes an idle one at once', async () => {
    const sender = start()
    await sleep(200)
    await book()
    const began = Date.now()
    sender.kick()
    await until(() => sink.received.length === 1)
    assert.ok(Date.now() - began < 2000)
  })

  test('stopping finishes the message under way', async () => {
    sink.onMessage = () => sleep(400)
    await book()
    const sender = start()
    await until(() => sink.began === 1)
    await sender.stop()
    assert.equal((await message()).state, 'sent')
    await book()
    sender.kick()
    await sleep(100)
    assert.equal(sink.began, 1)
  })
})

describe('a killed sender', () => {
  const spawnSender = (how: Partial<SenderProcess>) => {
    const settings: SenderProcess = { databaseUrl, smtpUrl: sink.url, ...how }
    const file = join(import.meta.dirname, '../sender.ts')
    const child = spawn(process.execPath, [file, JSON.stringify(settings)], { stdio: 'inherit' })
    toKill.push(child)
    return child
  }
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL')
    if (child.signalCode === null) await once(child, 'exit')
  }
  /** The message ids that arrived, once another sender has finished what was left. */
  const afterwards = async () => {
    // The database releases the dead sender's claim when it notices the lost connection.
    await until(async () => (await ageNotes(), await sendDue(deps()), await allSettled()))
    assert.deepEqual(await handovers(), [])
    return sink.received.map(({ mail }) => mail.messageId)
  }

  test('before the last byte: sent by the next one, once', async () => {
    for (let n = 0; n < 4; n++) await book()
    const child = spawnSender({ slow: 'beforeLastByte' })
    await until(() => sink.began === 3)
    assert.equal(sink.received.length, 0)
    await kill(child)
    const ids = await afterwards()
    assert.equal(ids.length, 4)
    assert.equal(new Set(ids).size, 4)
  })

  test('after the last byte, before the answer: not sent again', async () => {
    for (let n = 0; n < 4; n++) await book()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    sink.onMessage = () => answered
    const child = spawnSender({})
    await until(() => sink.waiting === 3)
    await kill(child)
    answer()
    await afterwards()
    const ids = sink.received.map(({ mail }) => mail.messageId)
    assert.equal(ids.length, 4)
    assert.equal(new Set(ids).size, 4)
  })

  test('after the answer, before noting it: not sent again', async () => {
    for (let n = 0; n < 4; n++) await book()
    const child = spawnSender({ slow: 'afterAnswer' })
    await until(() => sink.received.length === 3)
    await kill(child)
    const ids = await afterwards()
    assert.equal(ids.length, 4)
    assert.equal(new Set(ids).size, 4)
  })

  test('between giving the commit away and the last byte: counts as sent, never twice (the window that is left)', async () => {
    await book()
    const child = spawnSender({ dieInWindow: true })
    await once(child, 'exit')
    assert.deepEqual(await afterwards(), [])
    assert.equal((await message()).state, 'sent')
  })

  test('again and again, at any moment of a long queue: nothing arrives twice', async () => {
    for (let n = 0; n < 20; n++) await book(['booked_client', 'booked_owner'])
    sink.onMessage = () => sleep(15)
    for (let round = 0; round < 4; round++) {
      // In turn, senders with two mails at once and with eight.
      const child = spawnSender({ atOnce: round % 2 ? 8 : 2 })
      const had = sink.received.length
      await until(() => sink.received.length > had + 2)
      await sleep(Math.random() * 30)
      await kill(child)
    }
    sink.onMessage = undefined
    await afterwards()
    await sleep(50)
    const ids = sink.received.map(({ mail }) => mail.messageId)
    assert.equal(new Set(ids).size, ids.length)
    // A kill in the window between commit and last byte, about 40 µs per message, loses the mail in it.
    assert.ok(ids.length >= 36, `${ids.length} of 40 arrived`)
  })
})

describe('the outbox of development', () => {
  const outboxDir = () => join(dir, 'mail')

  test('keeps the mails in files and shows them', async () => {
    const app = Fastify()
    outboxRoutes(app, outboxDir())
    assert.match((await app.inject('/correos')).body, /Todavía no hay correos/)

    mailer = outboxMailer(outboxDir())
    await book(['booked_client', 'booked_owner'])
    assert.equal(await sendDue(deps()), 2)
    const files = readdirSync(outboxDir())
    assert.equal(files.length, 2)

    const list = (await app.inject('/correos')).body
    assert.match(list, /Cita confirmada/)
    const [, name] = /href="\/correos\/([\w.-]+)"/.exec(list)!
    const page = await app.inject(`/correos/${name}`)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /<iframe[^>]+sandbox="[^"]*"[^>]+srcdoc="/)
    assert.doesNotMatch(page.body, /allow-scripts|allow-same-origin/)
    await app.close()
  })

  test('shows nothing outside its folder', async () => {
    const app = Fastify()
    outboxRoutes(app, outboxDir())
    for (const name of ['..%2f..%2fetc%2fpasswd', '..', 'x', '%00', '..%2fpg%2fpostgresql.conf', 'a.json'])
      assert.equal((await app.inject(`/correos/${name}`)).statusCode, 404, name)
    await app.close()
  })

  test('writes nothing when the handover fails', async () => {
    const outbox = outboxMailer(join(dir, 'mail-2'))
    const mail = { from: 'a@b.co', to: 'c@d.co', subject: '', html: '', text: '', messageId: '<x@y>' }
    await assert.rejects(outbox.send(mail, () => Promise.reject(new Error('no database'))))
    assert.deepEqual(readdirSync(join(dir, 'mail-2')), [])
  })
})

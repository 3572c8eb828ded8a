/** Web push from the wish to the notification, against a push service of the tests that decrypts and misbehaves. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { cancel } from '#server/appointments/cancel.ts'
import { SECOND_THOUGHTS_MS } from '#server/appointments/change-queries.ts'
import { countsOf } from '#server/limits/attempts.ts'
import { forgetPushes } from '#server/push/queries.ts'
import { sendNextPush } from '#server/push/send.ts'
import { startPushes } from '#server/push/start.ts'
import { contactOf, pushServices } from '#server/push/service.ts'
import { confirm } from '#server/reminders/confirm.ts'
import { api, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { owner, PASSWORD } from '../owner.ts'
import { memberOf } from '../roles.ts'
import { silent } from '../sender.ts'
import { until } from '../smtp.ts'
import { startPush, type Browser } from '../standin/push.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const db = await database()
const standIn = await startPush()
after(() => standIn.stop())
const { call, clock } = await api(db, { env: { PUSH_STAND_IN: standIn.origin } })
const { call: bare } = await api(db)

type Headers = { authorization: string }
let place: Awaited<ReturnType<typeof salon>>
let headers: Headers
const service = pushServices({ standIn: standIn.origin }, db, contactOf('enpunto <citas@example.com>'))
const deps = { db, now: () => clock.now, log: silent, service }

beforeEach(async () => {
  clock.now = NOW
  standIn.misbehave = undefined
  standIn.requests = 0
  standIn.delivered.length = 0
  await sql`truncate messages, handovers, appointments, appointment_history, push_subscriptions, attempts cascade`.execute(
    db,
  )
  place = await salon(db)
  headers = await ownerHeaders(db, place)
})
after(() => assert.deepEqual(standIn.faults, []))

/** The session's browser wants to be told. */
async function on(who: Headers, more: object = {}, browser = standIn.browser()): Promise<Browser> {
  const { status, body } = await call('PUT', '/api/push', { headers: who, body: { ...browser, ...more } })
  assert.deepEqual([status, body.is_on], [200, true], JSON.stringify(body))
  return browser
}
const isOn = async (who: Headers) => (await call('GET', '/api/push', { headers: who })).body.is_on as boolean

async function book(more: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await call('POST', '/api/appointments/public', { body: booking(place, more) })
  assert.equal(status, 201, JSON.stringify(body))
  return body.appointment.id
}

async function sendAll(): Promise<string[]> {
  const steps: string[] = []
  for (;;) {
    const done = await sendNextPush(deps)
    if (done.length === 0) return steps
    steps.push(...done)
  }
}
const pushes = () =>
  db.selectFrom('messages').selectAll().where('channel', '=', 'push').orderBy('id').execute()
const states = async () =>
  (await pushes()).map(({ kind, state, last_error }) => [kind, state, last_error].filter(Boolean).join(' '))
const titles = (browser?: Browser) =>
  standIn.delivered
    .filter((one) => !browser || one.browser.endpoint === browser.endpoint)
    .map(({ title }) => title)
const rows = () => db.selectFrom('push_subscriptions').selectAll().orderBy('id').execute()
const key = (id: number) => ({ business_id: place.business_id, id })

/** Another professional of the salon, with a member who sees the own agenda alone. */
async function luis() {
  const { id: professional_id } = await db
    .insertInto('professionals')
    .values({ business_id: place.business_id, professional_name: 'Luis Peña' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = await memberOf(db, place.business_id, 'professional', { professional_id })
  return { ...member, professional_id }
}

describe('what is told', () => {
  test('a booking, encrypted, by what and when alone: no name, no telephone', async () => {
    const browser = await on(headers)
    const id = await book()
    assert.deepEqual(await sendAll(), ['sent'])
    const [push] = standIn.delivered
    assert.deepEqual(push, {
      browser,
      title: 'Nueva cita: lun 23 nov 10:00 am',
      url: `/dashboard/appointments?cita=${id}`,
      tag: `cita-${id}`,
      ttl: 4 * 3600,
      urgency: 'high',
    })
  })

  test('the client’s name and the service, where its reader wants them; never a telephone', async () => {
    await on(headers, { shows_names: true })
    await book()
    await sendAll()
    assert.equal(standIn.delivered[0]!.body, 'Camila Rojas · Corte con Valentina Ospina')
    assert.doesNotMatch(JSON.stringify(standIn.delivered), /4128819|camila@/)
  })

  test('a move, a cancellation and «Confirmo» of a client', async () => {
    await on(headers)
    const id = await book()
    await sendAll()
    const { portal_token } = (
      await call('POST', '/api/appointments/public', {
        body: booking(place, { appointment_time: '12:00', client_name: 'Otra' }),
      })
    ).body
    assert.ok(portal_token)
    await confirm(db, key(id), clock.now)
    await confirm(db, key(id), clock.now)
    await sendAll()
    await cancel(db, key(id), { actor: 'client', nowMs: clock.now })
    await sendAll()
    assert.deepEqual(titles(), [
      'Nueva cita: lun 23 nov 10:00 am',
      'Nueva cita: lun 23 nov 12:00 pm',
      'Confirmó: lun 23 nov 10:00 am',
      'Cita cancelada: lun 23 nov 10:00 am',
    ])
  })

  test('nobody hears of what they did themselves; the others do', async () => {
    const rosa = await memberOf(db, place.business_id, 'manager')
    const [mine, hers] = [await on(headers), await on(rosa.headers)]
    const { body } = await call('POST', '/api/appointments', { headers, body: booking(place) })
    const id = body.appointment.id as number
    await sendAll()
    assert.deepEqual([titles(mine), titles(hers)], [[], ['Nueva cita: lun 23 nov 10:00 am']])
    const moved = await call('PATCH', `/api/appointments/${id}`, {
      headers: rosa.headers,
      body: { appointment_time: '15:00' },
    })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    assert.deepEqual(await sendAll(), [], 'a move may be taken back')
    clock.now += SECOND_THOUGHTS_MS
    await sendAll()
    assert.deepEqual(titles(mine), ['Cita movida: lun 23 nov 3:00 pm'])
    assert.equal((await call('POST', `/api/appointments/${id}/cancel`, { headers, body: {} })).status, 200)
    await sendAll()
    assert.deepEqual([titles(mine).length, titles(hers).at(-1)], [1, 'Cita cancelada: lun 23 nov 3:00 pm'])
  })

  test('a move that is undone before it was told is not told; afterwards both are', async () => {
    const rosa = await memberOf(db, place.business_id, 'manager')
    await on(rosa.headers)
    const id = await book()
    await sendAll()
    const move = async (appointment_time: string) =>
      (await call('PATCH', `/api/appointments/${id}`, { headers, body: { appointment_time } })).body.move_id
    const undo = (move_id: number) =>
      call('POST', `/api/appointments/${id}/undo-move`, { headers, body: { move_id } })
    assert.equal((await undo(await move('15:00'))).status, 200)
    clock.now += SECOND_THOUGHTS_MS
    await sendAll()
    assert.deepEqual(titles(), ['Nueva cita: lun 23 nov 10:00 am'])
    const second = await move('16:00')
    clock.now += SECOND_THOUGHTS_MS
    await sendAll()
    assert.equal((await undo(second)).status, 200)
    clock.now += SECOND_THOUGHTS_MS
    await sendAll()
    assert.deepEqual(titles().slice(1), [
      'Cita movida: lun 23 nov 4:00 pm',
      'Cita movida: lun 23 nov 10:00 am',
    ])
  })

  test('of several changes that wait, the last alone', async () => {
    await on(headers)
    const id = await book()
    await cancel(db, key(id), { actor: 'client', nowMs: clock.now })
    await sendAll()
    assert.deepEqual(titles(), ['Cita cancelada: lun 23 nov 10:00 am'])
  })

  test('a professional hears of the own agenda: what comes, what goes, and nothing else', async () => {
    const own = await luis()
    const browser = await on(own.headers)
    const id = await book()
    await book({ professional_id: own.professional_id, appointment_time: '12:00', client_name: 'Suya' })
    const give = (professional_id: number) =>
      call('PATCH', `/api/appointments/${id}`, { headers, body: { professional_id } })
    await sendAll()
    assert.deepEqual(titles(browser), ['Nueva cita: lun 23 nov 12:00 pm'])
    for (const to of [own.professional_id, place.professional_id]) {
      assert.equal((await give(to)).status, 200)
      clock.now += SECOND_THOUGHTS_MS
      await sendAll()
    }
    assert.deepEqual(titles(browser).slice(1), [
      'Nueva cita: lun 23 nov 10:00 am',
      'Cita que ya no es tuya: lun 23 nov 10:00 am',
    ])
    assert.equal(standIn.delivered.at(-1)!.url, '/dashboard/appointments')
  })

  test('who may see less when it leaves hears no more than they may see', async () => {
    const own = await luis()
    const marta = await memberOf(db, place.business_id, 'reception')
    await on(marta.headers)
    await book()
    await sql`update memberships set role = 'professional', professional_id = ${own.professional_id}
      where business_id = ${place.business_id} and user_id = ${marta.user_id}`.execute(db)
    assert.deepEqual(await sendAll(), ['skipped'])
    assert.deepEqual(await states(), ['push_booked skipped not_theirs'])
  })

  test('each browser of a business, and none of another', async () => {
    const other = await salon(db)
    const theirs = await on(await ownerHeaders(db, other))
    const [first, second] = [await on(headers), await on(await ownerHeaders(db, place))]
    await book()
    await sendAll()
    assert.deepEqual(
      [first, second, theirs].map((browser) => titles(browser).length),
      [1, 1, 0],
    )
  })

  test('no news after four hours, nor when the appointment is over', async () => {
    await on(headers)
    await book()
    await book({ appointment_date: '2026-11-20', appointment_time: '12:00', client_name: 'Hoy' })
    clock.now += 2 * HOUR + 61 * MINUTE
    const steps = await sendAll()
    assert.deepEqual(steps.sort(), ['sent', 'skipped'])
    await book({ appointment_date: '2026-11-24', client_name: 'Tarde' })
    clock.now += 4 * HOUR + 1
    assert.deepEqual(await sendAll(), ['skipped'])
    assert.deepEqual((await states()).at(-1), 'push_booked skipped late')
  })

  test('neither mails nor pushes wait behind each other', async () => {
    await on(headers)
    await sql`insert into messages (business_id, kind, recipient, once, channel)
      select ${place.business_id}, 'reminder_advance', 'a@b.example', 'x' || n, 'email' from generate_series(1, 500) n`.execute(
      db,
    )
    await book()
    assert.deepEqual(await sendNextPush(deps), ['sent'])
    const { rows: left } = await sql<{ n: number }>`
      select count(*)::integer as n from messages where state = 'queued' and channel = 'email'`.execute(db)
    assert.equal(left[0]!.n, 502)
  })

  test('sixty an hour to one browser, and no more', async () => {
    const browser = await on(headers)
    const { id } = (await rows())[0]!
    const appointment = await book()
    await sql`insert into messages (business_id, kind, appointment_id, recipient, once, channel, due_at, created_at)
      select ${place.business_id}, 'push_booked', ${appointment}, ${`push:${id}`}, 'x' || n, 'push',
        to_timestamp(${clock.now / 1000}), to_timestamp(${clock.now / 1000}) from generate_series(1, 69) n`.execute(
      db,
    )
    const steps = await sendAll()
    assert.equal(titles(browser).length, 60)
    assert.equal(steps.filter((step) => step === 'skipped').length, 10)
  })

  test('what was pushed is forgotten after a week', async () => {
    await on(headers)
    await book()
    await sendAll()
    await forgetPushes(db, clock.now + 6 * 24 * HOUR)
    assert.equal((await pushes()).length, 1)
    await forgetPushes(db, clock.now + 8 * 24 * HOUR)
    assert.deepEqual(await pushes(), [])
    assert.equal((await db.selectFrom('messages').select('id').execute()).length, 2, 'mails stay')
  })
})

describe('a push service that misbehaves', () => {
  for (const [fault, status] of [
    ['not-found', 404],
    ['gone', 410],
  ] as const)
    test(`${status}: the browser is forgotten`, async () => {
      await on(headers)
      await book()
      standIn.misbehave = fault
      assert.deepEqual(await sendAll(), ['skipped'])
      assert.deepEqual([await rows(), await isOn(headers)], [[], false])
      standIn.misbehave = undefined
      await book({ appointment_time: '12:00', client_name: 'Otra' })
      assert.deepEqual(await sendAll(), [])
    })

  test('too many: it comes again when the service wants it, once', async () => {
    await on(headers)
    await book()
    standIn.misbehave = 'wait'
    assert.deepEqual(await sendAll(), ['queued'])
    standIn.misbehave = undefined
    clock.now += 9 * MINUTE
    assert.deepEqual(await sendAll(), [])
    clock.now += MINUTE
    assert.deepEqual(await sendAll(), ['sent'])
    assert.equal(standIn.delivered.length, 1)
    assert.equal((await rows())[0]!.failures, 0, 'a success makes up for it')
  })

  test('a handover that failed is not counted: of a browser, none is lost for it', async () => {
    await on(headers)
    await book()
    const { id } = (await rows())[0]!
    const count = async () => (await countsOf(db, clock.now, [`push to ${place.business_id}.${id}`]))[0]
    const failing: typeof service = {
      send: (browser, push, hand) =>
        service.send(browser, push, async () => {
          await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction'`.execute(db)
          // Until the end of its connection is known here.
          await sleep(100)
          await hand()
        }),
    }
    await assert.rejects(sendNextPush({ ...deps, service: failing }))
    assert.equal(await count(), 0)
    assert.deepEqual(await sendAll(), ['sent'])
    assert.equal(await count(), 1)
  })

  test('a request that came too late was not taken: it comes again', async () => {
    await on(headers)
    await book()
    standIn.misbehave = 'late'
    assert.deepEqual(await sendAll(), ['queued'])
    standIn.misbehave = undefined
    clock.now += MINUTE
    assert.deepEqual(await sendAll(), ['sent'])
  })

  test('a browser that fails rests, the others do not wait for it; in the end it is given up', async () => {
    const [bad, good] = [await on(headers), await on(await ownerHeaders(db, place))]
    standIn.misbehave = (endpoint) => (endpoint === bad.endpoint ? 'broken' : undefined)
    await book()
    assert.deepEqual((await sendAll()).sort(), ['queued', 'sent'])
    clock.now += 30_000
    await book({ appointment_time: '12:00', client_name: 'Otra' })
    const before = standIn.requests
    assert.deepEqual((await sendAll()).sort(), ['queued', 'queued', 'sent'])
    assert.equal(standIn.requests, before + 1, 'nobody asks the one that rests')
    assert.equal(titles(good).length, 2)
    for (let n = 2; n < 20 && (await rows()).length > 1; n++) {
      clock.now += HOUR
      await sql`update messages set created_at = to_timestamp(${clock.now / 1000}) where state = 'queued'`.execute(
        db,
      )
      await sendAll()
    }
    assert.deepEqual(
      (await rows()).map(({ endpoint }) => endpoint),
      [good.endpoint],
    )
  })

  test('a browser that was told to rest by a clock that was ahead is asked once it is set right', async () => {
    await on(headers)
    const restsUntil = (ms: number) =>
      sql`update push_subscriptions set rests_until = to_timestamp(${ms / 1000})`.execute(db)
    await book()
    await restsUntil(clock.now + MINUTE)
    assert.deepEqual(await sendAll(), ['queued'])
    await restsUntil(clock.now + 30 * 24 * HOUR)
    clock.now += MINUTE
    assert.deepEqual(await sendAll(), ['sent'])
  })

  for (const [fault, arrived] of [
    ['lose-answer', 1],
    ['hang-up', 0],
  ] as const)
    test(`no answer (${fault}): it counts as sent, and comes no second time`, async () => {
      await on(headers)
      await book()
      standIn.misbehave = fault
      assert.deepEqual(await sendAll(), ['sent'])
      standIn.misbehave = undefined
      clock.now += 2 * HOUR
      assert.deepEqual(await sendAll(), [])
      assert.equal(standIn.delivered.length, arrived)
      assert.match((await pushes())[0]!.last_error!, /^no answer, may not have arrived/)
    })

  test('an answer that does not end is cut off', async () => {
    await on(headers)
    await book()
    standIn.misbehave = 'endless'
    assert.deepEqual(await sendAll(), ['sent'])
    assert.match((await pushes())[0]!.last_error!, /does not end/)
  })

  test('no answer at all: ten seconds, and it counts as sent', { timeout: 30_000 }, async () => {
    await on(headers)
    await book()
    standIn.misbehave = 'hang'
    assert.deepEqual(await sendAll(), ['sent'])
    assert.match((await pushes())[0]!.last_error!, /no answer in time/)
    assert.equal((await rows())[0]!.failures, 1, 'and it rests')
  })

  test(
    'a slow one, with however many browsers, holds up nobody else’s, and rests',
    { timeout: 30_000 },
    async () => {
      const other = await salon(db)
      const theirs = await on(await ownerHeaders(db, other))
      const slow = new Set<string>()
      for (let n = 0; n < 6; n++) slow.add((await on(await ownerHeaders(db, place))).endpoint)
      standIn.misbehave = (endpoint) => (slow.has(endpoint) ? 'slow' : undefined)
      await book()
      const { status } = await call('POST', '/api/appointments/public', { body: booking(other) })
      assert.equal(status, 201)
      const begun = performance.now()
      const sender = startPushes(deps)
      try {
        await until(() => titles(theirs).length === 1)
        assert.ok(performance.now() - begun < 1500, `${performance.now() - begun} ms`)
        await until(async () => (await rows()).filter(({ rests_until }) => rests_until !== null).length === 2)
        // Those that had no place wait a second more of the test's clock, and then one after the other.
        clock.now += 2000
        sender.kick()
        await until(() => standIn.requests === 4)
        assert.equal(standIn.delivered.length, 4)
      } finally {
        await sender.stop()
      }
      const rest = (await rows()).flatMap(({ rests_until }) => rests_until ?? [])
      assert.ok(Math.min(...rest) >= NOW + 60_000, 'twenty times as long as it took')
    },
  )

  test(
    'what has no place beside two slow ones of its business waits as it is, and is not written again and again',
    { timeout: 30_000 },
    async () => {
      for (let n = 0; n < 5; n++) await on(headers)
      standIn.misbehave = 'slow'
      await book()
      await sql`
        insert into messages (business_id, appointment_id, kind, channel, recipient, once, data, due_at)
        select m.business_id, m.appointment_id, m.kind, m.channel, m.recipient, m.once || ' ' || n, m.data, m.due_at
        from messages m, generate_series(1, 100) n where m.channel = 'push'`.execute(db)
      let written = 0
      const seen = { ...deps, now: () => (written++, clock.now) }
      const sender = startPushes(seen)
      try {
        await until(() => standIn.requests === 2)
        const before = written
        await sleep(500)
        sender.kick()
        await sleep(500)
        assert.ok(written - before < 20, `${written - before} looks at the clock`)
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from messages where channel = 'push' and due_at > ${new Date(NOW)}`.execute(
          db,
        )
        assert.ok(rows[0]!.n <= 1, `${rows[0]!.n} put off`)
      } finally {
        await sender.stop()
      }
    },
  )

  test('a slow database is not the push service’s fault', async () => {
    await on(headers)
    await book()
    await sql`
      create function wait_a_while() returns trigger language plpgsql as $$ begin perform pg_sleep(2.2); return new; end $$;
      create trigger waits before insert on handovers for each row execute function wait_a_while()`.execute(
      db,
    )
    try {
      assert.deepEqual(await sendAll(), ['sent'])
    } finally {
      await sql`drop trigger waits on handovers; drop function wait_a_while`.execute(db)
    }
    assert.equal((await rows())[0]!.rests_until, null)
  })

  test('what it refuses for good has failed, and is tried no more', async () => {
    await on(headers)
    await book()
    standIn.misbehave = 'too-long'
    assert.deepEqual(await sendAll(), ['failed'])
    assert.equal((await rows()).length, 1)
  })

  test('a browser to which nothing can be sent stops nobody else’s: it is forgotten', async () => {
    const other = await salon(db)
    const theirs = await on(await ownerHeaders(db, other))
    await on(headers)
    await sql`update push_subscriptions set p256dh = repeat('A', 87) where business_id = ${place.business_id}`.execute(
      db,
    )
    await book()
    const { status } = await call('POST', '/api/appointments/public', { body: booking(other) })
    assert.equal(status, 201)
    assert.deepEqual((await sendAll()).sort(), ['sent', 'skipped'])
    assert.deepEqual([titles(theirs).length, await isOn(headers)], [1, false])
  })

  test('no browser is forgotten for a fault of ours: it is told once that is mended', async () => {
    await on(headers)
    await book()
    const broken = pushServices({ standIn: standIn.origin }, db, 'nobody')
    await sendNextPush({ ...deps, service: broken }).catch(() => {})
    assert.equal(await isOn(headers), true)
    clock.now += 5 * MINUTE
    assert.deepEqual(await sendAll(), ['sent'])
  })

  test('whose handover failed leaves no note, as if it had not been tried, and is told later', async () => {
    await on(headers)
    await book()
    const unlucky: typeof service = {
      ...service,
      send: (facts, push, hand) =>
        service.send(facts, push, async () => {
          await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction'`.execute(db)
          // Until the end of its connection is known here.
          await sleep(100)
          await hand()
        }),
    }
    await assert.rejects(sendNextPush({ ...deps, service: unlucky }))
    assert.equal((await sql`select from handovers`.execute(db)).rows.length, 0)
    assert.deepEqual([(await pushes())[0]!.attempts, standIn.delivered.length], [0, 0])
    assert.deepEqual(await sendAll(), ['sent'])
  })

  test('an address in an odd writing is written as it is read', async () => {
    const browser = standIn.browser()
    const odd = (endpoint: string) => endpoint.replace('//127', '//%31%32%37')
    await on(headers, { endpoint: odd(browser.endpoint) }, browser)
    assert.equal((await rows())[0]!.endpoint, browser.endpoint)
    await sql`update push_subscriptions set endpoint = ${odd(browser.endpoint)}`.execute(db)
    await book()
    assert.deepEqual(await sendAll(), ['sent'], 'stored by a version before')
  })

  test('nobody there: nothing was handed over, and it goes later', async () => {
    await on(headers)
    await book()
    await sql`update push_subscriptions set endpoint = 'http://127.0.0.1:9/x'`.execute(db)
    const nowhere = pushServices({ standIn: 'http://127.0.0.1:9' }, db, 'mailto:a@b.example')
    assert.deepEqual(await sendNextPush({ ...deps, service: nowhere }), ['queued'])
    assert.equal((await sql`select from handovers`.execute(db)).rows.length, 0)
  })
})

describe('a browser', () => {
  test('is told once, however often it asks, and for one person alone', async () => {
    const browser = await on(headers)
    await Promise.all(Array.from({ length: 5 }, () => on(headers, {}, browser)))
    assert.equal((await rows()).length, 1)
    const { body } = await call('PUT', '/api/push', { headers, body: { ...browser, shows_names: true } })
    assert.deepEqual([body.is_on, body.shows_names], [true, true])
    const rosa = await memberOf(db, place.business_id, 'manager')
    await on(rosa.headers, {}, browser)
    assert.deepEqual(
      (await rows()).map(({ user_id, shows_names }) => [user_id, shows_names]),
      [[rosa.user_id, false]],
    )
    assert.deepEqual([await isOn(headers), await isOn(rosa.headers)], [false, true])
    const other = await ownerHeaders(db, await salon(db))
    await on(other, {}, browser)
    assert.deepEqual([await isOn(rosa.headers), await isOn(other)], [false, true])
  })

  test('that asks with another address takes the place of its own', async () => {
    await on(headers)
    const second = await on(headers)
    assert.deepEqual(
      (await rows()).map(({ endpoint }) => endpoint),
      [second.endpoint],
    )
  })

  test('is told no more when it does not want to, also twice', async () => {
    await on(headers)
    for (const _ of [1, 2]) assert.equal((await call('DELETE', '/api/push', { headers })).status, 200)
    assert.deepEqual(await rows(), [])
  })

  test('ten of one person at most, the oldest goes, also when many come at once', async () => {
    const sessions = await Promise.all(Array.from({ length: 14 }, () => ownerHeaders(db, place)))
    await on(sessions[0]!)
    await Promise.all(sessions.slice(1).map((session) => on(session)))
    assert.equal((await rows()).length, 10)
    assert.equal(await isOn(sessions[0]!), false)
  })

  test('that many times an hour is told to wait', async () => {
    for (let n = 0; n < 60; n++) await on(headers)
    const { status } = await call('PUT', '/api/push', { headers, body: standIn.browser() })
    assert.equal(status, 429)
  })

  test('names a service of the internet, with the keys of a browser', async () => {
    const browser = standIn.browser()
    for (const more of [
      { endpoint: 'http://127.0.0.1:5432/x' },
      { endpoint: 'nowhere' },
      { endpoint: `${standIn.origin}/${'x'.repeat(1000)}` },
      { endpoint: null },
      { p256dh: 'B'.repeat(87) },
      { p256dh: 'x' },
      { auth: '' },
      { auth: "'; drop table users; --" },
    ]) {
      const { status, body } = await call('PUT', '/api/push', { headers, body: { ...browser, ...more } })
      assert.deepEqual(
        [status, Object.values(body.fields)],
        [400, ['Este navegador no dio una dirección para los avisos. Intenta de nuevo.']],
        JSON.stringify(more),
      )
    }
    assert.deepEqual(await rows(), [])
  })

  test('is not told where the installation sends nothing', async () => {
    const { body } = await bare('GET', '/api/push', { headers })
    assert.deepEqual([body.is_available, body.public_key, body.is_on], [false, null, false])
    const refused = await bare('PUT', '/api/push', { headers, body: standIn.browser() })
    assert.deepEqual(
      [refused.status, refused.body.error],
      [409, 'Esta instalación no envía avisos al teléfono'],
    )
  })
})

describe('it ends', () => {
  const signedIn = async () => {
    const who = await owner(call)
    await on(who.headers)
    return who
  }

  test('with the log-out, of that browser alone', async () => {
    const second = await ownerHeaders(db, place)
    const [first, other] = [await on(headers), await on(second)]
    assert.equal((await call('POST', '/api/auth/logout', { headers, body: {} })).status, 200)
    assert.deepEqual(
      (await rows()).map(({ endpoint }) => endpoint),
      [other.endpoint],
    )
    await book()
    await sendAll()
    assert.equal(titles(first).length, 0)
  })

  test('with a changed password, also in the browser that changed it', async () => {
    const who = await signedIn()
    const { status, body } = await who.as('POST', '/api/businesses/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'otra-clave-segura',
      confirmPassword: 'otra-clave-segura',
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(await rows(), [])
    assert.equal((await who.as('GET', '/api/push')).body.is_on, false, 'the session goes on')
  })

  test('with a member who is removed or put to rest', async () => {
    for (const end of [
      (id: number) => call('DELETE', `/api/members/${id}`, { headers }),
      (id: number) => call('PATCH', `/api/members/${id}`, { headers, body: { is_active: false } }),
    ]) {
      const rosa = await memberOf(db, place.business_id, 'manager')
      await on(rosa.headers)
      await book({ appointment_time: `${13 + (await pushes()).length}:00` })
      assert.equal((await end(rosa.user_id)).status, 200)
      assert.deepEqual(await rows(), [])
      assert.deepEqual(await sendAll(), ['skipped'], 'what waited goes nowhere')
    }
  })

  test('with its session, also before that is cleared away', async () => {
    await on(headers)
    await book()
    await sql`update sessions set expires_at = to_timestamp(${clock.now / 1000})`.execute(db)
    assert.deepEqual(await sendAll(), ['skipped'])
    assert.equal(standIn.requests, 0)
  })
})

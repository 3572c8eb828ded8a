import { sql, type CompiledQuery } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { NewBooking } from '#server/appointments/queries.ts'
import { writeBooking } from '#server/appointments/write-together.ts'
import { hashOf, spend } from '#server/limits/attempts.ts'
import { occupiedBy } from '#server/database/occupied.ts'
import { professionalWithCounts } from '#server/schedules/counted-queries.ts'
import { api, booking, database, NOW, salon, times, urlOf, type Salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)

type Changes = Record<string, unknown>
let keys = 0
const book = (place: Awaited<ReturnType<typeof salon>>, changes: Changes) =>
  call('POST', '/api/appointments/public', {
    headers: { 'idempotency-key': `together ${++keys}` },
    body: booking(place, changes),
  })
/** The one who comes at the `i`th half hour of that Monday, or of the days after. */
const person = (i: number) => ({
  client_name: `Persona ${'abcdefghijklmnopqrstuvwxyz'[i]} Rojas`,
  client_phone: `+5730041288${String(i).padStart(2, '0')}`,
  client_email: `persona.${i}@correo.example`,
  appointment_time: times('09:00', '17:00')[i % 17],
  appointment_date: `2026-11-${23 + Math.floor(i / 17)}`,
})
const PEOPLE = 26
const shortSalon = (more = {}) => salon(db, { duration_minutes: 30, ...more })

const stored = async (business_id: number) =>
  (
    await sql<{ id: number; client_email: string; transaction: string; card_id: number }>`
      select id, client_email, xmin::text as transaction, card_id from appointments
      where business_id = ${business_id} and status = 'scheduled'`.execute(db)
  ).rows

test('bookings that come together share statements, and each gets its own appointment, messages and card', async () => {
  const place = await shortSalon()
  const answers = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => book(place, person(i))))
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 201),
  )
  const rows = await stored(place.business_id)
  for (const [i, { body }] of answers.entries())
    assert.equal(
      rows.find(({ id }) => id === body.appointment.id)?.client_email,
      person(i).client_email,
      `the appointment of the answer ${i}`,
    )
  assert.ok(
    new Set(rows.map(({ transaction }) => transaction)).size < PEOPLE / 2,
    'they are written together',
  )
  assert.equal(new Set(rows.map(({ card_id }) => card_id)).size, PEOPLE)
  const messages = await db
    .selectFrom('messages')
    .select(['appointment_id', 'kind'])
    .where('business_id', '=', place.business_id)
    .execute()
  assert.equal(messages.length, 2 * PEOPLE)
  assert.equal(
    new Set(messages.map(({ appointment_id, kind }) => `${appointment_id} ${kind}`)).size,
    2 * PEOPLE,
  )
})

test('whoever is refused is refused alone: too many ahead, blocked, a time that is taken', async () => {
  const place = await shortSalon()
  const { business_id } = place
  await db
    .updateTable('businesses')
    .set({ max_future_appointments: 1 })
    .where('id', '=', business_id)
    .execute()
  assert.equal((await book(place, person(3))).status, 201)
  assert.equal((await book(place, person(4))).status, 201)
  await db
    .updateTable('client_cards')
    .set({ blocked_at: '2026-11-20T12:00:00Z' })
    .where('business_id', '=', business_id)
    .where('client_email', '=', person(4).client_email)
    .execute()
  await db
    .updateTable('appointments')
    .set({ status: 'cancelled' })
    .where('business_id', '=', business_id)
    .where('client_email', '=', person(4).client_email)
    .execute()
  const wishes = Array.from({ length: PEOPLE }, (_, i) => ({ ...person(i), appointment_date: '2026-11-25' }))
  const answers = await Promise.all(
    wishes
      .slice(0, 17)
      .map((wish, i) => book(place, i === 6 ? { ...wish, appointment_time: '09:00' } : wish)),
  )
  const at = answers.map(({ status }) => status)
  assert.deepEqual([at[3], at[4]], [429, 409])
  assert.deepEqual([at[0], at[6]].toSorted(), [201, 409])
  const others = at.filter((_, i) => ![0, 3, 4, 6].includes(i))
  assert.deepEqual(
    others,
    others.map(() => 201),
  )
})

test('one person who books twice at once has one card, and a key that comes twice one appointment', async () => {
  const place = await shortSalon()
  const twice = Array.from({ length: PEOPLE }, (_, i) => ({ ...person(i), ...who(i >> 1) }))
  const answers = await Promise.all(twice.map((wish) => book(place, wish)))
  assert.ok(answers.every(({ status }) => status === 201))
  const rows = await stored(place.business_id)
  assert.equal(rows.length, PEOPLE)
  assert.equal(new Set(rows.map(({ card_id }) => card_id)).size, PEOPLE / 2)

  const again = await Promise.all(
    Array.from({ length: 12 }, () =>
      call('POST', '/api/appointments/public', {
        headers: { 'idempotency-key': 'the same' },
        body: booking(place, { ...person(25), appointment_date: '2026-11-27' }),
      }),
    ),
  )
  assert.deepEqual(new Set(again.map(({ body }) => body.appointment.id)).size, 1)
})

const who = (i: number) => {
  const { client_name, client_phone, client_email } = person(i)
  return { client_name, client_phone, client_email }
}

test('nobody waits for the locks that others wait for, of this business or of others', async () => {
  const [place, elsewhere] = [await shortSalon(), await shortSalon()]
  const other = new pg.Client(await urlOf(db))
  await other.connect()
  try {
    await other.query('begin')
    const isHeld = (i: number) => 2 <= i && i <= 5
    for (const i of [2, 3, 4, 5])
      await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `phone ${place.business_id} ${person(i).client_phone}`,
      ])
    // Some come together, and others when those are waiting, one at a time.
    const all = Array.from({ length: 16 }, (_, i) => book(place, person(i)))
    await sleep(1_500)
    for (let i = 16; i < PEOPLE; i++) all.push(book(place, person(i)))
    const rest = Promise.all([...all.filter((_, i) => !isHeld(i)), book(elsewhere, person(0))])
    const answers = await Promise.race([rest, sleep(6_000, 'they wait')])
    const held = all.filter((_, i) => isHeld(i))
    const first = await Promise.race([...held, 'they wait'])
    await other.query('rollback')
    assert.notEqual(answers, 'they wait')
    assert.ok((await rest).every(({ status }) => status === 201))
    assert.equal(first, 'they wait')
    assert.ok((await Promise.all(held)).every(({ status }) => status === 201))
  } finally {
    await other.end()
  }
})

/** While the business's lock is held, as by a change of its hours. */
async function whileHeld(business_id: number, work: (other: pg.Client) => Promise<unknown>) {
  const other = new pg.Client(await urlOf(db))
  await other.connect()
  try {
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [String(business_id)])
    await work(other)
  } finally {
    await other.end()
  }
}

/** The most connections that wait at once. */
async function mostWaiting(other: pg.Client) {
  let most = 0
  // From the first one on, which on a busy machine may take a while to come.
  for (let until = Date.now() + 6_000; Date.now() < until; await sleep(20)) {
    const { rowCount } = await other.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (most === 0 && rowCount) until = Date.now() + 1_500
    most = Math.max(most, rowCount ?? 0)
  }
  return most
}

for (const [who, bookOne] of [
  ['', book],
  [
    ' without a key',
    (place: Salon, changes: Changes) =>
      call('POST', '/api/appointments/public', { body: booking(place, changes) }),
  ],
] as const)
  test(`however many wait for their business${who}, connections are left for others`, async () => {
    const [place, elsewhere] = [await shortSalon(), await shortSalon()]
    await whileHeld(place.business_id, async (other) => {
      const all = Array.from({ length: 20 }, (_, i) => bookOne(place, person(i)))
      // First those that go together, and then each of them alone.
      const most = await mostWaiting(other)
      assert.ok(most > 0 && most < 7, `${most} connections wait`)
      const url = `/api/schedules/available-days/${place.professional_id}?serviceId=${place.service_id}`
      const others = Promise.all([call('GET', url), book(elsewhere, person(0))])
      const answers = await Promise.race([others, sleep(6_000, 'they wait')])
      await other.query('rollback')
      assert.notEqual(answers, 'they wait')
      assert.deepEqual(
        (await others).map(({ status }) => status),
        [200, 201],
      )
      for (const { status, body } of await Promise.all(all)) assert.equal(status, 201, body.error)
    })
  })

for (const isKeyed of [true, false])
  test(`however many clients move their appointments while a business is held, connections are left for others (${isKeyed ? 'with' : 'without'} a key)`, async () => {
    const place = await shortSalon()
    const made = await Promise.all(Array.from({ length: 12 }, (_, i) => book(place, person(i))))
    await whileHeld(place.business_id, async (other) => {
      const moves = made.map(({ body }, i) =>
        call('POST', `/api/appointments/client/reschedule/${body.appointment.id}`, {
          headers: isKeyed ? { 'idempotency-key': `move ${i}` } : {},
          body: {
            token: body.portal_token,
            new_date: '2026-11-26',
            new_time: person(i).appointment_time,
          },
        }),
      )
      const most = await mostWaiting(other)
      await other.query('rollback')
      assert.ok(most > 0 && most < 7, `${most} connections wait`)
      assert.deepEqual(
        (await Promise.all(moves)).map(({ status, body }) => body.error ?? status),
        made.map(() => 200),
      )
    })
  })

test('whoever waits for their business in vain is told so before ten seconds are over', async () => {
  const place = await shortSalon()
  await whileHeld(place.business_id, async (other) => {
    const begun = performance.now()
    const all = Array.from({ length: 20 }, async (_, i) => {
      const { status } = await book(place, person(i))
      return { status, ms: performance.now() - begun }
    })
    await sleep(9_000)
    await other.query('rollback')
    for (const { status, ms } of await Promise.all(all)) {
      assert.equal(status, 503)
      assert.ok(ms < 9_000, `${ms} ms`)
    }
  })
})

test('what a booking is checked by is read with what its limits count', async () => {
  const place = await shortSalon()
  const limits = [
    { subject: 'counted', max: 9, minutes: 60 },
    { subject: 'counted twice', max: 9, minutes: 60 },
  ]
  const now = NOW
  await spend(db, now, limits)
  await spend(db, now, limits.slice(1))
  const { professional_id, service_id } = place
  const subjects = [...limits, { subject: 'never counted' }].map(hashOf)
  const read = await professionalWithCounts(db, {
    professional_id,
    service_id,
    date: '2026-11-23',
    subjects,
    nowMs: now,
  })
  const until = now + 60 * 60_000
  assert.deepEqual(
    read!.counted!.map(([subject, count, end]) => [subject, count, Number(end)]),
    [
      [subjects[0]!.toString('hex'), 1, until],
      [subjects[1]!.toString('hex'), 2, until],
    ],
  )
  const later = { professional_id, service_id, date: '2026-11-23' as const, subjects, nowMs: until }
  assert.equal((await professionalWithCounts(db, later))!.counted, null, 'their time is over')
})

test('who waits is sent to the database before those who were written are answered', async () => {
  const place = await shortSalon()
  const order: string[] = []
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  const watched = {
    async executeQuery(query: CompiledQuery) {
      order.push('sent')
      const written = await db.executeQuery(query)
      // Until the others are in line.
      await isHeld
      return written
    },
  } as unknown as typeof db
  const write = async (i: number) => {
    const id = await writeBooking(watched, newBooking(place, i))
    order.push(`answered ${i}`)
    return id
  }
  const first = write(0)
  while (order.length === 0) await new Promise(setImmediate)
  const others = [write(1), write(2)]
  letGo()
  const ids = await Promise.all([first, ...others])
  assert.ok(ids.every((id) => id !== undefined))
  assert.deepEqual(order, ['sent', 'sent', 'answered 0', 'answered 1', 'answered 2'])
})

/** What `book` writes for that person. */
function newBooking({ business_id, service_id, professional_id }: Salon, i: number): NewBooking {
  const { appointment_time, appointment_date, ...client } = person(i)
  const startsMs = Date.parse(`${appointment_date}T${appointment_time}:00-05:00`)
  return {
    appointment: {
      ...client,
      business_id,
      service_id,
      professional_id,
      appointment_date,
      appointment_time: appointment_time!,
      client_id: null,
      service_name: 'Corte',
      professional_name: 'Valentina Ospina',
      duration_minutes: 30,
      starts_at: new Date(startsMs).toISOString(),
      ends_at: new Date(startsMs + 30 * 60_000).toISOString(),
      occupied: occupiedBy(startsMs, [[0, 30]]),
      price: 55_000,
      price_kind: 'from',
      addons: '[]',
      notes: null,
      consent_version: null,
      consented_at: null,
      booked_by: 'client',
      booked_by_user_id: null,
      chosen_by: 'client',
      created_at: new Date(NOW).toISOString(),
      idempotency_key: `client watched ${i}`,
    },
    by: { timezone: 'America/Bogota', dates_version: 1, service_version: 1 },
  }
}

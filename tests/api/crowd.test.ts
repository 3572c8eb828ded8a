import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { countsOf, hashOf } from '#server/limits/attempts.ts'
import type { Limits } from '#server/limits/limits.ts'
import { altchaVerifier } from '#server/verification/altcha.ts'
import { countBooking, ensureNoCrowd, workOfNext } from '#server/verification/crowd.ts'
import { api, booking, database, NOW, ownerHeaders, salon, times, type Salon } from '../helper.ts'
import { until } from '../smtp.ts'

const db = await database()
// The limits as they are without settings.
const { app, call, clock } = await api(db, {
  env: { BOOKINGS_PER_PERSON: '', BOOKINGS_PER_NETWORK: '', BOOKINGS_PER_BUSINESS: '' },
})

const place = async (max_future_appointments = 5) => {
  const made = await salon(db)
  await db
    .updateTable('businesses')
    .set({ max_future_appointments })
    .where('id', '=', made.business_id)
    .execute()
  return made
}

async function book(
  at: Salon,
  changes: Record<string, unknown> = {},
  { key, remoteAddress = '203.0.113.1' }: { key?: string; remoteAddress?: string } = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/appointments/public',
    remoteAddress,
    headers: { ...(key && { 'idempotency-key': key }) },
    payload: booking(at, changes),
  })
  return { status: response.statusCode, body: response.json() as any, headers: response.headers }
}

const HOURS = times('09:00', '17:00', 60)
const standing = async ({ business_id }: Salon) =>
  (
    await db
      .selectFrom('appointments')
      .select('id')
      .where('business_id', '=', business_id)
      .where('status', '=', 'scheduled')
      .execute()
  ).length

describe('appointments ahead of one person', () => {
  test('134 tries with one e-mail leave five, in a row or at once', async () => {
    for (const atOnce of [false, true]) {
      const at = await place()
      const tries = Array.from({ length: 134 }, (_, i) => ({
        appointment_date: `2026-11-${23 + (i % 7)}`,
        appointment_time: HOURS[Math.floor(i / 7) % HOURS.length],
        client_email: i % 2 ? 'Camila@correo.example' : 'camila@CORREO.example',
        client_phone: `+5730041${28_000 + i}`,
      }))
      const answers = []
      if (atOnce) answers.push(...(await Promise.all(tries.map((one) => book(at, one)))))
      else for (const one of tries) answers.push(await book(at, one))
      const refused = answers.filter(({ status }) => status === 429)
      console.log(
        `one e-mail, ${atOnce ? 'at once' : 'in a row'}: tried 134, broke ${(await standing(at)) - 5}`,
      )
      assert.equal(await standing(at), 5)
      assert.ok(refused.length > 100)
      const { body, headers } = refused[0]!
      assert.match(
        body.error,
        /^Ya tienes 5 citas por venir en Salón \d+\. Para reservar otra, escríbele al negocio o cancela una\.$/,
      )
      assert.ok(Number(headers['retry-after']) > 0)
    }
  })

  test('a telephone is a person too; the business itself is not limited; what is over does not count', async () => {
    const at = await place(2)
    const one = (i: number) => ({ appointment_time: HOURS[i], client_email: `c${i}@correo.example` })
    assert.deepEqual(
      [await book(at, one(0)), await book(at, one(1)), await book(at, one(2))].map(({ status }) => status),
      [201, 201, 429],
    )
    const headers = await ownerHeaders(db, at)
    const body = booking(at, { ...one(3), recaptcha_token: undefined })
    assert.equal((await call('POST', '/api/appointments', { headers, body })).status, 201)
    clock.now = Date.parse('2026-11-23T21:00:00Z')
    assert.equal((await book(at, { ...one(4), appointment_date: '2026-11-25' })).status, 201)
    clock.now = NOW
  })

  test('a booking repeated with its key is answered, also when it was the last one allowed', async () => {
    const at = await place(1)
    const answers = await Promise.all(Array.from({ length: 6 }, () => book(at, {}, { key: 'k' })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(6).fill(201),
    )
    assert.equal(await standing(at), 1)
  })

  test('a cancelled one makes room, and the limit is a setting', async () => {
    const at = await place(1)
    const { body } = await book(at)
    assert.equal((await book(at, { appointment_time: '12:00' })).status, 429)
    const headers = await ownerHeaders(db, at)
    await call('POST', `/api/appointments/${body.appointment.id}/cancel`, { headers, body: {} })
    assert.equal((await book(at, { appointment_time: '12:00' })).status, 201)
    const change = { max_future_appointments: 3 }
    assert.equal((await call('PATCH', '/api/businesses/profile', { headers, body: change })).status, 200)
    assert.equal((await book(at, { appointment_time: '15:00' })).status, 201)
  })
})

test('one person over many businesses: 20 an hour, and a repeated key is still answered', async () => {
  const who = { client_email: 'muchas@correo.example' }
  const answers = []
  for (let i = 0; i < 22; i++) {
    const changes = { ...who, client_phone: `+573009${100_000 + i}` }
    answers.push(await book(await place(), changes, { key: `k${i}` }))
    // They are counted behind the answer.
    const count = async () => (await countsOf(db, NOW, [`bookings of ${who.client_email}`]))[0]
    await until(async () => (await count()) === Math.min(i + 1, 20), 10_000, 'the count')
  }
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, 20)
  assert.deepEqual(statuses.slice(-2), [429, 429])
  assert.match(answers[21]!.body.error, /Hubo muchas reservas en poco tiempo/)
  assert.ok(Number(answers[21]!.headers['retry-after']) > 0)
})

describe('counts behind the answer', () => {
  const booked = (i: number) => ({
    business_id: 1,
    network: '198.51.100.1',
    client_email: `cola${i}@correo.example`,
    client_phone: `+57320${1_000_000 + i}`,
  })
  const FEW = { bookingsOfPerson: 20, bookingsFromNetwork: 1e6, bookingsInBusiness: 1e6 } as Limits
  const count = async (i: number) => (await countsOf(db, NOW, [`bookings of ${booked(i).client_email}`]))[0]
  const stored = async (i: number) =>
    (
      await db
        .selectFrom('attempts')
        .select('count')
        .where('subject', '=', hashOf({ subject: `bookings of ${booked(i).client_email}` }))
        .executeTakeFirst()
    )?.count
  test('a rush of bookings is written some times a second, and nothing of it is left out', async () => {
    let writes = 0
    const watched = new Proxy(db, {
      get(of, name) {
        if (name === 'executeQuery') writes++
        const value: unknown = Reflect.get(of, name, of)
        return typeof value === 'function' ? value.bind(of) : value
      },
    })
    const counted = { ...booked(900), business_id: 900, client_email: null }
    const begun = performance.now()
    let bookings = 0
    for (; performance.now() - begun < 700; bookings++) {
      countBooking(watched, NOW, counted, FEW)
      await sleep(5)
    }
    const stored = () => countsOf(db, NOW, ['bookings in 900'])
    await until(async () => (await stored())[0] === bookings, 10_000, 'the counts')
    assert.ok(writes <= 6, `${writes} writes of ${bookings} bookings`)
  })

  /** Holds the row of an e-mail, so that its next count has to wait for it. */
  const held = async (
    i: number,
    whileHeld: (writing: () => Promise<number | undefined>) => Promise<void>,
  ) => {
    countBooking(db, NOW, booked(i), FEW)
    assert.equal(await count(i), 1)
    await until(async () => (await stored(i)) === 1, 10_000, 'the first count')
    await db.transaction().execute(async (tx) => {
      await sql`select from attempts where subject = ${hashOf({ subject: `bookings of ${booked(i).client_email}` })}
        for update`.execute(tx)
      await whileHeld(async () => {
        const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%into attempts%'`
        return (await waiting.execute(db)).rows[0]?.pid
      })
    })
  }

  test('what is being written counts as well, once', async () => {
    let refused: Promise<unknown>
    await held(1, async (writing) => {
      for (let i = 0; i < 19; i++) countBooking(db, NOW, booked(1), FEW)
      await until(writing, 10_000, 'the write that waits')
      refused = ensureNoCrowd(db, NOW, booked(1), FEW).then(
        () => undefined,
        (error: Error) => error.message,
      )
    })
    assert.match(String(await refused!), /Hubo muchas reservas/)
    assert.equal(await count(1), 20)
  })

  test('what could not be written counts in this process, and is written with the next', async () => {
    await held(2, async (writing) => {
      for (let i = 0; i < 5; i++) countBooking(db, NOW, booked(2), FEW)
      await until(writing, 10_000, 'the write that waits')
      await sql`select pg_cancel_backend(${await writing()})`.execute(db)
      await until(async () => (await writing()) === undefined, 10_000, 'the cancelled write')
    })
    assert.equal(await count(2), 6)
    countBooking(db, NOW, booked(3), FEW)
    await until(async () => (await stored(2)) === 6, 10_000, 'all six')
  })
})

describe('many of one network', () => {
  /** Twelve professionals, open from 9 to 18. */
  async function clinic() {
    const at = await place()
    const more = await db
      .insertInto('professionals')
      .values(
        Array.from({ length: 11 }, (_, i) => ({ business_id: at.business_id, professional_name: `P${i}` })),
      )
      .returning('id')
      .execute()
    return { ...at, professionals: [at.professional_id, ...more.map(({ id }) => id)] }
  }
  const person = (i: number) => ({
    client_name: `Cliente ${i}`,
    client_email: `cliente${i}@correo.example`,
    client_phone: `+57310${1_000_000 + i}`,
  })
  const slot = (at: Awaited<ReturnType<typeof clinic>>, i: number) => ({
    professional_id: at.professionals[i % 12],
    appointment_time: HOURS[Math.floor(i / 12) % HOURS.length],
    appointment_date: `2026-11-${23 + Math.floor(i / 12 / HOURS.length)}`,
  })

  test('the busy Saturday passes: 12 professionals, 300 people behind one carrier’s address within the hour', async () => {
    const at = await clinic()
    const answers = []
    for (let i = 0; i < 300; i += 20) {
      clock.now += 3 * 60_000
      const people = Array.from({ length: 20 }, (_, n) => i + n)
      answers.push(...(await Promise.all(people.map((n) => book(at, { ...person(n), ...slot(at, n) })))))
    }
    clock.now = NOW
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(300).fill(201),
    )
    // Nobody of them works more than twice what everybody does, and the ordinary answer is taken.
    assert.ok((await workOfNext(db, NOW, at.business_id, '203.0.113.1')) <= 2)
    const counted = {
      business_id: at.business_id,
      network: '203.0.113.1',
      client_email: '',
      client_phone: '',
    }
    assert.equal(await ensureNoCrowd(db, NOW, counted, ENOUGH), 1)
  })
  const ENOUGH = { bookingsOfPerson: 1e6, bookingsFromNetwork: 1e6, bookingsInBusiness: 1e6 } as Limits

  test('more than that asks for more work, and then is refused; other networks and businesses book on', async () => {
    const at = await clinic()
    const few = await api(db, { env: { BOOKINGS_PER_NETWORK: '30' } })
    const payload = (i: number) => booking(at, { ...person(1000 + i), ...slot(at, i) })
    const send = (i: number, remoteAddress: string) =>
      few.app.inject({ method: 'POST', url: '/api/appointments/public', remoteAddress, payload: payload(i) })
    for (let i = 0; i < 30; i++) assert.equal((await send(i, `2001:db8:5:6::${i}`)).statusCode, 201)
    // They are counted behind the answer.
    const counted = async () => (await countsOf(db, NOW, [`bookings in ${at.business_id}`]))[0] === 30
    await until(counted, 10_000, 'the count')
    assert.equal((await send(30, '2001:db8:5:6:ffff::1')).statusCode, 429)
    assert.equal((await send(30, '2001:db8:5:7::1')).statusCode, 201)
    assert.equal((await book(await place(), person(2000), { remoteAddress: '2001:db8:5:6::1' })).status, 201)
  })

  test('the challenge of a business asks for as much as its bookings say, and a cheaper one does not pass', async () => {
    const verifier = altchaVerifier({ db, now: Date.now, secret: 's' })
    const guarded = await api(db, { verifier })
    const asked = async (page: string) =>
      (
        await guarded.call('GET', '/api/security/challenge', {
          headers: { referer: `https://citas.example${page}` },
        })
      ).body.parameters.data.size
    const { business_id, slug } = await place()
    assert.deepEqual(
      [await asked(''), await asked(`/negocio/${slug}?servicio=1`), await asked('/login')],
      [1, 1, 1],
    )
    const counted = { business_id, network: '127.0.0.1', client_email: 'x@y.co', client_phone: '1' }
    for (let i = 0; i < 450; i++) countBooking(db, NOW, counted, ENOUGH)
    // At once, though all but the first are written together a moment later.
    assert.ok((await countsOf(db, NOW, [`bookings in ${business_id}`]))[0]! >= 449)
    const written = db.selectFrom('attempts').select('count').where('count', '=', 450)
    await until(async () => (await written.execute()).length === 4, 10_000, 'the written counts')
    assert.deepEqual(await countsOf(db, NOW, [`bookings in ${business_id}`]), [450])
    assert.deepEqual([await asked(''), await asked(`/negocio/${slug}?servicio=1`)], [1, 3])
    assert.equal(await ensureNoCrowd(db, NOW, counted, ENOUGH), 1.5)
  })
})

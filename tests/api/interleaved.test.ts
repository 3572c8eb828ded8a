import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { connect, type Tx } from '#server/database/db.ts'
import { noVerification } from '#server/verification/verifier.ts'
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
import { until } from '../smtp.ts'

/* Pairs of concurrent changes, each paused at the critical moment. */

const db = await database()
/** A pool besides the server's, for transactions that the tests keep open. */
const beside = connect({ url: await urlOf(db) })
after(() => beside.destroy())

/** While set, bookings pause between computing and writing. */
let computed: { arrived: () => void; released: Promise<void> } | undefined
const { call } = await api(db, {
  verifier: {
    ...noVerification,
    async verify() {
      const here = computed
      here?.arrived()
      await here?.released
      return 'verified' as const
    },
  },
})

type Place = Awaited<ReturnType<typeof salon>>
const book = (place: Salon, changes = {}) =>
  call('POST', '/api/appointments/public', { body: booking(place, changes) })
const asOwner = async (
  place: Place,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
) => call(method, url, { headers: await ownerHeaders(db, place), ...(body && { body }) })
const rowsOf = ({ business_id }: Salon) =>
  db.selectFrom('appointments').selectAll().where('business_id', '=', business_id).orderBy('id').execute()

/** Runs `meanwhile` while a booking is computed but not written; returns the booking's answer. */
async function whileComputed(booking: () => ReturnType<typeof book>, meanwhile: () => Promise<unknown>) {
  const [arrival, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  computed = { arrived: arrival.resolve, released: release.promise }
  const answer = booking()
  await arrival.promise
  computed = undefined
  try {
    await meanwhile()
  } finally {
    release.resolve()
  }
  return answer
}

const waiting = async (pattern: string, count = 1, { forMs = 0 } = {}) => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ ${pattern}
      and clock_timestamp() - query_start > ${`${forMs} ms`}::interval`.execute(beside)
  return rows.length >= count
}

/**
 * Runs `meanwhile` while a booking of the salon is being written: it waits for its time, which another
 * transaction holds and then gives up.
 */
async function whileWritten(
  place: Salon,
  booking: () => ReturnType<typeof book>,
  meanwhile: () => Promise<unknown>,
) {
  const held = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const holding = beside
    .transaction()
    .execute(async (tx: Tx) => {
      await tx
        .insertInto('appointments')
        .values(appointmentRow(place, '2026-11-23', '10:00'))
        .execute()
      held.resolve()
      await free.promise
      throw new Error('given up')
    })
    .catch(() => {})
  await held.promise
  const answer = booking()
  // It first gives up soon, and holds nothing for a moment.
  await until(() => waiting('insert into appointments', 1, { forMs: 500 }))
  const other = meanwhile()
  await until(() => waiting('pg_advisory_xact_lock'))
  free.resolve()
  await holding
  await other
  return answer
}

const instant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()
const instantOf = (date: string, time: string, zone: string) =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds

/**
 * Every live appointment is at the instant of its wall-clock time, and no professional has two at one time.
 */
async function standsBy(place: Salon, zone: string) {
  const rows = (await rowsOf(place)).filter(({ status }) => status !== 'cancelled')
  for (const { appointment_date, appointment_time, starts_at } of rows)
    assert.equal(starts_at, instantOf(appointment_date, appointment_time, zone))
  const walls = rows.map((row) => `${row.professional_id} ${row.appointment_date} ${row.appointment_time}`)
  assert.equal(new Set(walls).size, walls.length, 'two at one time of one professional')
  return rows
}

describe('the time zone changes while a booking is on its way', () => {
  const toMadrid = (place: Place) =>
    asOwner(place, 'PATCH', '/api/businesses/profile', { timezone: 'Europe/Madrid' })

  test('computed before, written after: it stands by the new zone, once', async () => {
    const place = await salon(db)
    const { status, body } = await whileComputed(
      () => book(place),
      async () => {
        assert.equal((await toMadrid(place)).status, 200)
        assert.equal((await book(place, { client_email: 'otra@correo.example' })).status, 201)
      },
    )
    assert.equal(status, 409, JSON.stringify(body))
    assert.equal((await standsBy(place, 'Europe/Madrid')).length, 1)
  })

  test('… and with nobody else there, it is answered by the new zone', async () => {
    const place = await salon(db)
    const { status, body } = await whileComputed(
      () => book(place),
      () => toMadrid(place),
    )
    assert.equal(status, 201)
    assert.equal(body.appointment.starts_at, '2026-11-23T09:00:00.000Z')
    assert.equal((await standsBy(place, 'Europe/Madrid')).length, 1)
  })

  test('being written: the change waits, and moves it', async () => {
    const place = await salon(db)
    const { status } = await whileWritten(
      place,
      () => book(place),
      () => toMadrid(place),
    )
    assert.equal(status, 201)
    assert.equal((await standsBy(place, 'Europe/Madrid')).length, 1)
  })

  test('bookings and moves by the dozen while it changes to and fro', async () => {
    const place = await salon(db)
    const headers = await ownerHeaders(db, place)
    const zones = ['Europe/Madrid', 'America/Bogota', 'America/Los_Angeles']
    const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00']
    const counts: Record<number, number> = {}
    const zone = async () => {
      for (const timezone of [...zones, ...zones])
        assert.equal(
          (await call('PATCH', '/api/businesses/profile', { headers, body: { timezone } })).status,
          200,
        )
    }
    const bookAndMove = async (n: number) => {
      for (let i = 0; i < 6; i++) {
        const appointment_date = `2026-11-${24 + ((n + i) % 4)}`
        const made = await book(place, { appointment_date, appointment_time: times[(n * 5 + i) % 6] })
        counts[made.status] = (counts[made.status] ?? 0) + 1
        if (made.status !== 201) continue
        const { id } = made.body.appointment
        const { status } = await call('PATCH', `/api/appointments/${id}`, {
          headers,
          body: { appointment_time: times[(n * 5 + i + 1) % 6] },
        })
        counts[status] = (counts[status] ?? 0) + 1
      }
    }
    await Promise.all([zone(), ...Array.from({ length: 8 }, (_, n) => bookAndMove(n))])
    assert.deepEqual(
      Object.keys(counts).filter((status) => !['200', '201', '409'].includes(status)),
      [],
    )
    assert.ok(counts[201]! > 5 && counts[200]! > 0, JSON.stringify(counts))
    await standsBy(place, 'America/Los_Angeles')
    const back = await call('PATCH', '/api/businesses/profile', {
      headers,
      body: { timezone: 'America/Bogota' },
    })
    assert.equal(back.status, 200)
  })
})

describe('what is booked is removed while a booking is on its way', () => {
  const removals = {
    professional: (place: Place) =>
      asOwner(place, 'DELETE', `/api/professionals/${place.professional_id}`, {}),
    service: (place: Place) => asOwner(place, 'DELETE', `/api/services/${place.service_id}`, {}),
  }
  for (const [what, remove] of Object.entries(removals)) {
    test(`${what}: computed before, it is refused; none was counted and none comes`, async () => {
      const place = await salon(db)
      let removed: Awaited<ReturnType<typeof call>>
      const { status } = await whileComputed(
        () => book(place),
        async () => (removed = await remove(place)),
      )
      assert.deepEqual([removed!.status, removed!.body.future_appointments], [200, 0])
      assert.equal(status, 400)
      assert.equal((await rowsOf(place)).length, 0)
    })

    test(`${what}: being written, it is counted`, async () => {
      const place = await salon(db)
      let removed: Awaited<ReturnType<typeof call>>
      const { status } = await whileWritten(
        place,
        () => book(place),
        async () => (removed = await remove(place)),
      )
      assert.equal(status, 201)
      assert.deepEqual([removed!.status, removed!.body.future_appointments], [200, 1])
    })
  }

  const closings: [string, (place: Place) => Promise<unknown>, status: number, error: RegExp][] = [
    [
      'a professional who is sent away',
      (place) => asOwner(place, 'PATCH', `/api/professionals/${place.professional_id}`, { is_active: false }),
      400,
      /^Este profesional no está disponible$/,
    ],
    [
      'a service that is not offered any more',
      (place) => asOwner(place, 'PATCH', `/api/services/${place.service_id}`, { is_active: false }),
      400,
      /^Este servicio no está disponible$/,
    ],
    [
      'a service that the business alone books from now on',
      (place) => asOwner(place, 'PATCH', `/api/services/${place.service_id}`, { is_bookable_online: false }),
      409,
      /^Para reservar, comunícate con /,
    ],
  ]
  for (const [what, close, expected, sentence] of closings)
    for (const who of ['one', 'any'])
      test(`${what}: computed before with ${who}, it is refused with why`, async () => {
        const place = await salon(db)
        const changes = who === 'any' ? { professional_id: 'any' } : {}
        const { status, body } = await whileComputed(
          () => book(place, changes),
          () => close(place),
        )
        assert.equal(status, who === 'any' && /professional/.test(what) ? 400 : expected)
        if (who === 'one' || !/professional/.test(what)) assert.match(body.error, sentence)
        else assert.equal(body.error, 'No hay profesionales disponibles para este servicio')
        assert.deepEqual(await rowsOf(place), [])
      })

  test('a service that is hidden stays open to whoever is booking it', async () => {
    const place = await salon(db)
    const { status } = await whileComputed(
      () => book(place),
      () => asOwner(place, 'PATCH', `/api/services/${place.service_id}`, { is_hidden: true }),
    )
    assert.equal(status, 201)
    assert.equal((await rowsOf(place)).length, 1)
  })

  test('a business that is suspended: computed before, it is refused', async () => {
    const place = await salon(db)
    const suspend = () =>
      db
        .updateTable('businesses')
        .set({ suspended_at: new Date(NOW).toISOString() })
        .where('id', '=', place.business_id)
        .execute()
    assert.equal((await whileComputed(() => book(place), suspend)).status, 404)
    assert.equal((await rowsOf(place)).length, 0)
  })
})

describe('what a service costs and takes changes while a booking is on its way', () => {
  const SHORT = { name: 'Corto', duration_minutes: 30, price: 25_000 }
  const LONG = { name: 'Largo', duration_minutes: 90, price: 60_000 }
  const MASK = { name: 'Hidratación', duration_minutes: 15, price: 20_000 }
  const change = async (place: Place, changes: object) => {
    const { status, body } = await asOwner(place, 'PATCH', `/api/services/${place.service_id}`, changes)
    assert.equal(status, 200, body.error)
    return body.service
  }
  const minutes = (row: { starts_at: number; ends_at: number }) => (row.ends_at - row.starts_at) / 60_000

  const cases: [string, (place: Place) => object, [duration: number, price: number]][] = [
    ['minutes and price', () => ({ duration_minutes: 90, price: 80_000 }), [90, 80_000]],
    [
      'those with this professional',
      ({ professional_id }) => ({
        by_professional: [{ professional_id, duration_minutes: 75, price: 70_000 }],
      }),
      [75, 70_000],
    ],
  ]
  for (const [what, changes, [duration, price]] of cases)
    for (const who of ['one', 'any'])
      test(`${what}: booked as they are then, with ${who}`, async () => {
        const place = await salon(db)
        const { status, body } = await whileComputed(
          () => book(place, who === 'any' ? { professional_id: 'any' } : {}),
          () => change(place, changes(place)),
        )
        assert.equal(status, 201, body.error)
        const rows = await rowsOf(place)
        assert.equal(rows.length, 1)
        for (const told of [body.appointment, rows[0]!])
          assert.deepEqual([told.duration_minutes, told.price], [duration, price])
        assert.equal(minutes(rows[0]!), duration)
        assert.equal(rows[0]!.occupied, `{["${instant(rows[0]!.starts_at)}","${instant(rows[0]!.ends_at)}")}`)
      })

  test('the variant and the add-on that were chosen: as they are then', async () => {
    const place = await salon(db)
    const { variants, addons } = await change(place, { variants: [SHORT, LONG], addons: [MASK] })
    const chosen = { variant_id: variants[0].id, addon_ids: [addons[0].id] }
    const { status, body } = await whileComputed(
      () => book(place, chosen),
      () =>
        change(place, {
          variants: [{ ...variants[0], duration_minutes: 45, price: 1 }, variants[1]],
          addons: [{ ...addons[0], price: 2 }],
        }),
    )
    assert.equal(status, 201, body.error)
    const [row] = await rowsOf(place)
    assert.deepEqual([row!.duration_minutes, row!.price, minutes(row!)], [60, 3, 60])
    assert.deepEqual([row!.variant?.price, row!.addons[0]?.price], [1, 2])
  })

  test('the variant is gone: refused with its sentence, and nothing is written', async () => {
    const place = await salon(db)
    const { variants } = await change(place, { variants: [SHORT, LONG] })
    const { status, body } = await whileComputed(
      () => book(place, { variant_id: variants[0].id }),
      () => change(place, { variants: [variants[1]] }),
    )
    assert.equal(status, 400)
    assert.deepEqual(body.fields, {
      variant_id: 'Esa opción ya no está disponible. Elige otra, por favor.',
    })
    assert.deepEqual(await rowsOf(place), [])
  })

  test('cleaning and preparation: the time between two is kept', async () => {
    const place = await salon(db)
    await book(place, { appointment_time: '09:00' })
    const { status } = await whileComputed(
      () => book(place, { appointment_time: '10:00' }),
      () => change(place, { buffer_before: 15 }),
    )
    assert.equal(status, 409)
    assert.equal((await rowsOf(place)).length, 1)
  })
})

describe('what a service costs and takes changes while an appointment is given other options', () => {
  const SHORT = { name: 'Corto', duration_minutes: 30, price: 25_000 }
  const LONG = { name: 'Largo', duration_minutes: 90, price: 60_000 }

  /** Books the short one, and asks for `changes` while somebody else moves that professional's appointments. */
  async function changed(changes: (variants: any[]) => object, meanwhile: (variants: any[]) => object) {
    const place = await salon(db)
    const path = `/api/services/${place.service_id}`
    const { body } = await asOwner(place, 'PATCH', path, { variants: [SHORT, LONG] })
    const { variants } = body.service
    const made = await book(place, { variant_id: variants[0].id })
    assert.equal(made.status, 201, made.body.error)
    const [ahead, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = beside.transaction().execute(async (tx) => {
      const key = `${place.business_id} ${place.professional_id}`
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
      ahead.resolve()
      await go.promise
    })
    await ahead.promise
    const move = asOwner(place, 'PATCH', `/api/appointments/${made.body.appointment.id}`, changes(variants))
    try {
      await until(() => waiting('pg_advisory_xact_lock\\(hashtextextended', 1, { forMs: 500 }))
      const now = await asOwner(place, 'PATCH', path, meanwhile(variants))
      assert.equal(now.status, 200, now.body.error)
    } finally {
      go.resolve()
      await other
    }
    const answer = await move
    const [row] = await rowsOf(place)
    return { answer, row: row! }
  }

  test('they are as the service is by then', async () => {
    const { answer, row } = await changed(
      (variants) => ({ variant_id: variants[1].id }),
      (variants) => ({
        buffer_after: 15,
        variants: [variants[0], { ...variants[1], duration_minutes: 60, price: 70_000 }],
      }),
    )
    assert.equal(answer.status, 200, answer.body.error)
    assert.deepEqual([row.duration_minutes, row.price, row.variant?.price], [60, 70_000, 70_000])
    const end = new Date(row.ends_at + 15 * 60_000).toISOString().replace('.000', '')
    assert.ok(row.occupied.endsWith(`"${end}")}`), row.occupied)
  })

  test('the option is gone by then: refused with its sentence, and nothing is written', async () => {
    const { answer, row } = await changed(
      (variants) => ({ variant_id: variants[1].id }),
      (variants) => ({ variants: [variants[0]] }),
    )
    assert.equal(answer.status, 400)
    assert.ok(answer.body.fields.variant_id)
    assert.equal(row.price, 25_000)
  })

  test('what stays as it was booked does not heed the service', async () => {
    const { answer, row } = await changed(
      () => ({ appointment_time: '15:00' }),
      (variants) => ({ variants: [variants[1]] }),
    )
    assert.equal(answer.status, 200, answer.body.error)
    assert.deepEqual([row.appointment_time, row.price], ['15:00', 25_000])
  })
})

describe('a client moves what the owner changes at that moment', () => {
  test('what the client leaves as it is stays as the owner left it: service, professional, price', async () => {
    const place = await salon(db)
    const client = { client_id: '1020304050', client_email: 'camila@correo.example' }
    const { id } = (await book(place, client)).body.appointment
    const [service, professional] = await Promise.all([
      db
        .insertInto('services')
        .values({
          business_id: place.business_id,
          service_name: 'Color',
          duration_minutes: 90,
          price: 90_000,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
      db
        .insertInto('professionals')
        .values({ business_id: place.business_id, professional_name: 'Andrea' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ])
    const [locked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const owners = beside.transaction().execute(async (tx) => {
      await tx.selectFrom('appointments').select('id').where('id', '=', id).forUpdate().execute()
      locked.resolve()
      await go.promise
      await tx
        .updateTable('appointments')
        .set({
          service_id: service.id,
          service_name: 'Color',
          duration_minutes: 90,
          ends_at: sql`starts_at + interval '90 minutes'`,
          occupied: sql`tstzmultirange(tstzrange(starts_at, starts_at + interval '90 minutes'))`,
          price: 80_000,
          professional_id: professional.id,
          professional_name: 'Andrea',
        })
        .where('id', '=', id)
        .execute()
    })
    await locked.promise
    const move = call('POST', `/api/appointments/client/reschedule/${id}`, {
      body: { ...client, new_date: '2026-11-24', new_time: '14:00' },
      headers: { 'idempotency-key': 'move' },
    })
    await until(() => waiting('for no key update', 1, { forMs: 500 }))
    go.resolve()
    await owners
    assert.equal((await move).status, 200)
    const [row] = await rowsOf(place)
    assert.deepEqual(
      [row!.appointment_date, row!.service_name, row!.professional_name, row!.duration_minutes, row!.price],
      ['2026-11-24', 'Color', 'Andrea', 90, 80_000],
    )
  })
})

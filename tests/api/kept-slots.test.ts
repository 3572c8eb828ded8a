import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClockTime } from '#domain/dates.ts'
import type { Db } from '#server/database/db.ts'
import { keptSlots } from '#server/schedules/kept.ts'
import { Moments } from '#server/database/moment-queries.ts'
import { slotsOfDate, type Asked } from '#server/schedules/availability.ts'
import { sql, type KyselyPlugin } from 'kysely'
import { api, appointmentRow, booking, database, NOW, salon, type Salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)
const DATE = '2026-11-24'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The kept answers of a clock that the test moves, and how often one was computed. */
function keeper() {
  const clock = { now: NOW }
  let computed = 0
  const textOf = (times: ClockTime[]) => (computed++, times.join(' '))
  return { clock, ask: keptSlots(db, () => clock.now, textOf), computed: () => computed }
}

/** mulberry32: the same numbers for the same seed. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

type Next = <T>(list: readonly T[]) => T
type Change = (place: Salon, next: Next, now: number) => Promise<unknown>
const ofBusiness = ({ business_id }: Salon) => ['business_id', '=', business_id] as const
const business =
  (set: (next: Next) => object): Change =>
  ({ business_id }, next) =>
    db.updateTable('businesses').set(set(next)).where('id', '=', business_id).execute()
const ofOffer =
  (table: 'services' | 'professionals', set: (next: Next, place: Salon) => object): Change =>
  (place, next) =>
    db
      .updateTable(table)
      .set(set(next, place))
      .where('id', '=', table === 'services' ? place.service_id : place.professional_id)
      .execute()
const HOURS = ['08:00', '09:00', '10:00', '11:30'] as const
const times = (next: Next) => appointmentTimes[Math.floor(next(appointmentTimes.map((_, i) => i)))]!
const appointmentTimes = ['09:00', '10:30', '12:00', '14:00', '16:30']

async function insertTaken(place: Salon, next: Next, more: object = {}) {
  const row = { ...appointmentRow(place, DATE, times(next), { minutes: next([30, 60, 90]) }), ...more }
  // What overlaps is refused by the database: then nothing changes.
  await db.insertInto('appointments').values(row).execute().catch(ignoreOverlap)
}
const ignoreOverlap = (error: { code?: string }) => {
  if (error.code !== '23P01') throw error
}
const ids = async (place: Salon, next: Next) => {
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where(...ofBusiness(place))
    .execute()
  return rows.length > 0 ? next(rows).id : 0
}
const off = (place: Salon, isOfAll: boolean, [from, to]: readonly [string, string]) =>
  db
    .insertInto('time_off')
    .values({
      business_id: place.business_id,
      professional_id: isOfAll ? null : place.professional_id,
      kind: isOfAll ? 'closed' : 'vacation',
      first_date: DATE,
      last_date: DATE,
      from_time: from,
      to_time: to,
      starts_at: `${DATE}T${from}:00-05:00`,
      ends_at: `${DATE}T${to}:00-05:00`,
    } as never)
    .execute()
const special = (place: Salon, professional_id: number | null, more: object) =>
  db
    .insertInto('special_days')
    .values({
      business_id: place.business_id,
      professional_id,
      date: DATE,
      is_open: false,
      intervals: '[]',
      ...more,
    } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Every kind of thing that free times hang on. */
const CHANGES: Record<string, Change> = {
  'an appointment': (place, next) => insertTaken(place, next),
  'a hold': (place, next, now) =>
    insertTaken(place, next, {
      status: 'held',
      hold_kind: 'offer',
      hold_expires_at: new Date(now + next([5, 30]) * MINUTE).toISOString(),
    }),
  'a cancellation': async (place, next) =>
    db
      .updateTable('appointments')
      .set({ status: 'cancelled' })
      .where('id', '=', await ids(place, next))
      .execute(),
  'a move': async (place, next) => {
    const { appointment_time, duration_minutes, starts_at, ends_at, occupied } = appointmentRow(
      place,
      DATE,
      times(next),
    )
    await db
      .updateTable('appointments')
      .set({ appointment_time, duration_minutes, starts_at, ends_at, occupied })
      .where('id', '=', await ids(place, next))
      .execute()
      .catch(ignoreOverlap)
  },
  'an appointment that goes': async (place, next) =>
    db
      .deleteFrom('appointments')
      .where('id', '=', await ids(place, next))
      .execute(),
  'a time off of the professional': (place, next) =>
    off(
      place,
      false,
      next([
        ['09:00', '10:00'],
        ['15:00', '18:00'],
      ]),
    ),
  'a time off of all': (place, next) =>
    off(
      place,
      true,
      next([
        ['12:00', '13:00'],
        ['16:00', '17:00'],
      ]),
    ),
  'no time off': (place) =>
    db
      .deleteFrom('time_off')
      .where(...ofBusiness(place))
      .execute(),
  'a special day of the business': (place) => special(place, null, {}),
  'a yearly one': (place) => special(place, null, { date: '2025-11-24', is_yearly: true }),
  'one of the professional': (place, next) =>
    special(place, place.professional_id, {
      is_open: true,
      intervals: JSON.stringify([{ start_time: next(['10:00', '11:00']), end_time: '15:00' }]),
    }),
  'no special days': (place) =>
    db
      .deleteFrom('special_days')
      .where(...ofBusiness(place))
      .execute(),
  'hours of the business': (place, next) =>
    db
      .updateTable('business_hours')
      .set({ open_time: next(HOURS) })
      .where(...ofBusiness(place))
      .execute(),
  'hours of the professional': async (place, next) => {
    await db
      .deleteFrom('professional_hours')
      .where(...ofBusiness(place))
      .execute()
    const { business_id, professional_id } = place
    const day = { is_available: true, start_time: next(HOURS), end_time: '17:00' }
    const rows = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
      business_id,
      professional_id,
      day_of_week,
      ...day,
    }))
    await db
      .insertInto('professional_hours')
      .values(rows.map((row) => ({ ...row, lunch_start_time: null, lunch_end_time: null })))
      .execute()
  },
  'no own hours': (place) =>
    db
      .deleteFrom('professional_hours')
      .where(...ofBusiness(place))
      .execute(),
  'own minutes': async ({ business_id, professional_id, service_id }, next) => {
    await db
      .insertInto('professional_services')
      .values({
        business_id,
        professional_id,
        service_id,
        price: null,
        duration_minutes: next([30, 45, 120]),
      })
      .onConflict((on) =>
        on
          .columns(['business_id', 'professional_id', 'service_id'])
          .doUpdateSet({ duration_minutes: next([50, 75]) }),
      )
      .execute()
    await db
      .updateTable('services')
      .set((row) => ({ terms_version: row('terms_version', '+', 1) }))
      .where('id', '=', service_id)
      .execute()
  },
  'minutes of the service': ofOffer('services', (next) => ({ duration_minutes: next([30, 60, 90]) })),
  'a buffer': ofOffer('services', (next) => ({ buffer_after: next([0, 15, 30]) })),
  'its interval': ofOffer('services', (next) => ({ slot_interval_minutes: next([null, 15, 60]) })),
  'its notice': ofOffer('services', (next) => ({ min_notice_minutes: next([null, 120, 5000]) })),
  'whether it is offered': ofOffer('services', (next) => ({ is_active: next([true, true, false]) })),
  'whether it is booked online': ofOffer('services', (next) => ({
    is_bookable_online: next([true, true, false]),
  })),
  'whether it is there': ofOffer('services', (next) => ({
    deleted_at: next([null, null, new Date(NOW).toISOString()]),
  })),
  'whether somebody works': ofOffer('professionals', (next) => ({ is_active: next([true, true, false]) })),
  'what they do': ofOffer('professionals', (next, { service_id }) => ({
    specialties: next([null, null, JSON.stringify([service_id]), '[1]']),
  })),
  'a daily limit': ofOffer('professionals', (next) => ({ daily_limit: next([null, 1, 2, 3]) })),
  'the zone': business((next) => ({ timezone: next(['America/Bogota', 'Europe/Madrid', 'America/Bogota']) })),
  'the interval': business((next) => ({ slot_interval_minutes: next([15, 30, 60]) })),
  'the notice': business((next) => ({ min_notice_minutes: next([0, 60, 1440]) })),
  'the horizon': business((next) => ({ horizon_days: next([1, 3, 30]) })),
  'where buffers lie': business((next) => ({ buffers_inside_hours: next([true, false]) })),
  suspension: business((next) => ({ suspended_at: next([null, null, new Date(NOW).toISOString()]) })),
}

/** Takes back what leaves no time at all. */
async function mend(place: Salon) {
  await db
    .deleteFrom('special_days')
    .where(...ofBusiness(place))
    .execute()
  await db
    .updateTable('businesses')
    .set({ suspended_at: null, horizon_days: 30, min_notice_minutes: 0 })
    .where('id', '=', place.business_id)
    .execute()
  await db
    .updateTable('services')
    .set({ is_active: true, is_bookable_online: true, deleted_at: null, min_notice_minutes: null })
    .where('id', '=', place.service_id)
    .execute()
  await db
    .updateTable('professionals')
    .set({ is_active: true, specialties: null, daily_limit: null })
    .where('id', '=', place.professional_id)
    .execute()
}

for (const seed of [1, 2, 3])
  test(`whatever changes, a kept answer is what would be computed now, seed ${seed}`, async () => {
    const place = await salon(db)
    const draw = random(seed)
    const next: Next = (list) => list[Math.floor(draw() * list.length)]!
    const { clock, ask, computed } = keeper()
    const { service_id, professional_id } = place
    const asked: Asked[] = [
      { professional_id, service_id },
      { professional_id, service_id: null },
    ]
    const names = Object.keys(CHANGES)
    let asks = 0
    let differed = 0
    let before = ''
    const compare = async (what: string) => {
      for (const one of asked) {
        const now = (await slotsOfDate(db, clock.now, DATE, one))!.times.join(' ')
        assert.equal(await ask(DATE, one), now, what)
        // Kept by now, and the same.
        assert.equal(await ask(DATE, one), now, `${what}, again`)
        asks += 2
        if (one === asked[0] && now !== before) differed++
        if (one === asked[0]) before = now
      }
    }
    for (let step = 0; step < 150; step++) {
      // Each kind in turn, then any.
      const name = names[step] ?? next(names)
      await CHANGES[name]!(place, next, clock.now)
      await compare(`${step}: ${name}`)
      if (draw() < 0.3) {
        clock.now += next([MINUTE / 2, 7 * MINUTE, HOUR, 3 * HOUR, -6 * MINUTE])
        await compare(`${step}: the clock`)
      }
      if (before === '') {
        await mend(place)
        await compare(`${step}: mended`)
      }
    }
    assert.ok(differed > 30, `${differed} changes were seen`)
    assert.ok(computed() < asks * 0.6, `${computed()} of ${asks} were computed`)
  })

test('what did not change is computed once, until its first time is too near', async () => {
  const place = await salon(db)
  const { clock, ask, computed } = keeper()
  const asked = { professional_id: place.professional_id, service_id: place.service_id }
  // 10:00 in Bogotá; the last two times of today.
  clock.now = Date.parse('2026-11-20T21:40:00Z')
  const today = () => ask('2026-11-20', asked)
  assert.equal(await today(), '17:00')
  clock.now += 19 * MINUTE + 59_999
  assert.equal(await today(), '17:00')
  assert.equal(computed(), 1)
  clock.now += 1
  assert.equal(await today(), '')
  // The horizon moves at midnight of the business.
  const far = () => ask('2026-12-21', asked)
  assert.equal(await far(), '')
  clock.now = Date.parse('2026-11-21T04:59:59.999Z')
  assert.equal(await far(), '')
  clock.now += 1
  assert.notEqual(await far(), '')
})

/** The same within one transaction that sees one moment, whatever is written beside it; counts what is asked of the database. */
async function inOneMoment(work: (tx: Db, asked: { moments: number; stamps: number }) => Promise<void>) {
  const asked = { moments: 0, stamps: 0 }
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const [row] = result.rows
      if (row && 'stamp' in row) asked.stamps++
      else if (row && 'snapshot' in row) asked.moments++
      return result
    },
  }
  const reading = db.transaction().setIsolationLevel('repeatable read')
  await reading.execute((tx) => work(tx.withPlugin(counting) as never, asked))
}

test('while nothing is written, no row is asked for; a hold ends all the same', async () => {
  const place = await salon(db)
  const ends = NOW + 5 * MINUTE
  const hold = {
    status: 'held',
    hold_kind: 'offer',
    hold_expires_at: new Date(ends).toISOString(),
  }
  await db
    .insertInto('appointments')
    .values({ ...appointmentRow(place, DATE, '10:00'), ...hold } as never)
    .execute()
  const { professional_id, service_id } = place
  await inOneMoment(async (tx, asked) => {
    const clock = { now: NOW }
    const ask = keptSlots(
      tx,
      () => clock.now,
      (times) => times.join(' '),
    )
    const today = () => ask(DATE, { professional_id, service_id })
    // Computed, twice known by its stamp, and from then on by the moment.
    for (let n = 0; n < 10; n++) assert.doesNotMatch((await today())!, /10:00/)
    assert.deepEqual(asked, { moments: 7, stamps: 3 })
    clock.now = ends - 1
    assert.doesNotMatch((await today())!, /10:00/)
    clock.now = ends
    assert.match((await today())!, /10:00/)
  })
})

test('a hold that ends earlier than it was to, or takes the place of an appointment, ends all the same', async () => {
  const place = await salon(db)
  const { professional_id, service_id } = place
  const { id } = await db
    .insertInto('appointments')
    .values(appointmentRow(place, DATE, '10:00') as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const until = (minutes: number) => ({
    status: 'held' as const,
    hold_kind: 'offer' as const,
    hold_expires_at: new Date(NOW + minutes * MINUTE).toISOString(),
  })
  const { clock, ask } = keeper()
  const today = () => ask(DATE, { professional_id, service_id })
  for (const minutes of [30, 5]) {
    await today()
    await db.updateTable('appointments').set(until(minutes)).where('id', '=', id).execute()
    for (let n = 0; n < 5; n++) assert.doesNotMatch((await today())!, /10:00/)
  }
  clock.now = NOW + 5 * MINUTE
  assert.match((await today())!, /10:00/)
})

test('two answers of the database are of one moment only on connections known before', () => {
  const moments = new Moments()
  const server = 'since nine'
  const first = moments.of({ backend: 1, server, snapshot: '7:7:' })
  assert.equal(moments.of({ backend: 1, server, snapshot: '7:7:' }), first)
  assert.notEqual(moments.of({ backend: 1, server, snapshot: '7:8:' }), first)
  // As after a crash: all connections are new, and numbers may come again.
  const since = moments.of({ backend: 2, server, snapshot: '7:7:' })
  assert.notEqual(since, first)
  assert.equal(moments.of({ backend: 1, server, snapshot: '7:7:' }), since)
  const restarted = moments.of({ backend: 1, server: 'since ten', snapshot: '7:7:' })
  assert.notEqual(restarted, since, 'numbers of connections may come again, too')
  const standby = () => moments.of({ backend: 1, server, snapshot: null })
  assert.notEqual(standby(), standby(), 'a standby does not say what is in progress')
})

test('those who ask at once get each their own answer, also where there is nobody', async () => {
  const places = await Promise.all(Array.from({ length: 6 }, () => salon(db)))
  const { ask, computed } = keeper()
  const askAll = () =>
    Promise.all([
      ...places.map(({ professional_id, service_id }) => ask(DATE, { professional_id, service_id })),
      ask(DATE, { professional_id: 999_999_999, service_id: null }),
    ])
  const first = await askAll()
  await db
    .insertInto('appointments')
    .values(appointmentRow(places[2]!, DATE, '09:00'))
    .execute()
  await db
    .updateTable('businesses')
    .set({ suspended_at: new Date(NOW).toISOString() })
    .where('id', '=', places[4]!.business_id)
    .execute()
  const before = computed()
  const second = await askAll()
  assert.equal(computed() - before, 2)
  assert.equal(second[6], undefined)
  assert.equal(second[4], '')
  assert.equal(second[2], first[2]!.replace('09:00 09:30 ', ''))
  for (const i of [0, 1, 3, 5]) assert.equal(second[i], first[i])
})

test('no time is offered after it was booked, however many ask meanwhile', async () => {
  const place = await salon(db, { duration_minutes: 30 })
  const path = `/api/schedules/available-slots/${place.professional_id}/${DATE}?serviceId=${place.service_id}`
  const offered = async () =>
    (await call('GET', path)).body.slots.map(({ time }: { time: string }) => time) as string[]
  let isOver = false
  let asked = 0
  const readers = Array.from({ length: 8 }, async () => {
    while (!isOver) if ((await offered()).length > 0) asked++
  })
  const all = await offered()
  for (const appointment_time of all.slice(0, 14)) {
    const body = booking(place, { appointment_date: DATE, appointment_time })
    assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
    for (const now of await Promise.all([offered(), offered(), offered()]))
      assert.ok(!now.includes(appointment_time), appointment_time)
  }
  isOver = true
  await Promise.all(readers)
  assert.ok(asked > 14)
})

test('what a transaction has written is offered as before until it is committed, and then at once', async () => {
  const place = await salon(db)
  const { ask } = keeper()
  const asked = { professional_id: place.professional_id, service_id: place.service_id }
  const free = await ask(DATE, asked)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('appointments')
      .values(appointmentRow(place, DATE, '09:00'))
      .execute()
    assert.equal(await ask(DATE, asked), free)
    await sql`select pg_sleep(0.01)`.execute(tx)
    assert.equal(await ask(DATE, asked), free)
  })
  assert.equal(await ask(DATE, asked), free!.replace('09:00 09:30 ', ''))
})

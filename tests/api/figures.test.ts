import { wholeOf } from '#server/accounts/scope.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { occupiedOf } from '#server/database/occupied.ts'
import type { BusinessId } from '#server/accounts/owner.ts'
import { pageOfAppointments } from '#server/appointments/owner-queries.ts'
import { foldFigures } from '#server/metrics/fold.ts'
import {
  attendanceStats,
  businessMetrics,
  businessStats,
  dailyFigures,
  occupancy,
  type Period,
} from '#server/metrics/queries.ts'
import { forgetClient } from '#server/privacy/queries.ts'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { appointmentRow, database, salon, type Salon } from '../helper.ts'

const db = await database()
const TODAY = '2026-11-20'
const PERIODS: Period[] = [
  { from: null, to: null },
  { from: '2026-11-01', to: '2026-11-30' },
  { from: '2026-10-22', to: TODAY },
  { from: null, to: '2026-10-31' },
  { from: '2026-11-15', to: null },
]

/** All figures, as the product answers them. */
const asked = async (owner: number) => {
  const id = owner as BusinessId
  const stats = await businessStats(db, id, TODAY)
  const periods = []
  for (const period of PERIODS)
    periods.push({
      ...(await businessMetrics(db, wholeOf(id), period)),
      ...(await attendanceStats(db, wholeOf(id), period)),
      days: await dailyFigures(db, wholeOf(id), period),
      hours: await occupancy(db, wholeOf(id), period),
    })
  return { stats, periods }
}

/** Each minute of an appointment, by weekday and hour. */
function minutesOf(row: { appointment_date: string; appointment_time: string; duration_minutes: number }) {
  const day = Temporal.PlainDate.from(row.appointment_date).dayOfWeek % 7
  const begins = Temporal.PlainTime.from(row.appointment_time)
  return Array.from(
    { length: row.duration_minutes },
    (_, minutes) => `${day} ${begins.add({ minutes }).hour}`,
  )
}

/** The same figures, counted one appointment at a time in plain arithmetic. */
async function counted(owner: number) {
  const rows = await db.selectFrom('appointments').selectAll().where('business_id', '=', owner).execute()
  const { stats } = await asked(owner)
  const live = rows.filter((row) => row.status !== 'cancelled')
  const isAbsent = (row: (typeof rows)[number]) => row.attendance_status === 'no_show'
  const periods = PERIODS.map(({ from, to }) => {
    const holds = (date: string) => (!from || date >= from) && (!to || date <= to)
    const inside = rows.filter((row) => holds(row.appointment_date))
    const insideLive = inside.filter((row) => row.status !== 'cancelled')
    const came = inside.filter((row) => row.attendance_status === 'attended')
    const paid = (list: typeof rows) =>
      list
        .filter((row) => row.attendance_status === 'attended')
        .reduce((sum, row) => sum + (row.actual_price ?? row.price), 0)
    const absent = inside.filter(isAbsent).length
    const per = (part: number, whole: number) => (whole ? Math.round((1000 * part) / whole) / 10 : 0)
    const clients = Object.values(Object.groupBy(rows, (row) => row.card_id ?? `#${row.id}`)).map(
      (list) => list!,
    )
    // Of each client who ever came, when, the first visit first.
    const visits = clients
      .map((list) =>
        list.filter((row) => row.attendance_status === 'attended').map((row) => row.appointment_date),
      )
      .filter((dates) => dates.length > 0)
      .map((dates) => dates.sort())
    const services = Object.entries(Object.groupBy(insideLive, (row) => row.service_name))
    return {
      total_revenue: paid(inside),
      no_show_rate: per(absent, came.length + absent),
      cancellation_rate: per(inside.length - insideLive.length, inside.length),
      occupation_hours: Math.round(insideLive.reduce((sum, row) => sum + row.duration_minutes, 0) / 6) / 10,
      new_clients: visits.filter((dates) => holds(dates[0]!)).length,
      returning_clients: visits.filter((dates) => dates.some(holds) && from && dates[0]! < from).length,
      top_services: services
        .map(([name, list]) => ({ name, count: list!.length, revenue: paid(list!) }))
        .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
        .slice(0, 5),
      total_appointments: inside.length,
      attended: came.length,
      no_shows: absent,
      attendance_rate: per(came.length, came.length + absent),
      days: Object.entries(Object.groupBy(inside, (row) => row.appointment_date))
        .map(([date, list]) => ({
          date,
          appointments: list!.filter((row) => row.status !== 'cancelled').length,
          revenue: paid(list!),
        }))
        .sort((a, b) => (a.date < b.date ? -1 : 1)),
      hours: Object.entries(Object.groupBy(insideLive.flatMap(minutesOf), (key) => key))
        .map(([key, minutes]) => ({
          day_of_week: Number(key.split(' ')[0]),
          hour: Number(key.split(' ')[1]),
          minutes: minutes!.length,
        }))
        .sort((a, b) => a.day_of_week - b.day_of_week || a.hour - b.hour),
    }
  })
  return {
    stats: {
      ...stats,
      scheduled_appointments: rows.filter((row) => row.status === 'scheduled').length,
      completed_appointments: rows.filter((row) => row.status === 'completed' && !isAbsent(row)).length,
      cancelled_appointments: rows.length - live.length,
      today_appointments: live.filter((row) => row.appointment_date === TODAY).length,
    },
    periods,
  }
}

const stale = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from figures_stale`.execute(db)).rows[0]!.n

/** The figures are right before the job has run and after it, and the job leaves nothing to do. */
async function areRight(owner: number, step: string) {
  const truth = await counted(owner)
  assert.deepEqual(await asked(owner), truth, `${step}, not added up yet`)
  await foldFigures({ db })
  assert.equal(await stale(), 0)
  assert.deepEqual(await asked(owner), truth, `${step}, added up`)
}

let written = 0
/** Who has an e-mail here has a telephone too, so that each e-mail is a card. */
const phones = new Map<string, string>()
const phoneOf = (email: string) => {
  const key = email.toLowerCase()
  return phones.get(key) ?? phones.set(key, `+57300000${1000 + phones.size}`).get(key)!
}
const write = async (
  place: Salon,
  date: string,
  more: { client_email?: string; [column: string]: unknown } = {},
) => {
  // The hours of the day take turns; the instants never overlap.
  const n = written++
  const starts = Date.parse('2026-01-01T00:00:00Z') + n * 15 * 60_000
  const { id } = await db
    .insertInto('appointments')
    .values({
      ...appointmentRow(place, date, `${String(n % 24).padStart(2, '0')}:00`, { minutes: 15 }),
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + 15 * 60_000).toISOString(),
      occupied: occupiedOf(starts, starts + 15 * 60_000),
      ...(more.client_email && { client_phone: phoneOf(more.client_email) }),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const change = (place: Salon, id: number, set: object) =>
  db
    .updateTable('appointments')
    .set(set)
    .where('business_id', '=', place.business_id)
    .where('id', '=', id)
    .execute()

const CAME = { status: 'completed', attendance_status: 'attended' }

describe('figures that are added up ahead', () => {
  test('of a business without appointments are nothing', async () => {
    const place = await salon(db)
    await areRight(place.business_id, 'empty')
  })

  test('follow every change, to the peso', async () => {
    const place = await salon(db)
    const owner = place.business_id
    const other = await salon(db)
    await write(other, '2026-11-05', { ...CAME, client_email: 'ana@correo.example', price: 999 })

    const first = await write(place, '2026-10-05', {
      ...CAME,
      price: 10_000,
      client_email: 'ana@correo.example',
    })
    await write(place, '2026-11-05', { ...CAME, actual_price: 12_500.5, client_email: 'ANA@correo.example' })
    await areRight(owner, 'booked and attended')
    const tinte = { service_name: 'Tinte', price: 30_000, client_email: 'beto@correo.example' }
    const moving = await write(place, '2026-11-18', tinte)
    const going = await write(place, TODAY, { client_email: 'caro@correo.example' })
    await areRight(owner, 'booked')
    await change(place, moving, { appointment_date: '2026-11-25', rescheduled_from: '2026-11-18T15:00:00Z' })
    await areRight(owner, 'moved to another day')
    await change(place, moving, { appointment_time: '23:00' })
    await areRight(owner, 'moved to another hour')
    await change(place, moving, { service_name: 'Corte', price: 20_000 })
    await areRight(owner, 'another service')
    await change(place, moving, { client_email: 'Ana@correo.example' })
    await areRight(owner, 'another e-mail')
    const { card_id } = await db
      .selectFrom('appointments')
      .select('card_id')
      .where('business_id', '=', owner)
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    await change(place, moving, { card_id })
    await areRight(owner, 'another client')
    await change(place, going, { status: 'cancelled' })
    await areRight(owner, 'cancelled')
    await change(place, moving, { ...CAME, actual_price: 0 })
    await areRight(owner, 'attended, for nothing')
    const absent = await write(place, '2026-11-19', { client_email: 'dora@correo.example' })
    await change(place, absent, { status: 'completed', attendance_status: 'no_show' })
    await areRight(owner, 'nobody came')
    await change(place, first, { appointment_date: '2026-11-06' })
    await areRight(owner, 'a client who is new in another month')
    const { business_id } = place
    await db
      .transaction()
      .execute((tx) =>
        forgetClient(tx, owner as BusinessId, { client: 'ana@correo.example', cards: [] }, Date.now()),
      )
    await areRight(owner, 'a client forgotten')
    await sql`delete from appointment_history where business_id = ${business_id}`.execute(db)
    await sql`delete from appointments where business_id = ${business_id} and id = ${absent}`.execute(db)
    await areRight(owner, 'one gone')
  })

  test('a long appointment is in each of its hours, also after midnight', async () => {
    const place = await salon(db)
    await db
      .insertInto('appointments')
      .values(appointmentRow(place, '2026-11-05', '22:40', { minutes: 150 }))
      .execute()
    await areRight(place.business_id, 'booked')
    const hours = await occupancy(db, wholeOf(place.business_id as BusinessId), PERIODS[1]!)
    const minutes = Object.fromEntries(hours.map(({ hour, minutes }) => [hour, minutes]))
    assert.deepEqual(minutes, { 22: 20, 23: 60, 0: 60, 1: 10 })
  })

  test('are right in every moment while many change them and several processes add them up', async () => {
    const place = await salon(db)
    const owner = place.business_id
    let busy = true
    const emails = ['a', 'b', 'c'].map((name) => `${name}@correo.example`)
    const days = ['2026-11-10', '2026-11-11', '2026-11-12']
    const folding = Array.from({ length: 2 }, async () => {
      while (busy) await foldFigures({ db })
    })
    // While appointments are only added, the total is never less than what was committed before the query.
    let committed = 0
    const reading = (async () => {
      while (busy) {
        const least = committed
        const { total_appointments } = await attendanceStats(db, wholeOf(owner as BusinessId), PERIODS[0]!)
        assert.ok(total_appointments >= least && total_appointments <= committed + 6, `${total_appointments}`)
        await sleep(1)
      }
    })()
    await Promise.all(
      Array.from({ length: 6 }, async (_, worker) => {
        for (let n = 0; n < 25; n++) {
          const email = emails[(worker + n) % 3]!
          const id = await write(place, days[n % 3]!, { client_email: email })
          committed++
          if (n % 2) await change(place, id, { client_email: emails[(worker + n + 1) % 3]!, ...CAME })
          else await change(place, id, { appointment_date: days[(n + 1) % 3]!, status: 'cancelled' })
        }
      }),
    )
    busy = false
    await Promise.all([...folding, reading])
    await areRight(owner, 'after all of it')
  })
})

test('pages of a search, with how many there are in all', async () => {
  const place = await salon(db)
  const owner = place.business_id as BusinessId
  for (let n = 0; n < 9; n++)
    await write(place, `2026-11-0${1 + (n % 4)}`, {
      client_name: n % 3 ? `Zoé Ñáñez ${n}` : `Beto 50%_${n}`,
      professional_name: 'Luz Marina',
    })
  const all = await pageOfAppointments(db, wholeOf(owner), { order: 'asc' }, { limit: 50, offset: 0 })
  assert.equal(all.total, 9)
  for (const [q, expected] of [
    ['', 9],
    ['nanez ZOE', 6],
    ['50%_', 3],
    ['%', 3],
    ['luz beto', 3],
    ['nadie', 0],
    ['e', 9],
  ] as const)
    for (const order of ['asc', 'desc'] as const)
      for (const limit of [1, 2, 3, 9, 10]) {
        const seen: number[] = []
        for (let offset = 0; offset < 12; offset += limit) {
          const page = await pageOfAppointments(db, wholeOf(owner), { q, order }, { limit, offset })
          assert.equal(page.total, expected, `${q} ${order} ${limit} ${offset}`)
          seen.push(...page.appointments.map(({ id }) => id))
        }
        assert.equal(new Set(seen).size, expected)
        assert.equal(seen.length, expected)
        const ordered = all.appointments.map(({ id }) => id).filter((id) => seen.includes(id))
        assert.deepEqual(seen, order === 'asc' ? ordered : ordered.reverse())
      }
})

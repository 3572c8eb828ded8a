/** What a change of hours, or of a professional, leaves without its time: told by its answer. */
import { addDays } from '#domain/dates.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { api, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { call, clock } = await api(db)

/** Friday is today; the next Tuesday. */
const TUESDAY = '2026-11-24'

const week = (closed: number[] = []) =>
  [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
    day_of_week,
    is_open: !closed.includes(day_of_week),
    open_time: '06:00',
    close_time: '22:00',
  }))
const ownWeek = (off: number[] = []) =>
  [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
    day_of_week,
    is_available: !off.includes(day_of_week),
    start_time: '06:00',
    end_time: '22:00',
  }))

/** A business open every day, with a professional. */
async function business() {
  const mine = await owner(call)
  const offer = await withOffer(mine)
  const { status } = await mine.as('PUT', `/api/schedules/business/${mine.business_id}`, week())
  assert.equal(status, 200)
  return { ...mine, ...offer }
}
type Mine = Awaited<ReturnType<typeof business>>

/** Appointments of half an hour, one after the other from six o'clock on. */
async function fill(
  { business_id, service_id, professional_id }: Mine,
  date: string,
  count: number,
  from = 0,
) {
  await sql`
    insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
      professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
      occupied, price, booked_by)
    select ${business_id}, 'Clienta ' || n, '+573001112233', 'clienta' || n || '@correo.example', ${service_id}, 'Corte',
      ${professional_id}, 'Ana', ${date}::date, time '06:00' + n * interval '30 minutes', 30, at, at + interval '30 minutes',
      tstzmultirange(tstzrange(at, at + interval '30 minutes')), 1000, 'client'
    from generate_series(${from}::integer, ${from + count - 1}::integer) n,
      lateral (select (${date}::date + time '06:00' + n * interval '30 minutes') at time zone 'America/Bogota' as at) moment`.execute(
    db,
  )
}

test('a weekday that is closed with 20 appointments on it names them, once', async () => {
  const mine = await business()
  await fill(mine, TUESDAY, 20)
  await fill(mine, addDays(TUESDAY, 1), 3)
  const save = (days: unknown) => mine.as('PUT', `/api/schedules/business/${mine.business_id}`, days)
  const { status, body } = await save(week([2]))
  assert.equal(status, 200)
  assert.equal(body.conflicts_total, 20)
  assert.deepEqual(
    body.conflicts.map(({ client_name }: any) => client_name),
    Array.from({ length: 20 }, (_, n) => `Clienta ${n}`),
  )
  assert.equal(body.conflicts[0].appointment_date, TUESDAY)
  // They were outside before this one.
  assert.equal((await save(week([2, 3]))).body.conflicts_total, 3)
  assert.equal((await save(week())).body.conflicts_total, 0)
  // What ends too late, or lies in the lunch.
  const short = week().map((day) => ({ ...day, close_time: '15:45' }))
  assert.equal((await save(short)).body.conflicts_total, 1)
  const lunch = week().map((day) => ({ ...day, lunch_start_time: '12:00', lunch_end_time: '13:00' }))
  assert.equal((await save(lunch)).body.conflicts_total, 2)
})

test('a date with hours of its own is not the week’s, and what is past, cancelled or another’s is not told', async () => {
  const mine = await business()
  const other = await business()
  await fill(other, TUESDAY, 4)
  await fill(mine, TUESDAY, 4)
  await fill(mine, addDays(TUESDAY, -7), 2)
  await fill(mine, addDays(TUESDAY, 7), 5)
  await sql`update appointments set status = 'cancelled' where business_id = ${mine.business_id}
    and client_name = 'Clienta 4'`.execute(db)
  const day = { is_open: true, intervals: [{ start_time: '06:00', end_time: '22:00' }] }
  const open = await mine.as('PUT', `/api/special-days/${TUESDAY}`, day)
  assert.equal(open.status, 200, JSON.stringify(open.body))
  const { body } = await mine.as('PUT', `/api/schedules/business/${mine.business_id}`, week([2]))
  assert.equal(body.conflicts_total, 4)
  assert.ok(body.conflicts.every((row: any) => row.appointment_date === addDays(TUESDAY, 7)))
})

test('a date that is open as always follows its weekday, as each side’s week counts beside the other’s day', async () => {
  const mine = await business()
  const { professional_id, business_id } = mine
  await fill(mine, TUESDAY, 4)
  const put = async (date: string, day: object) => {
    const { status, body } = await mine.as('PUT', `/api/special-days/${date}`, { is_open: true, ...day })
    assert.equal(status, 200, JSON.stringify(body))
  }
  await put(TUESDAY, { label: 'Abierto' })
  const closed = await mine.as('PUT', `/api/schedules/business/${business_id}`, week([2]))
  assert.equal(closed.body.conflicts_total, 4)

  const [wednesday, thursday] = [addDays(TUESDAY, 1), addDays(TUESDAY, 2)]
  const own = (days: unknown) => mine.as('PUT', `/api/schedules/professional/${professional_id}`, days)
  await own(ownWeek())
  await put(wednesday, { intervals: [{ start_time: '06:00', end_time: '12:00' }] })
  await fill(mine, wednesday, 3)
  assert.equal(
    (await own(ownWeek([3]))).body.conflicts_total,
    3,
    'the business’s day, without the professional',
  )

  const afternoon = { intervals: [{ start_time: '14:00', end_time: '20:00' }], professional_id }
  await put(thursday, afternoon)
  await fill(mine, thursday, 2, 16)
  const short = week([2]).map((one) => ({ ...one, close_time: '12:00' }))
  const cut = await mine.as('PUT', `/api/schedules/business/${business_id}`, short)
  assert.equal(cut.body.conflicts_total, 2, 'the professional’s day, in a shorter one of the business')
})

test('what stayed on a closed holiday is not told with its weekday', async () => {
  const mine = await business()
  await fill(mine, '2026-12-08', 2)
  const holidays = await mine.as('PUT', '/api/businesses/holidays', { policy: 'closed' })
  assert.equal(holidays.body.conflicts.length, 2)
  const { body } = await mine.as('PUT', `/api/schedules/business/${mine.business_id}`, week([2]))
  assert.equal(body.conflicts_total, 0)
})

test('a professional’s own week, and following the business again', async () => {
  const mine = await business()
  await fill(mine, TUESDAY, 14)
  const save = (days: unknown) => mine.as('PUT', `/api/schedules/professional/${mine.professional_id}`, days)
  assert.equal((await save(ownWeek([2]))).body.conflicts_total, 14)
  assert.equal((await save([])).body.conflicts_total, 0)
  await mine.as('PUT', `/api/schedules/business/${mine.business_id}`, week([2]))
  assert.equal((await save(ownWeek())).body.conflicts_total, 0, 'closed before, closed after')
})

test('a professional with 14 ahead who is put to rest, or deleted; another change tells nothing', async () => {
  const mine = await business()
  await fill(mine, TUESDAY, 14)
  const path = `/api/professionals/${mine.professional_id}`
  assert.equal((await mine.as('PATCH', path, { bio: 'Color' })).body.conflicts_total, 0)
  const { body } = await mine.as('PATCH', path, { is_active: false })
  assert.deepEqual(
    [body.conflicts_total, body.conflicts.length, body.professional.is_active],
    [14, 14, false],
  )
  assert.equal((await mine.as('PATCH', path, { is_active: false })).body.conflicts_total, 0, 'told once')
  const removed = await mine.as('DELETE', path)
  assert.deepEqual([removed.body.conflicts_total, removed.body.future_appointments], [14, 14])
})

test('the answer lists the nearest 200 and counts all', async () => {
  const mine = await business()
  for (let n = 0; n < 9; n++) await fill(mine, addDays(TUESDAY, 7 * n), 30)
  const { body } = await mine.as('PUT', `/api/schedules/business/${mine.business_id}`, week([2]))
  assert.deepEqual([body.conflicts_total, body.conflicts.length], [270, 200])
  assert.equal(body.conflicts[0].appointment_date, TUESDAY)
})

test('whoever is booking at the moment is told too', async () => {
  const mine = await business()
  await mine.as('PATCH', `/api/professionals/${mine.professional_id}`, { is_active: true })
  let saved: ReturnType<Mine['as']> | undefined
  await db.transaction().execute(async (tx) => {
    const { business_id, professional_id, service_id } = mine
    // As a booking does, before it writes.
    const { rows } = await sql<{ may: boolean }>`
      select may_book(${business_id}, ${professional_id}, ${service_id}, 'America/Bogota', null,
        ${new Date(clock.now).toISOString()}::timestamptz) as may`.execute(tx)
    assert.equal(rows[0]!.may, true)
    saved = mine.as('PATCH', `/api/professionals/${professional_id}`, { is_active: false })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const at = `${TUESDAY}T10:00-05:00`
    await sql`insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
        professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
        occupied, price, booked_by)
      values (${business_id}, 'En ese momento', '+573001112233', 'ya@correo.example', ${service_id}, 'Corte',
        ${professional_id}, 'Ana', ${TUESDAY}, '10:00', 30, ${at}::timestamptz, ${at}::timestamptz + interval '30 minutes',
        tstzmultirange(tstzrange(${at}::timestamptz, ${at}::timestamptz + interval '30 minutes')), 0, 'client')`.execute(
      tx,
    )
  })
  const { body } = await saved!
  assert.deepEqual(
    body.conflicts.map(({ client_name }: any) => client_name),
    ['En ese momento'],
  )
})

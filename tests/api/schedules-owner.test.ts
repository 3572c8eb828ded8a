import { DEFAULT_BUSINESS_WEEK, DEFAULT_PROFESSIONAL_WEEK } from '#domain/week.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer, type Owner } from '../owner.ts'

const db = await database()
const { call } = await api(db)

const open = (day_of_week: number, more = {}) => ({
  day_of_week,
  is_open: true,
  open_time: '08:00',
  close_time: '17:00',
  lunch_start_time: '12:00',
  lunch_end_time: '13:00',
  ...more,
})
const closed = (day_of_week: number) => ({
  day_of_week,
  is_open: false,
  open_time: null,
  close_time: null,
  lunch_start_time: null,
  lunch_end_time: null,
})
const working = (day_of_week: number, more = {}) => ({
  day_of_week,
  is_available: true,
  start_time: '10:00',
  end_time: '14:00',
  lunch_start_time: null,
  lunch_end_time: null,
  ...more,
})
const hours = ({ business_id }: Owner) => `/api/schedules/business/${business_id}`

test('the opening hours are saved as seven days and reach the public page', async () => {
  const mine = await owner(call)
  const { status, body } = await mine.as('PUT', hours(mine), [open(3), open(1, { open_time: '08:00:00' })])
  assert.deepEqual([status, body.success, body.message], [200, true, 'Horarios actualizados exitosamente'])
  const expected = [closed(0), open(1), closed(2), open(3), closed(4), closed(5), closed(6)]
  assert.deepEqual(body.schedules, expected)
  assert.deepEqual((await call('GET', hours(mine))).body, expected)
  assert.deepEqual(
    (await call('GET', `/api/businesses/public/${mine.slug}`)).body.business.schedules,
    expected,
  )
  const wrapped = await mine.as('PUT', hours(mine), { schedules: [open(5)] })
  assert.deepEqual(
    wrapped.body.schedules.filter((day: { is_open: boolean }) => day.is_open),
    [open(5)],
  )
})

test('a professional’s week is saved as seven days; none at all follows the business', async () => {
  const mine = await owner(call)
  const { professional_id, service_id } = await withOffer(mine)
  const url = `/api/schedules/professional/${professional_id}`
  const slots = async () =>
    (
      await call(
        'GET',
        `/api/schedules/available-slots/${professional_id}/2026-11-23?serviceId=${service_id}`,
      )
    ).body.slots.length
  const hasSchedule = async () =>
    (await mine.as('GET', '/api/professionals')).body.professionals[0].has_schedule
  assert.deepEqual((await mine.as('GET', url)).body, { success: true, schedule: [], hours_version: 1 })
  assert.deepEqual([await slots(), await hasSchedule()], [17, 0])

  const all = async () => (await mine.as('GET', '/api/schedules/professionals')).body.schedules
  assert.deepEqual(await all(), [])
  const { business_week } = (await mine.as('GET', '/api/schedules/professionals')).body
  assert.deepEqual(business_week, (await mine.as('GET', '/api/businesses/profile')).body.business.schedules)
  const saved = await mine.as('PUT', url, [working(1)])
  assert.equal(saved.status, 200)
  assert.equal((await all()).length, 7)
  assert.deepEqual((await all())[1], { professional_id, ...working(1) })
  assert.equal(saved.body.schedule.length, 7)
  assert.deepEqual(saved.body.schedule[1], working(1))
  assert.deepEqual(saved.body.schedule[2].is_available, false)
  assert.deepEqual((await mine.as('GET', url)).body.schedule, saved.body.schedule)
  assert.deepEqual([await slots(), await hasSchedule()], [7, 7])

  const whole = await mine.as('PUT', url, { schedules: DEFAULT_PROFESSIONAL_WEEK })
  assert.deepEqual(whole.body.schedule, DEFAULT_PROFESSIONAL_WEEK)
  assert.deepEqual((await mine.as('PUT', url, [])).body.schedule, [])
  assert.deepEqual([await slots(), await hasSchedule()], [17, 0])
})

test('hours until midnight are booked until midnight, of weekdays and of single dates', async () => {
  const mine = await owner(call)
  const { professional_id, service_id } = await withOffer(mine)
  const late = open(1, { close_time: '24:00' })
  const { body } = await mine.as('PUT', hours(mine), [
    late,
    open(2, { open_time: '00:00', close_time: '24:00' }),
  ])
  assert.deepEqual(body.schedules[1], late)
  const lastOf = async (date: string) => {
    const path = `/api/schedules/available-slots/${professional_id}/${date}?serviceId=${service_id}`
    return (await call('GET', path)).body.slots.at(-1).time
  }
  assert.equal(await lastOf('2026-11-23'), '23:00')
  const place = { ...mine, professional_id, service_id }
  const at = { appointment_date: '2026-11-23', appointment_time: '23:00' }
  const path = '/api/appointments/public'
  assert.equal((await call('POST', path, { body: booking(place, at) })).status, 201)
  // The next one begins when it ends.
  const next = { appointment_date: '2026-11-24', appointment_time: '00:00' }
  assert.equal((await call('POST', path, { body: booking(place, next) })).status, 201)
  assert.equal((await call('POST', path, { body: booking(place, at) })).status, 409)

  const special = { is_open: true, intervals: [{ start_time: '20:00', end_time: '24:00' }] }
  assert.equal((await mine.as('PUT', '/api/special-days/2026-11-25', special)).status, 200)
  assert.equal(await lastOf('2026-11-25'), '23:00')
  const shown = (await call('GET', `/api/businesses/public/${mine.slug}`)).body.business.special_dates
  assert.deepEqual(shown, [{ date: '2026-11-25', intervals: special.intervals, closed: null }])
})

test('a week that cannot be is refused with a sentence, and the old one stays', async () => {
  const mine = await owner(call)
  const { professional_id } = await withOffer(mine)
  const before = (await call('GET', hours(mine))).body
  for (const week of [
    [],
    {},
    undefined,
    null,
    7,
    [null],
    [{}],
    [open(7)],
    [open(-1)],
    [open(1.5)],
    [open(1), open(1)],
    [open(1, { open_time: '18:00' })],
    [open(1, { open_time: '' })],
    [open(1, { open_time: '25:00' })],
    [open(1, { lunch_start_time: null })],
    [open(1, { lunch_start_time: '07:00' })],
    [open(1, { is_open: 'sí' })],
    [
      open(1, {
        lunch_start_time: '13:00',
        lunch_end_time: '12:00',
      }),
    ],
    Array(400).fill(open(1)),
  ]) {
    const { status, body } = await mine.as('PUT', hours(mine), week)
    assert.equal(status, 400, JSON.stringify(week)?.slice(0, 80))
    assert.ok(body.error)
  }
  assert.deepEqual((await call('GET', hours(mine))).body, before)

  const url = `/api/schedules/professional/${professional_id}`
  for (const week of [
    {},
    [working(1, { end_time: '09:00' })],
    [working(1), working(1)],
    [{ day_of_week: 1 }],
  ])
    assert.equal((await mine.as('PUT', url, week)).status, 400)
  assert.deepEqual((await mine.as('GET', url)).body.schedule, [])
})

test('unknown and deleted professionals have no schedule', async () => {
  const mine = await owner(call)
  const { professional_id } = await withOffer(mine)
  await mine.as('DELETE', `/api/professionals/${professional_id}`)
  for (const id of [professional_id, 987_654]) {
    assert.equal((await mine.as('GET', `/api/schedules/professional/${id}`)).status, 404)
    assert.equal((await mine.as('PUT', `/api/schedules/professional/${id}`, [working(1)])).status, 404)
  }
})

test('weeks that are saved and removed at once leave seven days or none', async () => {
  const mine = await owner(call)
  const { professional_id } = await withOffer(mine)
  const url = `/api/schedules/professional/${professional_id}`
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      mine.as('PUT', url, i % 3 ? [working(i % 7), working((i + 1) % 7)] : []),
    ),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  const { schedule } = (await mine.as('GET', url)).body
  assert.ok(schedule.length === 7 || schedule.length === 0)
  if (schedule.length === 7)
    assert.equal(schedule.filter((day: { is_available: boolean }) => day.is_available).length, 2)
})

test('hours that changed while they were edited are not written over', async () => {
  const mine = await owner(call)
  const { professional_id } = await withOffer(mine)
  const theirs = `/api/schedules/professional/${professional_id}`
  const whole = `/api/schedules/business/${mine.business_id}`
  for (const [url, schedules, others] of [
    [theirs, [working(1)], [working(2), working(3)]],
    [whole, DEFAULT_BUSINESS_WEEK, [open(2), open(3)]],
  ] as const) {
    const saved = await mine.as('PUT', url, { schedules, hours_version: 1 })
    assert.deepEqual([saved.status, saved.body.hours_version], [200, 2])
    const { success, message, conflicts, conflicts_total, ...current } = saved.body
    const late = await mine.as('PUT', url, { schedules: [others[0]], hours_version: 1 })
    assert.deepEqual(
      [late.status, late.body],
      [
        409,
        {
          success: false,
          error: 'Esto cambió mientras lo editabas. Revisa cómo quedó ahora.',
          current,
        },
      ],
    )
    const racing = await Promise.all(
      others.map((day) => mine.as('PUT', url, { schedules: [day], hours_version: current.hours_version })),
    )
    assert.deepEqual(racing.map(({ status }) => status).sort(), [200, 409])
    assert.equal((await mine.as('PUT', url, { schedules, hours_version: 'x' })).status, 400)
  }
})

test('breaks of a weekday, of the business and a professional, give no free times, and the database keeps their form', async () => {
  const mine = await owner(call)
  const { professional_id, service_id } = await withOffer(mine)
  const pause = (start_time: string, end_time: string) => ({ start_time, end_time })
  const breaks = [pause('09:00', '09:15'), pause('15:00', '15:30')]
  const saved = await mine.as('PUT', hours(mine), [open(1, { breaks: breaks.toReversed() })])
  assert.deepEqual(saved.body.schedules[1], open(1, { breaks }))
  assert.ok(!('breaks' in saved.body.schedules[2]), 'named where there are some')
  assert.deepEqual((await call('GET', hours(mine))).body[1].breaks, breaks)
  const url = `/api/schedules/professional/${professional_id}`
  const own = [pause('10:30', '11:00')]
  const week = [working(1, { start_time: '08:00', end_time: '17:00', breaks: own })]
  assert.deepEqual((await mine.as('PUT', url, week)).body.schedule[1].breaks, own)
  assert.deepEqual((await mine.as('GET', '/api/schedules/professionals')).body.schedules[1].breaks, own)
  const path = `/api/schedules/available-slots/${professional_id}/2026-11-23?serviceId=${service_id}`
  const times = (await call('GET', path)).body.slots.map(({ time }: { time: string }) => time)
  // 08:00 to 09:00, 09:15 to 10:30, 11:00 to 12:00, 13:00 to 15:00, 15:30 to 17:00.
  assert.deepEqual(times, ['08:00', '09:15', '11:00', '13:00', '13:30', '14:00', '15:30', '16:00'])
  const crossing = await mine.as('PUT', hours(mine), [open(1, { breaks: [pause('12:30', '13:30')] })])
  assert.deepEqual([crossing.status, crossing.body.error], [400, 'Lunes: Los descansos no pueden cruzarse'])
  assert.deepEqual((await call('GET', hours(mine))).body[1].breaks, breaks, 'nothing is stored')
  for (const wrong of [
    [pause('12:30', '13:30')],
    [pause('16:30', '17:30')],
    [breaks[1], breaks[0]],
    [{ start_time: 'x' }],
    {},
  ])
    await assert.rejects(
      db
        .updateTable('business_hours')
        .set({ breaks: JSON.stringify(wrong) })
        .where('business_id', '=', mine.business_id)
        .where('day_of_week', '=', 1)
        .execute(),
      /check constraint|jsonb|cannot/,
      JSON.stringify(wrong),
    )
  // Left out: those that are there stay, and what they do not fit is refused with the reason.
  const plain = working(1, { start_time: '08:00', end_time: '17:00' })
  for (const body of [[open(1)], { schedules: [open(1)] }])
    assert.deepEqual((await mine.as('PUT', hours(mine), body)).body.schedules[1], open(1, { breaks }))
  for (const body of [[plain], { schedules: [plain] }])
    assert.deepEqual((await mine.as('PUT', url, body)).body.schedule[1], { ...plain, breaks: own })
  const short = await mine.as('PUT', hours(mine), [open(1, { close_time: '15:15' })])
  assert.deepEqual(
    [short.status, short.body.error],
    [400, 'Lunes: los descansos deben estar dentro del horario'],
  )
  const late = await mine.as('PUT', url, [{ ...plain, start_time: '10:45' }])
  assert.deepEqual([late.status, late.body.error], [400, short.body.error])
  assert.deepEqual((await call('GET', hours(mine))).body[1].breaks, breaks, 'nothing is stored')
  // A day that is closed keeps them, unused.
  const closed = await mine.as('PUT', hours(mine), [open(1, { is_open: false })])
  assert.deepEqual(closed.body.schedules[1], open(1, { is_open: false, breaks }))
  // None: each entry has the fields that it had before there were breaks, and no others.
  for (const body of [[open(1, { breaks: [] })], { schedules: [open(1)] }])
    assert.deepEqual((await mine.as('PUT', hours(mine), body)).body.schedules[1], open(1))
  assert.deepEqual((await call('GET', hours(mine))).body[1], open(1))
  for (const body of [[{ ...plain, breaks: [] }], { schedules: [plain] }])
    assert.deepEqual((await mine.as('PUT', url, body)).body.schedule[1], plain)
  assert.deepEqual((await mine.as('GET', url)).body.schedule[1], plain)
  assert.deepEqual(Object.keys(open(1)).toSorted(), [
    'close_time',
    'day_of_week',
    'is_open',
    'lunch_end_time',
    'lunch_start_time',
    'open_time',
  ])
  assert.deepEqual(Object.keys(plain).toSorted(), [
    'day_of_week',
    'end_time',
    'is_available',
    'lunch_end_time',
    'lunch_start_time',
    'start_time',
  ])
})

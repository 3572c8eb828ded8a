import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { api, appointmentRow, booking, database, NOW, salon, times, type Salon } from '../helper.ts'

const db = await database()
const { call, clock } = await api(db)
beforeEach(() => void (clock.now = NOW))

const MONDAY = '2026-11-23'
const WHOLE_DAY = times('09:00', '17:00')

async function slots(place: Salon, date = MONDAY, service = place.service_id): Promise<string[]> {
  const path = `${place.professional_id}/${date}?serviceId=${service}`
  const { status, body } = await call('GET', `/api/schedules/available-slots/${path}`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['success', 'slots'])
  assert.equal(body.success, true)
  return body.slots.map(
    (slot: { time: string }) => (assert.deepEqual(Object.keys(slot), ['time']), slot.time),
  )
}

const businessHours = (place: Salon, hours: object) =>
  db.updateTable('business_hours').set(hours).where('business_id', '=', place.business_id).execute()

/** Gives the professional the same hours on every day of the week. */
const professionalHours = ({ business_id, professional_id }: Salon, hours: object) =>
  db
    .insertInto('professional_hours')
    .values(
      [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
        business_id,
        professional_id,
        day_of_week,
        is_available: true,
        start_time: '09:00',
        end_time: '18:00',
        lunch_start_time: null,
        lunch_end_time: null,
        ...hours,
      })),
    )
    .execute()

async function service({ business_id }: Salon, duration_minutes: number, more: object = {}): Promise<number> {
  const row = { business_id, service_name: `De ${duration_minutes}`, duration_minutes, ...more }
  return (await db.insertInto('services').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const book = (place: Salon, changes: Record<string, unknown> = {}) =>
  call('POST', '/api/appointments/public', { body: booking(place, changes) })

describe('hours', () => {
  test('a professional without a schedule follows the business', async () => {
    assert.deepEqual(await slots(await salon(db)), WHOLE_DAY)
  })

  const lunch = (lunch_start_time: string, lunch_end_time: string) => ({ lunch_start_time, lunch_end_time })
  const cases: [name: string, business: object, professional: object | undefined, expected: string[]][] = [
    [
      'starts later than the business',
      {},
      { start_time: '10:00', end_time: '20:00' },
      times('10:00', '17:00'),
    ],
    ['ends before the business', {}, { start_time: '07:00', end_time: '16:00' }, times('09:00', '15:00')],
    ['has hours apart from the business', {}, { start_time: '18:00', end_time: '22:00' }, []],
    ['does not work that day', {}, { is_available: false }, []],
    ['works while the business is closed', { is_open: false }, {}, []],
    ['the business is closed', { is_open: false }, undefined, []],
    [
      'the business has lunch',
      lunch('12:00', '13:00'),
      undefined,
      [...times('09:00', '11:00'), ...times('13:00', '17:00')],
    ],
    [
      'the professional has lunch',
      {},
      lunch('13:30', '14:15'),
      [...times('09:00', '12:30'), ...times('14:15', '16:45')],
    ],
    [
      'both have lunch: each stretch begins its own grid, and the whole hour must fit',
      lunch('13:00', '14:10'),
      lunch('12:00', '12:30'),
      [...times('09:00', '11:00'), ...times('14:10', '16:40')],
    ],
    ['opens at an odd minute', { open_time: '09:10' }, undefined, times('09:10', '16:40')],
    ['is open for less than the service', { open_time: '09:00', close_time: '09:45' }, undefined, []],
    ['is open for just the service', { open_time: '09:00', close_time: '10:00' }, undefined, ['09:00']],
  ]
  for (const [name, business, professional, expected] of cases)
    test(name, async () => {
      const place = await salon(db)
      if (Object.keys(business).length) await businessHours(place, business)
      if (professional) await professionalHours(place, professional)
      assert.deepEqual(await slots(place), expected)
      const other = times('00:00', '23:30').find((time) => !expected.includes(time))!
      assert.equal((await book(place, { appointment_time: other })).status, 400)
    })

  test('only the weekday of the date counts', async () => {
    const place = await salon(db)
    await db
      .updateTable('business_hours')
      .set({ is_open: false })
      .where('business_id', '=', place.business_id)
      .where('day_of_week', '=', 0)
      .execute()
    assert.deepEqual(await slots(place, '2026-11-22'), [])
    assert.deepEqual(await slots(place, '2026-11-21'), WHOLE_DAY)
    assert.deepEqual(await slots(place, '2026-11-23'), WHOLE_DAY)
  })
})

describe('taken time', () => {
  const without = (...taken: string[]) => WHOLE_DAY.filter((time) => !taken.includes(time))

  test('a booked hour is not offered, the times that touch it are', async () => {
    const place = await salon(db)
    assert.equal((await book(place)).status, 201)
    assert.deepEqual(await slots(place), without('09:30', '10:00', '10:30'))
    assert.equal((await book(place, { appointment_time: '09:00' })).status, 201)
    assert.equal((await book(place, { appointment_time: '11:00' })).status, 201)
    assert.deepEqual(await slots(place), times('12:00', '17:00'))
  })

  const cases: [name: string, date: string, time: string, more: object, expected: string[]][] = [
    ['a quarter of an hour inside', MONDAY, '10:15', { minutes: 15 }, without('09:30', '10:00')],
    [
      'from the minute before a slot ends',
      MONDAY,
      '09:59',
      { minutes: 15 },
      without('09:00', '09:30', '10:00'),
    ],
    ['the whole day', MONDAY, '08:00', { minutes: 720 }, []],
    ['before opening, reaching in', MONDAY, '08:00', { minutes: 75 }, without('09:00')],
    ['on another day', '2026-11-24', '10:00', {}, WHOLE_DAY],
    ['cancelled', MONDAY, '10:00', { status: 'cancelled' }, WHOLE_DAY],
    [
      'completed',
      MONDAY,
      '10:00',
      { status: 'completed', attendance_status: 'no_show' },
      without('09:30', '10:00', '10:30'),
    ],
  ]
  for (const [name, date, time, more, expected] of cases)
    test(name, async () => {
      const place = await salon(db)
      await db
        .insertInto('appointments')
        .values(appointmentRow(place, date, time, more))
        .execute()
      assert.deepEqual(await slots(place), expected)
    })

  test('an appointment of the evening before reaches over midnight', async () => {
    const place = await salon(db)
    await businessHours(place, { open_time: '00:00', close_time: '06:00' })
    await db
      .insertInto('appointments')
      .values(appointmentRow(place, '2026-11-22', '14:30', { minutes: 720 }))
      .execute()
    assert.deepEqual(await slots(place), times('02:30', '05:00'))
  })

  test('a time whose appointment is cancelled is offered and booked again', async () => {
    const place = await salon(db)
    const { body } = await book(place)
    assert.equal((await book(place)).status, 409)
    await db
      .updateTable('appointments')
      .set({ status: 'cancelled' })
      .where('id', '=', body.appointment.id)
      .execute()
    assert.deepEqual(await slots(place), WHOLE_DAY)
    assert.equal((await book(place)).status, 201)
  })

  test('one professional’s appointments take nothing from another, nor one business’s from another', async () => {
    const [place, elsewhere] = [await salon(db), await salon(db)]
    const { id: professional_id } = await db
      .insertInto('professionals')
      .values({ business_id: place.business_id, professional_name: 'Otra' })
      .returning('id')
      .executeTakeFirstOrThrow()
    assert.equal((await book(place)).status, 201)
    assert.equal((await book({ ...place, professional_id })).status, 201)
    assert.equal((await book(elsewhere)).status, 201)
    assert.deepEqual(await slots({ ...place, professional_id }), without('09:30', '10:00', '10:30'))
  })
})

describe('the window and the clock', () => {
  const window: [date: string, offered: boolean][] = [
    ['2026-11-19', false],
    ['2026-11-20', true],
    ['2026-12-20', true],
    ['2026-12-21', false],
    ['2027-11-23', false],
    ['1970-01-01', false],
    ['2999-12-31', false],
  ]
  for (const [date, offered] of window)
    test(`${date} is ${offered ? '' : 'not '}offered on 2026-11-20`, async () => {
      const place = await salon(db)
      assert.equal((await slots(place, date)).length > 0, offered)
      const { status, body } = await book(place, { appointment_date: date, appointment_time: '17:00' })
      assert.equal(status, offered ? 201 : 400)
      if (!offered)
        assert.deepEqual(body.fields, {
          appointment_date: 'Solo se puede reservar desde hoy y hasta 30 días adelante',
        })
    })

  test('times of today are offered strictly later than now', async () => {
    const place = await salon(db)
    const today = () => slots(place, '2026-11-20')
    assert.deepEqual(await today(), times('10:30', '17:00'))
    clock.now = NOW + 30 * 60_000 - 1
    assert.deepEqual(await today(), times('10:30', '17:00'))
    clock.now = NOW + 30 * 60_000
    assert.deepEqual(await today(), times('11:00', '17:00'))
    clock.now = NOW + 8 * 3_600_000
    assert.deepEqual(await today(), [])
  })

  test('today is the business’s, whatever the date in UTC', async () => {
    const [bogota, madrid] = [await salon(db), await salon(db, { timezone: 'Europe/Madrid' })]
    // Now is Friday 20 at 23:30 in Bogotá and Saturday 21 at 05:30 in Madrid.
    clock.now = Date.parse('2026-11-21T04:30:00Z')
    assert.deepEqual(await slots(bogota, '2026-11-20'), [])
    assert.deepEqual(await slots(bogota, '2026-12-20'), WHOLE_DAY)
    assert.deepEqual(await slots(bogota, '2026-12-21'), [])
    assert.deepEqual(await slots(madrid, '2026-11-20'), [])
    assert.deepEqual(await slots(madrid, '2026-11-21'), WHOLE_DAY)
    assert.deepEqual(await slots(madrid, '2026-12-21'), WHOLE_DAY)
  })
})

describe('days on which the clocks change', () => {
  const night = { open_time: '00:00', close_time: '06:00' }

  const springs: [zone: string, date: string, utcOfNine: [before: string, on: string, after: string]][] = [
    ['Europe/Madrid', '2027-03-28', ['08:00', '07:00', '07:00']],
    ['America/New_York', '2027-03-14', ['14:00', '13:00', '13:00']],
    ['America/Los_Angeles', '2027-03-14', ['17:00', '16:00', '16:00']],
  ]
  for (const [timezone, date, utcOfNine] of springs) {
    const day = Temporal.PlainDate.from(date)

    test(`${timezone} in spring: the schedule’s hours stay on the wall`, async () => {
      const place = await salon(db, { timezone })
      clock.now = Date.parse(`${day.subtract({ days: 8 })}T12:00:00Z`)
      for (const [i, utc] of utcOfNine.entries()) {
        const appointment_date = day.add({ days: i - 1 }).toString()
        assert.deepEqual(await slots(place, appointment_date), WHOLE_DAY)
        const { status, body } = await book(place, { appointment_date, appointment_time: '09:00' })
        assert.equal(status, 201)
        assert.equal(body.appointment.starts_at, `${appointment_date}T${utc}:00.000Z`)
      }
    })

    test(`${timezone} in spring: the hour that is skipped is not offered, the hour before it ends after it`, async () => {
      const place = await salon(db, { timezone })
      await businessHours(place, night)
      clock.now = Date.parse(`${day.subtract({ days: 8 })}T12:00:00Z`)
      assert.deepEqual(await slots(place, date), [...times('00:00', '01:30'), ...times('03:00', '05:00')])

      const skipped = await book(place, { appointment_date: date, appointment_time: '02:30' })
      assert.equal(skipped.status, 400)
      assert.deepEqual(Object.keys(skipped.body.fields), ['appointment_time'])

      assert.equal((await book(place, { appointment_date: date, appointment_time: '01:30' })).status, 201)
      assert.deepEqual(await slots(place, date), ['00:00', '00:30', ...times('03:30', '05:00')])
    })
  }

  const autumns: [zone: string, date: string, repeated: string, firstOfThem: string][] = [
    ['Europe/Madrid', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ]
  for (const [timezone, date, appointment_time, starts_at] of autumns)
    test(`${timezone} in autumn: a repeated time is offered once and means the first`, async () => {
      const place = await salon(db, { timezone })
      await businessHours(place, night)
      clock.now = Date.parse('2026-10-20T12:00:00Z')
      assert.deepEqual(await slots(place, date), times('00:00', '05:00'))
      const { body } = await book(place, { appointment_date: date, appointment_time })
      assert.equal(body.appointment.starts_at, starts_at)
    })
})

describe('who and what', () => {
  const professional = (place: Salon, changes: object) =>
    db.updateTable('professionals').set(changes).where('id', '=', place.professional_id).execute()

  const unbookable: [string, (place: Salon) => Promise<unknown>, field: string, text: string][] = [
    [
      'an inactive professional',
      (place) => professional(place, { is_active: false }),
      'professional_id',
      'Este profesional no está disponible',
    ],
    [
      'a deleted professional',
      (place) => professional(place, { deleted_at: '2026-11-01T00:00:00Z' }),
      'professional_id',
      'Este profesional no está disponible',
    ],
    [
      'an inactive service',
      (place) =>
        db.updateTable('services').set({ is_active: false }).where('id', '=', place.service_id).execute(),
      'service_id',
      'Este servicio no está disponible',
    ],
    [
      'a deleted service',
      (place) =>
        db
          .updateTable('services')
          .set({ deleted_at: '2026-11-01T00:00:00Z' })
          .where('id', '=', place.service_id)
          .execute(),
      'service_id',
      'Este servicio no está disponible',
    ],
    [
      'a service that the professional does not do',
      (place) => professional(place, { specialties: '[999999]' }),
      'service_id',
      'Este profesional no realiza ese servicio',
    ],
  ]
  for (const [name, change, field, text] of unbookable)
    test(`${name} has no times and is not booked`, async () => {
      const place = await salon(db)
      await change(place)
      assert.deepEqual(await slots(place), [])
      const days = await call(
        'GET',
        `/api/schedules/available-days/${place.professional_id}?serviceId=${place.service_id}`,
      )
      assert.ok(days.body.days.every((day: { times: string[] }) => day.times.length === 0))
      const { status, body } = await book(place)
      assert.equal(status, 400)
      assert.deepEqual(body, { success: false, error: text, fields: { [field]: text } })
    })

  test('another business’s service has no times here and cannot be booked here', async () => {
    const [place, elsewhere] = [await salon(db), await salon(db)]
    assert.deepEqual(await slots(place, MONDAY, elsewhere.service_id), [])
    const { status, body } = await book(place, { service_id: elsewhere.service_id })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.fields), ['service_id'])
  })

  for (const specialties of [null, '', '[]', 'color y corte', '{"a":1}', '[null]'])
    test(`specialties ${JSON.stringify(specialties)} mean every service`, async () => {
      const place = await salon(db)
      await professional(place, { specialties })
      assert.deepEqual(await slots(place), WHOLE_DAY)
    })

  test('specialties hold ids as numbers or as text', async () => {
    const place = await salon(db)
    for (const specialties of [`[${place.service_id}]`, `["${place.service_id}", 999999]`]) {
      await professional(place, { specialties })
      assert.deepEqual(await slots(place), WHOLE_DAY)
    }
  })

  test('a suspended business has no times', async () => {
    const place = await salon(db, { suspended_at: '2026-11-01T00:00:00Z' })
    assert.deepEqual(await slots(place), [])
  })
})

describe('durations and grids', () => {
  test('without a service: 60 minutes', async () => {
    const place = await salon(db, { duration_minutes: 30 })
    assert.deepEqual(await slots(place), times('09:00', '17:30'))
    const { body } = await call('GET', `/api/schedules/available-slots/${place.professional_id}/${MONDAY}`)
    assert.deepEqual(
      body.slots.map(({ time }: { time: string }) => time),
      times('09:00', '17:00'),
    )
  })

  const grids: [duration: number, interval: number, expected: string[]][] = [
    [15, 30, times('09:00', '17:45', 15)],
    [30, 30, times('09:00', '17:30')],
    [45, 30, times('09:00', '17:00')],
    [180, 30, times('09:00', '15:00')],
    [60, 60, times('09:00', '17:00', 60)],
    [60, 20, times('09:00', '17:00', 20)],
    [90, 45, times('09:00', '16:30', 45)],
    [15, 60, times('09:00', '17:45', 15)],
    [15, 10, times('09:00', '17:40', 10)],
  ]
  for (const [duration, interval, expected] of grids)
    test(`${duration} minutes every ${interval}`, async () => {
      const place = await salon(db)
      await db
        .updateTable('businesses')
        .set({ slot_interval_minutes: interval })
        .where('id', '=', place.business_id)
        .execute()
      assert.deepEqual(await slots(place, MONDAY, await service(place, duration)), expected)
    })
})

describe('available-days', () => {
  const instants = [
    '2026-11-20T15:00:00Z',
    '2026-11-21T04:30:00Z',
    '2026-11-21T05:00:00Z',
    '2027-03-20T23:30:00Z',
    '2026-10-20T12:00:00Z',
  ]
  for (const timezone of ['America/Bogota', 'Europe/Madrid', 'America/New_York', 'America/Los_Angeles'])
    test(`says of 31 dates what available-slots says of each: ${timezone}`, async () => {
      const place = await salon(db, { timezone })
      await businessHours(place, {
        open_time: '00:00',
        close_time: '23:00',
        lunch_start_time: '12:00',
        lunch_end_time: '13:00',
      })
      await professionalHours(place, { start_time: '01:00', end_time: '22:30' })
      for (const instant of instants) {
        clock.now = Date.parse(instant)
        const first = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate()
        await db.deleteFrom('appointments').where('business_id', '=', place.business_id).execute()
        const taken: [ahead: number, time: string, minutes: number][] = [
          [0, '22:00', 15],
          [1, '09:00', 60],
          [8, '23:30', 120],
          [30, '21:00', 90],
        ]
        await db
          .insertInto('appointments')
          .values(
            taken.map(([days, time, minutes]) =>
              appointmentRow(place, first.add({ days }).toString(), time, { minutes, zone: timezone }),
            ),
          )
          .execute()
        const { status, body } = await call(
          'GET',
          `/api/schedules/available-days/${place.professional_id}?serviceId=${place.service_id}`,
        )
        assert.equal(status, 200)
        assert.deepEqual(
          body.days.map(({ date }: { date: string }) => date),
          Array.from({ length: 31 }, (_, days) => first.add({ days }).toString()),
        )
        for (const day of body.days)
          assert.deepEqual(day.times, await slots(place, day.date), `${instant} ${day.date}`)
        assert.ok(!body.days[1].times.includes('09:00'))
        assert.ok(!body.days[9].times.includes('01:00'))
        assert.ok(body.days[9].times.includes('01:30'))
      }
    })
})

describe('addresses', () => {
  const refused: [path: string, status: number][] = [
    [`available-slots/999999999/${MONDAY}`, 404],
    [`available-slots/9007199254740991/${MONDAY}`, 404],
    [`available-slots/9007199254740992/${MONDAY}`, 400],
    [`available-slots/99999999999999999999999/${MONDAY}`, 400],
    [`available-slots/0/${MONDAY}`, 400],
    [`available-slots/-1/${MONDAY}`, 400],
    [`available-slots/1.5/${MONDAY}`, 400],
    [`available-slots/0x1/${MONDAY}`, 400],
    [`available-slots/1e0/${MONDAY}`, 400],
    [`available-slots/%201/${MONDAY}`, 400],
    [`available-slots/uno/${MONDAY}`, 400],
    [`available-slots/1;drop table appointments/${MONDAY}`.replaceAll(' ', '%20'), 400],
    ['available-slots/1/mañana', 400],
    ['available-slots/1/2026-02-30', 400],
    ['available-slots/1/2026-11-23T10:00', 400],
    ['available-slots/1/23-11-2026', 400],
    [`available-slots/1/${MONDAY}?serviceId=`, 400],
    [`available-slots/1/${MONDAY}?serviceId=x`, 400],
    [`available-slots/1/${MONDAY}?serviceId=-1`, 400],
    [`available-slots/1/${MONDAY}?serviceId=1&serviceId=2`, 400],
    [`available-slots/1/${MONDAY}?serviceId=99999999999999999999`, 400],
    ['available-days/999999999', 404],
    ['available-days/0', 400],
    ['available-days/x?serviceId=1', 400],
    ['available-days/1?serviceId=0', 400],
    ['business/999999999', 404],
    ['business/x', 400],
  ]
  for (const [path, expected] of refused)
    test(`${path} answers ${expected}`, async () => {
      await salon(db)
      const { status, body } = await call('GET', `/api/schedules/${encodeURI(decodeURI(path))}`)
      assert.equal(status, expected)
      assert.equal(body.success, false)
      assert.ok(body.error.length > 5)
      if (expected === 400) assert.equal(Object.keys(body.fields).length, 1)
    })

  test('a wrong date is named', async () => {
    const { body } = await call('GET', '/api/schedules/available-slots/1/ayer')
    assert.deepEqual(body.fields, { date: 'La fecha no es válida: usa el formato AAAA-MM-DD' })
  })
})

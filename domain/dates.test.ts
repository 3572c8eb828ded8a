import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as dates from './dates.ts'
import { epochMinutes, wallClock } from './zone.ts'

test('dates that exist', () => {
  for (const good of ['1970-01-01', '2026-11-20', '2024-02-29', '2000-02-29', '2999-12-31']) {
    assert.equal(dates.isIsoDate(good), true, good)
  }
  const bad = [
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '1969-12-31',
    '3000-01-01',
  ]
  for (const no of [
    ...bad,
    '2026-1-1',
    '2026-11-20T10:00',
    ' 2026-11-20',
    '',
    null,
    undefined,
    20261120,
    {},
  ]) {
    assert.equal(dates.isIsoDate(no), false, String(no))
  }
})

test('clock times', () => {
  for (const good of ['00:00', '09:30', '23:59']) assert.equal(dates.isClockTime(good), true, good)
  for (const no of ['24:00', '9:30', '09:60', '09:30:00', '', null, 930])
    assert.equal(dates.isClockTime(no), false)
  assert.equal(dates.toClockTime('09:30:15'), '09:30')
  assert.equal(dates.toClockTime('09:30'), '09:30')
  for (const no of ['9:30', '25:00', '09:30:61', '09:30:00:00', 5])
    assert.equal(dates.toClockTime(no), undefined)
  assert.equal(dates.minutesOf('15:30'), 930)
  assert.equal(dates.minutesOf('15:30:45'), 930)
  for (const [minute, time] of [
    [0, '00:00'],
    [930, '15:30'],
    [1440, '00:00'],
    [1500, '01:00'],
    [-30, '23:30'],
  ] as const) {
    assert.equal(dates.clockTime(minute), time)
  }
})

test('counting days', () => {
  assert.equal(dates.addDays('2026-02-28', 1), '2026-03-01')
  assert.equal(dates.addDays('2024-02-28', 1), '2024-02-29')
  assert.equal(dates.addDays('2026-01-01', -1), '2025-12-31')
  assert.equal(dates.daysBetween('2026-11-20', '2026-12-20'), 30)
  assert.equal(dates.daysBetween('2026-11-20', '2026-11-19'), -1)
  assert.equal(dates.dayOfWeek('2026-11-20'), 5)
  assert.equal(dates.dayOfWeek('1970-01-01'), 4)
})

test('any date: counting and naming agree with the calendar of JavaScript', () => {
  const any = fc.integer({ min: 0, max: 300_000 }).map((n) => dates.addDays('1970-01-01', n))
  fc.assert(
    fc.property(any, fc.integer({ min: -400, max: 400 }), (d, n) => {
      assert.equal(dates.isIsoDate(d), true)
      assert.equal(dates.dayOfWeek(d), new Date(d).getUTCDay())
      if (d > '1972') assert.equal(dates.daysBetween(d, dates.addDays(d, n)), n)
    }),
  )
})

test('the booking window is 31 dates', () => {
  assert.deepEqual(dates.bookingWindow('2026-11-20'), { first: '2026-11-20', last: '2026-12-20' })
  const cases: [string, boolean][] = [
    ['2026-11-19', false],
    ['2026-11-20', true],
    ['2026-12-20', true],
    ['2026-12-21', false],
  ]
  for (const [date, inside] of cases) assert.equal(dates.inBookingWindow(date, '2026-11-20'), inside, date)
})

test('a booking window of another length', () => {
  assert.deepEqual(dates.bookingWindow('2026-11-20', 60), { first: '2026-11-20', last: '2027-01-19' })
  assert.equal(dates.inBookingWindow('2027-01-19', '2026-11-20', 60), true)
  assert.equal(dates.inBookingWindow('2026-11-21', '2026-11-20', 0), false)
})

test('times in words', () => {
  const times: [string, string][] = [
    ['00:00', '12:00 am'],
    ['09:05', '9:05 am'],
    ['11:59', '11:59 am'],
    ['12:00', '12:00 pm'],
    ['15:30', '3:30 pm'],
    ['15:30:00', '3:30 pm'],
  ]
  for (const [time, text] of times) assert.equal(dates.amPm(time), text)
  const ranges: [string, number, string][] = [
    ['15:30', 60, '3:30 – 4:30 pm'],
    ['11:30', 60, '11:30 am – 12:30 pm'],
    ['11:00', 60, '11:00 am – 12:00 pm'],
    ['08:00', 45, '8:00 – 8:45 am'],
    ['23:30', 60, '11:30 pm – 12:30 am'],
  ]
  for (const [time, duration, text] of ranges) assert.equal(dates.amPmRange(time, duration), text)
  assert.equal(dates.atTime('13:00'), 'a la 1:00 pm')
  assert.equal(dates.atTime('01:30'), 'a la 1:30 am')
  assert.equal(dates.atTime('11:00'), 'a las 11:00 am')
  assert.equal(dates.atTime('12:00'), 'a las 12:00 pm')
})

test('dates in words', () => {
  const d = '2026-11-20'
  assert.equal(dates.longDate(d), 'viernes 20 de noviembre de 2026')
  assert.equal(dates.mediumDate(d), 'viernes 20 de noviembre')
  assert.equal(dates.shortDate(d), 'vie 20 nov')
  assert.equal(dates.shortDate('2026-09-02'), 'mié 2 sep')
  assert.equal(dates.monthTitle(d), 'Noviembre 2026')
  assert.equal(dates.weekdayLabel(6), 'Sábado')
  assert.equal(dates.relativeShortDate(d, d), 'Hoy, vie 20 nov')
  assert.equal(dates.relativeShortDate('2026-11-21', d), 'Mañana, sáb 21 nov')
  assert.equal(dates.relativeShortDate('2026-11-27', d), 'vie 27 nov')
  assert.equal(dates.relativeShortDate('2026-11-19', d), 'jue 19 nov')
})

const ODD_ZONES = [
  'America/Bogota',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Europe/Madrid',
  'Australia/Lord_Howe',
]

/** The answer of a browser with Temporal, which must equal that of one without it. */
function inBrowsers<T>(answer: () => T): T {
  const modern = answer()
  const { Temporal } = globalThis
  Reflect.deleteProperty(globalThis, 'Temporal')
  try {
    assert.deepEqual(answer(), modern)
  } finally {
    Object.assign(globalThis, { Temporal })
  }
  return modern
}

test('the browser’s clock agrees with Temporal', () => {
  const bogota = (epochMs: number) => inBrowsers(() => dates.nowIn('America/Bogota', epochMs))
  assert.deepEqual(bogota(Date.UTC(2026, 10, 20, 4, 59)), { date: '2026-11-19', minute: 1439 })
  assert.deepEqual(bogota(Date.UTC(2026, 10, 20, 5, 0)), { date: '2026-11-20', minute: 0 })
  const epochs = fc.integer({ min: Date.UTC(2020) / 60_000, max: Date.UTC(2035) / 60_000 })
  fc.assert(
    fc.property(epochs, fc.constantFrom(...ODD_ZONES), (epoch, zone) => {
      const now = inBrowsers(() => dates.nowIn(zone, epoch * 60_000))
      const { date, time } = wallClock(epoch, zone)
      assert.deepEqual(now, { date, minute: dates.minutesOf(time) })
      const instant = inBrowsers(() => dates.instantIn(zone, date, time))
      assert.equal(instant, epochMinutes(date, time, zone))
    }),
  )
})

test('the browser’s instants on days of clock changes', () => {
  const days: [string, string][] = [
    ['2026-03-29', 'Europe/Madrid'],
    ['2026-10-25', 'Europe/Madrid'],
    ['2026-11-01', 'America/New_York'],
    ['2026-10-04', 'Australia/Lord_Howe'],
    ['2026-04-05', 'Australia/Lord_Howe'],
  ]
  for (const [date, zone] of days) {
    for (let minute = 0; minute < 1440; minute += 5) {
      const time = dates.clockTime(minute)
      assert.equal(
        inBrowsers(() => dates.instantIn(zone, date, time)),
        epochMinutes(date, time, zone),
        `${date} ${time} ${zone}`,
      )
    }
  }
})

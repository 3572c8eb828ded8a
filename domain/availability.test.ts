import assert from 'node:assert/strict'
import { test } from 'node:test'
import { availability, type Rule } from './availability.ts'
import type { AvailabilityFacts } from './availability-facts.ts'
import { minutesOf } from './dates.ts'
import { DEFAULT_BUSINESS_WEEK } from './week.ts'
import { zoneClock } from './zone.ts'

interface Case {
  date?: string
  zone?: string
  hours?: [from: string, to: string][]
  breaks?: [from: string, to: string][]
  busy?: [from: string, to: string, id?: number][]
  absences?: [from: string, to: string][]
  duration?: number
  interval?: number
  now?: string
  facts?: Partial<AvailabilityFacts>
}

/** A day in Bogotá with its own hours by default. All times are local to the date. */
function dayOf(c: Case) {
  const { date = '2026-11-20', zone = 'America/Bogota', hours = [['09:00', '12:00']] } = c
  const clock = zoneClock(zone)
  const { instant, startEpoch } = clock.day(date)
  const at = (time: string): number => instant(minutesOf(time))!
  const ranges = (list: [string, string][] = []) =>
    list.map(([from, to]) => [minutesOf(from), minutesOf(to)] as const)
  const { starts, refusal, explain, leavingGaps } = availability({
    business_week: [],
    professional_week: [],
    special_hours: { [date]: { open: ranges(hours), breaks: ranges(c.breaks) } },
    duration_minutes: c.duration ?? 60,
    slot_interval_minutes: c.interval ?? 30,
    busy: (c.busy ?? []).map(([from, to, id]) => [at(from), at(to), id] as const),
    absences: (c.absences ?? []).map(([from, to]) => ({ from: at(from), to: at(to), kind: 'block' })),
    nowMs: c.now ? at(c.now) * 60_000 : (startEpoch - 1) * 60_000,
    clock,
    ...c.facts,
  })
  return {
    starts: starts(date).join(' '),
    refusal: (time: string) => refusal(date, time),
    leavingGaps: (shortest: number) => leavingGaps(date, shortest).join(' '),
    explain: Object.fromEntries(explain(date).map(({ rule, times }) => [rule, times.join(' ')])),
  }
}

const cases: [rule: string, given: Case, expected: string][] = [
  ['every 30 minutes, the whole hour fits', {}, '09:00 09:30 10:00 10:30 11:00'],
  ['every 15 when shorter than 30', { hours: [['09:00', '10:00']], duration: 15 }, '09:00 09:15 09:30 09:45'],
  ['a range begins its own grid', { hours: [['09:10', '10:40']] }, '09:10 09:40'],
  [
    'again from the end of lunch',
    {
      hours: [
        ['09:00', '10:45'],
        ['11:15', '12:30'],
      ],
    },
    '09:00 09:30 11:15',
  ],
  ['an exact fit', { hours: [['09:00', '10:00']] }, '09:00'],
  ['a minute too short', { hours: [['09:00', '09:59']] }, ''],
  ['closed', { hours: [] }, ''],
  ['beside a booking', { busy: [['10:00', '11:00']] }, '09:00 11:00'],
  [
    'a booking that overlaps in part',
    { busy: [['10:10', '10:20']], duration: 30 },
    '09:00 09:30 10:30 11:00 11:30',
  ],
  [
    'bookings in any order',
    {
      busy: [
        ['11:00', '12:00'],
        ['09:00', '10:00'],
      ],
    },
    '10:00',
  ],
  ['strictly later than now', { now: '09:30' }, '10:00 10:30 11:00'],
  ['a minute before is still later', { now: '09:29' }, '09:30 10:00 10:30 11:00'],
  ['60 minutes of notice, exactly 60 passes', { now: '09:30', facts: { noticeMinutes: 60 } }, '10:30 11:00'],
  ['all past', { now: '11:00' }, ''],
  ['until the end of the day', { hours: [['22:30', '23:59']], duration: 30 }, '22:30 23:00'],
  ['a step of no size offers nothing', { interval: 0 }, ''],
  [
    'spring: the skipped hour is not offered and is no working time',
    { date: '2026-03-29', zone: 'Europe/Madrid', hours: [['01:00', '04:00']] },
    '01:00 01:30 03:00',
  ],
  [
    'spring: a range that ends in the skipped hour ends at the change',
    { date: '2026-03-29', zone: 'Europe/Madrid', hours: [['00:30', '02:30']] },
    '00:30 01:00',
  ],
  [
    'spring: a range that begins in it',
    { date: '2026-03-29', zone: 'Europe/Madrid', hours: [['02:15', '04:30']] },
    '03:15',
  ],
  [
    'spring: a range within it',
    { date: '2026-03-29', zone: 'Europe/Madrid', hours: [['02:10', '02:50']], duration: 15 },
    '',
  ],
  [
    'autumn: repeated times mean the first, and the hour between counts',
    { date: '2026-10-25', zone: 'Europe/Madrid', hours: [['02:00', '03:30']], duration: 120 },
    '02:00 02:30',
  ],
  ['a break', { breaks: [['10:00', '10:30']] }, '09:00 10:30 11:00'],
  ['an absence', { absences: [['10:15', '10:20']], duration: 30 }, '09:00 09:30 10:30 11:00 11:30'],
  [
    'its own time is free for itself',
    {
      busy: [
        ['09:00', '10:00', 7],
        ['10:00', '11:00', 8],
      ],
      facts: { movingId: 7 },
    },
    '09:00 11:00',
  ],
  [
    'all parts of its own',
    {
      busy: [
        ['09:00', '09:30', 7],
        ['10:00', '10:30', 7],
      ],
      facts: { movingId: 7 },
    },
    '09:00 09:30 10:00 10:30 11:00',
  ],
  [
    'between the parts of another',
    {
      busy: [
        ['09:00', '09:30', 7],
        ['10:30', '11:00', 7],
      ],
      facts: {},
    },
    '09:30 11:00',
  ],
  [
    'as many as may be',
    { busy: [['09:00', '10:00', 7]], facts: { dailyLimit: 1, begun: [['2026-11-20', 7]] } },
    '',
  ],
  [
    'one fewer, in two parts; another day’s counts there',
    {
      busy: [
        ['09:00', '09:15', 7],
        ['09:45', '10:00', 7],
      ],
      facts: {
        dailyLimit: 2,
        begun: [
          ['2026-11-20', 7],
          ['2026-11-19', 6],
        ],
      },
    },
    '10:00 10:30 11:00',
  ],
  [
    'the one that is moved counts against no limit',
    { busy: [['09:00', '10:00', 7]], facts: { dailyLimit: 1, movingId: 7, begun: [['2026-11-20', 7]] } },
    '09:00 09:30 10:00 10:30 11:00',
  ],
  [
    'before and after reach past the hours',
    { facts: { parts: [[-30, 90]] } },
    '09:00 09:30 10:00 10:30 11:00',
  ],
  [
    'before and after lie within the hours when the business says so',
    { facts: { parts: [[-30, 90]], buffersInsideHours: true } },
    '09:30 10:00 10:30',
  ],
  ['nothing at all', { facts: { unavailable: 'inactive' } }, ''],
  ['today is the last day', { now: '08:00', facts: { horizonDays: 0 } }, '09:00 09:30 10:00 10:30 11:00'],
  ['beyond the last day', { facts: { horizonDays: 0 } }, ''],
]

for (const [rule, given, expected] of cases)
  test(`availability: ${rule}`, () => assert.equal(dayOf(given).starts, expected))

test('starts that leave a gap in which nothing fits are known, and stay free', () => {
  const given: Case = { busy: [['10:30', '11:00', 1]], duration: 30, interval: 15, facts: {} }
  const { leavingGaps, starts } = dayOf(given)
  assert.equal(starts, '09:00 09:15 09:30 09:45 10:00 11:00 11:15 11:30')
  assert.equal(leavingGaps(30), '09:15 09:45 11:15')
  // After eleven there is but one hour.
  assert.equal(leavingGaps(60), '09:15 09:30 09:45 11:00 11:15 11:30')
  assert.equal(leavingGaps(15), '')
  assert.equal(dayOf({ ...given, now: '09:10' }).leavingGaps(30), '09:45 11:15')
})

test('why a start is refused, on the grid and off it', () => {
  const given: Case = {
    hours: [
      ['08:00', '12:00'],
      ['14:00', '16:00'],
    ],
    breaks: [['10:00', '10:30']],
    busy: [['14:00', '14:30', 1]],
    absences: [['11:00', '11:10']],
    duration: 30,
    now: '08:30',
    facts: { noticeMinutes: 40 },
  }
  const { refusal } = dayOf(given)
  const expected: [time: string, rule: Rule | undefined][] = [
    ['00:00', 'past'],
    ['08:30', 'past'],
    ['09:00', 'notice'],
    ['09:10', 'grid'],
    ['09:30', undefined],
    ['09:45', 'grid'],
    ['10:00', 'break'],
    ['10:29', 'break'],
    ['10:30', undefined],
    ['11:00', 'absence'],
    ['11:30', undefined],
    ['11:45', 'grid'],
    ['12:00', 'closed'],
    ['14:00', 'busy'],
    ['14:30', undefined],
    ['16:00', 'closed'],
  ]
  for (const [time, rule] of expected) assert.equal(refusal(time), rule, time)
  assert.equal(dayOf({ ...given, duration: 45 }).refusal('11:30'), 'fit')
  const full: Partial<AvailabilityFacts> = { dailyLimit: 1, begun: [['2026-11-20', 1]] }
  assert.equal(dayOf({ ...given, facts: full }).refusal('11:30'), 'limit')
  for (const parts of [[[-5, 30]], [[-10, 60]]] as const)
    assert.equal(dayOf({ ...given, facts: { parts } }).refusal('14:30'), 'buffers')
  assert.equal(dayOf({ ...given, facts: { parts: [[-21, 30]] } }).refusal('11:30'), 'buffers')
  const inside = { parts: [[-5, 30]] as const, buffersInsideHours: true }
  assert.equal(dayOf({ ...given, facts: inside }).refusal('10:30'), 'buffers')
  assert.equal(dayOf({ ...given, facts: { horizonDays: -1 } }).refusal('11:30'), 'horizon')
  for (const unavailable of ['inactive', 'service', 'specialty'] as const)
    assert.equal(dayOf({ ...given, facts: { unavailable } }).refusal('11:30'), unavailable)
})

test('a day that explains itself', () => {
  const { explain, starts } = dayOf({
    hours: [['00:00', '12:00']],
    breaks: [['06:00', '08:00']],
    busy: [['08:00', '10:00', 1]],
    absences: [['10:00', '10:05']],
    duration: 60,
    interval: 60,
    now: '02:00',
    facts: { noticeMinutes: 90 },
  })
  assert.equal(starts, '04:00 05:00 11:00')
  assert.deepEqual(explain, {
    past: '00:00 01:00 02:00',
    notice: '03:00',
    closed: Array.from({ length: 12 }, (_, i) => `${i + 12}:00`).join(' '),
    break: '06:00 07:00',
    absence: '10:00',
    busy: '08:00 09:00',
  })
})

test('a date follows its weekday, unless it has hours of its own', () => {
  const facts: AvailabilityFacts = {
    business_week: DEFAULT_BUSINESS_WEEK,
    professional_week: [],
    special_hours: {
      '2026-11-22': { open: [[600, 720]] },
      '2026-11-23': { open: [] },
      '2026-11-24': { works: [[1020, 1200]] },
    },
    duration_minutes: 60,
    slot_interval_minutes: 30,
    busy: [],
    nowMs: Date.parse('2026-11-20T05:00:00Z'),
    clock: zoneClock('America/Bogota'),
  }
  const { starts, explain, days } = availability(facts)
  assert.deepEqual(starts('2026-11-22'), ['10:00', '10:30', '11:00'])
  assert.deepEqual(starts('2026-11-23'), [])
  assert.equal(explain('2026-11-23')[0]!.rule, 'closed')
  assert.deepEqual(starts('2026-11-24'), ['17:00'])
  assert.deepEqual(starts('2026-11-29'), [])
  assert.equal(starts('2026-11-30').length, 17)
  assert.equal(days().length, 31)
  assert.deepEqual([days()[0]!.date, days()[30]!.date], ['2026-11-20', '2026-12-20'])
  assert.deepEqual(
    availability({ ...facts, horizonDays: 3 })
      .days()
      .map(({ date, times }) => [date.slice(8), times.length]),
    [
      ['20', 17],
      ['21', 11],
      ['22', 3],
      ['23', 0],
    ],
  )
})

test('however many appointments and absences there are, each is looked at once and not for each start', () => {
  const nowMs = Date.parse('2026-11-20T05:00:00Z')
  const clock = zoneClock('America/Bogota')
  const begin = clock.day('2026-11-20').startEpoch
  let looks = 0
  const absences = Array.from({ length: 2000 }, (_, n) => ({
    get from() {
      looks++
      return n === 1999 ? begin : begin + 40 * n
    },
    to: n === 1999 ? begin + 1440 * 70 : begin + 40 * n + 1,
  }))
  const { days } = availability({
    business_week: DEFAULT_BUSINESS_WEEK,
    professional_week: [],
    duration_minutes: 15,
    slot_interval_minutes: 5,
    busy: [],
    absences,
    horizonDays: 90,
    nowMs,
    clock,
  })
  const free = days().flatMap(({ times }) => times)
  assert.deepEqual(free, [], 'the last absence takes everything')
  assert.equal(looks, absences.length)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockTime, minutesOf } from './dates.ts'
import { freeTimesText, isFree, nearestStarts, slotGroups, slotStep, startsOfDay } from './slots.ts'
import { dayClock } from './zone.ts'

type Case = {
  date?: string
  zone?: string
  hours?: [from: string, to: string][]
  busy?: [from: string, to: string][]
  duration?: number
  step?: number
  now?: string
  notice?: number
}

/** The free starts, as text, of a day in Bogotá unless said otherwise; `now` is local to the date. */
function starts(c: Case): string {
  const { date = '2026-11-20', zone = 'America/Bogota', hours = [['09:00', '12:00']], duration = 60 } = c
  const { instant, startEpoch } = dayClock(date, zone)
  const at = (time: string): number => instant(minutesOf(time))!
  return startsOfDay({
    ranges: hours.map(([from, to]) => [minutesOf(from), minutesOf(to)] as const),
    instant,
    busy: (c.busy ?? []).map(([from, to]) => [at(from), at(to)] as const),
    durationMinutes: duration,
    stepMinutes: c.step ?? slotStep(duration),
    nowMs: c.now ? at(c.now) * 60_000 : (startEpoch - 1) * 60_000,
    noticeMinutes: c.notice ?? 0,
  })
    .map(clockTime)
    .join(' ')
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
  ['60 minutes of notice, exactly 60 passes', { now: '09:30', notice: 60 }, '10:30 11:00'],
  ['all past', { now: '11:00' }, ''],
  ['until the end of the day', { hours: [['22:30', '23:59']], duration: 30 }, '22:30 23:00'],
  ['a step of no size offers nothing', { step: 0 }, ''],
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
]

for (const [rule, given, expected] of cases)
  test(`slots: ${rule}`, () => assert.equal(starts(given), expected))

test('free means no overlap; touching is free', () => {
  assert.equal(
    isFree(10, 20, [
      [0, 10],
      [20, 30],
    ]),
    true,
  )
  for (const taken of [
    [9, 11],
    [19, 21],
    [12, 13],
    [0, 99],
  ] as const)
    assert.equal(isFree(10, 20, [taken]), false)
})

test('the step', () => {
  const steps: [number, number | undefined, number][] = [
    [60, undefined, 30],
    [30, undefined, 30],
    [29, undefined, 15],
    [15, undefined, 15],
    [15, 10, 10],
    [15, 60, 15],
    [60, 45, 45],
  ]
  for (const [duration, interval, step] of steps) assert.equal(slotStep(duration, interval), step)
})

test('the nearest free starts, in order', () => {
  const day = (date: string, ...times: string[]) => times.map((t) => ({ date, time: t }))
  const free = [
    ...day('2026-11-20', '09:00', '14:30', '15:00', '16:00', '17:00'),
    ...day('2026-11-21', '09:00'),
  ]
  const near = (wanted: { date: string; time: string }, n?: number) =>
    nearestStarts(free, wanted, n).map((s) => `${s.date.slice(8)} ${s.time}`)
  assert.deepEqual(near({ date: '2026-11-20', time: '15:30' }), [
    '20 14:30',
    '20 15:00',
    '20 16:00',
    '20 17:00',
  ])
  assert.deepEqual(near({ date: '2026-11-20', time: '15:30' }, 1), ['20 15:00'])
  assert.deepEqual(near({ date: '2026-11-21', time: '08:00' }, 2), ['20 17:00', '21 09:00'])
  assert.deepEqual(nearestStarts([], { date: '2026-11-20', time: '15:30' }), [])
})

test('times under their headings', () => {
  assert.deepEqual(slotGroups(['09:00', '11:45', '12:00', '18:00', '18:15', '18:30']), [
    { label: 'Mañana', times: ['09:00', '11:45'] },
    { label: 'Tarde', times: ['12:00', '18:00', '18:15'] },
    { label: 'Noche', times: ['18:30'] },
  ])
  assert.deepEqual(slotGroups([]), [])
})

test('free times, counted in words', () => {
  assert.equal(freeTimesText(['09:00']), '1 horario libre')
  assert.equal(freeTimesText(['09:00', '09:30']), '2 horarios libres')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBackupDue, isBackupLate, isRehearsalDue, keptBackups } from './backups.ts'

const BOGOTA = { hour: 3, zone: 'America/Bogota' }
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const MINUTE = 60_000
const DAY = 1440 * MINUTE

test('a backup is due once a night, from its hour on', () => {
  const cases: [now: string, last: string | undefined, expected: boolean][] = [
    ['2026-11-20T12:00-05:00', undefined, true],
    ['2026-11-20T02:59-05:00', '2026-11-19T03:00-05:00', false],
    ['2026-11-20T03:00-05:00', '2026-11-19T03:00-05:00', true],
    ['2026-11-20T03:01-05:00', '2026-11-20T03:00-05:00', false],
    // The server stood still at night: it makes up for it.
    ['2026-11-20T10:00-05:00', '2026-11-19T03:00-05:00', true],
    // One that was made by day does not replace the night's.
    ['2026-11-21T03:00-05:00', '2026-11-20T22:00-05:00', true],
  ]
  for (const [now, last, expected] of cases)
    assert.equal(isBackupDue({ lastAt: last ? at(last) : undefined }, at(now), BOGOTA), expected, now)
})

test('a failure is tried again after half an hour', () => {
  const now = at('2026-11-20T04:00-05:00')
  assert.equal(isBackupDue({ failedAt: now - 29 * MINUTE }, now, BOGOTA), false)
  assert.equal(isBackupDue({ failedAt: now - 30 * MINUTE }, now, BOGOTA), true)
})

test('a backup whose pictures filled the disk is tried again in the next night', () => {
  const filledAt = at('2026-11-20T03:10-05:00')
  const isDue = (now: string) => isBackupDue({ failedAt: filledAt, filledAt }, at(now), BOGOTA)
  assert.deepEqual(
    ['2026-11-20T12:00-05:00', '2026-11-21T02:59-05:00', '2026-11-21T03:00-05:00'].map(isDue),
    [false, false, true],
  )
})

test('a night whose clocks skip or repeat the hour has one backup', () => {
  const madrid = { hour: 2, zone: 'Europe/Madrid' }
  const dueIn = (from: string, zone: typeof madrid) => {
    let lastAt: number | undefined = at(from) - MINUTE
    let made = 0
    for (let now = at(from); now < at(from) + DAY; now += 10 * MINUTE)
      if (isBackupDue({ lastAt }, now, zone)) {
        lastAt = now
        made++
      }
    return made
  }
  assert.equal(dueIn('2026-03-28T12:00+01:00', madrid), 1)
  assert.equal(dueIn('2026-10-24T12:00+02:00', madrid), 1)
  assert.equal(dueIn('2026-06-10T12:00+02:00', madrid), 1)
})

test('a restore is rehearsed once a week, when there is a backup, and one that failed in the next night', () => {
  const night = { hour: 3, zone: 'America/Bogota' }
  const now = at('2026-11-20T04:00-05:00')
  const isDue = (runs: Parameters<typeof isRehearsalDue>[0], when = now) =>
    isRehearsalDue(runs, now - DAY, when, night)
  assert.equal(isRehearsalDue({}, undefined, now, night), false)
  assert.equal(isDue({}), true)
  assert.equal(isDue({ lastAt: now - 6 * DAY }), false)
  assert.equal(isDue({ lastAt: now - 7 * DAY }), true)
  // The first one is made at any hour; those after it at night.
  const noon = at('2026-11-13T12:00-05:00')
  assert.equal(isDue({ lastAt: noon }, at('2026-11-20T02:59-05:00')), false)
  assert.equal(isDue({ lastAt: noon }, at('2026-11-20T03:00-05:00')), true)
  const failedAt = at('2026-11-20T03:10-05:00')
  for (const when of ['2026-11-20T03:41-05:00', '2026-11-20T12:00-05:00', '2026-11-21T02:59-05:00'])
    assert.equal(isDue({ failedAt }, at(when)), false, when)
  assert.equal(isDue({ failedAt }, at('2026-11-21T03:00-05:00')), true)
})

test('26 hours without a backup are too long', () => {
  const now = at('2026-11-20T05:00-05:00')
  assert.equal(isBackupLate(undefined, now), true)
  assert.equal(isBackupLate(now - 26 * 60 * MINUTE, now), false)
  assert.equal(isBackupLate(now - 26 * 60 * MINUTE - 1, now), true)
})

test('7 days, 4 weeks and 6 months are kept, the newest of each', () => {
  const first = at('2026-01-01T03:00-05:00')
  const nights = Array.from({ length: 324 }, (_, n) => first + n * DAY)
  const kept = [...keptBackups(nights, 'America/Bogota')]
    .toSorted((a, b) => b - a)
    .map((ms) =>
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('America/Bogota').toPlainDate(),
    )
    .map(String)
  assert.deepEqual(
    kept.join(' '),
    '2026-11-20 2026-11-19 2026-11-18 2026-11-17 2026-11-16 2026-11-15 2026-11-14 ' +
      '2026-11-08 2026-11-01 2026-10-31 2026-09-30 2026-08-31 2026-07-31 2026-06-30',
  )
  // Night after night, as it is done, the same ones are left.
  let left: number[] = []
  for (const night of nights) left = [...keptBackups([...left, night], 'America/Bogota')]
  assert.deepEqual(new Set(left), keptBackups(nights, 'America/Bogota'))
  // However old it is, the last one stays; several of a day are one.
  assert.deepEqual(keptBackups([first], 'America/Bogota'), new Set([first]))
  const day = [first, first + 60 * MINUTE, first + 120 * MINUTE]
  assert.deepEqual(keptBackups(day, 'America/Bogota'), new Set([day[2]]))
})

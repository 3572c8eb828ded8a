import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayClock, epochMinutes, isTimeZone, TIME_ZONES, today, wallClock } from './zone.ts'

const utc = (text: string): number => Date.parse(text) / 60_000

test('six zones are offered', () => {
  assert.equal(TIME_ZONES.length, 6)
  assert.equal(isTimeZone('America/Bogota'), true)
  for (const no of ['Asia/Kathmandu', 'america/bogota', '', null, 5]) assert.equal(isTimeZone(no), false)
})

test('wall-clock times and their instants', () => {
  const cases: [string, string, string, string | undefined][] = [
    ['2026-11-20', '15:30', 'America/Bogota', '2026-11-20T20:30Z'],
    ['2026-11-20', '15:30:00', 'America/Bogota', '2026-11-20T20:30Z'],
    ['2026-11-20', '00:00', 'Asia/Kathmandu', '2026-11-19T18:15Z'],
    ['2026-07-01', '12:00', 'America/St_Johns', '2026-07-01T14:30Z'],
    ['2026-03-29', '01:59', 'Europe/Madrid', '2026-03-29T00:59Z'],
    ['2026-03-29', '02:00', 'Europe/Madrid', undefined],
    ['2026-03-29', '02:59', 'Europe/Madrid', undefined],
    ['2026-03-29', '03:00', 'Europe/Madrid', '2026-03-29T01:00Z'],
    ['2026-10-25', '02:30', 'Europe/Madrid', '2026-10-25T00:30Z'],
    ['2026-10-25', '03:00', 'Europe/Madrid', '2026-10-25T02:00Z'],
    ['2026-03-08', '02:30', 'America/New_York', undefined],
    ['2026-11-01', '01:30', 'America/Los_Angeles', '2026-11-01T08:30Z'],
    // Clock changes at or next to midnight.
    ['2018-11-04', '00:30', 'America/Sao_Paulo', undefined],
    ['2018-11-04', '01:00', 'America/Sao_Paulo', '2018-11-04T03:00Z'],
    ['2010-03-14', '00:00', 'America/St_Johns', '2010-03-14T03:30Z'],
    ['2010-03-14', '00:30', 'America/St_Johns', undefined],
    ['2010-11-07', '00:00', 'America/St_Johns', '2010-11-07T02:30Z'],
  ]
  for (const [date, time, zone, expected] of cases) {
    const instant = expected === undefined ? undefined : utc(expected)
    assert.equal(epochMinutes(date, time, zone), instant, `${date} ${time} ${zone}`)
    if (instant !== undefined) assert.deepEqual(wallClock(instant, zone), { date, time: time.slice(0, 5) })
  }
})

test('every minute of any day agrees with Temporal', () => {
  const days: [string, string][] = [
    ['2026-11-20', 'America/Bogota'],
    ['1986-01-01', 'Asia/Kathmandu'],
    ['2026-03-08', 'America/St_Johns'],
    ['2010-11-06', 'America/St_Johns'],
    ['2010-11-07', 'America/St_Johns'],
    ['2026-10-25', 'Europe/Madrid'],
    ['2018-02-17', 'America/Sao_Paulo'],
    ['2026-04-05', 'Australia/Lord_Howe'],
  ]
  for (const [date, zone] of days) {
    const clock = dayClock(date, zone)
    const day = Temporal.PlainDate.from(date)
    assert.equal(clock.startEpoch, day.toZonedDateTime(zone).epochMilliseconds / 60_000)
    assert.equal(clock.instant(1440), day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds / 60_000)
    for (let minute = 0; minute < 1440; minute++) {
      const plain = day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
      const zoned = plain.toZonedDateTime(zone, { disambiguation: 'earlier' })
      const exists = zoned.toPlainDateTime().equals(plain)
      assert.equal(
        clock.instant(minute),
        exists ? zoned.epochMilliseconds / 60_000 : undefined,
        `${plain} ${zone}`,
      )
    }
  }
})

test('today is the zone’s, and one day’s clock is kept', () => {
  const ms = Date.parse('2026-11-20T04:30:59.999Z')
  assert.equal(today('America/Bogota', ms), '2026-11-19')
  assert.equal(today('Europe/Madrid', ms), '2026-11-20')
  assert.equal(dayClock('2026-11-20', 'America/Bogota'), dayClock('2026-11-20', 'America/Bogota'))
  assert.throws(() => dayClock('2026-11-20', 'Nowhere/Land'), RangeError)
})

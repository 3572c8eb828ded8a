import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levelOf, minuteOf, minutesByDay, STATUS_DAYS, statusDay, worked } from './status.ts'

const minute = (iso: string) => minuteOf(Date.parse(iso))

test('minutes by the days of Bogotá', () => {
  assert.equal(statusDay(minute('2026-11-21T04:59:00Z')), '2026-11-20')
  assert.equal(statusDay(minute('2026-11-21T05:00:00Z')), '2026-11-21')
  assert.deepEqual(minutesByDay(minute('2026-11-21T04:50:00Z'), minute('2026-11-22T05:03:00Z')), [
    { day: '2026-11-20', minutes: 10 },
    { day: '2026-11-21', minutes: 1440 },
    { day: '2026-11-22', minutes: 3 },
  ])
  assert.deepEqual(minutesByDay(5, 5), [])
  const long = minutesByDay(0, minute('2026-11-22T05:00:00Z'))
  assert.equal(long.length, STATUS_DAYS)
  assert.equal(long[0]!.minutes, 1440)
})

test('a share that is not all of it is never said to be', () => {
  const of = (minutes: number, down: number) => worked([{ minutes, down }])
  assert.equal(of(129_600, 0), '100 %')
  assert.equal(of(129_600, 1), '99,99 %')
  assert.equal(of(1000, 5), '99,50 %')
  assert.equal(of(10, 10), '0,00 %')
  assert.equal(of(0, 0), undefined)
  assert.equal(worked([]), undefined)
})

test('how a day looks', () => {
  assert.deepEqual(
    [
      [0, 0],
      [1440, 0],
      [1440, 1],
      [1440, 71],
      [1440, 72],
    ].map(([minutes, down]) => levelOf({ minutes: minutes!, down: down! })),
    ['none', 'good', 'some', 'some', 'bad'],
  )
})

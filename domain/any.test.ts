import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapsOfAny } from './any.ts'
import type { ClockTime } from './dates.ts'

test('of many people, only the starts of which no gap is settled are looked at with the next one', () => {
  const times: ClockTime[] = ['09:00', '09:15', '09:30', '09:45', '10:00']
  let looks = 0
  const person = (gaps: ClockTime[], free = times) => ({
    freeOf(_: string, asked: readonly ClockTime[]) {
      looks += asked.length
      return asked.filter((time) => free.includes(time))
    },
    leavingGaps: (_: string, _shortest: number, asked: ClockTime[] = free) =>
      asked.filter((time) => gaps.includes(time)),
  })
  const gaps = (people: ReturnType<typeof person>[]) => {
    looks = 0
    return gapsOfAny(people, { date: '2026-11-23', times }, 30)
  }
  const others = Array.from({ length: 99 }, () => person([]))
  assert.deepEqual(gaps([person(['09:15', '09:45']), ...others]), [])
  assert.equal(looks, 5 + 2)
  // Who is not free settles nothing.
  assert.deepEqual(gaps([person(['09:15', '09:45'], ['09:15', '09:45']), person(['09:45'])]), ['09:45'])
  assert.equal(looks, 5 + 5)
})

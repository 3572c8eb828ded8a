import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesOf } from './dates.ts'
import { byPresence, fitsIn, presenceAt, type Presence } from './presence.ts'
import type { Range } from './schedule.ts'

/** '9:00-12:00 13:00-18:00' */
const ranges = (text: string): Range[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => one.split('-').map((time) => minutesOf(time.padStart(5, '0'))) as [number, number])

const CASES: [hours: string, taken: string, at: string, said: string][] = [
  ['9:00-18:00', '', '10:12', 'free until 18:00'],
  ['9:00-18:00', '11:00-12:00', '10:12', 'free until 11:00, booked'],
  ['9:00-18:00', '14:00-15:00 11:00-12:00', '10:12', 'free until 11:00, booked'],
  ['9:00-13:00 14:00-18:00', '', '10:12', 'free until 13:00'],
  ['9:00-18:00', '10:00-11:00', '10:12', 'taken, free from 11:00'],
  ['9:00-18:00', '10:00-11:00 11:00-12:00', '10:12', 'taken, free from 12:00'],
  // The time of processing is nobody's: what is taken lies around it.
  ['9:00-18:00', '9:00-10:00 11:00-12:00', '10:12', 'free until 11:00, booked'],
  ['9:00-18:00', '10:00-18:00', '10:12', 'taken'],
  ['9:00-18:00', '', '8:00', 'free from 09:00'],
  ['9:00-10:00 11:00-18:00', '', '10:12', 'free from 11:00'],
  ['9:00-18:00', '', '18:00', 'never'],
  ['', '', '10:12', 'never'],
  ['', '10:00-11:00', '10:12', 'taken'],
  // Half-open: whose appointment ends is free, whose begins is not.
  ['9:00-18:00', '9:00-10:12', '10:12', 'free until 18:00'],
  ['9:00-18:00', '10:12-10:30', '10:12', 'taken, free from 10:30'],
  // Hours that touch are one.
  ['13:00-18:00 9:00-13:00', '', '10:12', 'free until 18:00'],
]

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

function said(presence: Presence): string {
  if (presence.isFree) return `free until ${clock(presence.until)}${presence.isBooked ? ', booked' : ''}`
  const { isBooked, from } = presence
  const later = from !== undefined && `free from ${clock(from)}`
  return [isBooked && 'taken', later].filter(Boolean).join(', ') || 'never'
}

for (const [hours, taken, at, expected] of CASES)
  test(`at ${at} of ${hours || 'no hours'} with ${taken || 'nothing'}: ${expected}`, () => {
    assert.equal(said(presenceAt(ranges(hours), ranges(taken), minutesOf(at.padStart(5, '0')))), expected)
  })

test('it fits until something else begins, cleaning included, or until the hours end without it', () => {
  const at = minutesOf('10:12')
  const before = presenceAt(ranges('9:00-18:00'), ranges('11:00-12:00'), at)
  assert.deepEqual(
    [48, 49].map((minutes) => fitsIn(before, at, minutes)),
    [true, false],
  )
  assert.deepEqual(
    [43, 44].map((minutes) => fitsIn(before, at, minutes, 5)),
    [true, false],
  )
  const end = presenceAt(ranges('9:00-11:00'), [], at)
  assert.deepEqual(
    [48, 49].map((minutes) => fitsIn(end, at, minutes, 5)),
    [true, false],
  )
  assert.equal(fitsIn(presenceAt([], [], at), at, 15), false)
})

test('those who have room come first, then who is free longest, then who is free soonest', () => {
  const one = (name: string, presence: Presence, fits = false) => ({ name, presence, fits })
  const free = (until: number): Presence => ({ isFree: true, until, isBooked: false })
  const later = (from?: number): Presence => ({ isFree: false, isBooked: true, from })
  const people = [
    one('never', later()),
    one('at 12', later(720)),
    one('short', free(630)),
    one('at 11', later(660)),
    one('until 13', free(780), true),
    one('never too', later()),
    one('until 18', free(1080), true),
  ]
  assert.deepEqual(
    people.sort(byPresence).map(({ name }) => name),
    ['until 18', 'until 13', 'short', 'at 11', 'at 12', 'never', 'never too'],
  )
})

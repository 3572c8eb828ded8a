import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAdvertisingMoment, nextDay } from './advertising.ts'

const bogota = { timezone: 'America/Bogota', holiday_country: 'CO' }
const at = (text: string) => Date.parse(`${text}-05:00`)
const next = (text: string) =>
  new Date(nextAdvertisingMoment(at(text), bogota) - 5 * 3_600_000).toISOString().slice(0, 19)

test('advertising goes Monday to Friday from 7 to 19, on Saturday from 8 to 15, and never on Sundays or holidays', () => {
  for (const [from, to] of [
    // Friday
    ['2026-11-20T06:59:59', '2026-11-20T07:00:00'],
    ['2026-11-20T07:00:00', '2026-11-20T07:00:00'],
    ['2026-11-20T18:59:59', '2026-11-20T18:59:59'],
    ['2026-11-20T19:00:00', '2026-11-21T08:00:00'],
    // Saturday
    ['2026-11-21T07:59:59', '2026-11-21T08:00:00'],
    ['2026-11-21T14:59:59', '2026-11-21T14:59:59'],
    ['2026-11-21T15:00:00', '2026-11-23T07:00:00'],
    // Sunday
    ['2026-11-22T10:00:00', '2026-11-23T07:00:00'],
    // The Immaculate Conception, a Tuesday
    ['2026-12-08T10:00:00', '2026-12-09T07:00:00'],
    // Before Holy Thursday and Good Friday
    ['2026-04-01T19:00:00', '2026-04-04T08:00:00'],
    // A holiday that moves to Monday, after a Sunday
    ['2026-07-11T15:00:00', '2026-07-14T07:00:00'],
  ] as const)
    assert.equal(next(from), to, from)
})

test('by the clocks and the holidays of the business', () => {
  const santiago = { timezone: 'America/Santiago', holiday_country: 'CL' }
  // The Immaculate Conception is a holiday there too; a Monday of Colombia's is none.
  assert.equal(
    nextAdvertisingMoment(Date.parse('2026-11-16T12:00:00Z'), santiago),
    Date.parse('2026-11-16T12:00:00Z'),
  )
  assert.equal(
    nextAdvertisingMoment(Date.parse('2026-12-08T12:00:00Z'), santiago),
    Date.parse('2026-12-09T10:00:00Z'),
  )
  const nowhere = { timezone: 'America/Bogota', holiday_country: null }
  assert.equal(
    nextAdvertisingMoment(at('2026-11-16T12:00:00'), nowhere),
    at('2026-11-17T07:00:00'),
    'where the country is not known, Colombia’s',
  )
  assert.equal(nextDay(at('2026-11-20T23:59:00'), bogota), at('2026-11-21T00:00:00'))
})

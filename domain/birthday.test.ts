import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  birthdayError,
  birthdayIn,
  birthdayLabel,
  birthdaysFrom,
  isMinor,
  nextBirthday,
  turns,
} from './birthday.ts'

test('day and month are a birthday, with or without the year', () => {
  for (const good of ['05-14', '1991-05-14', '02-29', '2000-02-29', '', null, undefined])
    assert.equal(birthdayError(good), undefined, String(good))
  for (const bad of ['02-30', '04-31', '13-01', '00-10', '1991-02-29'])
    assert.equal(birthdayError(bad), 'Ese día no existe', bad)
  for (const bad of ['14/05', '5-14', '1850-05-14', '1991', 14, {}])
    assert.equal(birthdayError(bad), 'Di el día y el mes; el año puede faltar', String(bad))
})

test('a birthday of 29 February is on the 28th where there is no 29th', () => {
  assert.equal(birthdayIn('02-29', 2028), '2028-02-29')
  assert.equal(birthdayIn('2000-02-29', 2027), '2027-02-28')
  assert.equal(birthdayIn('02-29', 2100), '2100-02-28')
  assert.deepEqual(birthdaysFrom('2027-02-27', 3), ['02-27', '02-28', '02-29', '03-01'])
  assert.deepEqual(birthdaysFrom('2028-02-27', 3), ['02-27', '02-28', '02-29'])
})

test('the next birthday, and how old somebody becomes', () => {
  assert.equal(nextBirthday('12-31', '2026-12-31'), '2026-12-31')
  assert.equal(nextBirthday('1991-01-02', '2026-12-31'), '2027-01-02')
  assert.equal(turns('1991-01-02', '2027-01-02'), 36)
  assert.equal(turns('01-02', '2027-01-02'), null)
  assert.equal(turns('2030-01-02', '2027-01-02'), null)
  assert.equal(birthdayLabel('1991-05-14'), '14 de mayo de 1991')
  assert.equal(birthdayLabel('05-04'), '4 de mayo')
})

test('somebody is of age on the 18th birthday, and where nobody knows the year', () => {
  for (const [birthday, date, expected] of [
    ['2008-11-29', '2026-11-28', true],
    ['2008-11-28', '2026-11-28', false],
    ['2008-02-29', '2026-02-27', true],
    ['2008-02-29', '2026-02-28', false],
    ['2027-01-01', '2026-11-28', true],
    ['11-29', '2026-11-28', false],
    [null, '2026-11-28', false],
  ] as const)
    assert.equal(isMinor(birthday, date), expected, `${birthday} on ${date}`)
})

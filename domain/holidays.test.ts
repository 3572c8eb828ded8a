import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOfWeek } from './dates.ts'
import { easterSunday, HOLIDAY_COUNTRIES, holidayOn, holidaysBetween, holidaysOf } from './holidays.ts'
import { COUNTRIES } from './phone.ts'

const dates = (country: string, year: number) => holidaysOf(country, year).map(({ date }) => date.slice(5))

test('Colombia 2026 and 2027, with the holiday of Chiquinquirá and without Easter Sunday', () => {
  assert.deepEqual(
    dates('CO', 2026),
    '01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-13 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25'.split(
      ' ',
    ),
  )
  assert.deepEqual(
    dates('CO', 2027),
    '01-01 01-11 03-22 03-25 03-26 05-01 05-10 05-31 06-07 07-05 07-12 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25'.split(
      ' ',
    ),
  )
  assert.equal(holidayOn('CO', '2026-07-13')?.name, 'Nuestra Señora del Rosario de Chiquinquirá')
  assert.equal(holidayOn('CO', '2025-07-14'), undefined)
})

test('Colombia, any year: 18 holidays, 19 from 2026 on; those that move are Mondays', () => {
  for (let year = 2000; year <= 2100; year++) {
    const days = holidaysOf('CO', year)
    const names = days.flatMap(({ name }) => name.split(' · '))
    assert.equal(names.length, year < 2026 ? 18 : 19, String(year))
    assert.equal(new Set(days.map(({ date }) => date)).size, days.length)
    assert.ok(!days.some(({ date }) => date === easterSunday(year)))
    for (const { date, name } of days)
      if (/Reyes|José|Ascensión|Corpus|Sagrado|Pedro|Chiquinquirá|Asunción|Raza|Santos$|Cartagena/.test(name))
        assert.equal(dayOfWeek(date), 1, `${date} ${name}`)
  }
})

test('two holidays on one date are one, with both names', () => {
  const both = 'San Pedro y San Pablo · Sagrado Corazón de Jesús'
  assert.equal(holidayOn('CO', '2025-06-30')?.name, both)
  assert.equal(holidayOn('CO', '2030-07-01')?.name, both)
})

test('Easter Sunday', () => {
  assert.deepEqual(
    [2000, 2008, 2011, 2019, 2024, 2026, 2027, 2038].map((year) => easterSunday(year).slice(5)),
    ['04-23', '03-23', '04-24', '04-21', '03-31', '04-05', '03-28', '04-25'],
  )
})

test('every country of the phones, and Uruguay and Brazil, for this year and ten more', () => {
  const all = HOLIDAY_COUNTRIES.flatMap((country) => holidaysOf(country, 2027))
  assert.deepEqual(
    all.filter(({ name }) => /ção|ç|Dia |Nossa|Sabado/.test(name)),
    [],
    'in Spanish',
  )
  for (const country of [...COUNTRIES.map(({ iso }) => iso), 'UY', 'BR']) {
    assert.ok(HOLIDAY_COUNTRIES.includes(country), country)
    for (let year = 2026; year <= 2036; year++)
      assert.ok(holidaysOf(country, year).length >= 7, `${country} ${year}`)
    assert.equal(dates(country, 2027)[0], '01-01', country)
  }
  assert.equal(holidayOn('MX', '2026-09-16')?.name, 'Día de la Independencia')
  assert.deepEqual(holidaysOf('XX', 2026), [])
})

test('between two dates, over the end of a year', () => {
  assert.deepEqual(
    holidaysBetween('CO', '2026-12-08', '2027-01-10').map(({ date }) => date),
    ['2026-12-08', '2026-12-25', '2027-01-01'],
  )
})

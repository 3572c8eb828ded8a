import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orderOf, readDate, readInstant, readMinutes, readTime } from './when.ts'

describe('dates of other agendas', () => {
  const friday = '2026-11-27'
  for (const typed of [
    '27/11/2026',
    '27-11-2026',
    '27.11.26',
    '2026-11-27',
    '2026/11/27',
    '2026-11-27T14:30:00',
    '27/11/2026 14:30',
    'Vie 27/11/2026',
    'viernes, 27 de noviembre de 2026',
    '27 nov. 2026',
    '27 nov 2026 14:30',
    '27-nov-26',
    '27 Nov 2026',
    'November 27, 2026',
    'Fri, Nov 27, 2026 2:30 PM',
    '46353',
    '46353.604166',
  ])
    test(`${typed} is the 27th of November`, () => assert.equal(readDate(typed, 'dmy'), friday))

  test('of two readings the order decides; of one there is no other', () => {
    assert.equal(readDate('03/04/2026', 'dmy'), '2026-04-03')
    assert.equal(readDate('03/04/2026', 'mdy'), '2026-03-04')
    assert.equal(readDate('11/27/2026', 'dmy'), friday)
    assert.equal(readDate('27/11/2026', 'mdy'), friday)
    assert.equal(readDate('1 sept 2026', 'dmy'), '2026-09-01')
    assert.equal(readDate('1 set. 2026', 'dmy'), '2026-09-01')
  })

  for (const typed of [
    '',
    'mañana',
    '31/02/2026',
    '13/13/2026',
    '12',
    '10:30',
    '27/11',
    '2 ene 10 am',
    '2 ene 10.30',
    '3001234567',
    '99999',
  ])
    test(`${typed || 'nothing'} is no date`, () => assert.equal(readDate(typed, 'dmy'), undefined))

  test('the order is what the cells say that can be only one', () => {
    assert.deepEqual(orderOf(['03/04/2026', '27/11/2026']), { order: 'dmy', isSure: true })
    assert.deepEqual(orderOf(['03/04/2026', '11/27/2026']), { order: 'mdy', isSure: true })
    assert.deepEqual(orderOf(['03/04/2026']), { order: 'dmy', isSure: false })
    assert.deepEqual(orderOf(['27/11/2026', '11/27/2026', '11/28/2026']), { order: 'mdy', isSure: false })
    assert.deepEqual(orderOf(['2026-04-03', '46353', '']), { order: 'dmy', isSure: true })
  })
})

describe('times of other agendas', () => {
  const times: [string, string | undefined][] = [
    ['14:30', '14:30'],
    ['2 ene 2027 14:30', '14:30'],
    ['2 ene 2027', undefined],
    ['14:30:00', '14:30'],
    ['2:30 p. m.', '14:30'],
    ['2:30\u00a0p.\u00a0m.', '14:30'],
    ['2:30 P.M.', '14:30'],
    ['02:30PM', '14:30'],
    ['2 pm', '14:00'],
    ['8 a. m.', '08:00'],
    ['12:15 a. m.', '00:15'],
    ['12:15 p. m.', '12:15'],
    ['12:00 m.', '12:00'],
    ['12 m', '12:00'],
    ['12M', '12:00'],
    ['Mediodía', '12:00'],
    ['Uñas 12 m', undefined],
    ['14h30', '14:30'],
    ['14.30', '14:30'],
    ['9h', '09:00'],
    ['0.604166666666667', '14:30'],
    ['0,375', '09:00'],
    ['46353.604166667', '14:30'],
    ['27/11/2026 14:30', '14:30'],
    ['27.11.2026 14:30', '14:30'],
    ['2026-11-27T14:30:00', '14:30'],
    ['2026-11-27 08:05', '08:05'],
    ['Fri, Nov 27, 2026 2:30 PM', '14:30'],
    ['viernes 2:00 - 3:00 pm', '14:00'],
    ['27/11/2026 viernes 2:00 - 3:00 pm', '14:00'],
    ['27/11/2026 a las 2:00 - 3:00 pm', '14:00'],
    ['27/11 2:00 - 3:00 pm', '14:00'],
    ['27 nov 2026, viernes, 2:00 - 3:00 pm', '14:00'],
    ['Hora: 2:00 - 3:00 pm', '14:00'],
    ['Friday, Nov 27 · 2:00 – 3:00pm', '14:00'],
    ['14:30 - 15:15', '14:30'],
    ['27/11/2026 14:30 - 15:15', '14:30'],
    ['9 a 10 am', '09:00'],
    ['9 am - 10 am', '09:00'],
    ['9 a. m. a 10 a. m.', '09:00'],
    ['3 - 4 pm', '15:00'],
    ['10 - 11 am', '10:00'],
    ['11 a 12 m', '11:00'],
    ['12 m a 1 pm', '12:00'],
    ['11 - 1 pm', '11:00'],
    ['12 - 1 pm', '12:00'],
    ['8:00 - 9:00 p. m.', '20:00'],
    ['2:00 – 3:00 pm', '14:00'],
    ['14:00 - 3:00 pm', '14:00'],
    ['de 9 hasta las 10:30 am', '09:00'],
    ['9 - 10:00', '09:00'],
    ['9h a 10h', '09:00'],
    ['Fri, Nov 27, 2026, 9 – 10 AM', '09:00'],
    ['27 nov 26 a las 9 am', '09:00'],
    ['Viernes 4 a las 3:00 p. m.', '15:00'],
    ['lunes 5 - 3:00 pm', '15:00'],
    ['30/11 - 9:30', '09:30'],
    ['5/12 - 3:00 pm', '15:00'],
    ['12/05 - 4:30 pm', '16:30'],
    ['sab 12 - 3:30 pm', '15:30'],
    ['4 a las 15:00', '15:00'],
    ['Sala 2 - 10:00', '10:00'],
    ['Box 1 - 9:30', '09:30'],
    ['27 nov 22 a las 9 am', '09:00'],
    ['5 ene 23 - 3:00 pm', '15:00'],
    ['15-mar-21 a 9:00 am', '09:00'],
    ['viernes 20 a las 9 am', '09:00'],
    ['2 ene 10 am', '10:00'],
    ['2 ene 10.30', '10:30'],
    ['9 am a las 10 am', '09:00'],
    ['de 9 a las 10 am', '09:00'],
    ['viernes de 9 a 10 am', '09:00'],
    ['Vie 27/11/2026 9 - 10 am', '09:00'],
    ['27 de noviembre de 2026, 9 a 10 am', '09:00'],
    ['9 a 10 am del 27/11/2026', '09:00'],
    ['9 hs', '09:00'],
    ['9 a 10 hs', '09:00'],
    ['14 - 15 hs.', '14:00'],
    ['22 - 9 am', undefined],
    ['11 - 9 am', undefined],
    ['9 a 10', undefined],
    ['25:00', undefined],
    ['14:75', undefined],
    ['13 am', undefined],
    ['14', undefined],
    ['', undefined],
    ['por la tarde', undefined],
  ]
  for (const [typed, time] of times)
    test(`${typed || 'nothing'} is ${time ?? 'no time'}`, () => assert.equal(readTime(typed), time))

  test('a time with a zone is an instant', () => {
    assert.equal(readInstant('2026-11-27T19:30:00Z'), Date.UTC(2026, 10, 27, 19, 30))
    assert.equal(readInstant('2026-11-27T14:30:00-05:00'), Date.UTC(2026, 10, 27, 19, 30))
    assert.equal(readInstant('2026-11-27T14:30:00'), undefined)
  })
})

describe('durations', () => {
  const durations: [string, number | undefined][] = [
    ['45', 45],
    ['45 min', 45],
    ['1 h', 60],
    ['1 hora', 60],
    ['1 h 30 min', 90],
    ['1h30', 90],
    ['1 hora y 15 minutos', 75],
    ['1,5 h', 90],
    ['1:30', 90],
    ['00:45:00', 45],
    ['0.0625', 90],
    ['', undefined],
    ['mucho', undefined],
  ]
  for (const [typed, minutes] of durations)
    test(`${typed || 'nothing'} is ${minutes ?? 'unknown'}`, () => assert.equal(readMinutes(typed), minutes))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBirthday } from './birthday.ts'

const CELLS: [typed: string, read: string | null | undefined][] = [
  ['14/05/1991', '1991-05-14'],
  ['14 may 1991', '1991-05-14'],
  ['14 may 1991 12:00', '1991-05-14'],
  ['14-5-91', '1991-05-14'],
  ['14.05.2012 00:00', '2012-05-14'],
  ['5/14/1991', '1991-05-14'],
  ['03/04/1990', '1990-04-03'],
  ['14/05', '05-14'],
  ['05-14', '05-14'],
  ['1991-05-14', '1991-05-14'],
  ['1991-05-14T00:00:00.000Z', '1991-05-14'],
  ['19910514', '1991-05-14'],
  ['--05-14', '05-14'],
  ['--0514', '05-14'],
  ['1604-05-14', '05-14'],
  ['0000-05-14', '05-14'],
  ['33372', '1991-05-14'],
  ['20454', '1955-12-31'],
  ['14 de mayo de 1991', '1991-05-14'],
  ['14 de Mayo', '05-14'],
  ['14-may-91', '1991-05-14'],
  ['14 mayo', '05-14'],
  ['May 14, 1991', '1991-05-14'],
  ['May 14th', '05-14'],
  ['29/02', '02-29'],
  ['29/02/2000', '2000-02-29'],
  ['', null],
  [' - ', null],
  ['00/00/0000', null],
  ['N/A', null],
  ['29/02/1991', undefined],
  ['31/02', undefined],
  ['32/13/1990', undefined],
  ['mayo', undefined],
  ['1991', undefined],
  ['14', undefined],
  ['pronto', undefined],
  ['14 de brumario', undefined],
]

test('a birthday is read as people and programs write it, with or without its year', () => {
  for (const [typed, read] of CELLS) assert.equal(readBirthday(typed, 'dmy'), read, typed)
})

test('where the month comes first, what can be only a day still is one', () => {
  for (const [typed, read] of [
    ['03/04/1990', '1990-03-04'],
    ['14/05/1991', '1991-05-14'],
    ['3/4', '03-04'],
    ['1990-04-03', '1990-04-03'],
  ] as const)
    assert.equal(readBirthday(typed, 'mdy'), read, typed)
})

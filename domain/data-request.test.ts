import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBusinessDays, businessDaysLeft, isBusinessDay } from './business-days.ts'
import { dataRequestErrors, dueDate, extendedDate, timeLeft } from './data-request.ts'

test('business days are Monday to Friday without Colombian holidays', () => {
  // Friday 20 November 2026; Tuesday 8 December is a holiday, Monday 11 January 2027 too (Reyes).
  for (const [date, is] of [
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
    ['2026-12-08', false],
    ['2026-12-25', false],
    ['2027-01-01', false],
    ['2027-01-11', false],
    ['2027-01-12', true],
  ] as const)
    assert.equal(isBusinessDay(date), is, date)
  assert.equal(addBusinessDays('2026-11-20', 1), '2026-11-23')
  assert.equal(addBusinessDays('2026-12-07', 1), '2026-12-09')
})

test('10 for queries, 15 for claims, 8 more (5 for queries) with a reason', () => {
  for (const [kind, received, due, longer] of [
    ['consult', '2026-11-20', '2026-12-04', '2026-12-14'],
    ['correct', '2026-11-20', '2026-12-14', '2026-12-24'],
    ['erase', '2026-12-18', '2027-01-13', '2027-01-25'],
    // Asked on a Sunday: Monday is the first day.
    ['revoke', '2026-11-22', '2026-12-14', '2026-12-24'],
    // Over Holy Week of 2027: 22 March (San José), 25 and 26 March.
    ['consult', '2027-03-17', '2027-04-05', '2027-04-12'],
  ] as const) {
    assert.equal(dueDate(kind, received), due, `${kind} of ${received}`)
    assert.equal(extendedDate(kind, due), longer, `${kind} of ${received}, longer`)
  }
})

test('red when two business days are left', () => {
  const due = '2026-12-14'
  for (const [today, text, isUrgent] of [
    ['2026-12-07', 'Quedan 4 días hábiles', false],
    ['2026-12-09', 'Quedan 3 días hábiles', false],
    ['2026-12-10', 'Quedan 2 días hábiles', true],
    ['2026-12-11', 'Queda 1 día hábil', true],
    ['2026-12-12', 'Queda 1 día hábil', true],
    ['2026-12-14', 'Vence hoy', true],
    ['2026-12-15', 'Venció', true],
  ] as const)
    assert.deepEqual(timeLeft(today, due), { text, isUrgent }, today)
  assert.equal(businessDaysLeft('2026-12-15', due), -1)
})

test('what is asked: one of four, and a correction says of what', () => {
  assert.deepEqual(dataRequestErrors({ kind: 'erase' }), {})
  assert.deepEqual(dataRequestErrors({ kind: 'otro' }), { kind: 'Elige qué quieres pedir' })
  assert.deepEqual(dataRequestErrors({ kind: 'correct', details: '  ' }), {
    details: 'Escribe qué dato está mal y cómo debe quedar',
  })
  assert.deepEqual(dataRequestErrors({ kind: 'consult', details: 'x'.repeat(1001) }), {
    details: 'No puede exceder 1000 caracteres',
  })
})

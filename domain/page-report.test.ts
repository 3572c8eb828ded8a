import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hidesPage, REPORT_MAX, reportErrors } from './page-report.ts'

const DAY = 24 * 3_600_000

test('three networks hide a page younger than seven days, and no other', () => {
  const cases: [networks: number, ageMs: number, hides: boolean][] = [
    [2, 0, false],
    [3, 0, true],
    [4, DAY, true],
    [3, 7 * DAY - 1, true],
    [3, 7 * DAY, false],
    [30, 30 * DAY, false],
  ]
  for (const [networks, ageMs, hides] of cases)
    assert.equal(hidesPage(networks, ageMs), hides, `${networks} ${ageMs}`)
})

test('a report has a reason of the list; details and e-mail are optional', () => {
  assert.deepEqual(reportErrors({ reason: 'fraud' }), {})
  assert.deepEqual(reportErrors({ reason: 'fraud', details: '', email: '' }), {})
  assert.deepEqual(reportErrors({}), { reason: 'Elige el motivo' })
  assert.deepEqual(reportErrors({ reason: 'toString' }), { reason: 'Elige el motivo' })
  assert.deepEqual(reportErrors({ reason: 'other' }), { details: 'Cuéntanos qué pasa' })
  assert.deepEqual(
    Object.keys(reportErrors({ reason: 'data', details: 'x'.repeat(REPORT_MAX + 1), email: 'no' })),
    ['details', 'email'],
  )
})

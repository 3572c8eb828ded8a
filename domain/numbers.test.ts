import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, decimal } from './numbers.ts'

test('numbers are grouped by dots, with a comma before the one decimal', () => {
  for (const [value, text] of [
    [0, '0'],
    [999, '999'],
    [1204.46, '1.204,5'],
    [1234567, '1.234.567'],
    [0.04, '0'],
  ] as const)
    assert.equal(decimal(value), text)
})

test('one of a thing, or several', () => {
  assert.equal(counted(1, 'cita'), '1 cita')
  assert.equal(counted(0, 'cita'), '0 citas')
  assert.equal(counted(1284, 'profesional', 'profesionales'), '1.284 profesionales')
})

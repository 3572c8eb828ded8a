import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnWeeksError } from './recall.ts'

test('a service calls its clients back after 1 to 104 whole weeks, or never', () => {
  for (const weeks of [null, undefined, '', 1, '6', 104]) assert.equal(returnWeeksError(weeks), undefined)
  for (const weeks of [0, 105, -1, 1.5, 'x', {}, '1e9'])
    assert.equal(returnWeeksError(weeks), 'Las semanas van de 1 a 104', String(weeks))
})

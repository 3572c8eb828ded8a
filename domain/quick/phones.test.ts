import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsCard, isSamePhone } from './phones.ts'

test('a typed number is that of a card with or without its country, and of a masked one by what shows', () => {
  const cases: [typed: string, card: string, isSame: boolean][] = [
    ['3001234567', '+573001234567', true],
    ['+573001234567', '+573001234567', true],
    ['573001234567', '+573001234567', true],
    ['03001234567', '+573001234567', true],
    ['3001234567', '+573111234567', false],
    ['+13001234567', '+573001234567', false],
    ['3001234567', '300 ••• 4567', true],
    ['+573001234567', '300 ••• 4567', true],
    ['3001234567', '311 ••• 4567', false],
    ['3001234567', '', false],
  ]
  for (const [typed, card, isSame] of cases)
    assert.equal(isSamePhone(typed, card), isSame, `${typed} and ${card}`)
})

test('a card fits without a typed number, without one of its own, or with the same', () => {
  assert.ok(fitsCard(undefined, '+573001234567'))
  assert.ok(fitsCard('3001234567', ''))
  assert.ok(fitsCard('3001234567', '+573001234567'))
  assert.ok(!fitsCard('3001234567', '+573111234567'))
})

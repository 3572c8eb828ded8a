import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CURRENCIES, isPrice, money } from './money.ts'
import { priceIn, priceText } from './price-input.ts'

test('typed prices, as people write them', () => {
  const cases: [typed: string, text: string][] = [
    ['45000', '45000'],
    ['45.000', '45000'],
    ['$ 45.000', '45000'],
    ['1.234.567,5', '1234567.5'],
    ['1,234,567.5', '1234567.5'],
    ['12,50', '12.50'],
    ['12.50', '12.50'],
    ['US$ 12,50', '12.50'],
    ['45,50 €', '45.50'],
    ['45.000 cop', '45000'],
    ['-5.000', '-5000'],
    ['', ''],
  ]
  for (const [typed, text] of cases) assert.equal(priceText(typed), text, typed)
})

test('what is no price stays for the rules to refuse', () => {
  for (const typed of ['gratis', '1.2.3', '12,5,0', '1e5', '', '--5'])
    assert.equal(priceIn(typed), undefined, typed)
  assert.equal(isPrice(priceIn('-5.000')), false)
})

test('a shown price can be typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (pesos) => {
      for (const currency of CURRENCIES) assert.equal(priceIn(money(pesos, currency)), pesos, currency)
    }),
  )
})

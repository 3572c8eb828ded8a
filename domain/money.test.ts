import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromPrice, isPrice, money } from './money.ts'

test('amounts in words', () => {
  const cases: [number, string | undefined, string][] = [
    [0, undefined, '$ 0'],
    [999, undefined, '$ 999'],
    [55_000, undefined, '$ 55.000'],
    [55_000.5, 'COP', '$ 55.001'],
    [1_234_567_890, 'COP', '$ 1.234.567.890'],
    [-5000, 'COP', '-$ 5.000'],
    [-0.2, 'COP', '$ 0'],
    [45.5, 'EUR', '45,50 €'],
    [1234, 'EUR', '1.234,00 €'],
    [12.5, 'USD', 'US$ 12,50'],
    [1.005, 'USD', 'US$ 1,01'],
    [1234.5, 'MXN', '$ 1,234.50'],
    [1234.5, 'ARS', '$ 1.234,50'],
    [1234.5, 'PEN', '1.234,50 PEN'],
    [9_999_999_999.99, 'USD', 'US$ 9.999.999.999,99'],
  ]
  for (const [amount, currency, text] of cases) assert.equal(money(amount, currency), text)
  assert.equal(fromPrice(55_000), 'Desde $ 55.000*')
  assert.equal(fromPrice(12.5, 'USD'), 'Desde US$ 12,50*')
  assert.equal(fromPrice(0), 'Gratis')
})

test('any amount of pesos or cents can be read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
      assert.equal(Number(money(cents / 100, 'USD').replace(/\D/g, '')), cents)
      assert.equal(Number(money(cents, 'COP').replace(/\D/g, '')), cents)
      assert.equal(isPrice(cents / 100), true)
    }),
  )
})

test('prices', () => {
  for (const good of [0, 0.1, 0.01, 55_000, 9_999_999_999.99, 1.1])
    assert.equal(isPrice(good), true, String(good))
  for (const no of [-1, -0.01, 0.001, 10_000_000_000, 1e21, 1e-7, NaN, Infinity, '5', null, undefined]) {
    assert.equal(isPrice(no), false, String(no))
  }
})

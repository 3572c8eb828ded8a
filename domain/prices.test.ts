import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CREDIT_PACKAGE } from './credits.ts'
import { currencyFor, LISTED_PRICES, shownPrice, USD_TO_COP } from './prices.ts'

test('a package of 20000 pesos is shown as 20000/4200 dollars', () => {
  assert.equal(USD_TO_COP, 4200)
  assert.equal(CREDIT_PACKAGE.price, 20_000)
  assert.equal(shownPrice(CREDIT_PACKAGE.price, 'COP'), '$ 20.000')
  assert.equal(shownPrice(CREDIT_PACKAGE.price, 'USD'), 'US$ 4,76')
  assert.equal(shownPrice(4200, 'USD'), 'US$ 1,00')
  assert.equal(shownPrice(0, 'COP'), '$ 0')
  assert.equal(shownPrice(0, 'USD'), 'US$ 0')
})

test('Colombia pays in pesos, everybody else sees dollars; the time zone decides when the country is unknown', () => {
  const cases: [country: string | null | undefined, timezone: string | undefined, currency: string][] = [
    ['CO', 'America/Bogota', 'COP'],
    ['CO', 'Europe/Madrid', 'COP'],
    ['co', undefined, 'COP'],
    ['US', 'America/Bogota', 'USD'],
    ['MX', 'America/Mexico_City', 'USD'],
    [null, 'America/Bogota', 'COP'],
    [undefined, 'America/Bogota', 'COP'],
    ['', 'America/Bogota', 'COP'],
    [null, 'America/Lima', 'USD'],
    [undefined, 'UTC', 'USD'],
    [null, undefined, 'USD'],
  ]
  for (const [country, timezone, currency] of cases)
    assert.equal(currencyFor(country, timezone), currency, `${country} ${timezone}`)
})

test('the structured data names prices from 29 to 99 pesos', () => {
  assert.deepEqual(LISTED_PRICES, { low: 29, high: 99, currency: 'COP' })
})

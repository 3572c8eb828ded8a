import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedCountry } from './named-country.ts'
import { COUNTRIES } from './phone.ts'

const CASES: [chosen: string, typed: string, named: string][] = [
  ['CO', '+34 612 34 56 78', 'ES'],
  ['CO', '0034 612 345 678', 'ES'],
  ['CO', '\u202a+34 612 345 678\u202c', 'ES'],
  ['CO', '(+52) 1 55 1234 5678', 'MX'],
  ['ES', '+57 300 123 4567', 'CO'],
  ['CO', '+57 300 123 4567', 'CO'],
  // Three countries share a code: whoever has chosen one of them stays there.
  ['DO', '+1 809 123 4567', 'DO'],
  ['CO', '+1 809 123 4567', 'US'],
  // What is still being typed, is wrong there, or names no country of the list.
  ['CO', '+34 612', 'CO'],
  ['CO', '+34 512 345 678', 'CO'],
  ['CO', '+49 151 2345 6789', 'CO'],
  ['CO', '34 612 345 678', 'CO'],
  ['CO', '300 123 4567', 'CO'],
  ['CO', '', 'CO'],
]

for (const [chosen, typed, named] of CASES)
  test(`${typed} with ${chosen} chosen is of ${named}`, () =>
    assert.equal(namedCountry(chosen, typed), named))

test('a number of each country is found from each other, but for those that share a code', () => {
  for (const { iso: chosen, code: own } of COUNTRIES)
    for (const { iso, code, example } of COUNTRIES) {
      const named = code === own ? chosen : code === '+1' ? 'US' : iso
      assert.equal(namedCountry(chosen, `${code} ${example}`), named, `${chosen} ${code} ${example}`)
    }
})

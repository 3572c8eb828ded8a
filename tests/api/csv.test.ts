import { FORMULA, SIGN, table } from '#server/appointments/csv.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'

const STYLE = { separator: ';', decimal: ',' } as const
const cellOf = (text: string) => table([], [[text]], STYLE).slice('\uFEFF\r\n'.length, -'\r\n'.length)

test('what begins a formula is text, as PostgreSQL makes it text in other files', () => {
  const formula = new RegExp(FORMULA, 'g')
  const parts = [...'=+-@＝', '\t', '\n', '\r', ',', ';', ' ', '\u00a0', '"', "'", 'a', '1']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (some) => {
      const text = some.join('')
      assert.equal(cellOf(text), `"${text.replace(formula, "$1'").replaceAll('"', '""')}"`)
    }),
    { numRuns: 2000 },
  )
  assert.equal(cellOf('+573004128819'), '"+573004128819"')
  assert.match(cellOf(`a${'\t'.repeat(300_000)}b-`), new RegExp(`^"a\t{300000}b${SIGN}"$`))
})

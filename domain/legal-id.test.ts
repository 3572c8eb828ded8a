import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDigit, legalIdError, legalIdOf, shownLegalId } from './legal-id.ts'

test('the check digit of a NIT', () => {
  // Bancolombia, Ecopetrol, Éxito, and one whose digit is 0.
  const known = { '890903938': 8, '899999068': 1, '890900608': 9, '800197268': 4 }
  for (const [digits, check] of Object.entries(known)) assert.equal(checkDigit(digits), check, digits)
})

test('a NIT or a cédula, however it is typed', () => {
  for (const good of [
    '',
    null,
    '890903938-8',
    '890.903.938-8',
    ' 890.903.938 – 8 ',
    '1.020.304.050',
    '123456',
  ])
    assert.equal(legalIdError(good), undefined, String(good))
  assert.match(legalIdError('890903938-7')!, /dígito de verificación del NIT no corresponde/)
  for (const bad of ['12345', '12345678901', 'abc', '890903938-88', '٨٩٠٩٠٣٩٣', 7, {}])
    assert.match(legalIdError(bad)!, /Escribe un NIT/, String(bad))
  assert.equal(legalIdOf(' 890.903.938 – 8 '), '890903938-8')
})

test('how it reads', () => {
  assert.equal(shownLegalId('890903938-8'), 'NIT 890.903.938-8')
  assert.equal(shownLegalId('1020304050'), 'cédula 1.020.304.050')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as phone from './phone.ts'

// iso, code, allowed lengths, allowed first digits: the specification's table, 000 §5.
const TABLE: [string, string, number[], string][] = [
  ['AR', '+54', [10, 11], '0123456789'],
  ['BO', '+591', [8], '67'],
  ['CL', '+56', [9], '9'],
  ['CO', '+57', [10], '3'],
  ['CR', '+506', [8], '67'],
  ['CU', '+53', [8], '5'],
  ['EC', '+593', [9], '9'],
  ['SV', '+503', [8], '67'],
  ['US', '+1', [10], '0123456789'],
  ['PR', '+1', [10], '0123456789'],
  ['DO', '+1', [10], '0123456789'],
  ['GT', '+502', [8], '345'],
  ['GQ', '+240', [9], '0123456789'],
  ['HN', '+504', [8], '89'],
  ['MX', '+52', [10], '0123456789'],
  ['NI', '+505', [8], '78'],
  ['PA', '+507', [8], '67'],
  ['PY', '+595', [9], '9'],
  ['PE', '+51', [9], '9'],
  ['ES', '+34', [9], '67'],
  ['VE', '+58', [10, 11], '4'],
]

test('21 countries in the order of the table', () => {
  assert.deepEqual(
    phone.COUNTRIES.map(({ iso, code }) => [iso, code]),
    TABLE.map(([iso, code]) => [iso, code]),
  )
})

for (const [iso, code, lengths, firsts] of TABLE) {
  test(`phone of ${iso}: every first digit and every length`, () => {
    const country = phone.countryOf(iso)
    const message = `Formato inválido. Ejemplo: ${code} ${country.example}`
    assert.equal(phone.phoneError(iso, country.example), undefined)
    for (let length = 0; length <= 15; length++) {
      for (const first of '0123456789') {
        const national = first.repeat(Math.min(1, length)) + '1'.repeat(Math.max(0, length - 1))
        const fits = lengths.includes(length) && firsts.includes(first)
        assert.equal(phone.phoneError(iso, national), fits ? undefined : message, national)
      }
    }
    for (const bad of [
      'x' + country.example.slice(1),
      `${country.example} `,
      `${country.example}\n`,
      null,
      5,
    ]) {
      assert.equal(phone.phoneError(iso, bad), message)
    }
    assert.equal(phone.phoneIsValid(phone.e164(iso, country.example)), true)
  })
}

test('a number typed as the example shows it, with its code and spaces', () => {
  for (const [iso, typed, national] of [
    ['CO', '+57 300 123 45 67', '3001234567'],
    ['CO', ' 300 1234567 ', '3001234567'],
    ['MX', '+57 3001234567', '+573001234567'],
    ['CO', '', ''],
    ...[
      '+57 300 412 8819',
      '573004128819',
      '300-412-8819',
      '(300) 412 8819',
      '300.412.8819',
      '0300 412 8819',
      '03004128819',
      '0057 300 412 8819',
      '+57 0300 412 8819',
      '300–412–8819',
      '\u202a+57 300 412 8819\u202c',
    ].map((typed) => ['CO', typed, '3004128819'] as const),
    // A number that begins as its country's code does is a number.
    ['MX', '5212345678', '5212345678'],
    ['MX', '52 5212345678', '5212345678'],
    ...['+52 1 55 1234 5678', '5215512345678', '01 55 1234 5678', '044 55 1234 5678', '045 55 1234 5678'].map(
      (typed) => ['MX', typed, '5512345678'] as const,
    ),
    // Without a code before it a 1 is that of the United States, and the number a stranger's in Mexico.
    ['MX', '1 305 123 4567', '13051234567'],
    ['MX', '044 55 1234 567', '044551234567'],
    ['CO', '044 300 412 8819', '0443004128819'],
    ['CO', '300-412-88x9', '30041288x9'],
    ['CO', '0200 412 8819', '02004128819'],
  ] as const)
    assert.equal(phone.nationalNumber(iso, typed), national)
})

test('no country code begins another one', () => {
  const codes = [...new Set(phone.COUNTRIES.map((c) => c.code))]
  for (const a of codes) for (const b of codes) assert.equal(a !== b && b.startsWith(a), false, `${a} ${b}`)
})

test('whole phones', () => {
  const cases: [unknown, string | undefined][] = [
    ['+573001234567', '+573001234567'],
    [' +57 300 123-4567 ', '+573001234567'],
    ['+1 (305) 123-4567', '+13051234567'],
    ['+584121234567', '+584121234567'],
    ['+5841212345678', '+5841212345678'],
    ['3001234567', undefined],
    ['573001234567', '+573001234567'],
    ['+57.300.123.4567', '+573001234567'],
    ['+57 0300 123 4567', '+573001234567'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['5215512345678', '+525512345678'],
    ['13051234567', '+13051234567'],
    ['+572001234567', undefined],
    ['+57300123456x', undefined],
    ['+999123456789', undefined],
    ['', undefined],
    [null, undefined],
    [573001234567, undefined],
  ]
  for (const [full, expected] of cases) assert.equal(phone.normalisePhone(full), expected, String(full))
  assert.deepEqual(phone.parsePhone('+59171234567'), { iso: 'BO', national: '71234567' })
  assert.deepEqual(phone.parsePhone('+17871234567'), { iso: 'US', national: '7871234567' })
  assert.equal(phone.parsePhone('hola'), undefined)
  assert.equal(phone.countryOfPhone('+34612345678'), 'ES')
  for (const none of [null, '', '3001234567']) assert.equal(phone.countryOfPhone(none), 'CO')
})

test('as it is read', () => {
  assert.equal(phone.shownPhone('+573004128819'), '+57 300 412 8819')
  assert.equal(phone.shownPhone('+59171234567'), '+591 71234567')
  assert.equal(phone.shownPhone('hola'), 'hola')
  assert.equal(phone.shownPhone(''), '')
})

test('as it is read in its own country, without the code that everybody there knows', () => {
  assert.equal(phone.shownPhone('+573004128819', '+576044482100'), '300 412 8819')
  assert.equal(phone.shownPhone('+59171234567', '+59162345678'), '71234567')
  assert.equal(phone.shownPhone('+34612345678', '+576044482100'), '+34 612345678')
  assert.equal(phone.shownPhone('+573004128819', '+34612345678'), '+57 300 412 8819')
  // Puerto Rico and the United States dial each other without a code.
  assert.equal(phone.shownPhone('+17871234567', '+13051234567'), '787 123 4567')
  for (const unknown of ['', 'hola'])
    assert.equal(phone.shownPhone('+573004128819', unknown), '+57 300 412 8819')
})

test('the field’s messages', () => {
  for (const none of ['', ' ', null, undefined, '+57', '+57 '])
    assert.equal(phone.fullPhoneError(none), 'Teléfono es requerido')
  assert.equal(phone.fullPhoneError('+57200'), 'Formato inválido. Ejemplo: +57 3001234567')
  assert.equal(phone.fullPhoneError('+34512345678'), 'Formato inválido. Ejemplo: +34 612345678')
  for (const odd of ['3001234567', 5, {}]) {
    assert.equal(phone.fullPhoneError(odd), 'Formato inválido. Ejemplo: +57 3001234567')
  }
  assert.equal(phone.fullPhoneError('+573001234567'), undefined)
})

test('what is normal stays so; nothing throws', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), (any, text) => {
      for (const value of [any, `+57${text}`]) {
        const normal = phone.normalisePhone(value)
        if (normal !== undefined) assert.equal(phone.normalisePhone(normal), normal)
        phone.fullPhoneError(value)
      }
    }),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emailError, isEmail } from './email.ts'
import * as fields from './fields.ts'

test('e-mail addresses', () => {
  const good = [
    'ana@salon.co',
    'ana.maria+citas@mail.salon.com.co',
    "o'neil@x-y.org",
    'ñandú@correo.es',
    'a@bücher.de',
    `${'a'.repeat(64)}@salon.co`,
  ]
  for (const email of good) assert.equal(isEmail(email), true, email)
  const bad = [
    '',
    'ana',
    'ana@',
    '@salon.co',
    'ana@salon',
    'ana@salon.c',
    'ana@salon..co',
    'ana@.co',
    'ana@salon.co.',
    'a b@salon.co',
    'ana@sa lon.co',
    'ana@@salon.co',
    '.ana@salon.co',
    'ana.@salon.co',
    'a..b@salon.co',
    'ana@-salon.co',
    'ana@salon-.co',
    'ana@127.0.0.1',
    'Ana <ana@salon.co>',
    'ana@salon.co\nBcc: x@y.co',
    'ana@salon.co\u0000',
    // The database and JavaScript make different small letters of it.
    'İnes@salon.co',
    'ines@SALONİTO.co',
    `${'a'.repeat(65)}@salon.co`,
    `a@${'b'.repeat(62)}.${'c.'.repeat(100)}co`,
  ]
  for (const email of [...bad, null, undefined, 5, {}, ['ana@salon.co']]) {
    assert.equal(isEmail(email), false, String(email))
  }
  assert.equal(emailError(' ana@salon.co '), undefined)
  assert.equal(emailError('  '), 'Email es requerido')
  assert.equal(emailError(undefined), 'Email es requerido')
  assert.equal(emailError(7), 'Email inválido')
  assert.equal(emailError('ana'), 'Email inválido')
})

test('a letter keeps thirty marks, so that no text takes the square of its length to be put in order', () => {
  const marks = (count: number) => 'a' + '\u0301\u0323'.repeat(count)
  assert.equal(fields.cleanText(marks(64_000)), marks(15).normalize('NFC'))
  assert.equal(
    fields.cleanText(marks(64_000) + 'b' + marks(15)),
    (marks(15) + 'b' + marks(15)).normalize('NFC'),
  )
})

test('a name needs something that shows', () => {
  const nothing = [
    '\u200b',
    '\u3164',
    '\u2800',
    '\u00ad',
    '\ufe0f',
    '\u2060',
    '\u115f\u1160',
    '\u0301',
    '\u202e',
    '\ufff9',
    '\ufffc',
    '\u{1d159}',
    '\u{13441}',
    '\u{13445}',
    '\ue000',
    '\u0378',
    '\uffff',
  ]
  for (const none of [...nothing, nothing.join(''), ' \u200b \u00a0 ']) {
    assert.equal(fields.requiredText(none, 'Falta'), 'Falta', JSON.stringify(none))
    assert.equal(fields.isBlank(none), true)
    assert.equal(fields.cleanText(none), '')
  }
  // What joins and colours emojis and letters stays.
  for (const good of ['👩‍👩‍👧', '❤️', 'می‌خواهم', 'José', '한글', '⠓', '*', '5'])
    assert.equal(fields.cleanText(good), good)
})

test('an accent that is a character of its own becomes one with its letter; the length is that of what is stored', () => {
  assert.equal(fields.cleanText('Jose\u0301 Mun\u0303oz'), 'José Muñoz')
  assert.equal(fields.optionalText('e\u0301'.repeat(10), 10), undefined)
  assert.equal(fields.optionalText('\u0958'.repeat(6), 10), 'No puede exceder 10 caracteres')
})

test('marks of direction are dropped; halves of characters and C1 controls are refused', () => {
  assert.equal(fields.cleanText('\u202eana\u2066 \u200fRojas\u061c'), 'ana Rojas')
  for (const bad of ['a\ud83d', '\ude00b', 'a\u0085b', '\u009b31m', '\u0000', '\u0085', '\ud800'])
    for (const rule of [fields.optionalText, fields.longText, (v: unknown) => fields.requiredText(v, 'x')])
      assert.equal(rule(bad), 'Contiene caracteres no permitidos', JSON.stringify(bad))
  assert.equal(fields.optionalText('😀'), undefined)
})

test('texts', () => {
  const required = (value: unknown) => fields.requiredText(value, 'Falta')
  for (const none of ['', '   ', null, undefined, 5, {}, []]) assert.equal(required(none), 'Falta')
  assert.equal(required(' Ana '), undefined)
  assert.equal(required('a'.repeat(120)), undefined)
  assert.equal(required('😀'.repeat(120)), undefined)
  assert.equal(required('a'.repeat(121)), 'No puede exceder 120 caracteres')
  for (const bad of ['A\u0000na', 'A\nna', 'A\u007fna'])
    assert.equal(required(bad), 'Contiene caracteres no permitidos')
  assert.equal(fields.longText('una\r\n\tdos'), undefined)
  assert.equal(fields.longText('una\u0000dos'), 'Contiene caracteres no permitidos')
  assert.equal(fields.longText('a'.repeat(501)), 'No puede exceder 500 caracteres')
  assert.equal(fields.longText('a'.repeat(501), 500, 'Mucho'), 'Mucho')
  assert.equal(fields.longText(5), 'Debe ser un texto')
  for (const kept of ['<b>Ana</b>', "Robert'); DROP TABLE--", 'Ñandú 女の子'])
    assert.equal(required(kept), undefined)
})

test('ids and numbers', () => {
  for (const seven of [7, '7', ' 7 ']) assert.equal(fields.idOf(seven), 7)
  for (const no of [0, -1, 1.5, 1e300, '7a', '', '99999999999999999999', null, true, [7]]) {
    assert.equal(fields.idOf(no), undefined, String(no))
  }
  for (const number of [1.5, '1.5', ' 1.5 ']) assert.equal(fields.numberOf(number), 1.5)
  for (const no of ['1,5', '1e9', '', NaN, Infinity, null, false, [1.5]]) {
    assert.equal(fields.numberOf(no), undefined, String(no))
  }
})

test('addresses of pages and images', () => {
  for (const good of ['', null, undefined, 'https://x.co', 'http://x.co/a?b=c', '/uploads/1.webp']) {
    assert.equal(fields.urlError(good), undefined, String(good))
  }
  const bad = [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.co',
    'x.co',
    'https://',
    'https://a b.co',
    5,
  ]
  for (const no of [...bad, `https://x.co/${'a'.repeat(250)}`])
    assert.notEqual(fields.urlError(no), undefined, String(no))
})

test('no value makes a check throw', () => {
  const checks = [isEmail, emailError, fields.optionalText, fields.longText, fields.idOf]
  fc.assert(
    fc.property(
      fc.anything(),
      (value) => void [...checks, fields.urlError, fields.numberOf].map((f) => f(value)),
    ),
  )
})

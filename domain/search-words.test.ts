import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsWords, searchWords } from './search-words.ts'

test('a telephone is one word, however it is written', () => {
  for (const typed of [
    '300-412-8819',
    '(300) 412 8819',
    '300.412.8819',
    ' 300 412 8819 ',
    '0300 412 8819',
    '(0300) 412–8819',
    '3004128819',
  ])
    assert.deepEqual(searchWords(typed), ['3004128819'], typed)
  assert.deepEqual(searchWords('+57 300 412 8819'), ['573004128819'])
  assert.deepEqual(searchWords('0057 300 412 8819'), ['573004128819'])
  assert.deepEqual(searchWords('1.023.456.789'), ['1023456789'])
  assert.deepEqual(searchWords('0'), ['0'])
})

test('anything else is split at its spaces, and bounded', () => {
  assert.deepEqual(searchWords('  Ana   Gómez '), ['Ana', 'Gómez'])
  assert.deepEqual(searchWords('Jose\u0301'), ['José'])
  assert.deepEqual(searchWords('Ana 300'), ['Ana', '300'])
  assert.deepEqual(searchWords('ana-maria@correo.example'), ['ana-maria@correo.example'])
  assert.deepEqual(searchWords(' '), [])
  assert.deepEqual(searchWords('('), [])
  assert.equal(searchWords('a b c d e f g h').length, 6)
})

test('a text holds what the server finds in it, however it is written', () => {
  const text = 'Lucía D’Alessandro lucia@correo.example +573004128819 1020304050 Uñas 💅'
  for (const typed of [
    'lucia',
    'LUCÍA uñas',
    "D'Alessandro",
    'd’alessandro',
    'D´Alessandro',
    '300-412-8819',
    '0300 412 8819',
    '(300) 4128819',
    '+57 300 412 8819',
    '1.020.304.050',
    '',
  ])
    assert.ok(holdsWords(text, typed), typed)
  for (const typed of ['Lucas', 'lucia pelo', '301 412 8819', 'Alessandra'])
    assert.ok(!holdsWords(text, typed), typed)
})

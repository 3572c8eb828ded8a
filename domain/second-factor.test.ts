import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CODE_FORM, CODE_NEEDED, codeError, readCode, recoveryCode } from './second-factor.ts'

test('a code is read as people type it', () => {
  assert.deepEqual(readCode(' 123 456 '), { kind: 'app', code: '123456' })
  assert.deepEqual(readCode('K7MQ-3X9D W2HT5VBC'), { kind: 'recovery', code: 'k7mq3x9dw2ht5vbc' })
  assert.deepEqual(readCode('OIl0-3x9d-w2ht-5vbc')?.code, '01103x9dw2ht5vbc')
  for (const none of [
    '12345',
    '1234567',
    'abc',
    'k7mq-3x9d-w2ht-5vb',
    'k7mq-3x9d-w2ht-5vbu',
    7,
    null,
    '1'.repeat(61),
  ])
    assert.equal(readCode(none), undefined, String(none))
})

test('what is missing and what has no form of a code is said', () => {
  assert.equal(codeError(' '), CODE_NEEDED)
  assert.equal(codeError('12a456'), CODE_FORM)
  assert.equal(codeError('123456'), undefined)
})

test('a recovery code has eighty bits, and is read back', () => {
  const code = recoveryCode(Uint8Array.from({ length: 10 }, (_, i) => i * 25))
  assert.match(code, /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)
  assert.deepEqual(readCode(code), { kind: 'recovery', code: code.replaceAll('-', '') })
  assert.notEqual(recoveryCode(new Uint8Array(10).fill(255)), recoveryCode(new Uint8Array(10)))
})

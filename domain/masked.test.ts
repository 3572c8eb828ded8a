import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMasked, maskedEmail, maskedPhone, withoutContacts } from './masked.ts'

test('a phone keeps what is needed to recognise it', () => {
  assert.equal(maskedPhone('+573004128819'), '300 ••• 8819')
  assert.equal(maskedPhone('+50761234567'), '•••')
  assert.equal(maskedPhone(''), '')
  assert.equal(isMasked(maskedPhone('+573004128819')), true)
  assert.equal(isMasked('+573004128819'), false)
})

test('an e-mail keeps its first letter and where it is', () => {
  assert.equal(maskedEmail('camila@correo.example'), 'c•••@correo.example')
  assert.equal(maskedEmail('ñandú@correo.example'), 'ñ•••@correo.example')
})

test('an answer is masked wherever a client stands in it, and else stays', () => {
  const client = {
    client_name: 'Camila',
    client_phone: '+573004128819',
    client_email: 'c@x.co',
    client_id: '1',
  }
  const masked = {
    client_name: 'Camila',
    client_phone: '300 ••• 8819',
    client_email: 'c•••@x.co',
    client_id: null,
  }
  assert.deepEqual(withoutContacts({ appointments: [client], current: client, total: 1 }), {
    appointments: [masked],
    current: masked,
    total: 1,
  })
  assert.deepEqual(withoutContacts({ history: [{ old: { client_phone: null, client_id: null } }] }), {
    history: [{ old: { client_phone: null, client_id: null } }],
  })
  const at = new Date(0)
  assert.deepEqual(withoutContacts({ at, n: 0, b: false, none: null }), { at, n: 0, b: false, none: null })
})

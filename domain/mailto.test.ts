import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailtoOf } from './mailto.ts'

test('the link of an address writes to it and says nothing else', () => {
  for (const email of [
    'ana+citas@salon.co',
    'x?bcc=evil%40evil.co&body=hola@b.co',
    '100%25@x.co',
    'a#b@x.co',
    'ñandú@bücher.de',
  ]) {
    const link = new URL(mailtoOf(email))
    assert.deepEqual([decodeURIComponent(link.pathname), link.search, link.hash], [email, '', ''])
  }
})

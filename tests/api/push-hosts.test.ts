import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress, isPushService, publicLookup } from '#server/push/public-host.ts'

test('a push service is one of the internet: encrypted, by name, at its usual port', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QGu',
    'https://wns2-par02p.notify.windows.com/w/?token=BQ',
  ])
    assert.ok(isPushService(endpoint, undefined), endpoint)
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://8.8.8.8/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://db.internal/x',
    'https://metadata/x',
    'https://push.example.com:5432/x',
    'https://user:word@push.example.com/x',
    'file:///etc/passwd',
    'x',
  ])
    assert.ok(!isPushService(endpoint, undefined), endpoint)
})

test('with a stand-in there is no other', () => {
  assert.ok(isPushService('http://127.0.0.1:4000/send/x', 'http://127.0.0.1:4000'))
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/x',
    'http://127.0.0.1:4001/x',
    'http://127.0.0.1:4000@evil.example/x',
  ])
    assert.ok(!isPushService(endpoint, 'http://127.0.0.1:4000'), endpoint)
})

test('an address of the own network, or of none, is not public', () => {
  for (const address of ['142.250.78.10', '2607:f8b0:4004:c07::5f', '17.188.1.1'])
    assert.ok(isPublicAddress(address), address)
  const inside = `127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255
    198.18.0.1 :: ::1 fe80::1 fd00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::7f00:1 64:ff9b::a00:1 2002:a00:1:: none`
  for (const address of inside.split(/\s+/)) assert.ok(!isPublicAddress(address), address)
})

test('a name that leads inside is refused when it is looked up', async () => {
  for (const all of [true, false]) {
    const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve))
    assert.match(String(error), /not an address of the internet/)
  }
})

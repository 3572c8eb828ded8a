import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf, placeText, UNKNOWN_DEVICE } from './device.ts'

test('browsers are named as people know them', () => {
  const cases: [userAgent: unknown, said: string][] = [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
      'Chrome en Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
      'Edge en Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
      'Samsung Internet en Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari en iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome en iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Something/1', 'Mac'],
    ['curl/8.0', UNKNOWN_DEVICE],
    ['', UNKNOWN_DEVICE],
    [undefined, UNKNOWN_DEVICE],
    ['x'.repeat(100_000), UNKNOWN_DEVICE],
  ]
  for (const [userAgent, said] of cases)
    assert.equal(deviceOf(userAgent), said, String(userAgent).slice(0, 90))
})

test('a place is what the clock and the network say', () => {
  assert.equal(
    placeText({ network: '190.24.1.2', timezone: 'America/Bogota' }),
    'hora de Bogotá, red 190.24.1.2',
  )
  assert.equal(placeText({ network: null, timezone: 'America/Lima' }), 'hora de Lima')
  assert.equal(placeText({ network: null, timezone: null }), undefined)
})

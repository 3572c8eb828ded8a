import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeElsewhere, zoneNamed, zoneText } from './elsewhere.ts'

const madrid = { timezone: 'Europe/Madrid', zone_city: 'Madrid', is_virtual: false }
const at = { date: '2026-11-23', time: '11:00' }

test('what another clock shows, with its date when that is another', () => {
  assert.deepEqual(timeElsewhere('Europe/Madrid', 'America/Bogota', at), {
    date: '2026-11-23',
    time: '05:00',
  })
  assert.equal(timeElsewhere('America/Bogota', 'America/Lima', at), undefined)
  // A time that the clocks leave out is told by nobody.
  const skipped = { date: '2027-03-28', time: '02:30' }
  assert.equal(timeElsewhere('Europe/Madrid', 'America/Bogota', skipped), undefined)
})

test('the business’s zone, and the hour here', () => {
  assert.equal(zoneText(madrid, 'America/Bogota', at), 'Hora de Madrid (5:00 am donde estás)')
  const early = { date: '2026-11-23', time: '02:00' }
  assert.equal(zoneText(madrid, 'America/Bogota', early), 'Hora de Madrid (dom 22 nov, 8:00 pm donde estás)')
  assert.equal(zoneText(madrid, 'America/Bogota', at, false), 'Hora de Madrid')
  assert.equal(zoneText(madrid, 'Europe/Paris', at), undefined)
  assert.equal(zoneText(madrid, undefined, at), undefined)
  assert.equal(zoneText({ ...madrid, is_virtual: true }, 'Europe/Paris', at), 'Hora de Madrid')
})

test('zones as browsers name them, and nothing else', () => {
  for (const good of ['America/Bogota', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    assert.equal(zoneNamed(good), good)
  const odd = [
    undefined,
    null,
    5,
    {},
    [],
    '',
    '-05:00',
    'Marte/Olimpo',
    'America/Bogota\u0000',
    `A/${'x'.repeat(99)}`,
  ]
  for (const value of odd) assert.equal(zoneNamed(value), null, String(value))
})

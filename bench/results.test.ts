import assert from 'node:assert/strict'
import test from 'node:test'
import { rowBefore, withFigures } from './results.ts'

const row = (appointments: number, connections: number, perSecond: number) => ({
  appointments,
  connections,
  perSecond,
})

test('a measurement of some numbers of appointments keeps the figures of the others, in their order', () => {
  const earlier = [row(0, 1, 10), row(0, 8, 11), row(100_000, 1, 12)]
  assert.deepEqual(withFigures(earlier, 'slots', [row(2000, 1, 20), row(0, 8, 21)]), [
    row(0, 1, 10),
    row(0, 8, 21),
    row(2000, 1, 20),
    row(100_000, 1, 12),
  ])
  assert.deepEqual(withFigures(undefined, 'book', [row(0, 1, 1)]), [row(0, 1, 1)])
  assert.deepEqual(withFigures({ p50: 1 }, 'window', { p50: 2 }), { p50: 2 })
})

test("last time's figure of a row is that of the same number of appointments and connections", () => {
  const earlier = { slots: [row(0, 1, 10), row(0, 8, 11)] }
  assert.equal(rowBefore(earlier, 'slots', row(0, 8, 50))?.perSecond, 11)
  assert.equal(rowBefore(earlier, 'slots', row(0, 32, 50)), undefined)
  assert.equal(rowBefore(earlier, 'book', row(0, 8, 50)), undefined)
})

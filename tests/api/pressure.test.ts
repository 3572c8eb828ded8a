/** Messages step back while requests press, and are never held up by it for long. */
import { startWorkers } from '#server/messages/sender.ts'
import { watchPressure } from '#server/pressure.ts'
import Fastify from 'fastify'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../smtp.ts'

const log = { info() {}, warn() {}, error() {} }

test('ten requests at once press, and no longer than they come', async () => {
  const app = Fastify()
  const pressure = watchPressure(app)
  app.get('/', () => 'ok')
  assert.equal(pressure(), false)
  const ask = (count: number) => Promise.all(Array.from({ length: count }, () => app.inject('/')))
  await ask(9)
  assert.equal(pressure(), false)
  await ask(10)
  assert.equal(pressure(), true)
  await until(() => !pressure(), 5_000)
  await app.close()
})

/** A worker with a queue that never ends: how much of the time it took while `during` ran. */
async function shareOf(isPressed: () => boolean, during: () => Promise<unknown>) {
  let worked = 0
  let count = 0
  const sender = startWorkers(
    { log, pressure: isPressed },
    async () => {
      const begun = performance.now()
      await sleep(4)
      worked += performance.now() - begun
      count++
      return ['sent']
    },
    [{ priority: 'all', most: 1 }],
  )
  const begun = performance.now()
  await during()
  const share = worked / (performance.now() - begun)
  await sender.stop()
  return { share, count }
}

test('pressed, a worker takes a tenth of the time; calm, all of it', async () => {
  const pressed = await shareOf(
    () => true,
    () => sleep(800),
  )
  assert.ok(pressed.count > 1, 'it goes on')
  assert.ok(pressed.share < 0.25, `${pressed.share}`)
  const calm = await shareOf(
    () => false,
    () => sleep(400),
  )
  assert.ok(calm.share > 2 * pressed.share, `${calm.share}, ${pressed.share}`)
})

test('what comes while a worker rests is taken after the rest, without a further signal', async () => {
  let queued = 0
  let taken = 0
  const sender = startWorkers(
    { log, pressure: () => true },
    async () => {
      await sleep(20)
      if (queued === 0) return []
      queued--
      taken++
      return ['sent']
    },
    [{ priority: 'all', most: 1 }],
  )
  // It has found nothing, and rests.
  await sleep(40)
  queued = 3
  sender.kick()
  await until(() => taken === 3, 5_000)
  await sender.stop()
})

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

/** The mail workers for two mails at once, as calls of what takes them: who, how many, and how many of all at that moment. */
function mailWorkers(isPressed: () => boolean, take: (priority: string, most: number) => Promise<unknown>) {
  const calls: { priority: string; most: number; underWay: number }[] = []
  let underWay = 0
  const sender = startWorkers(
    { log, pressure: isPressed },
    async (priority, most) => {
      underWay += most
      calls.push({ priority, most, underWay })
      await take(priority, most)
      underWay -= most
      return ['sent']
    },
    [
      { priority: 'urgent', most: 1, pressed: 0 },
      { priority: 'all', most: 1, pressed: 2 },
      { priority: 'all', most: 1, pressed: 0 },
    ],
  )
  return { calls, sender }
}

test('pressed, one worker takes what the others took, together; calm, each takes its own', async () => {
  let isPressed = true
  const { calls, sender } = mailWorkers(
    () => isPressed,
    () => sleep(4),
  )
  await sleep(300)
  const pressed = calls.splice(0)
  assert.ok(pressed.length > 1, 'it goes on')
  assert.ok(
    pressed.every(({ priority, most }) => priority === 'all' && most === 2),
    JSON.stringify(pressed),
  )
  isPressed = false
  await until(() => new Set(calls.map(({ priority }) => priority)).size === 2, 5_000)
  await sleep(100)
  assert.ok(calls.slice(-6).every(({ most }) => most === 1))
  await sender.stop()
  assert.ok([...pressed, ...calls].every(({ underWay }) => underWay <= 3))
})

test('pressed, who waits for a confirmation has it also while the mail server holds up the others', async () => {
  const slow = Promise.withResolvers<void>()
  const { calls, sender } = mailWorkers(
    () => true,
    (priority) => (priority === 'all' ? slow.promise : sleep(4)),
  )
  await until(() => calls.filter(({ priority }) => priority === 'urgent').length > 1, 5_000)
  assert.ok(calls.every(({ underWay }) => underWay <= 3))
  slow.resolve()
  await sender.stop()
})

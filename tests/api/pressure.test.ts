/** Messages step back while requests press, and are never held up by it for long. */
import { startWorkers } from '#server/messages/sender.ts'
import { watchPressure } from '#server/turns/pressure.ts'
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

test('few that take long press as well; one that does, and files that are fetched slowly, do not', async () => {
  const app = Fastify()
  const pressure = watchPressure(app)
  app.get('/api/slow', async () => await sleep(180, 'ok'))
  app.get('/api/slowest', async () => await sleep(900, 'ok'))
  app.get('/assets/slow', async () => await sleep(180, 'ok'))
  const oneByOne = async (url: string, count: number) => {
    while (count-- > 0) await app.inject(url)
  }
  await oneByOne('/api/slowest', 1)
  await oneByOne('/assets/slow', 4)
  assert.equal(pressure(), false)
  await oneByOne('/api/slow', 4)
  assert.equal(pressure(), true)
  await until(() => !pressure(), 5_000)
  await app.close()
})

/** A worker with a queue that never ends: how much of the time it took while `during` ran. */
async function shareOf(isPressed: () => boolean, during: () => Promise<unknown>, behind?: number) {
  let worked = 0
  let count = 0
  const sender = startWorkers(
    { log, pressure: isPressed, ...(behind !== undefined && { behind }) },
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

test('pressed for long, one that never finds its queue empty takes half of the time', async () => {
  const pressed = () => true
  const patient = await shareOf(pressed, () => sleep(800))
  const behind = await shareOf(pressed, () => sleep(800), 100)
  assert.ok(behind.count > 2 * patient.count, `${behind.count}, ${patient.count}`)
  assert.ok(behind.share > 2 * patient.share && behind.share < 0.75, `${behind.share}, ${patient.share}`)
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

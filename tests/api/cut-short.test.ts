/** Waits that one event cuts short. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { cutShort } from '#server/turns/cut-short.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const heap = () => {
  collect()
  return process.memoryUsage().heapUsed
}

test('what waits gets its answer, until the event: then that, at once and ever after', async () => {
  const { wait, cut } = cutShort()
  assert.equal(await wait(Promise.resolve(1)), 1)
  await assert.rejects(wait(Promise.reject(new Error('own'))), /own/)
  const waiting = wait(new Promise(() => {}))
  cut(new Error('the end'))
  cut(new Error('another'))
  await assert.rejects(waiting, /the end/)
  await assert.rejects(wait(Promise.resolve(1).then(() => new Promise(() => {}))), /the end/)
})

test('many waits leave nothing behind while the event does not happen', async () => {
  const { wait } = cutShort()
  const round = async () => {
    for (let n = 0; n < 20_000; n++) await wait(Promise.resolve(n))
  }
  await round()
  const before = heap()
  await round()
  const kept = heap() - before
  // A promise that all of them waited for would keep some ten million bytes.
  assert.ok(kept < 1_000_000, `${kept} bytes are kept`)
})

import { spawn, spawnSync } from 'node:child_process'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../smtp.ts'
import {
  freePort,
  launch,
  postgresPid,
  preparedFolder,
  processesOf,
  type Running,
  start,
  stop,
  wishes,
} from '../server.ts'

/** A server that runs this script first. */
async function startAfter(script: string) {
  const [dataDir, port] = [preparedFolder(), await freePort()]
  const preload = `data:text/javascript,${encodeURIComponent(script)}`
  const command = [process.execPath, '--import', preload, 'scripts/start.ts']
  return { ...(await start({ dataDir, port, command })), dataDir, port }
}

/** What it logged as the reasons of its end. */
const fatal = (server: Running) =>
  server
    .output()
    .out.split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"level":60'))
    .map((line) => JSON.parse(line))
    .map(({ msg, err }) => [msg, err.message])

test('errors that nobody caught end the process in order: each is logged, what is in progress is answered, nobody is left', async () => {
  const server = await startAfter(`process.on('SIGUSR2', () => {
    for (const which of ['first', 'second']) setTimeout(() => { throw new Error('the ' + which + ' stray error') })
  })`)
  const { dataDir, port } = server
  const [wish] = await wishes(server.url, 1)
  const text = JSON.stringify(wish!.body)
  const asked = request({
    port,
    path: '/api/appointments/public',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      expect: '100-continue',
    },
  })
  const answer = once(asked, 'response')
  const begun = once(asked, 'continue')
  asked.flushHeaders()
  await begun
  asked.write(text.slice(0, 30))
  server.child.kill('SIGUSR2')
  await sleep(500)
  asked.end(text.slice(30))
  const [{ statusCode }] = await answer
  assert.equal(statusCode, 201)
  assert.equal((await server.ended).code, 1)
  assert.deepEqual(fatal(server), [
    ['uncaught exception', 'the first stray error'],
    ['uncaught exception', 'the second stray error'],
  ])
  assert.deepEqual(processesOf(dataDir), [])
  assert.equal(postgresPid(dataDir), undefined)
})

test('a full disk of the log ends no process, and holds up none that is stopped', async () => {
  const [dataDir, port] = [preparedFolder(), await freePort()]
  const command = ['sh', '-c', `exec ${process.execPath} scripts/start.ts > /dev/full`]
  const server = launch({ dataDir, port, command, env: { LOG_LEVEL: 'trace' } })
  const isWell = () =>
    fetch(`${server.url}/api/businesses/public`).then(
      async (answer) => (await answer.text(), true),
      () => false,
    )
  await until(isWell, 60_000)
  for (let n = 0; n < 50; n++) assert.ok(await isWell())
  await sleep(300)
  assert.ok(await isWell())
  const { code, ms } = await stop(server)
  assert.equal(code, 0)
  assert.ok(ms < 15_000, `${ms} ms`)
  assert.deepEqual(processesOf(dataDir), [])
})

test('the last line of a process is let go where the disk of the log is full', () => {
  const script = `
    import { loggerOptions } from '#server/log.ts'
    import pino from 'pino'
    const { stream, level } = loggerOptions({ logLevel: 'info' })
    pino({ level }, stream).fatal('the first line')
    console.error('went on')`
  const { stderr, status } = spawnSync(
    'sh',
    ['-c', 'exec "$0" --input-type=module -e "$1" > /dev/full', process.execPath, script],
    { encoding: 'utf8', timeout: 20_000 },
  )
  assert.deepEqual([stderr.trim(), status], ['went on', 0])
})

test('the last lines of a process are let go where the reader of the log hangs', async () => {
  const script = `
    import { loggerOptions } from '#server/log.ts'
    import pino from 'pino'
    // The pipe is one that does not block.
    process.stdout
    const { stream, level } = loggerOptions({ logLevel: 'info' })
    const log = pino({ level }, stream)
    for (let n = 0; n < 2000; n++) log.info('x'.repeat(1000))
    log.fatal('the last line')
    console.error('went on')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  child.stdout.destroy()
  assert.equal(said.trim(), 'went on')
})

test('an error of the stop itself is logged, and the rest is stopped', async () => {
  const server = await startAfter(`
    import net from 'node:net'
    process.on('SIGUSR2', () => {
      net.Server.prototype.close = () => { throw new Error('a stop that fails') }
      process.kill(process.pid, 'SIGTERM')
    })`)
  const { code, ms } = await stop(server, 'SIGUSR2')
  assert.equal(code, 1)
  assert.ok(ms < 15_000, `${ms} ms`)
  assert.deepEqual(fatal(server), [['stopping failed', 'a stop that fails']])
  assert.deepEqual(processesOf(server.dataDir), [])
})

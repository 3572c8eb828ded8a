import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, postgresPid, preparedFolder, processesOf, start, wishes } from '../server.ts'

test('an error that nobody caught ends the process in order: it is logged, what is in progress is answered, nobody is left', async () => {
  const [dataDir, port] = [preparedFolder(), await freePort()]
  const stray = `process.on('SIGUSR2', () => setTimeout(() => { throw new Error('a stray error') }))`
  const preload = `data:text/javascript,${encodeURIComponent(stray)}`
  const command = [process.execPath, '--import', preload, 'scripts/start.ts']
  const server = await start({ dataDir, port, command })
  const [wish] = await wishes(server.url, 1)
  const text = JSON.stringify(wish!.body)
  const asked = request({
    port,
    path: '/api/appointments/public',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
  })
  const answer = once(asked, 'response')
  asked.write(text.slice(0, 30))
  await sleep(200)
  server.child.kill('SIGUSR2')
  await sleep(500)
  asked.end(text.slice(30))
  const [{ statusCode }] = await answer
  assert.equal(statusCode, 201)
  assert.equal((await server.ended).code, 1)
  const lines = server
    .output()
    .out.split('\n')
    .filter((line) => line.includes('a stray error'))
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [[60, 'uncaught exception']],
  )
  assert.deepEqual(processesOf(dataDir), [])
  assert.equal(postgresPid(dataDir), undefined)
})

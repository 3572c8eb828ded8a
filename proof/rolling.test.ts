/**
 * Two processes behind HAProxy, with deploy/haproxy.cfg as it stands but for its addresses: each is restarted, again and again, while
 * people open pages, ask for times, book, and an owner looks at the agenda. Nobody is failed.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DEMO_SLUG } from '../scripts/demo/salon.ts'
import { ask, bodyOf, dataFolder, freePort, query, start, stop, wishes, type Wish } from '../tests/server.ts'
import { until } from '../tests/smtp.ts'

const RESTARTS = Number(process.env.RESTARTS ?? 6)
const PEOPLE = 12
/** As the unit says, a little more than HAProxy takes to notice. */
const DRAIN_SECONDS = '3'

const dir = mkdtempSync(join(tmpdir(), 'enpunto-rolling-'))
let proxy: ChildProcess | undefined
after(() => {
  proxy?.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

async function startProxy(ports: [number, number]): Promise<string> {
  const port = await freePort()
  let settings = readFileSync(join(import.meta.dirname, '../deploy/haproxy.cfg'), 'utf8')
  const put = (from: string | RegExp, to: string) => {
    assert.match(settings, from instanceof RegExp ? from : new RegExp(from))
    settings = settings.replace(from, to)
  }
  put(/bind :443 .*/, `bind 127.0.0.1:${port}`)
  put('127.0.0.1:4001', `127.0.0.1:${ports[0]}`)
  put('127.0.0.1:4002', `127.0.0.1:${ports[1]}`)
  const file = join(dir, 'haproxy.cfg')
  writeFileSync(file, settings)
  execFileSync('haproxy', ['-c', '-q', '-f', file], { stdio: 'inherit' })
  proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  return `http://127.0.0.1:${port}`
}

test('each of two processes restarted behind HAProxy: nobody is failed', { timeout: 600_000 }, async (t) => {
  const dataDir = dataFolder()
  const ports: [number, number] = [await freePort(), await freePort()]
  const env = { DRAIN_SECONDS, TRUST_PROXY: '1', LOG_LEVEL: 'warn' }
  const servers = [
    await start({ dataDir, port: ports[0], env }),
    await start({ dataDir, port: ports[1], env }),
  ]
  const url = await startProxy(ports)
  const isReady = (base: string) => async () => {
    const answer = await ask(`${base}/api/ready`)
    return answer !== 'no answer' && answer.status === 200
  }
  await until(isReady(url), 20_000, 'the proxy')
  const list = await wishes(url, 150)
  const { token } = bodyOf(
    await ask(`${url}/api/auth/login`, { body: { email: 'demo@enpunto.example', password: 'demo2026' } }),
  )

  // What fails is not tried again, as a browser does not.
  const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE })
  const failed = new Map<string, number>()
  let answered = 0
  const send = (
    path: string,
    { wish, headers = {} }: { wish?: Wish; headers?: Record<string, string> } = {},
  ) =>
    new Promise<{ status: number | string; text: string }>((resolve) => {
      const sent = wish
        ? { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': wish.key } }
        : { headers }
      const asked = request(url + path, { ...sent, agent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode!, text }))
        answer.on('error', (error) => resolve({ status: error.message, text }))
      })
      asked.on('error', (error) => resolve({ status: error.message, text: '' }))
      asked.end(wish && JSON.stringify(wish.body))
    }).then((answer) => {
      answered++
      if (answer.status !== (wish ? 201 : 200)) {
        const what = `${path.split('?')[0]} ${answer.status}`
        failed.set(what, (failed.get(what) ?? 0) + 1)
      }
      return answer
    })
  const booked = new Map<string, number>()
  const queue = [...list]
  let isOver = false
  const people = Array.from({ length: PEOPLE }, async () => {
    for (let n = 0; !isOver; n++) {
      await send(`/negocio/${DEMO_SLUG}?n=${n}`)
      await send(`/api/businesses/public/slug/${DEMO_SLUG}`)
      await send('/api/appointments', { headers: { authorization: `Bearer ${token}` } })
      const wish = n % 8 === 0 ? queue.shift() : undefined
      if (!wish) continue
      const { status, text } = await send('/api/appointments/public', { wish })
      if (status === 201) booked.set(wish.email, JSON.parse(text).appointment.id)
    }
  })
  for (let n = 0; n < RESTARTS; n++) {
    const i = n % 2
    const { code } = await stop(servers[i]!)
    assert.equal(code, 0)
    servers[i] = await start({ dataDir, port: ports[i]!, env })
    await until(isReady(servers[i]!.url), 20_000, 'the process')
    // Until HAProxy has seen it, too.
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
  isOver = true
  await Promise.all(people)
  agent.destroy()

  assert.deepEqual([...failed], [])
  assert.ok(booked.size > 0 && answered > 200, `${answered} answers, ${booked.size} bookings`)
  const rows = await query<{ email: string; id: string }>(
    dataDir,
    `select client_email as email, id from appointments where idempotency_key is not null and status = 'scheduled'`,
  )
  assert.equal(rows.length, booked.size)
  for (const { email, id } of rows) assert.equal(booked.get(email), Number(id))
  t.diagnostic(`${RESTARTS} restarts, ${answered} answers of which ${booked.size} bookings, 0 failed, 0 lost`)
  for (const server of servers) assert.equal((await stop(server)).code, 0)
})

/** Opens a connection to the proxy, from an address of this machine. */
function connectTo(port: number, localAddress: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const state = { isOpen: false, isOver: false, text: '' }
  socket.on('connect', () => (state.isOpen = true))
  socket.on('data', (part) => (state.text += part))
  socket.on('error', () => (state.isOver = true))
  socket.on('close', () => (state.isOver = true))
  return { socket, state }
}

test(
  'HAProxy bounds the connections of a network and slow headers; others are served',
  { timeout: 120_000 },
  async (t) => {
    proxy?.kill('SIGKILL')
    const answering = createServer((_, answer) => answer.end('{"success":true}')).listen(0, '127.0.0.1')
    after(() => answering.closeAllConnections())
    after(() => answering.close())
    await once(answering, 'listening')
    const { port: behind } = answering.address() as AddressInfo
    const url = await startProxy([behind, behind])
    const port = Number(new URL(url).port)
    await until(async () => (await fetch(url).catch(() => undefined))?.status === 200, 20_000, 'the proxy')

    // HAProxy's checks of the two come from itself; a request of a few words keeps its connection.
    const many = Array.from({ length: 560 }, () => connectTo(port, '127.0.0.2'))
    const over = () => many.filter(({ state }) => state.isOver).length
    await until(() => over() >= 60, 20_000, 'the refusals')
    const begun = performance.now()
    const slow = connectTo(port, '127.0.0.3')
    slow.socket.write('GET / HTTP/1.1\r\nHost: agenda.example.com\r\nX-Slow: ')
    const other = connectTo(port, '127.0.0.4')
    other.socket.write('GET / HTTP/1.1\r\nHost: agenda.example.com\r\n\r\n')
    await until(() => other.state.text.includes('200 OK'), 5_000, 'an answer to somebody else')
    assert.equal(over(), 60, 'one network has 500 connections')
    await until(() => slow.state.isOver, 60_000, 'the end of slow headers')
    const seconds = (performance.now() - begun) / 1000
    assert.ok(seconds > 25 && seconds < 40, `slow headers ended after ${seconds.toFixed(0)} s`)
    t.diagnostic(
      `560 connections of one network: 60 refused; slow headers ended after ${seconds.toFixed(0)} s`,
    )
    for (const { socket } of [...many, slow, other]) socket.destroy()
  },
)

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { limitConnections } from '#server/http/patience.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, database } from '../helper.ts'
import { owner } from '../owner.ts'
import { until } from '../smtp.ts'

const { app, call } = await api(await database(), { env: { REQUEST_SECONDS: '1' } })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

/** A connection that sends `text`; `closed` resolves to what it received. */
function talk(text: string): { socket: Socket; closed: Promise<string> } {
  let heard = ''
  const socket = connect(port, '127.0.0.1', () => void (text && socket.write(text)))
  const closed = new Promise<string>((resolve) => {
    socket.on('data', (data) => (heard += data)).on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
  after(() => socket.destroy())
  return { socket, closed }
}

const POST = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test('slow headers, slow bodies and silence hold no connection', async () => {
  const silent = Array.from({ length: 100 }, () => talk(''))
  const headers = Array.from({ length: 100 }, () => talk('GET /api/health HTTP/1.1\r\nHost: x\r\nX-A'))
  const bodies = Array.from({ length: 100 }, () => talk(`${POST}Content-Length: 500\r\n\r\n{`))
  // Sending a byte now and then does not keep the connection open.
  const chunked = talk(`${POST}Transfer-Encoding: chunked\r\n\r\n`)
  const drip = setInterval(() => chunked.socket.write('1\r\n \r\n'), 100)
  after(() => clearInterval(drip))
  const opened = [...silent, ...headers, ...bodies, chunked]
  const answers = await Promise.all(opened.map(({ closed }) => closed))
  clearInterval(drip)
  for (const heard of answers.slice(100)) {
    assert.match(heard, /^HTTP\/1.1 408 /)
    assert.match(heard, /{"success":false,"error":"La solicitud tardó demasiado en llegar"}$/)
  }
  assert.equal(await connections(), 0, `${opened.length} tried, 0 left open`)
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/health`)).status, 200)
})

test('an upload may take long while something of it comes; one that comes too slowly holds no place', async () => {
  const { headers } = await owner(call)
  const head = `POST /api/uploads/business/logo HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\nContent-Type: multipart/form-data; boundary=b\r\n`
  const part = '--b\r\nContent-Disposition: form-data; name="logo"; filename="a.jpg"\r\n\r\n'
  const steady = talk(
    `${head}Connection: close\r\nContent-Length: ${part.length + 16 * 20_000 + 7}\r\n\r\n${part}`,
  )
  const slow = talk(`${head}Transfer-Encoding: chunked\r\n\r\n${part.length.toString(16)}\r\n${part}\r\n`)
  const silent = talk(`${head}Content-Length: 5000\r\n\r\n${part}`)
  const drip = setInterval(() => slow.socket.write('1\r\nx\r\n'), 100)
  after(() => clearInterval(drip))
  const begun = performance.now()
  for (let n = 0; n < 16; n++) {
    await sleep(200)
    steady.socket.write(Buffer.alloc(20_000, 'x'))
  }
  assert.ok(performance.now() - begun > 3_000)
  steady.socket.write('\r\n--b--')
  for (const { closed } of [slow, silent]) assert.match(await closed, /^HTTP\/1.1 408 /)
  clearInterval(drip)
  // It came whole, and is no picture.
  assert.match(await steady.closed, /^HTTP\/1.1 4(00|15) /)
})

test('a request that is answered before its body comes is answered once, and holds no connection', async () => {
  const refused = talk(
    'PATCH /api/services/1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
  )
  const heard = await refused.closed
  assert.match(heard, /^HTTP\/1.1 401 /)
  assert.equal(heard.match(/HTTP\/1.1/g)?.length, 1, heard)
})

const connections = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('a network has a number of connections; the others still come in', async () => {
  const server = createServer((_request, response) => response.end('yes'))
  limitConnections(server, 3, () => false)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = (server.address() as AddressInfo).port
  after(() => server.close())
  const open: Socket[] = []
  let closed = 0
  for (let i = 0; i < 10; i++) {
    const socket = connect(at, '127.0.0.1').on('error', () => {})
    socket.on('close', () => closed++)
    open.push(socket)
  }
  await until(() => closed === 7)
  for (const socket of open) socket.destroy()
  await until(async () => (await fetch(`http://127.0.0.1:${at}/`).catch(() => undefined))?.status === 200)
})

test('whoever sends all of a body that is too large before they read anything sees the refusal', async () => {
  const size = 10_000_000
  const json = 'Host: x\r\nContent-Type: application/json\r\n'
  const form = 'Host: x\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  const whole = `Content-Length: ${size}\r\n\r\n`
  const cases: [name: string, head: string, status: number][] = [
    ['a call', `POST /api/auth/login HTTP/1.1\r\n${json}${whole}`, 413],
    ['without its length', `POST /api/auth/login HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\n`, 413],
    ['an address that is none', `POST /api/nada HTTP/1.1\r\n${json}${whole}`, 413],
    ['another type', `POST /api/auth/login HTTP/1.1\r\n${form}${whole}`, 415],
    ['nobody’s', `POST /api/services HTTP/1.1\r\n${json}${whole}`, 401],
  ]
  for (const [name, head, status] of cases) {
    const socket = connect(port, '127.0.0.1').pause()
    after(() => socket.destroy())
    let heard = ''
    socket.on('data', (data) => (heard += data)).pause()
    socket.write(head)
    const part = Buffer.alloc(1_000_000, 'x')
    const sent = async () => {
      for (let n = 0; n < size / part.length; n++) {
        const chunk = head.includes('chunked') ? [`${part.length.toString(16)}\r\n`, part, '\r\n'] : [part]
        for (const bytes of chunk) if (!socket.write(bytes)) await once(socket, 'drain')
      }
      if (head.includes('chunked')) socket.write('0\r\n\r\n')
      // The connection is good for the next request.
      socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
    }
    await assert.doesNotReject(sent(), name)
    socket.resume()
    await until(() => heard.includes('{"success":true}'))
    assert.deepEqual(
      [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code)),
      [status, 200],
      name,
    )
  }
})

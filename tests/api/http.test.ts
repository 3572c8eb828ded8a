import assert from 'node:assert/strict'
import { connect as connectTcp, type AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { guardRoutes } from '#server/http/http.ts'
import { api, booking, database, salon } from '../helper.ts'

const db = await database()
const { app, call } = await api(db)
const place = await salon(db)

const PUBLIC = '/api/appointments/public'
const json = { 'content-type': 'application/json' }

/** Sends a raw body. The answer must be our own: JSON, in Spanish, without details of the framework. */
async function send(payload: string | Buffer, headers: Record<string, string> = json, url = PUBLIC) {
  const response = await app.inject({ method: 'POST', url, headers, payload })
  const body = response.json()
  assert.match(response.headers['content-type'] as string, /^application\/json/)
  assert.deepEqual(
    Object.keys(body).filter((name) => !['success', 'error', 'fields'].includes(name)),
    [],
  )
  assert.equal(body.success, false)
  assert.match(body.error, /^[A-ZÁÉÍÓÚÑ]/)
  assert.doesNotMatch(body.error, /\bbody\b/)
  return { status: response.statusCode, body }
}

describe('bodies', () => {
  const good = JSON.stringify(booking(place))
  const cases: [name: string, payload: string | Buffer, headers: Record<string, string>, status: number][] = [
    ['malformed JSON', '{"business_id": 1,', json, 400],
    ['no JSON at all', 'hola', json, 400],
    ['JSON cut in the middle of a letter', Buffer.from(good).subarray(0, 40), json, 400],
    ['nothing', '', json, 400],
    ['a list', `[${good}]`, json, 400],
    ['an empty list', '[]', json, 400],
    ['null', 'null', json, 400],
    ['a number', '7', json, 400],
    ['a text', '"hola"', json, 400],
    ['an empty object', '{}', json, 400],
    ['a prototype', '{"__proto__": {"business_id": 1}}', json, 400],
    ['a constructor', '{"constructor": {"prototype": {"business_id": 1}}}', json, 400],
    ['nested a thousand deep', `${'['.repeat(1000)}${']'.repeat(1000)}`, json, 400],
    [
      'Latin letters that are no UTF-8',
      Buffer.from(good.replace('{', '{"notes":"peluquería",'), 'latin1'),
      json,
      400,
    ],
    ['no content type', good, {}, 415],
    ['text', good, { 'content-type': 'text/plain' }, 415],
    ['a form', 'business_id=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['parts', 'x', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['XML', '<a/>', { 'content-type': 'application/xml' }, 415],
    ['an unreadable content type', good, { 'content-type': 'json' }, 415],
    ['over 256 kB', JSON.stringify({ notes: 'x'.repeat(256 * 1024) }), json, 413],
    [
      'a small one that unpacks to 100 MB',
      gzipSync(Buffer.alloc(100_000_000, 32)),
      { ...json, 'content-encoding': 'gzip' },
      413,
    ],
    ['one that claims to be packed', good, { ...json, 'content-encoding': 'gzip' }, 400],
    ['packed in an unknown way', good, { ...json, 'content-encoding': 'zip' }, 415],
  ]
  for (const [name, payload, headers, expected] of cases)
    test(`${name}: ${expected}`, async () => {
      const { status } = await send(payload, headers)
      assert.equal(status, expected)
    })

  test('just under the limit is read', async () => {
    const { status, body } = await send(JSON.stringify({ ...booking(place), notes: 'x'.repeat(250 * 1024) }))
    assert.equal(status, 400)
    assert.deepEqual(body.fields, { notes: 'Notas no pueden exceder 500 caracteres' })
  })

  test('after all that the server goes on, and nothing was stored', async () => {
    assert.deepEqual(await db.selectFrom('appointments').select('id').execute(), [])
    assert.equal((await call('POST', PUBLIC, { body: booking(place) })).status, 201)
  })
})

describe('addresses', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  for (const url of [
    '/api/nothing',
    '/api/',
    '/api/appointment',
    '/api/businesses/1/secrets',
    '/api/..%2f..%2fetc',
  ])
    for (const method of methods)
      test(`${method} ${url} is not there`, async () => {
        const response = await app.inject({ method, url })
        assert.equal(response.statusCode, 404)
        assert.match(response.headers['content-type'] as string, /^application\/json/)
        assert.deepEqual(response.json(), { success: false, error: 'Esta dirección no existe' })
      })

  test('what is there answers 404 to other methods', async () => {
    const wrong: [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string][] = [
      ...(['GET', 'PUT', 'PATCH', 'DELETE'] as const).map(
        (method) => [method, '/api/security/verify-recaptcha'] as const,
      ),
      ...(['POST', 'PUT', 'DELETE'] as const).map((method) => [method, '/api/health'] as const),
      ['POST', `/api/businesses/public/${place.slug}`],
      ['PATCH', '/api/auth/login'],
    ] as never
    for (const [method, url] of wrong)
      assert.equal((await app.inject({ method, url })).statusCode, 404, `${method} ${url}`)
  })

  test('HEAD answers as GET does, without the body', async () => {
    const url = `/api/businesses/${place.business_id}`
    const [head, get] = [await app.inject({ method: 'HEAD', url }), await app.inject({ method: 'GET', url })]
    assert.equal(head.statusCode, 200)
    assert.equal(head.body, '')
    assert.equal(head.headers['content-type'], get.headers['content-type'])
    assert.equal((await app.inject({ method: 'HEAD', url: '/api/nothing' })).statusCode, 404)
    assert.equal((await app.inject({ method: 'HEAD', url: '/api/businesses/x' })).statusCode, 400)
  })

  const odd: [url: string, status: number][] = [
    ['/api/businesses/%zz', 400],
    ['/api/businesses/%c0%ae', 400],
    [`/api/businesses/public/${'x'.repeat(301)}`, 404],
    [`/api/businesses/public/${'x'.repeat(300)}`, 404],
    [`/api/businesses/${'9'.repeat(299)}`, 400],
    ['/api/businesses/public/%00', 400],
    ['/api/businesses/public/slug/%00', 400],
    ['/api/businesses/public/slug/%F0%9F%99%82', 404],
    ["/api/businesses/public/slug/'%3B--", 404],
    ['/api/businesses/1%00', 400],
    ['/api/schedules/available-slots/1/%00', 400],
  ]
  for (const [url, expected] of odd)
    test(`${url.slice(0, 60)} answers ${expected}`, async () => {
      const { status, body } = await call('GET', url)
      assert.equal(status, expected)
      assert.deepEqual([body.success, typeof body.error], [false, 'string'])
      assert.match(body.error, /^[A-ZÁÉÍÓÚÑ¿¡][^{}]+$/)
    })
})

test('bytes that are no HTTP do not bring the server down', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const talk = (bytes: string) =>
    new Promise<string>((resolve) => {
      let heard = ''
      const socket = connectTcp(port, '127.0.0.1', () => socket.end(bytes))
      socket
        .on('data', (data) => (heard += data))
        .on('close', () => resolve(heard))
        .on('error', () => resolve(heard))
    })
  assert.match(
    await talk('GARBAGE\r\n\r\n'),
    /^HTTP\/1.1 400 [^]*\r\n\r\n{"success":false,"error":"La solicitud no es válida"}$/,
  )
  assert.match(
    await talk(`GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(100_000)}\r\n\r\n`),
    /^HTTP\/1.1 431 [^]*\r\n\r\n{"success":false,"error":"La dirección o los encabezados son demasiado largos"}$/,
  )
  const body = JSON.stringify(booking(place))
  const smuggled = `POST ${PUBLIC} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n${body}`
  assert.match(await talk(smuggled), /^HTTP\/1.1 400/)
  assert.match(
    await talk('TRACE /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1.1 404[^]*"success":false/,
  )
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/health`)).status, 200)

  // One host, and one that is a host; the absolute form names it in the address.
  const get = (target: string, ...headers: string[]) =>
    talk([`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'))
  for (const host of ['a b', 'x?y', 'x/y', 'user@x', 'x:port', '[::1', '%00', '<x>', 'x:99999'])
    assert.match(await get('/api/health?token=SECRET', `Host: ${host}`), /^HTTP\/1.1 400 /, host)
  assert.match(await get('/api/health', 'Host: a', 'Host: b'), /^HTTP\/1.1 400 /)
  assert.match(await get('/api/health', 'Host: a', 'Host: a'), /^HTTP\/1.1 400 /)
  for (const host of ['x', 'agenda.example.com', '127.0.0.1:3000', '[::1]:3000'])
    assert.match(await get('/api/health', `Host: ${host}`), /^HTTP\/1.1 200 /, host)
  assert.match(await get('http://agenda.example.com/api/health?a=1', 'Host: x'), /^HTTP\/1.1 200 /)
  assert.match(await get('HTTP://agenda.example.com/api/nothing', 'Host: x'), /^HTTP\/1.1 404 /)
  assert.match(await get('http://a b/api/health', 'Host: x'), /^HTTP\/1.1 400 /)
  assert.match(await get('http://user@x/api/health', 'Host: x'), /^HTTP\/1.1 400 /)
  assert.match(await talk('GET /api/health HTTP/1.0\r\n\r\n'), /^HTTP\/1.1 200 /)
})

describe('nothing is open by accident', () => {
  const gate = async () => {
    throw Object.assign(new Error('no'), { statusCode: 401 })
  }
  const guarded = () => {
    const app = Fastify()
    app.decorate('calls', [])
    guardRoutes(app as never, { member: gate, administrator: gate })
    return app
  }

  test('a route that does not say who may call it stops the start', async () => {
    const app = guarded()
    assert.throws(() => app.get('/open', () => 'x'), /GET \/open does not say who may call it/)
    assert.throws(() => app.post('/open', { config: {} }, () => 'x'), /who may call it/)
    const both = { access: 'public', needs: 'services:read' } as const
    assert.throws(() => app.post('/both', { config: both }, () => 'x'), /who may call it/)
    await app.register(async (inner) => {
      assert.throws(() => inner.get('/deeper', () => 'x'), /GET \/deeper/)
    })
  })

  test('the gate comes before the body is read, and before the route’s own hooks', async () => {
    const app = guarded()
    const reached: string[] = []
    const onRequest = async () => void reached.push('hook')
    const handler = () => void reached.push('handler')
    app.post('/member', { config: { needs: 'services:write' }, onRequest }, handler)
    app.post('/administrator', { config: { access: 'administrator' }, onRequest }, handler)
    app.get('/public', { config: { access: 'public' } }, () => 'yes')
    for (const url of ['/member', '/administrator']) {
      const response = await app.inject({ method: 'POST', url, headers: json, payload: '{malformed' })
      assert.equal(response.statusCode, 401)
    }
    assert.deepEqual(reached, [])
    assert.equal((await app.inject('/public')).body, 'yes')
    await app.close()
  })
})

test('answers are not to be guessed at by browsers', async () => {
  const { headers } = await call('GET', `/api/businesses/${place.business_id}`)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['x-powered-by'], undefined)
})

import { bucketStore } from '#server/backup/store.ts'
import { readConfig } from '#server/config.ts'
import { fileRoutes } from '#server/files/files.ts'
import { answerErrors } from '#server/http/http.ts'
import { s3Files, s3Objects, signedHeaders } from '#server/files/s3.ts'
import Fastify from 'fastify'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'

/** A store that implements as much of S3 as we use, and checks the signatures. */
const objects = new Map<string, Buffer>()
const keys = { accessKey: 'AK', secretKey: 'secreta', region: 'auto', bucket: 'fotos' }
let isBroken = false
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const date = String(request.headers['x-amz-date']).replace(
    /(....)(..)(..)T(..)(..)(..)Z/,
    '$1-$2-$3T$4:$5:$6Z',
  )
  const expected = signedHeaders(keys, {
    method: request.method!,
    url: new URL(request.url!, `http://${request.headers.host}`),
    at: new Date(date),
    ...(body.length > 0 && { body }),
  })
  if (request.headers.authorization !== expected.authorization)
    return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
  if (isBroken) return response.writeHead(500).end()
  const path = request.url!
  if (!path.startsWith('/fotos/')) return response.writeHead(404).end('<Code>NoSuchBucket</Code>')
  if (request.method === 'PUT') objects.set(path, body)
  if (request.method === 'DELETE') objects.delete(path)
  const object = objects.get(path)
  if (request.method === 'GET') return object ? response.end(object) : response.writeHead(404).end()
  response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('signs as AWS’s own example does', () => {
  // "Example: GET Object", Signature Calculations for the Authorization Header, Amazon S3 API Reference.
  const keys = {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt')
  const headers = signedHeaders(
    keys,
    { method: 'GET', url, at: new Date('2013-05-24T00:00:00Z') },
    { range: 'bytes=0-9' },
  )
  assert.equal(
    headers.authorization,
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('keeps, serves and removes files', async () => {
  const files = s3Files({ ...keys, endpoint })
  const app = Fastify()
  answerErrors(app)
  await fileRoutes(app, files)
  const content = Buffer.from('una foto')
  await files.put('abc-160.webp', content)
  assert.deepEqual([...objects.keys()], ['/fotos/abc-160.webp'])
  const response = await app.inject('/files/abc-160.webp')
  assert.deepEqual(
    [response.statusCode, response.rawPayload, response.headers['content-length']],
    [200, content, '8'],
  )
  assert.equal((await app.inject('/files/otra-160.webp')).statusCode, 404)
  assert.equal((await app.inject('/files/..%2f..%2fx.webp')).statusCode, 404)
  await files.remove('abc-160.webp')
  await files.remove('abc-160.webp')
  assert.equal(objects.size, 0)
  assert.equal((await app.inject('/files/abc-160.webp')).statusCode, 404)
})

test('a store that refuses or is broken is a failure, not an empty answer', async () => {
  await assert.rejects(
    s3Files({ ...keys, endpoint, secretKey: 'otra' }).put('x.webp', Buffer.from('x')),
    /403/,
  )
  const nowhere = s3Files({ ...keys, endpoint, bucket: 'nada' })
  await assert.rejects(nowhere.put('x.webp', Buffer.from('x')), /no bucket/)
  // A picture taken for gone is in the right bucket still, and its row, which says so, would go.
  await assert.rejects(nowhere.remove('x.webp'), /no bucket/)
  await assert.rejects(nowhere.read('x.webp'), /no bucket/)
  isBroken = true
  await assert.rejects(s3Files({ ...keys, endpoint }).read('x.webp'), /500/)
  isBroken = false
})

test('whoever reads a picture slowly gets all of it; a store that is slow itself is given up', async (t) => {
  const slow = createServer(async (request, response) => {
    if (request.url!.endsWith('silent')) return
    response.writeHead(200, { 'content-length': '10' })
    for (let n = 0; n < 10; n++) {
      response.write('x')
      await sleep(60)
    }
    response.end()
  }).listen(0, '127.0.0.1')
  t.after(() => (slow.closeAllConnections(), slow.close()))
  await once(slow, 'listening')
  const at = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const objects = s3Objects({ ...keys, endpoint: at }, { patienceMs: 300, type: 'image/webp' })
  const picture = await objects.open('picture')
  assert.equal((await buffer(picture!.content)).toString(), 'x'.repeat(10))
  await assert.rejects(objects.read('picture'), /too slow/)
  await assert.rejects(objects.open('silent'), /too slow/)
})

test('of a picture whose size the store does not say, all comes, with its size', async (t) => {
  const packed = gzipSync('una foto de verdad')
  const chunked = createServer((request, response) => {
    const isPacked = request.url!.endsWith('packed-160.webp')
    response.writeHead(200, isPacked ? { 'content-encoding': 'gzip', 'content-length': packed.length } : {})
    if (isPacked) return response.end(packed)
    response.write('una foto ')
    setTimeout(() => response.end('de verdad'), 20)
  }).listen(0, '127.0.0.1')
  t.after(() => (chunked.closeAllConnections(), chunked.close()))
  await once(chunked, 'listening')
  const at = `http://127.0.0.1:${(chunked.address() as AddressInfo).port}`
  const app = Fastify()
  await fileRoutes(app, s3Files({ ...keys, endpoint: at }))
  for (const name of ['abc-160.webp', 'packed-160.webp']) {
    const { headers, payload } = await app.inject(`/files/${name}`)
    assert.deepEqual([headers['content-length'], payload], ['18', 'una foto de verdad'], name)
  }
})

test('what answers a page, or nothing, to everything is no store: nothing is kept there, and no browser keeps that for a picture', async (t) => {
  const page = createServer((request, response) => {
    request.resume()
    if (request.url!.endsWith('vacia-160.webp')) return response.writeHead(200).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Log in</html>')
  }).listen(0, '127.0.0.1')
  t.after(() => (page.closeAllConnections(), page.close()))
  await once(page, 'listening')
  const settings = { ...keys, endpoint: `http://127.0.0.1:${(page.address() as AddressInfo).port}` }
  const app = Fastify()
  answerErrors(app)
  await fileRoutes(app, s3Files(settings))
  for (const name of ['abc-160.webp', 'vacia-160.webp']) {
    const { statusCode, headers } = await app.inject(`/files/${name}`)
    assert.equal(statusCode, 503, name)
    assert.doesNotMatch(String(headers['cache-control']), /immutable/)
  }
  await assert.rejects(s3Files(settings).put('abc-160.webp', Buffer.from('x')), /answered a page/)
  await assert.rejects(bucketStore(settings).list(''), /cannot be kept in the bucket fotos \(502 NoStore\)/)
})

test('a list of which a part came, or that never ends, is none: what it leaves out would be removed', async (t) => {
  const key = (n: number) => `<Contents><Key>2026-11-0${n}T03-00-00Z/manifest.json</Key></Contents>`
  const next = (token: string) => `<NextContinuationToken>${token}</NextContinuationToken>`
  let pages: (asked: number) => string
  let asked = 0
  const lists = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/xml')
    response.end(pages(asked++))
  }).listen(0, '127.0.0.1')
  t.after(() => (lists.closeAllConnections(), lists.close()))
  await once(lists, 'listening')
  const at = `http://127.0.0.1:${(lists.address() as AddressInfo).port}`
  const names = (of: typeof pages) => {
    pages = of
    asked = 0
    return s3Objects({ ...keys, endpoint: at }, { patienceMs: 5000, type: 'application/octet-stream' }).list(
      '',
    )
  }
  const whole = (inner: string) =>
    `<?xml version="1.0"?><ListBucketResult xmlns="s3">${inner}</ListBucketResult>\n`
  for (const part of [
    '',
    '{}',
    '<?xml version="1.0"?><ListBucketResult xmlns="s3">',
    whole(key(1) + key(2)).slice(0, -60),
    whole(`<IsTruncated>true</IsTruncated>${key(1)}`),
  ])
    await assert.rejects(
      names(() => part),
      /a part of a list/,
      part,
    )
  // One token for ever, and the same names under ever new ones.
  await assert.rejects(
    names((n) => whole(key(n % 9) + next('t'))),
    /again and again/,
  )
  await assert.rejects(
    names((n) => whole(key(1) + next(`t${n}`))),
    /again and again/,
  )
  assert.ok(asked <= 3)
  assert.deepEqual(await names(() => '<ListBucketResult xmlns="s3"/>'), [])
  // Some have a page without names between two others.
  const three = (n: number) => whole([key(1) + next('a'), next('b'), key(2)][n]!)
  assert.equal((await names(three)).length, 2)
})

test('a store that refuses us, or has no such bucket, is said to be away: whoever sends a picture is told to try again', async () => {
  for (const wrong of [{ secretKey: 'otra' }, { bucket: 'no-existe' }]) {
    const files = s3Files({ ...keys, endpoint, ...wrong })
    const app = Fastify()
    answerErrors(app)
    app.post('/', async () => files.put('abc-160.webp', Buffer.from('x')))
    const answer = await app.inject({ method: 'POST', url: '/' })
    assert.equal(answer.statusCode, 503, JSON.stringify(wrong))
    assert.match(answer.json().error, /Intenta de nuevo/)
  }
})

test('the settings go together', () => {
  const all = { S3_ENDPOINT: endpoint, S3_BUCKET: 'fotos', S3_ACCESS_KEY: 'AK', S3_SECRET_KEY: 'secreta' }
  assert.deepEqual(readConfig({ ...all, S3_REGION: 'auto' }).s3, {
    endpoint,
    bucket: 'fotos',
    accessKey: 'AK',
    secretKey: 'secreta',
    region: 'auto',
  })
  assert.equal(readConfig({}).s3, undefined)
  assert.throws(() => readConfig({ ...all, S3_SECRET_KEY: '' }), /go together/)
  assert.throws(() => readConfig({ ...all, S3_BUCKET: '../x' }), /S3_BUCKET/)
  assert.throws(() => readConfig({ ...all, S3_ENDPOINT: 'x' }), /S3_ENDPOINT/)
  assert.throws(() => readConfig({ GEOCODER_URL: 'file:///etc' }), /GEOCODER_URL/)
  assert.equal(
    readConfig({ GEOCODER_URL: 'https://nominatim.example.com' }).geocoder.url,
    'https://nominatim.example.com',
  )
})

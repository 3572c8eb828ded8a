import { nominatim } from '#server/location/geocoder.ts'
import { forgetPlaces } from '#server/location/queries.ts'
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { createHash } from 'node:crypto'
import { api, database } from '../helper.ts'
import { until } from '../smtp.ts'

const PLACES = [
  { display_name: 'Carrera 7, Bogotá, Colombia', lat: '4.6486', lon: '-74.0628', extra: 'x' },
  { display_name: 'Carrera 7, Cali, Colombia', lat: '3.45', lon: '-76.53' },
  { display_name: 'ninguna parte', lat: '1000', lon: 'x' },
]

const asked: { path: string; params: URLSearchParams; agent?: string; at: number }[] = []
let answer: (response: ServerResponse, request: IncomingMessage) => void
const found = (response: ServerResponse) => response.end(JSON.stringify(PLACES))

const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://x')
  const agent = request.headers['user-agent']
  asked.push({ path: url.pathname, params: url.searchParams, agent, at: performance.now() })
  answer(response, request)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

const db = await database()
const agent = 'enpunto (https://agenda.example.com)'
const { app, clock } = await api(db, { geocoder: nominatim({ url, agent }) })

let address = 0
/** Searches from another address each time unless one is given: the limit per address has its own test. */
async function search(
  q: string | undefined,
  remoteAddress = `10.0.${Math.floor(address / 250)}.${(address++ % 250) + 1}`,
) {
  const query = q === undefined ? '' : `?q=${encodeURIComponent(q)}`
  const response = await app.inject({ url: `/api/location/search${query}`, remoteAddress })
  return { status: response.statusCode, body: response.json() as any, headers: response.headers }
}

beforeEach(async () => {
  asked.length = 0
  answer = found
  await db.deleteFrom('geocodes').execute()
  await db.deleteFrom('geocoder_turns').execute()
})

test('finds places, best first, and leaves out what is no place', async () => {
  const { status, body } = await search('Carrera 7 # 12')
  assert.equal(status, 200)
  assert.deepEqual(body, {
    success: true,
    results: [
      { label: 'Carrera 7, Bogotá, Colombia', latitude: 4.6486, longitude: -74.0628 },
      { label: 'Carrera 7, Cali, Colombia', latitude: 3.45, longitude: -76.53 },
    ],
  })
  assert.equal(asked[0]!.path, '/search')
  assert.equal(asked[0]!.agent, agent)
  assert.equal(asked[0]!.params.get('q'), 'carrera 7 # 12')
  assert.equal(asked[0]!.params.get('accept-language'), 'es')
})

test('asks once for the same address, in any case and spacing, for 30 days', async () => {
  const at = clock.now
  await search('Carrera 7')
  await search('  CARRERA   7 ')
  assert.equal(asked.length, 1)
  clock.now = at + 30 * 86_400_000 - 1000
  await search('carrera 7')
  assert.equal(asked.length, 1)
  clock.now = at + 30 * 86_400_000
  await search('carrera 7')
  assert.equal(asked.length, 2)
  clock.now = at + 61 * 86_400_000
  await forgetPlaces(db, clock.now)
  assert.deepEqual(await db.selectFrom('geocodes').selectAll().execute(), [])
  clock.now = at
})

test('the same address ten times at once is one question', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => search('Calle 100')))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(asked.length, 1)
})

test('different ones are asked a second apart; when too many wait, it says so at once', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => search(`Calle ${i}`)))
  const refused = answers.filter(({ status }) => status === 503)
  assert.ok(refused.length >= 5 && refused.length <= 7, `${refused.length} refused`)
  assert.equal(asked.length, 12 - refused.length)
  // Each at its turn: what one was late on a busy machine, the next one was less after it.
  for (let i = 1; i < asked.length; i++) {
    const gap = (asked[i]!.at - asked[0]!.at) / i
    assert.ok(gap > 900 - 400 / i, `${gap} ms after ${i}`)
  }
})

test('nothing found is 404, asked again a day later', async () => {
  answer = (response) => response.end('[]')
  const at = clock.now
  for (const _ of [1, 2]) {
    const { status, body } = await search('Calle que no existe')
    assert.deepEqual([status, body.error], [404, 'No se pudo encontrar la dirección'])
  }
  assert.equal(asked.length, 1)
  clock.now = at + 86_400_000
  answer = found
  assert.equal((await search('Calle que no existe')).status, 200)
  clock.now = at
})

test('a geocoder that fails is 503, and asked again', async () => {
  for (const failure of [
    (response: ServerResponse) => response.writeHead(500).end('x'),
    (response: ServerResponse) => response.writeHead(429).end('[]'),
    (response: ServerResponse) => response.end('<html>'),
    (response: ServerResponse) => response.end('{"error":"x"}'),
    (response: ServerResponse) => response.socket!.destroy(),
  ]) {
    answer = failure
    await db.deleteFrom('geocoder_turns').execute()
    const { status, body } = await search('Calle 1')
    assert.deepEqual([status, body.error], [503, 'Error al buscar la dirección'])
  }
  assert.equal(asked.length, 5)
  answer = found
  assert.equal((await search('Calle 1')).status, 200)
})

test('a geocoder that says nothing is given up after five seconds', async () => {
  answer = () => {}
  const { status } = await search('Calle muda')
  assert.equal(status, 503)
})

test('an empty or endless question is 400', async () => {
  for (const q of [undefined, '', '   ']) {
    const { status, body } = await search(q)
    assert.deepEqual([status, body.error], [400, 'Por favor ingresa una dirección'])
  }
  assert.equal((await search('x'.repeat(201))).status, 400)
  assert.equal((await search('a\u0000b')).status, 400)
  assert.equal(asked.length, 0)
})

test('one address asks 30 times a minute at most', async () => {
  await search('Carrera 7')
  const statuses: number[] = []
  for (let i = 0; i < 32; i++) statuses.push((await search('carrera 7', '192.0.2.1')).status)
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [30, 429])
  assert.equal((await search('carrera 7', '192.0.2.2')).status, 200)

  // A proxy that writes the port beside it names another one with each connection.
  const behind = await api(db, { geocoder: nominatim({ url, agent }), env: { TRUST_PROXY: '1' } })
  const through: number[] = []
  for (let i = 0; i < 31; i++) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}, 198.51.100.7:${4000 + i}` }
    through.push((await behind.app.inject({ url: '/api/location/search?q=carrera+7', headers })).statusCode)
  }
  assert.deepEqual([through[29], through[30]], [200, 429])
})

test('who searches a lot stands in the queue once; others wait for a turn or two', async () => {
  const greedy = Array.from({ length: 12 }, (_, i) => search(`Calle ${i} de otro`, '192.0.2.9'))
  // The same house, seen from other addresses of its network.
  const house = Array.from({ length: 12 }, (_, i) => search(`Casa ${i}`, `2001:db8:1:2::${i + 1}`))
  await until(async () => (await db.selectFrom('geocoder_turns').selectAll().execute()).length > 0)
  const begun = performance.now()
  assert.equal((await search('Mi calle', '192.0.2.10')).status, 200)
  const waited = performance.now() - begun
  assert.ok(waited < 3_500, `${waited} ms`)
  const statuses = (await Promise.all([...greedy, ...house])).map(({ status }) => status)
  // A search that was answered makes room for another.
  assert.ok(statuses.filter((status) => status === 429).length >= 16, `24 tried: ${statuses.join()}`)
})

test('whoever has a /48 of IPv6 has one place in the queue, whichever of its networks ask', async () => {
  const many = Array.from({ length: 30 }, (_, i) => search(`Sitio ${i}`, `2001:db8:7:${i + 1}::1`))
  await until(async () => (await db.selectFrom('geocoder_turns').selectAll().execute()).length > 0)
  const begun = performance.now()
  assert.equal((await search('Mi otra calle', '192.0.2.12')).status, 200)
  const waited = performance.now() - begun
  assert.ok(waited < 3_500, `${waited} ms`)
  const answers = await Promise.all(many)
  assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 429])
  const refused = answers.find(({ status }) => status === 429)!
  assert.deepEqual(
    [refused.body.error, refused.headers['retry-after']],
    ['Espera la respuesta anterior para buscar de nuevo', '5'],
  )
})

test('a network may ask the geocoder 40 new things in ten minutes', async () => {
  const subject = createHash('sha256').update('geocoder from 192.0.2.11').digest()
  const until = new Date(clock.now + 600_000).toISOString()
  await db.insertInto('attempts').values({ subject, count: 39, until }).execute()
  assert.equal((await search('Calle 40', '192.0.2.11')).status, 200)
  const { status, headers } = await search('Calle 41', '192.0.2.11')
  assert.deepEqual([status, Number(headers['retry-after']) > 0], [429, true])
  assert.equal((await search('Calle 40', '192.0.2.11')).status, 200)
})

test('a geocoder with a key gets it; its 404 means that it found nothing', async () => {
  const keyed = nominatim({ url, key: 'clave', agent })
  assert.equal((await keyed.find('x')).length, 2)
  assert.equal(asked[0]!.params.get('key'), 'clave')
  answer = (response) => response.writeHead(404).end('{"error":"Unable to geocode"}')
  assert.deepEqual(await keyed.find('x'), [])
})

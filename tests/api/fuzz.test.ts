/**
 * Every call of the contract with values that nobody would send: an answer is never 5xx, a refusal always has
 * its sentence, and what was stored can be read again as the contract says. FUZZ_ROUNDS=200 tries for longer,
 * FUZZ_SEED begins elsewhere.
 */
import { calls } from '#domain/api/calls.ts'
import type { Call } from '#domain/api/call.ts'
import { ensureAdministrator } from '#server/admin/queries.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { api, database, ownerHeaders } from '../helper.ts'
import { bodyFor, idsOf, twoProfessionals } from '../two-professionals.ts'

const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 3)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const LARGEST_ANSWER = 3_000_000

const NASTY: unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '👩‍👩‍👧‍👧',
  'é'.repeat(300),
  'a'.repeat(100_000), // prettier-ignore
  { toString: 0, valueOf: 0 },
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { a: { b: [] } }, // prettier-ignore
  '0',
  '-1',
  '1e9',
  'NaN',
  'Infinity',
  '٣',
  '99999999999999999999',
  '__proto__',
  'constructor',
  '%',
  '%00', // prettier-ignore
  "'; drop table appointments; --",
  '\\',
  '"',
  '<script>',
  '{{1}}',
  '$1',
  '../../etc/passwd', // prettier-ignore
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '-000001-01-01',
  '2026-11-23T10:00:00Z',
  '24:00',
  '23:60',
  '-1:00', // prettier-ignore
  Array.from({ length: 2000 }, (_, i) => i),
]

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
}

/** mulberry32: the same numbers for the same seed. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
const next = random(SEED)
const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
const nasty = () => one(NASTY)

const jsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** A value like the schema's, nasty in places. */
function valueOf(schema: JsonSchema, known: unknown, depth = 0): unknown {
  if (next() < 0.15) return nasty()
  if (schema.anyOf) return valueOf(one(schema.anyOf), known, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return one(schema.enum)
  if (known !== undefined && next() < 0.8) return known
  if (schema.type === 'object' && depth < 4) return objectOf(schema, {}, depth + 1)
  if (schema.type === 'array' && depth < 4)
    return Array.from({ length: Math.floor(next() * 4) }, () =>
      valueOf(schema.items ?? {}, undefined, depth + 1),
    )
  if (schema.type === 'integer' || schema.type === 'number') return one([0, 1, 15, 60, 1e6, 2 ** 31])
  if (schema.type === 'boolean') return next() < 0.5
  return one(['Ana', '2026-11-23', '10:00', 'ana@correo.example', '+573001234567', '1'])
}

function objectOf(schema: JsonSchema, known: Record<string, unknown>, depth = 0): unknown {
  const names = Object.keys(schema.properties ?? {})
  if (next() < 0.05) return nasty()
  const kept = names.filter(() => next() < 0.85)
  const value = Object.fromEntries(
    kept.map((name) => [name, valueOf(schema.properties![name]!, known[name], depth)]),
  )
  return next() < 0.1 ? { ...value, [textOf(nasty()).slice(0, 50)]: nasty() } : value
}

const db = await database()
const { app, call } = await api(db, {
  env: { REQUEST_SECONDS: '290' },
  geocoder: { name: 'nowhere', find: async () => [] },
})
const home = await twoProfessionals(call, db)
const known = { ...bodyFor(home), from: '2026-11-20', to: '2026-11-30', date: '2026-11-23' }
const administrator = { email: 'jefa@enpunto.example', password: 'clave-segura-1' }
await ensureAdministrator(db, administrator)
const admin = await call('POST', '/api/admin/login', { body: administrator })

// Streams do not end by themselves; the administrator's session is needed to the end.
const all = (Object.entries(calls) as [string, Call][]).filter(
  ([key]) => !/\/events$|admin\/logout$/.test(key),
)

/** A session of its own for each request, because some of them end all others. */
const headersOf = async (path: string): Promise<Record<string, string>> =>
  path.startsWith('/api/admin/')
    ? { authorization: `Bearer ${admin.body.token}` }
    : ownerHeaders(db, { business_id: home.who.business_id, user_id: home.user_id })

/** In an address; of `{ toString: 0 }` nothing else makes a text. */
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

async function send(key: string, { body, query, file }: Call) {
  const [method, path] = key.split(' ') as ['POST', string]
  const address = next() < 0.7 ? idsOf(home, home.mine)(path) : path
  let url = address.replace(/:\w+/g, () =>
    encodeURIComponent(
      textOf(nasty() ?? 'null')
        .toWellFormed()
        .slice(0, 300),
    ),
  )
  if (query) {
    const asked = objectOf(jsonSchema(query), known)
    const pairs = Object.entries(asked !== null && typeof asked === 'object' ? asked : { q: asked })
    const text = ([, value]: [string, unknown]) =>
      textOf(value === null ? '' : value)
        .toWellFormed()
        .slice(0, 2000)
    url += `?${new URLSearchParams(pairs.map((pair) => [pair[0].toWellFormed(), text(pair)]))}`
  }
  const headers = await headersOf(path)
  if (next() < 0.2)
    headers['idempotency-key'] = one([
      'x'.repeat(20),
      'clave-de-prueba-0001',
      '',
      'ñ'.repeat(20),
      'a'.repeat(5000),
    ])
  const payload = body && !file ? objectOf(jsonSchema(body), known) : undefined
  const sent = payload === undefined ? undefined : JSON.stringify(payload)
  if (sent !== undefined) headers['content-type'] = 'application/json'
  const response = await app.inject({ method, url, headers, ...(sent !== undefined && { payload: sent }) })
  return { response, said: `${method} ${url.slice(0, 300)} ${sent?.slice(0, 2000) ?? ''}` }
}

test('no value makes a call fail, and every refusal says why', { timeout: 3_600_000 }, async () => {
  const count = { tried: 0, done: 0, refused: 0 }
  const broke: string[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const [key, description] of all) {
      const { response, said } = await send(key, description)
      count.tried++
      if (response.statusCode < 400) count.done++
      else count.refused++
      const isJson = String(response.headers['content-type']).includes('json')
      if (response.statusCode >= 500)
        broke.push(`${response.statusCode} ${said} ${response.body.slice(0, 300)}`)
      else if (response.rawPayload.length > LARGEST_ANSWER)
        broke.push(`${response.rawPayload.length} bytes: ${said}`)
      else if (response.statusCode >= 400) {
        const answer = isJson ? (response.json() as { success: boolean; error: unknown }) : undefined
        if (answer?.success !== false || typeof answer.error !== 'string' || answer.error.length < 5)
          broke.push(`${response.statusCode} without a sentence: ${said} ${response.body.slice(0, 300)}`)
      }
    }
  assert.deepEqual(broke, [])
  assert.ok(count.done > 0.1 * count.tried, JSON.stringify(count))
  console.log(`fuzz: ${JSON.stringify(count)}, broke 0`)
})

test('what was stored meanwhile is read again as the contract says', async () => {
  for (const [key, { answer }] of all.filter(
    ([key]) => key.startsWith('GET ') && !key.includes('/export.'),
  )) {
    const path = key.slice(4)
    const url = idsOf(home, home.mine)(path)
    const response = await app.inject({ method: 'GET', url, headers: await headersOf(path) })
    assert.ok(response.statusCode < 500, `${key}: ${response.statusCode} ${response.body.slice(0, 300)}`)
    if (response.statusCode === 200 && String(response.headers['content-type']).includes('json'))
      assert.doesNotThrow(() => answer.parse(response.json()), key)
  }
})

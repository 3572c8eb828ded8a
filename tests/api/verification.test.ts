import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test, beforeEach } from 'node:test'
import { createChallenge, solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { altchaVerifier } from '#server/verification/altcha.ts'
import { recaptchaVerifier } from '#server/verification/recaptcha.ts'
import { FALLBACK_TOKEN, noVerification, type Verdict, type Verifier } from '#server/verification/verifier.ts'
import { api, booking, database, salon, type Salon } from '../helper.ts'

const db = await database()
// Limits are counted in the database, which the tests of this file share.
beforeEach(() => db.deleteFrom('attempts').execute())

type Server = Awaited<ReturnType<typeof api>>
const bookAt = async (
  { app }: Server,
  place: Salon,
  {
    key,
    from = '10.0.0.1',
    headers = {},
    ...changes
  }: Record<string, unknown> & { key?: string; from?: string; headers?: object } = {},
) => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/appointments/public',
    remoteAddress: from,
    headers: { ...(key && { 'idempotency-key': key }), ...headers },
    payload: booking(place, changes),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() as any }
}
const count = async ({ business_id }: Salon) =>
  (await db.selectFrom('appointments').select('id').where('business_id', '=', business_id).execute()).length

/** A verifier that always gives the same verdict, and records what it was asked. */
function saying(verdict: Verdict) {
  const asked: { token: unknown; action: string; use: string; remoteAddress: string }[] = []
  const verifier: Verifier = {
    page: { provider: 'none' },
    verify: async (token, context) => (asked.push({ token, ...context }), verdict),
  }
  return { asked, verifier }
}

describe('what a booking makes of each verdict', () => {
  const refusals: [verdict: Verdict, status: number, error: string][] = [
    ['missing', 400, 'Token de reCAPTCHA requerido'],
    ['failed', 400, 'Verificación de reCAPTCHA fallida'],
    ['unreachable', 503, 'Error verificando reCAPTCHA'],
  ]
  for (const [verdict, status, error] of refusals)
    test(`${verdict}: ${status}, nothing stored`, async () => {
      const server = await api(db, saying(verdict))
      const place = await salon(db)
      const answer = await bookAt(server, place)
      assert.equal(answer.status, status)
      assert.deepEqual(answer.body, { success: false, error })
      assert.equal(await count(place), 0)
    })

  test('verified: booked; the verifier was told the action and the address', async () => {
    const { asked, verifier } = saying('verified')
    const server = await api(db, { verifier })
    assert.equal(
      (await bookAt(server, await salon(db), { recaptcha_token: 'tok', from: '10.1.2.3' })).status,
      201,
    )
    assert.equal(asked.length, 1)
    assert.deepEqual(
      [asked[0]!.token, asked[0]!.action, asked[0]!.remoteAddress],
      ['tok', 'booking', '10.1.2.3'],
    )
  })

  test('no two acts have the same use; a repeated request has the same one', async () => {
    const { asked, verifier } = saying('verified')
    const [one, other] = [await salon(db), await salon(db)]
    const server = await api(db, { verifier })
    await bookAt(server, one, { key: 'k' })
    await bookAt(server, one, { key: 'k' })
    await bookAt(server, other, { key: 'k' })
    await bookAt(server, one, { appointment_time: '12:00' })
    await bookAt(server, one, { appointment_time: '13:00' })
    // A second process numbers its requests from the beginning again.
    await bookAt(await api(db, { verifier }), one, { appointment_time: '14:00' })
    const uses = asked.map(({ use }) => use)
    assert.equal(uses[0], uses[1])
    assert.equal(new Set(uses.slice(1)).size, 5)
  })

  test('a request with something else wrong does not spend the token', async () => {
    const { asked, verifier } = saying('verified')
    const server = await api(db, { verifier })
    const place = await salon(db)
    assert.equal((await bookAt(server, place, { client_email: 'x' })).status, 400)
    assert.equal((await bookAt(server, place, { appointment_time: '03:00' })).status, 400)
    assert.equal(asked.length, 0)
  })

  test('what was booked is answered again though the token does not pass twice', async () => {
    const place = await salon(db)
    const first = await bookAt(await api(db, saying('verified')), place, { key: 'k' })
    for (const verdict of ['failed', 'missing', 'unreachable'] as const) {
      const again = await bookAt(await api(db, saying(verdict)), place, { key: 'k' })
      assert.equal(again.status, 201)
      assert.deepEqual(again.body, first.body)
    }
  })

  test('development: any token passes, also none', async () => {
    const server = await api(db, { verifier: noVerification })
    const place = await salon(db)
    for (const [i, recaptcha_token] of ['dev-token', FALLBACK_TOKEN, '', undefined, 7].entries())
      assert.equal(
        (await bookAt(server, place, { recaptcha_token, appointment_time: `${10 + i}:00` })).status,
        201,
      )
  })
})

describe('unverified bookings', () => {
  const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00']

  test('five an hour for an address, whatever it says of proxies; verified ones go on', async () => {
    const verifier: Verifier = {
      page: { provider: 'none' },
      verify: async (token) => (token === FALLBACK_TOKEN ? 'unverified' : 'verified'),
    }
    const server = await api(db, { verifier })
    const place = await salon(db)
    const fallback = (i: number, more = {}) =>
      bookAt(server, place, {
        recaptcha_token: FALLBACK_TOKEN,
        appointment_time: times[i],
        headers: { 'x-forwarded-for': `10.9.9.${i}`, 'x-real-ip': `10.9.9.${i}` },
        ...more,
      })
    for (let i = 0; i < 5; i++) assert.equal((await fallback(i, { key: `k${i}` })).status, 201)

    const limited = await fallback(5)
    assert.equal(limited.status, 429)
    assert.equal(limited.body.error, 'Demasiados intentos, intenta más tarde')
    assert.equal(limited.body.success, false)
    assert.match(limited.headers['retry-after'] as string, /^[1-9]\d{0,3}$/)
    assert.equal(await count(place), 5)

    assert.equal((await fallback(4, { key: 'k4' })).status, 201, 'a repeated request still gets its answer')
    assert.equal(await count(place), 5)
    assert.equal(
      (await bookAt(server, place, { appointment_time: times[5], recaptcha_token: 'solved' })).status,
      201,
    )
    assert.equal((await fallback(6, { from: '10.0.0.2' })).status, 201, 'another address has its own')
  })

  test('three processes on one database count together', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => api(db, saying('unverified'))))
    const place = await salon(db)
    const statuses: number[] = []
    for (let i = 0; i < 7; i++)
      statuses.push((await bookAt(servers[i % 3]!, place, { appointment_time: times[i] })).status)
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429, 429])
  })

  test('an address of a house of the new internet is its network', async () => {
    const server = await api(db, saying('unverified'))
    const place = await salon(db)
    const from = (i: number) => `2001:db8:1:2::${i + 1}`
    for (let i = 0; i < 5; i++)
      assert.equal((await bookAt(server, place, { appointment_time: times[i], from: from(i) })).status, 201)
    assert.equal((await bookAt(server, place, { appointment_time: times[5], from: from(5) })).status, 429)
    assert.equal(
      (await bookAt(server, place, { appointment_time: times[5], from: '2001:db8:1:3::1' })).status,
      201,
    )
  })
})

describe('POST /api/security/verify-recaptcha', () => {
  const cases: [verdict: Verdict, status: number, body: object][] = [
    ['verified', 200, { success: true }],
    ['missing', 400, { success: false, error: 'Token de reCAPTCHA requerido' }],
    ['failed', 400, { success: false, error: 'Verificación de reCAPTCHA fallida' }],
    ['unverified', 400, { success: false, error: 'Verificación de reCAPTCHA fallida' }],
    ['unreachable', 503, { success: false, error: 'Error verificando reCAPTCHA' }],
  ]
  for (const [verdict, status, body] of cases)
    test(`${verdict}: ${status}`, async () => {
      const { call } = await api(db, saying(verdict))
      const answer = await call('POST', '/api/security/verify-recaptcha', { body: { recaptcha_token: 't' } })
      assert.equal(answer.status, status)
      assert.deepEqual(answer.body, body)
    })

  test('without a token: the field is missing, not the request wrong', async () => {
    const { call } = await api(db, { verifier: altchaVerifier({ db, now: Date.now, secret: 's' }) })
    for (const body of [{}, { recaptcha_token: null }, { recaptcha_token: 5 }, { recaptcha_token: '' }])
      assert.equal(
        (await call('POST', '/api/security/verify-recaptcha', { body })).body.error,
        'Token de reCAPTCHA requerido',
      )
  })

  test('is limited per address', async () => {
    const { call } = await api(db, saying('failed'))
    const answers = []
    for (let i = 0; i < 62; i++)
      answers.push(await call('POST', '/api/security/verify-recaptcha', { body: {} }))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array(60).fill(400), 429, 429],
    )
    assert.equal(answers[61]!.body.error, 'Demasiados intentos, intenta más tarde')
    assert.match(answers[61]!.headers['retry-after'] as string, /^\d+$/)
  })

  test('no challenge where the provider makes none', async () => {
    const { call } = await api(db)
    assert.equal((await call('GET', '/api/security/challenge')).status, 404)
  })
})

describe('proof of work', () => {
  const verifier = altchaVerifier({ db, now: Date.now, secret: 'the installation’s secret' })
  const server = api(db, { verifier })
  const encode = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64')
  const challenge = async () =>
    (await (await server).call('GET', '/api/security/challenge')).body as Challenge
  const solve = async (challenge: Challenge) => ({
    challenge,
    solution: (await solveChallenge({ challenge, deriveKey }))!,
  })
  const verify = (token: unknown, use: string) =>
    verifier.verify(token, { action: 'booking', use, remoteAddress: '10.0.0.1' })

  test('a solved challenge passes for one act, however often that act comes', async () => {
    const token = encode(await solve(await challenge()))
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => verify(token, 'act')))
    assert.deepEqual(verdicts, Array(10).fill('verified'))
    assert.equal(await verify(token, 'another act'), 'failed')
    assert.equal(await verify(token, 'act'), 'verified')
  })

  test('of two acts that bring the same solution at once, one passes', async () => {
    const token = encode(await solve(await challenge()))
    const verdicts = await Promise.all(Array.from({ length: 20 }, (_, i) => verify(token, `act ${i}`)))
    assert.equal(verdicts.filter((verdict) => verdict === 'verified').length, 1)
  })

  test('one solution makes one account, whatever else brings the same key', async () => {
    const { call } = await server
    const recaptcha_token = encode(await solve(await challenge()))
    const register = (email: string) =>
      call('POST', '/api/auth/register', {
        headers: { 'idempotency-key': 'la-misma-clave' },
        body: {
          business_name: 'Salón Bugambilia',
          business_type: 'Otro',
          is_virtual: true,
          email,
          phone: '+573001234567',
          password: 'una-clave-larga-7',
          confirmPassword: 'una-clave-larga-7',
          terms: true,
          recaptcha_token,
        },
      })
    assert.equal((await register('una@correo.example')).status, 201)
    // Its answer got lost.
    assert.equal((await register('Una@correo.example')).status, 201)
    const other = await register('otra@correo.example')
    assert.deepEqual([other.status, other.body.error], [400, 'Verificación de reCAPTCHA fallida'])
  })

  test('whatever is changed, or made up, fails', async () => {
    const good = await solve(await challenge())
    const { challenge: asked, solution } = good
    const later = { ...asked.parameters, expiresAt: Number(asked.parameters.expiresAt) + 3600 }
    const mine = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 1,
      deriveKey,
      hmacSignatureSecret: 'mine',
      hmacKeySignatureSecret: 'mine',
    })
    const forged = await solve(mine)
    const tokens: unknown[] = [
      'x',
      'dev-token',
      encode({}),
      encode([]),
      Buffer.from('null').toString('base64'),
      encode({ challenge: asked }),
      encode({ challenge: asked, solution: {} }),
      encode({
        challenge: asked,
        solution: { ...solution, counter: solution.counter + 1, derivedKey: '00'.repeat(32) },
      }),
      encode({ challenge: { ...asked, parameters: later }, solution }),
      encode({ challenge: { ...asked, parameters: { ...asked.parameters, cost: 1 } }, solution }),
      encode({ challenge: { ...asked, signature: '' }, solution }),
      encode({ challenge: { ...asked, signature: undefined }, solution }),
      encode({ challenge: { ...asked, signature: asked.signature!.toUpperCase() }, solution }),
      encode({ challenge: { parameters: null, signature: 'x' }, solution }),
      encode({ challenge: { parameters: { data: { size: { toString: 0, valueOf: 0 } } } }, solution: {} }),
      encode(forged),
      // Options of the check itself, smuggled in with the answer.
      encode({ ...forged, hmacSignatureSecret: 'mine', hmacKeySignatureSecret: 'mine' }),
      encode({ ...forged, hmacSignatureSecret: 'mine', hmacKeySignatureSecret: undefined }),
    ]
    for (const [i, token] of tokens.entries())
      assert.equal(await verify(token, `tampered ${i}`), 'failed', String(i))
    assert.equal(await verify(encode(good), 'untouched'), 'verified')
  })

  test('an expired challenge fails', async () => {
    const early = altchaVerifier({
      db,
      now: () => Date.now() - 21 * 60_000,
      secret: 'the installation’s secret',
    })
    assert.equal(await verify(encode(await solve((await early.challenge!()) as Challenge)), 'late'), 'failed')
  })

  test('another installation’s challenge fails; another process’s of the same installation passes', async () => {
    const other = altchaVerifier({ db, now: Date.now, secret: 'another secret' })
    const twin = altchaVerifier({ db, now: Date.now, secret: 'the installation’s secret' })
    assert.equal(
      await verify(encode(await solve((await other.challenge!()) as Challenge)), 'other'),
      'failed',
    )
    assert.equal(
      await verify(encode(await solve((await twin.challenge!()) as Challenge)), 'twin'),
      'verified',
    )
  })

  test('no token, and the one of a page without script', async () => {
    for (const token of [undefined, null, '', 5, {}]) assert.equal(await verify(token, 'none'), 'missing')
    assert.equal(await verify(FALLBACK_TOKEN, 'none'), 'unverified')
  })

  test('booking with it: once with a key however often repeated, never a second time, nor in another business', async () => {
    const [place, elsewhere] = [await salon(db), await salon(db)]
    const recaptcha_token = encode(await solve(await challenge()))
    const first = await bookAt(await server, place, { recaptcha_token, key: 'k' })
    assert.equal(first.status, 201)
    assert.deepEqual((await bookAt(await server, place, { recaptcha_token, key: 'k' })).body, first.body)
    const attempts = [
      await bookAt(await server, place, { recaptcha_token, appointment_time: '12:00' }),
      await bookAt(await server, place, { recaptcha_token, appointment_time: '12:00', key: 'other' }),
      await bookAt(await server, elsewhere, { recaptcha_token, key: 'k' }),
    ]
    for (const { status, body } of attempts)
      assert.deepEqual([status, body.error], [400, 'Verificación de reCAPTCHA fallida'])
    assert.deepEqual([await count(place), await count(elsewhere)], [1, 0])
  })

  test('challenges are fresh, never kept by caches, and tell nothing of the secret', async () => {
    const { call } = await server
    const [one, two] = [
      await call('GET', '/api/security/challenge'),
      await call('GET', '/api/security/challenge'),
    ]
    assert.equal(one.headers['cache-control'], 'no-store')
    assert.notEqual(one.body.signature, two.body.signature)
    assert.deepEqual(Object.keys(one.body).sort(), ['parameters', 'signature'])
    assert.ok(!JSON.stringify(one.body).includes('secret'))
    assert.ok(!('counter' in one.body.parameters))
  })
})

describe('reCAPTCHA', () => {
  let answer: (request: URLSearchParams, response: ServerResponse) => void
  let calls: URLSearchParams[] = []
  const provider = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    calls.push(form)
    answer(form, response)
  })
  provider.listen(0, '127.0.0.1')
  const ready = once(provider, 'listening')
  after(() => (provider.closeAllConnections(), provider.close()))

  /** A new verifier whose provider answers with `how`. */
  async function against(how: object | ((request: URLSearchParams, response: ServerResponse) => void)) {
    await ready
    calls = []
    answer =
      typeof how === 'function' ? (how as typeof answer) : (_, response) => response.end(JSON.stringify(how))
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`
    return recaptchaVerifier({ siteKey: 'site', secret: 's3cret' }, { url, timeoutMs: 300 })
  }
  const verify = (verifier: Verifier, use = 'act', { token }: { token: unknown } = { token: 'tok' }) =>
    verifier.verify(token, { action: 'booking', use, remoteAddress: '10.0.0.9' })

  const cases: [name: string, how: Parameters<typeof against>[0], verdict: Verdict][] = [
    ['success', { success: true, score: 0.9, action: 'booking' }, 'verified'],
    ['just enough', { success: true, score: 0.5, action: 'booking' }, 'verified'],
    ['a low score', { success: true, score: 0.49, action: 'booking' }, 'failed'],
    ['another action', { success: true, score: 0.9, action: 'login' }, 'failed'],
    ['no success', { success: false, 'error-codes': ['timeout-or-duplicate'] }, 'failed'],
    ['success as text', { success: 'true', score: 0.9 }, 'failed'],
    ['a fault of its own', (_, response) => response.writeHead(500).end('{"success":true}'), 'unreachable'],
    ['no JSON', (_, response) => void response.end('<html>'), 'unreachable'],
    ['null', (_, response) => void response.end('null'), 'unreachable'],
    ['silence', () => {}, 'unreachable'],
    ['silence after the headers', (_, response) => void response.writeHead(200).write('{'), 'unreachable'],
    ['a broken connection', (_, response) => void response.destroy(), 'unreachable'],
  ]
  for (const [name, how, verdict] of cases)
    test(`${name}: ${verdict}`, async () => assert.equal(await verify(await against(how)), verdict))

  test('the provider is told secret, token and address', async () => {
    await verify(await against({ success: true, score: 1, action: 'booking' }))
    assert.deepEqual(Object.fromEntries(calls[0]!), {
      secret: 's3cret',
      response: 'tok',
      remoteip: '10.0.0.9',
    })
  })

  test('a provider that is down: unreachable, and the next time it is asked again', async () => {
    const down = recaptchaVerifier(
      { siteKey: 'site', secret: 's' },
      { url: 'http://127.0.0.1:9/siteverify', timeoutMs: 300 },
    )
    assert.equal(await verify(down), 'unreachable')
    const verifier = await against((_, response) => response.writeHead(503).end())
    assert.equal(await verify(verifier), 'unreachable')
    answer = (_, response) => response.end('{"success":true,"score":0.9}')
    assert.equal(await verify(verifier), 'verified')
  })

  test('a token that passed passes again for the same act without asking; for another act the provider decides', async () => {
    let times = 0
    const verifier = await against((_, response) =>
      response.end(JSON.stringify({ success: times++ === 0, score: 0.9, action: 'booking' })),
    )
    assert.equal(await verify(verifier), 'verified')
    assert.equal(await verify(verifier), 'verified')
    assert.equal(calls.length, 1)
    assert.equal(await verify(verifier, 'another act'), 'failed')
    assert.equal(calls.length, 2)
  })

  test('no token, or the fallback, does not bother the provider', async () => {
    const verifier = await against({ success: true })
    for (const token of [undefined, '', 5]) assert.equal(await verify(verifier, 'act', { token }), 'missing')
    assert.equal(await verify(verifier, 'act', { token: FALLBACK_TOKEN }), 'unverified')
    assert.equal(calls.length, 0)
  })

  test('the page learns the site key, never the secret', async () => {
    assert.deepEqual((await against({})).page, { provider: 'recaptcha', siteKey: 'site' })
  })
})

import type { Challenge } from 'altcha-lib'
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { hashPassword, isCrowded } from '#server/accounts/passwords.ts'
import { ensureAdministrator } from '#server/admin/queries.ts'
import { counting } from '#server/limits/attempt-queries.ts'
import { hashOf } from '#server/limits/attempts.ts'
import { networkOf, siteOf } from '#server/limits/network.ts'
import { api, booking, database, salon } from '../helper.ts'
import { workDone } from '../work.ts'

const db = await database()
const { app, call, clock } = await api(db)
const MINUTE = 60_000
const PASSWORD = 'una-clave-larga-7'

async function from(remoteAddress: string, url: string, payload: object, cookie?: string) {
  const response = await app.inject({
    method: 'POST',
    url,
    remoteAddress,
    payload,
    headers: { ...(cookie && { cookie }) },
  })
  const [first = ''] = [response.headers['set-cookie'] ?? ''].flat()
  return {
    status: response.statusCode,
    body: response.json() as any,
    headers: response.headers,
    cookie: first.split(';')[0],
  }
}

async function owner() {
  const { business_id, user_id } = await salon(db)
  const email = `duena${business_id}@correo.example`
  const password_hash = await hashPassword(PASSWORD)
  await db.updateTable('users').set({ email, password_hash }).where('id', '=', user_id).execute()
  return email
}

const login = (address: string, email: string, password = PASSWORD, more: object = {}, cookie?: string) =>
  from(address, '/api/auth/login', { email, password, ...more }, cookie)
const pair = (address: string, client_id: string, client_email: string, more: object = {}) =>
  from(address, '/api/appointments/client/appointments', { client_id, client_email, ...more })

const solved = async (challenge: Challenge) => (await workDone(challenge)).proof_of_work

test('the network of an address: IPv4 whole, also when mapped; the first 64 bits of IPv6', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:1:2:3', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nothing', ''],
    ['x'.repeat(5000), ''],
    ['999.1.1.1', ''],
    [undefined, ''],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.7]:51234', '203.0.113.7'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ] as const)
    assert.equal(networkOf(address), network, String(address))
  assert.equal(siteOf('2001:db8:1:2:3::4'), '2001:db8:1::/48')
  assert.equal(siteOf('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(siteOf(networkOf('2001:db8:1:2:3::4')), '2001:db8:1::/48')
})

describe('passwords', () => {
  test('an owner gets in after 60 wrong ones from 12 addresses: where they were before, and in their browser', async () => {
    const email = await owner()
    const home = await login('198.51.100.1', email)
    assert.equal(home.status, 200)
    for (let i = 0; i < 60; i++) await login(`203.0.113.${i % 12}`, email, `no-es-${i}`)
    assert.equal((await login('203.0.113.99', email)).status, 429, 'a stranger elsewhere')
    assert.equal((await login('198.51.100.1', email)).status, 200, 'at home')
    assert.equal((await login('192.0.2.55', email, PASSWORD, {}, home.cookie)).status, 200, 'in the browser')
    clock.now += 20 * MINUTE
  })

  test('a browser that is known has an allowance of its own, beside the neighbours’', async () => {
    const email = await owner()
    const { cookie } = await login('198.51.100.2', email)
    for (let i = 0; i < 12; i++) await login('198.51.100.2', email, `no-es-${i}`)
    assert.equal((await login('198.51.100.2', email)).status, 429)
    assert.equal((await login('198.51.100.2', email, PASSWORD, {}, cookie)).status, 200)
    const another = await owner()
    for (let i = 0; i < 12; i++) await login('192.0.2.9', another, `no-es-${i}`)
    assert.equal((await login('192.0.2.9', another, PASSWORD, {}, cookie)).status, 429, 'of its owner alone')
    clock.now += 20 * MINUTE
  })

  test('the others work for it: the challenge of the 429 opens once, for this e-mail alone', async () => {
    const [email, another] = [await owner(), await owner()]
    for (const who of [email, another])
      for (let i = 0; i < 12; i++) await login('192.0.2.10', who, `no-es-${i}`)
    const refused = await login('192.0.2.10', email)
    assert.equal(refused.status, 429)
    assert.equal(refused.body.error, 'Demasiados intentos, intenta más tarde')
    const proof_of_work = await solved(refused.body.challenge)
    assert.equal((await login('192.0.2.10', another, PASSWORD, { proof_of_work })).status, 429)
    assert.equal((await login('192.0.2.10', email, PASSWORD, { proof_of_work })).status, 200)
    const wrong = await solved(
      (await login('192.0.2.11', email, 'x')).body.challenge ?? refused.body.challenge,
    )
    assert.equal((await login('192.0.2.10', another, PASSWORD, { proof_of_work: wrong })).status, 429)
    clock.now += 20 * MINUTE
  })

  test('work that was done is used up, whether it opened or not', async () => {
    const email = await owner()
    for (let i = 0; i < 10; i++) await login('192.0.2.12', email, `no-es-${i}`)
    const { challenge } = (await login('192.0.2.12', email)).body
    const proof_of_work = await solved(challenge)
    assert.equal((await login('192.0.2.12', email, 'tampoco', { proof_of_work })).status, 401)
    assert.equal((await login('192.0.2.12', email, PASSWORD, { proof_of_work })).status, 429)
    clock.now += 20 * MINUTE
  })

  test('after 101 wrong ones from one address its neighbours get in', async () => {
    const neighbour = await owner()
    let last
    for (let i = 0; i < 101; i++) last = await login('192.0.2.13', `nadie${i}@correo.example`)
    assert.equal(last!.status, 429)
    assert.equal((await login('192.0.2.13', neighbour)).status, 200)
    clock.now += 20 * MINUTE
  })

  test('600 wrong ones at once do not keep a right one waiting, and the rest is told to come back', async () => {
    const email = await owner()
    const crowd = Array.from({ length: 600 }, (_, i) =>
      login('192.0.2.14', `nadie${i}@correo.example`, 'x'.repeat(8)),
    )
    const began = performance.now()
    const right = await login('192.0.2.15', email)
    const took = performance.now() - began
    const answers = await Promise.all(crowd)
    const full = answers.filter(({ status }) => status === 503)
    const all = performance.now() - began
    console.log(
      `right log-in beside 600 wrong ones: ${Math.round(took)} ms of ${Math.round(all)} ms; ${full.length} told to come back`,
    )
    assert.equal(right.status, 200)
    assert.ok(full.length > 400)
    assert.ok(Number(full[0]!.headers['retry-after']) > 0)
    assert.equal(isCrowded(), false)
    clock.now += 20 * MINUTE
  })

  test('strangers of a dozen networks take each other’s places: pages, bookings, readiness and known browsers have theirs', async () => {
    const [email, place] = [await owner(), await salon(db)]
    const { cookie } = await login('198.51.100.3', email)
    const crowd = Array.from({ length: 12 * 50 }, (_, i) =>
      login(`2001:db8:${(i % 12).toString(16)}::1`, `nadie${i}@correo.example`, 'x'.repeat(8)),
    )
    for (let i = 0; i < 2000 && !isCrowded(); i++) await new Promise((resolve) => setTimeout(resolve, 5))
    assert.equal(isCrowded(), true)
    const [right, ready, page, booked] = await Promise.all([
      login('192.0.2.61', email, PASSWORD, {}, cookie),
      call('GET', '/api/ready'),
      call('GET', `/api/businesses/public/slug/${place.slug}`),
      call('POST', '/api/appointments/public', { body: booking(place) }),
    ])
    assert.deepEqual([right.status, ready.status, page.status, booked.status], [200, 200, 200, 201])
    const statuses = (await Promise.all(crowd)).map(({ status }) => status)
    assert.ok(statuses.includes(503), 'strangers are told to come back')
    assert.equal(isCrowded(), false)
    clock.now += 20 * MINUTE
  })
})

describe('the administrators’ door', () => {
  const who = { email: 'jefa@correo.example', password: PASSWORD }
  const enter = (address: string, body: object, cookie?: string) =>
    from(address, '/api/admin/login', body, cookie)
  const wrong = (address: string, i: number) =>
    enter(address, { email: `nadie${i}@correo.example`, password: 'no-es-esa' })

  test('a network’s burst at ever other e-mails runs into its limit; then nobody new has a password looked at without work', async () => {
    await ensureAdministrator(db, who)
    const home = await enter('198.51.100.9', who)
    assert.equal(home.status, 200)
    const burst = await Promise.all(Array.from({ length: 60 }, (_, i) => wrong('2001:db8:5:5::1', i)))
    const refused = burst.filter(({ status }) => status === 429)
    assert.deepEqual([burst.filter(({ status }) => status === 401).length, refused.length], [30, 30])
    assert.ok(refused.every(({ body }) => body.challenge))
    const { status, body } = await enter('2001:db8:5:5::2', who)
    assert.deepEqual([status, Boolean(body.challenge)], [429, true])
    assert.equal((await enter('2001:db8:5:5::3', who, home.cookie)).status, 200, 'in a known browser')
    assert.equal((await enter('2001:db8:5:6::1', who)).status, 200, 'elsewhere')
    const proof_of_work = await solved(body.challenge)
    assert.equal((await enter('2001:db8:5:5::4', { ...who, proof_of_work })).status, 200)
    clock.now += 20 * MINUTE
  })

  test('neither do 300 of many networks together: an administrator from a new place works, at home nobody notices', async () => {
    const another = { ...who, email: 'socia@correo.example' }
    await ensureAdministrator(db, another)
    assert.equal((await enter('198.51.100.8', another)).status, 200)
    const iso = (ms: number) => new Date(ms).toISOString()
    const until = iso(clock.now + 15 * MINUTE)
    await counting(db, [hashOf({ subject: 'admin of strangers' })], [until], iso(clock.now), [299])
    assert.equal((await wrong('192.0.2.70', 1)).status, 401)
    assert.equal((await wrong('192.0.2.72', 2)).status, 429)
    const refused = await enter('192.0.2.71', another)
    assert.equal(refused.status, 429)
    assert.equal((await enter('198.51.100.8', another)).status, 200)
    const proof_of_work = await solved(refused.body.challenge)
    assert.equal((await enter('192.0.2.71', { ...another, proof_of_work })).status, 200)
    clock.now += 20 * MINUTE
  })
})

describe('clients', () => {
  async function client(n: number) {
    const place = await salon(db)
    const who = { client_id: String(40_000_000 + n), client_email: `clienta${n}@correo.example` }
    await call('POST', '/api/appointments/public', { body: booking(place, who) })
    return { ...who, ...place }
  }

  async function link({ business_id, client_email }: { business_id: number; client_email: string }) {
    const secret = randomBytes(32).toString('base64url')
    await db
      .insertInto('portal_tokens')
      .values({
        business_id,
        client_email,
        token_hash: createHash('sha256').update(secret).digest(),
        created_at: new Date(clock.now).toISOString(),
      })
      .execute()
    return `${business_id}.${secret}`
  }

  test('a cédula is not found by 400 tries from 400 networks, nor a house’s 65,536 addresses more than one', async () => {
    const ana = await client(1)
    let broke = 0
    const tries = Array.from({ length: 400 }, (_, i) => i)
    for (const i of tries) {
      const id = i === 390 ? ana.client_id : String(50_000_000 + i)
      const { body } = await pair(`2001:db8:${i.toString(16)}:1::1`, id, ana.client_email)
      if (body.appointments?.length) broke++
    }
    console.log(`cédulas, one e-mail from 400 networks: tried ${tries.length}, broke ${broke}`)
    assert.equal(broke, 0)
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push((await pair(`2001:db8:ffff:1::${i + 1}`, '60000001', `otra${i}@correo.example`)).status)
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [10, 429])
    clock.now += 61 * MINUTE
  })

  test('a document is not matched with an e-mail over many networks either', async () => {
    const ana = await client(2)
    let broke = 0
    for (let i = 0; i < 120; i++) {
      const email = i === 100 ? ana.client_email : `prueba${i}@correo.example`
      const { body } = await pair(`198.18.${i}.1`, ana.client_id, email)
      if (body.appointments?.length) broke++
    }
    assert.equal(broke, 0)
    clock.now += 61 * MINUTE
  })

  test('nothing is looked up before the human check, free times included', async () => {
    const ana = await client(3)
    const guarded = await api(db, {
      verifier: { page: { provider: 'altcha' }, verify: async () => 'failed' },
    })
    const { id } = await db
      .selectFrom('appointments')
      .select('id')
      .where('business_id', '=', ana.business_id)
      .executeTakeFirstOrThrow()
    for (const path of [`free-times/${id}`, `cancel/${id}`, `reschedule/${id}`])
      for (const who of [ana, { ...ana, client_id: '99999999' }]) {
        const body = { ...who, new_date: '2026-11-24', new_time: '14:00', professional_id: undefined }
        const answer = await guarded.call('POST', `/api/appointments/client/${path}`, { body })
        assert.deepEqual([answer.status, answer.body.error], [400, 'Verificación de reCAPTCHA fallida'], path)
      }
    const token = await link(ana)
    const open = await guarded.call('POST', `/api/appointments/client/free-times/${id}`, { body: { token } })
    assert.equal(open.status, 200, 'a link needs none to look')
  })

  test('neighbours of somebody who guesses: a right link and a right pair pass', async () => {
    const ana = await client(4)
    const token = await link(ana)
    const address = '192.0.2.20'
    const validate = (token: string) =>
      app.inject({
        method: 'GET',
        url: `/api/client-auth/validate-token?token=${token}`,
        remoteAddress: address,
      })
    let bad = 0
    for (let i = 0; i < 40; i++) bad = (await validate(`1.${'b'.repeat(43)}`)).statusCode
    assert.equal(bad, 429)
    assert.equal((await validate(token)).statusCode, 200)
    for (let i = 0; i < 70; i++) await pair(address, String(70_000_000 + i), `vecina${i}@correo.example`)
    const { status, body } = await pair(address, ana.client_id, ana.client_email)
    assert.deepEqual([status, body.appointments.length], [200, 1])
    clock.now += 61 * MINUTE
  })

  test('a client who was here before is not kept out by others’ guesses; another works for it', async () => {
    const ana = await client(5)
    assert.equal((await pair('192.0.2.30', ana.client_id, ana.client_email)).status, 200)
    for (let i = 0; i < 60; i++) await pair(`198.19.${i}.1`, String(80_000_000 + i), ana.client_email)
    assert.equal((await pair('192.0.2.30', ana.client_id, ana.client_email)).body.appointments?.length, 1)
    const refused = await pair('192.0.2.31', ana.client_id, ana.client_email)
    assert.equal(refused.status, 429)
    const proof_of_work = await solved(refused.body.challenge)
    const opened = await pair('192.0.2.31', ana.client_id, ana.client_email, { proof_of_work })
    assert.equal(opened.body.appointments?.length, 1)
    clock.now += 61 * MINUTE
  })
})

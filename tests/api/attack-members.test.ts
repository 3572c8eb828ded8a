/** What somebody who may do it once does all day, signed in: strangers' mailboxes and e-mails, and rows without end. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerError } from '#server/http/http.ts'
import { api, database } from '../helper.ts'
import { owner, PASSWORD } from '../owner.ts'

const db = await database()
// A refused body is not read, which a slow machine would hear of.
const { app, call, clock } = await api(db, {
  env: { REQUEST_SECONDS: '290', CHANGES_PER_MEMBER: '', CHANGES_PER_BUSINESS: '' },
})
const HOUR = 3_600_000

test('an owner who changes the e-mail all day writes to few strangers, and keeps few e-mails from others', async () => {
  const who = await owner(call)
  const statuses: number[] = []
  for (let i = 0; i < 40; i++) {
    clock.now += HOUR / 4
    const email = `victima${i}@ajena.example`
    const { status, body } = await who.as('PATCH', '/api/businesses/profile', {
      email,
      currentPassword: PASSWORD,
    })
    if (status === 429) assert.match(body.error, /intenta más tarde/)
    statuses.push(status)
  }
  assert.equal(statuses.filter((status) => status === 200).length, 10)
  assert.ok(statuses.every((status) => [200, 429].includes(status)))
  const mails = await db
    .selectFrom('messages')
    .select('recipient')
    .distinct()
    .where('business_id', '=', who.business_id)
    .where('recipient', 'like', '%@ajena.example')
    .execute()
  assert.equal(mails.length, 10)
  clock.now += 24 * HOUR
  const login = { email: 'victima9@ajena.example', password: PASSWORD, recaptcha_token: 'dev-token' }
  const again = await call('POST', '/api/auth/login', { body: login })
  const { status } = await call('PATCH', '/api/businesses/profile', {
    body: { email: 'por-fin@correo.example', currentPassword: PASSWORD },
    headers: { authorization: `Bearer ${again.body.token}` },
  })
  assert.equal(status, 200, 'the next day there are more')
})

test('… and does not learn from it who has an account', async () => {
  const other = await owner(call)
  const who = await owner(call)
  const statuses: number[] = []
  for (let i = 0; i < 8; i++) {
    const body = { email: other.email, currentPassword: PASSWORD }
    statuses.push((await who.as('PATCH', '/api/businesses/profile', body)).status)
  }
  assert.deepEqual(statuses, [409, 409, 409, 409, 409, 429, 429, 429])
})

test('changes of a member are as many as people make, and reading goes on', async () => {
  const few = await api(db, {
    env: { REQUEST_SECONDS: '290', CHANGES_PER_MEMBER: '40', CHANGES_PER_BUSINESS: '60' },
  })
  const who = await owner(few.call)
  const statuses: number[] = []
  for (let i = 0; i < 30; i++) {
    const made = await who.as('POST', '/api/service-categories', { category_name: `Color ${i}` })
    statuses.push(made.status)
    if (made.status !== 201) {
      assert.equal(made.status, 429)
      assert.ok(Number(made.headers['retry-after']) > 0)
      continue
    }
    await who.as('DELETE', `/api/service-categories/${made.body.category.id}`)
  }
  assert.equal(statuses.filter((status) => status === 201).length, 20)
  assert.equal((await who.as('GET', '/api/services')).status, 200)
  few.clock.now += HOUR
  assert.equal((await who.as('POST', '/api/service-categories', { category_name: 'Uñas' })).status, 201)
})

test('… however many come at once, and a business’s by all of its members', async () => {
  const few = await api(db, {
    env: { REQUEST_SECONDS: '290', CHANGES_PER_MEMBER: '40', CHANGES_PER_BUSINESS: '30' },
  })
  const who = await owner(few.call)
  const tries = Array.from({ length: 200 }, () => who.as('PATCH', '/api/businesses/profile', {}))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  const done = statuses.filter((status) => status === 200).length
  // Those that are judged at the same moment do not see each other.
  assert.ok(done >= 30 && done <= 60, `${done} were done`)
  assert.equal(statuses.filter((status) => status === 429).length, 200 - done)
})

test('whoever has a stolen session uses up nothing by which its owner puts them out', async () => {
  const few = await api(db, {
    env: { REQUEST_SECONDS: '290', CHANGES_PER_MEMBER: '5', CHANGES_PER_BUSINESS: '5' },
  })
  const who = await owner(few.call)
  const login = { email: who.email, password: PASSWORD, recaptcha_token: 'dev-token' }
  const { token } = (await few.call('POST', '/api/auth/login', { body: login })).body
  const asThief = (method: 'POST' | 'PATCH', url: string, body: object) =>
    few.call(method, url, { headers: { authorization: `Bearer ${token}` }, body })
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) {
    statuses.push((await asThief('POST', '/api/auth/sessions/close', { session: 'x' })).status)
    await asThief('PATCH', '/api/businesses/profile', { description: 'Con cita' })
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  assert.equal((await who.as('PATCH', '/api/businesses/profile', { description: 'Con cita' })).status, 429)
  assert.equal((await who.as('POST', '/api/auth/sessions/close-others')).status, 200)
  const newPassword = 'una-clave-larga-8'
  const change = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword }
  assert.equal((await who.as('POST', '/api/businesses/change-password', change)).status, 200)
  assert.equal((await who.as('POST', '/api/auth/logout')).status, 200)
})

test('… also not by switching to and fro, nor by beginning over and over what asks for the password later', async () => {
  const few = await api(db, {
    env: { REQUEST_SECONDS: '290', CHANGES_PER_MEMBER: '70', CHANGES_PER_BUSINESS: '70' },
  })
  const who = await owner(few.call)
  const login = { email: who.email, password: PASSWORD, recaptcha_token: 'dev-token' }
  let { token } = (await few.call('POST', '/api/auth/login', { body: login })).body
  const asThief = (url: string, body: object = {}) =>
    few.call('POST', url, { headers: { authorization: `Bearer ${token}` }, body })
  const wrong = { currentPassword: 'otra-clave' }
  const statuses: number[] = []
  for (let i = 0; i < 35; i++) {
    statuses.push((await asThief('/api/auth/second-factor/setup')).status)
    statuses.push((await asThief('/api/auth/passkeys/setup', wrong)).status)
    if (i === 20) token = (await asThief('/api/auth/switch', { to: who.business_id })).body.token
  }
  const count = (one: number) => statuses.filter((status) => status === one).length
  assert.deepEqual([count(200), count(400), count(429)], [30, 10, 30])
  assert.equal((await asThief('/api/auth/sessions/close', { session: 'x' })).status, 429)
  assert.equal((await who.as('POST', '/api/auth/second-factor/setup')).status, 200)
  const right = { currentPassword: PASSWORD }
  assert.equal((await who.as('POST', '/api/auth/passkeys/setup', right)).status, 200)
})

test('… nor puts it anybody else out by switching over and over, or uses up their switches', async () => {
  const who = await owner(call)
  const login = { email: who.email, password: PASSWORD, recaptcha_token: 'dev-token' }
  const { token } = (await call('POST', '/api/auth/login', { body: login })).body
  const asThief = (method: 'GET' | 'POST', url: string, by: string, body?: object) =>
    call(method, url, { headers: { authorization: `Bearer ${by}` }, ...(body && { body }) })
  const switched = (by: string) => asThief('POST', '/api/auth/switch', by, { to: who.business_id })
  for (let round = 0; round < 11; round++) {
    clock.now += 1000
    const all = await Promise.all(Array.from({ length: 10 }, () => switched(token)))
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]))
  }
  let last = token
  for (let i = 0; i < 10; i++) last = (await switched(last)).body.token
  assert.equal((await switched(last)).status, 429)
  // What asked goes on, and so does the last one that it opened.
  for (const one of [token, last]) assert.equal((await asThief('GET', '/api/auth/verify', one)).status, 200)
  const { body } = await who.as('GET', '/api/auth/sessions')
  assert.ok(body.sessions.length <= 25, `${body.sessions.length} sessions`)
  assert.equal((await who.as('POST', '/api/auth/switch', { to: who.business_id })).status, 200)
})

test('files on their way are few at the same time, of a business and of all; those that end make room', async () => {
  const who = await owner(call)
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const begin = () => {
    const sent = request({
      host: url.hostname,
      port: url.port,
      path: '/api/uploads/business/logo',
      method: 'POST',
      headers: { ...who.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1000 },
    })
    const answer = once(sent, 'response').then(([response]: { statusCode: number }[]) => response!.statusCode)
    sent.on('error', () => {})
    sent.write('--x\r\ncontent-disposition: form-data; name="logo"; filename="a.png"\r\n\r\n')
    return { sent, answer }
  }
  // Ten are held; whoever comes while they are hears so at once.
  const begun: ReturnType<typeof begin>[] = []
  for (;;) {
    assert.ok(begun.length < 40, 'held without end')
    const last = begin()
    begun.push(last)
    const status = await Promise.race([last.answer, sleep(200, undefined)])
    if (status === 503) break
    assert.equal(status, undefined)
  }
  assert.ok(begun.length > 10)
  for (const { sent, answer } of begun) {
    answer.catch(() => {})
    sent.destroy()
  }
  for (;;) {
    const { status } = await who.as('POST', '/api/uploads/business/logo', {})
    if (status === 415) break
    assert.equal(status, 503)
  }
})

test('exports of clients are noted, appointments with their telephones too, and sixty an hour are enough', async () => {
  const who = await owner(call)
  const get = async (path: string) => (await app.inject({ url: path, headers: who.headers })).statusCode
  const statuses = [await get('/api/businesses/clients.csv'), await get('/api/businesses/export.json')]
  for (let i = 0; i < 70; i++) statuses.push(await get('/api/appointments/export.csv'))
  assert.equal(statuses.filter((status) => status === 200).length, 60)
  assert.ok(statuses.every((status) => [200, 429].includes(status)))
  const { activity } = (await who.as('GET', '/api/activity?limit=100')).body
  const exported = activity.filter(({ act }: { act: string }) => act === 'exported')
  assert.equal(exported.length, 60)
  assert.match(exported[0].text, /citas/)
})

test('who hangs up in the middle of a body is no failure of the server', () => {
  const failures: object[] = []
  const answer = (raw: object) => {
    const reply: Record<string, unknown> = { status: 0 }
    for (const name of ['header', 'type', 'serializer', 'send']) reply[name] = () => reply
    reply['code'] = (status: number) => Object.assign(reply, { status })
    const request = { raw, log: { error: (about: object) => failures.push(about) } }
    const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    answerError(error as never, request as never, reply as never)
    return reply['status']
  }
  assert.equal(answer({ destroyed: true, complete: false }), 400)
  assert.equal(failures.length, 0)
  // A connection of our own that broke is one.
  assert.equal(answer({ destroyed: false, complete: true }), 503)
  assert.equal(failures.length, 1)
})

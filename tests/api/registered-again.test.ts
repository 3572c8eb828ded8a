/** A registration whose answer got lost, and that is sent again with its key. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noVerification } from '#server/verification/verifier.ts'
import { api, database } from '../helper.ts'
import { PASSWORD, registration } from '../owner.ts'

const db = await database()
const { call, clock } = await api(db)
const HOUR = 3_600_000

const send = (body: object, key?: string) =>
  call('POST', '/api/auth/register', { body, headers: key ? { 'idempotency-key': key } : {} })

const verified = async ({ body }: Awaited<ReturnType<typeof send>>) => {
  const headers = { authorization: `Bearer ${body.token}` }
  return (await call('GET', '/api/auth/verify', { headers })).body
}

const businesses = async () => {
  const { n } = await db
    .selectFrom('businesses')
    .select(db.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
const messages = (business_id: number) =>
  db.selectFrom('messages').select('kind').where('business_id', '=', business_id).execute()

test('the same key gets the same business, signed in, and nothing is made twice', async () => {
  const before = await businesses()
  const form = registration()
  const first = await send(form, 'registro-1')
  const again = await send({ ...form, email: ` ${form.email.toUpperCase()} ` }, 'registro-1')
  assert.deepEqual([first.status, again.status], [201, 201])
  const { token, ...answer } = first.body
  assert.deepEqual({ ...again.body, token: undefined }, { ...answer, token: undefined })
  assert.ok(token)
  for (const answered of [first, again])
    assert.equal((await verified(answered)).business.id, first.body.business.id)
  assert.equal(await businesses(), before + 1)
  assert.deepEqual(await messages(first.body.business.id), [{ kind: 'welcome' }])
  const entered = await db
    .selectFrom('activity')
    .select('user_id')
    .where('business_id', '=', first.body.business.id)
    .where('act', '=', 'login')
    .execute()
  assert.deepEqual(entered, [{ user_id: first.body.access.user.id }], 'who came in again is in the history')
})

test('20 of one key at once make one account, and each is answered with it', async () => {
  const before = await businesses()
  const form = registration()
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(form, 'registro-20')))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map(({ body }) => body.business.id)).size, 1)
  assert.equal(await businesses(), before + 1)
})

test('who does not know the password, has another key or none, or comes a day later gets nothing', async () => {
  const form = registration()
  const first = await send(form, 'registro-2')
  assert.equal(first.status, 201)
  const stolen = { ...form, password: 'otra-clave-larga', confirmPassword: 'otra-clave-larga' }
  for (const [body, key] of [
    [stolen, 'registro-2'],
    [form, 'registro-3'],
    [form, undefined],
    [registration({ email: form.email }), 'registro-4'],
  ] as const) {
    const { status, body: answer } = await send(body, key)
    assert.deepEqual(
      [status, answer.error, answer.token],
      [409, 'Ya existe una cuenta con este email', undefined],
    )
  }
  clock.now += 25 * HOUR
  assert.equal((await send(form, 'registro-2')).status, 409)
})

test('a password that was changed since, or a second step, opens nothing', async () => {
  const form = registration()
  const first = await send(form, 'registro-5')
  const secondStep = (set: boolean) =>
    db
      .updateTable('users')
      .set({
        totp_secret: set ? Buffer.alloc(60) : null,
        totp_since: set ? new Date(clock.now).toISOString() : null,
        totp_step: set ? 1 : null,
      })
      .where('email', '=', form.email)
      .execute()
  await secondStep(true)
  assert.equal((await send(form, 'registro-5')).status, 409)
  await secondStep(false)
  assert.equal((await send(form, 'registro-5')).status, 201)
  const changed = await call('POST', '/api/businesses/change-password', {
    headers: { authorization: `Bearer ${first.body.token}` },
    body: {
      currentPassword: PASSWORD,
      newPassword: 'nueva-clave-larga',
      confirmPassword: 'nueva-clave-larga',
    },
  })
  assert.equal(changed.status, 200)
  assert.equal((await send(form, 'registro-5')).status, 409)
})

test('passwords guessed by the key of a registration count as those of the log-in', async () => {
  const form = registration()
  await send(form, 'registro-6')
  const wrong = { ...form, password: 'clave-adivinada', confirmPassword: 'clave-adivinada' }
  const answers = []
  for (let n = 0; n < 11; n++) answers.push((await send(wrong, 'registro-6')).status)
  assert.deepEqual(answers, [...Array<number>(10).fill(409), 429])
  const body = { email: form.email, password: 'clave-adivinada', recaptcha_token: 'dev-token' }
  assert.equal((await call('POST', '/api/auth/login', { body })).status, 429)
})

test('sent again it is no further registration of its network, and still made by a person', async () => {
  const form = registration()
  let isHuman = true
  const { call } = await api(db, {
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost:3000',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'citas@enpunto.example',
    },
    verifier: { ...noVerification, verify: async () => (isHuman ? 'verified' : 'failed') },
  })
  const headers = { 'idempotency-key': 'registro-7' }
  const sendHere = () => call('POST', '/api/auth/register', { body: form, headers })
  assert.equal((await sendHere()).status, 201)
  // What does not pass the check uses up nobody's.
  isHuman = false
  for (let n = 0; n < 35; n++)
    assert.equal((await call('POST', '/api/auth/register', { body: registration() })).status, 400)
  isHuman = true
  for (let n = 0; n < 29; n++) await call('POST', '/api/auth/register', { body: registration() })
  assert.equal((await call('POST', '/api/auth/register', { body: registration() })).status, 429)
  assert.equal((await sendHere()).status, 201)
  isHuman = false
  assert.equal((await sendHere()).status, 400)
})

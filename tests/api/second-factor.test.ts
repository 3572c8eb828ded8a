/** The second step of a log-in: codes of an app, and recovery codes. */
import { codeOf, stepAt, stepOfCode } from '#server/accounts/totp.ts'
import { ensureAdministrator } from '#server/admin/queries.ts'
import { CHANGE_FIRST } from '#domain/account.ts'
import { CODE_NEEDED, CODE_USED, CODE_WRONG, RECOVERY_WRONG } from '#domain/second-factor.ts'
import { secretsOf } from '#server/secrets.ts'
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { newToken } from '#server/tokens.ts'
import { whileHeld } from '../held.ts'
import { api, database } from '../helper.ts'
import { owner, PASSWORD, type Owner } from '../owner.ts'
import { confirmEmailOf, longSignedIn } from '../roles.ts'
import { codeAt } from '../totp.ts'

const db = await database()
const { call, clock } = await api(db)
const STEP = 30_000

const login = (email: string, code?: string, more = {}) =>
  call('POST', '/api/auth/login', {
    body: { email, password: PASSWORD, recaptcha_token: 'dev-token', ...(code && { code }), ...more },
  })

/** Switches it on; the clock goes on by a step, so that the next code is another one. */
async function switchedOn(who: Owner) {
  const { secret, recovery_codes } = (await who.as('POST', '/api/auth/second-factor/setup')).body
  const proof = { currentPassword: PASSWORD, code: codeAt(secret, clock.now) }
  const answer = await who.as('POST', '/api/auth/second-factor/on', proof)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  clock.now += STEP
  return { secret: secret as string, recovery: recovery_codes as string[] }
}

/** The mails of a business, but those about the log-ins of this test, which come from a new device each. */
const kinds = async (business_id: number) =>
  (
    await db
      .selectFrom('messages')
      .select('kind')
      .where('business_id', '=', business_id)
      .where('kind', '<>', 'new_device')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

test('codes are those of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890')
  // Appendix B, its last six digits.
  const cases: [seconds: number, code: string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ]
  for (const [seconds, code] of cases) {
    assert.equal(codeOf(secret, stepAt(seconds * 1000)), code)
    if (seconds < 100) continue
    for (const drift of [-1, 0, 1])
      assert.equal(stepOfCode(secret, code, (seconds + 30 * drift) * 1000), stepAt(seconds * 1000))
    for (const drift of [-2, 2])
      assert.equal(stepOfCode(secret, code, (seconds + 30 * drift) * 1000), undefined)
  }
})

describe('switching it on', () => {
  test('asks for the password and a right code; other sessions end, and a mail tells it', async () => {
    const ines = await owner(call)
    const other = (await login(ines.email)).body.token
    const off = await ines.as('GET', '/api/auth/second-factor')
    assert.deepEqual(off.body, {
      success: true,
      email: ines.email,
      is_on: false,
      since: null,
      recovery_left: 0,
    })
    const { secret, uri, recovery_codes } = (await ines.as('POST', '/api/auth/second-factor/setup')).body
    assert.equal(
      uri,
      `otpauth://totp/enpunto:${encodeURIComponent(ines.email)}?secret=${secret}&issuer=enpunto&digits=6&period=30`,
    )
    assert.equal(new Set(recovery_codes).size, 10)
    const on = (currentPassword: string, code: string) =>
      ines.as('POST', '/api/auth/second-factor/on', { currentPassword, code })
    const code = codeAt(secret, clock.now)
    const wrong = await on('otra-clave', code)
    assert.deepEqual(
      [wrong.status, wrong.body.fields],
      [400, { currentPassword: 'La contraseña actual no es correcta' }],
    )
    const strange = await on(PASSWORD, codeAt(secret, clock.now + 4 * STEP))
    assert.deepEqual([strange.status, strange.body.fields], [400, { code: CODE_WRONG }])
    assert.deepEqual((await on('', 'abc')).body.fields, {
      currentPassword: 'Escribe tu contraseña',
      code: 'El código tiene 6 números; uno de recuperación, 16 letras y números',
    })
    assert.equal((await login(ines.email)).status, 200)

    assert.equal((await on(PASSWORD, code)).status, 200)
    // The answer was lost, and the same comes again.
    assert.equal((await on(PASSWORD, code)).status, 200)
    assert.equal((await on(PASSWORD, codeAt(secret, clock.now + 4 * STEP))).status, 409)
    assert.equal((await ines.as('POST', '/api/auth/second-factor/setup')).status, 409)
    const state = (await ines.as('GET', '/api/auth/second-factor')).body
    assert.deepEqual([state.is_on, state.recovery_left], [true, 10])
    const ended = await call('GET', '/api/auth/verify', { headers: { authorization: `Bearer ${other}` } })
    assert.equal(ended.status, 401)
    assert.deepEqual(await kinds(ines.business_id), ['welcome', 'second_factor_on'])
  })

  test('any password of six characters does then, however common', async () => {
    const ines = await owner(call)
    const change = () =>
      ines.as('POST', '/api/businesses/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'qwerty123',
      })
    const refused = await change()
    assert.deepEqual(
      [refused.status, refused.body.fields],
      [400, { newPassword: 'Esa contraseña es muy común' }],
    )
    const { secret } = await switchedOn(ines)
    assert.equal((await change()).status, 200)
    const off = (currentPassword: string) =>
      ines.as('POST', '/api/auth/second-factor/off', { currentPassword, code: codeAt(secret, clock.now) })
    const alone = await off('qwerty123')
    assert.deepEqual(
      [alone.status, alone.body.fields],
      [400, { currentPassword: CHANGE_FIRST }],
      'a password that all try first is not left alone',
    )
    const better = { currentPassword: 'qwerty123', newPassword: 'k7#qpz' }
    assert.equal((await ines.as('POST', '/api/businesses/change-password', better)).status, 200)
    assert.equal((await off('k7#qpz')).status, 200)
    assert.equal((await off('k7#qpz')).status, 200, 'repeated it changes nothing')
  })

  test('once it is on, the next code of the same app is answered as the first: that answer may be lost', async () => {
    const ines = await owner(call)
    const { secret } = await switchedOn(ines)
    const on = () =>
      ines.as('POST', '/api/auth/second-factor/on', {
        currentPassword: PASSWORD,
        code: codeAt(secret, clock.now),
      })
    clock.now += 2 * STEP
    assert.equal((await on()).status, 200)
    // It was used up by that.
    const again = await login(ines.email, codeAt(secret, clock.now))
    assert.deepEqual([again.status, again.body.error], [401, CODE_USED])
    const early = { currentPassword: PASSWORD, code: codeAt(secret, clock.now - STEP) }
    assert.equal((await ines.as('POST', '/api/auth/second-factor/on', early)).status, 409)
    assert.equal((await kinds(ines.business_id)).filter((kind) => kind === 'second_factor_on').length, 1)
  })

  test('a password that does with it only is not set while it is switched off', async () => {
    const ines = await owner(call)
    await switchedOn(ines)
    const { body, status } = await whileHeld(
      db,
      (tx) => sql`select from users where email = ${ines.email} for no key update`.execute(tx),
      () =>
        ines.as('POST', '/api/businesses/change-password', {
          currentPassword: PASSWORD,
          newPassword: 'qwerty123',
        }),
      (tx) =>
        sql`update users set totp_secret = null, totp_since = null, totp_step = null
          where email = ${ines.email}`.execute(tx),
    )
    assert.deepEqual([status, body.fields], [400, { newPassword: 'Esa contraseña es muy común' }])
    assert.equal((await login(ines.email)).status, 200)
  })

  test('… nor is it switched off by a password that is changed meanwhile', async () => {
    const ines = await owner(call)
    const { secret } = await switchedOn(ines)
    const { body, status } = await whileHeld(
      db,
      (tx) => sql`select from users where email = ${ines.email} for no key update`.execute(tx),
      () =>
        ines.as('POST', '/api/auth/second-factor/off', {
          currentPassword: PASSWORD,
          code: codeAt(secret, clock.now),
        }),
      (tx) => sql`update users set password_hash = 'SECRET-other' where email = ${ines.email}`.execute(tx),
    )
    assert.deepEqual([status, body.fields], [400, { currentPassword: 'La contraseña actual no es correcta' }])
    assert.equal((await ines.as('GET', '/api/auth/second-factor')).body.is_on, true)
  })

  test('a setup ends with the next one, and after an hour', async () => {
    const ines = await owner(call)
    const first = (await ines.as('POST', '/api/auth/second-factor/setup')).body
    const second = (await ines.as('POST', '/api/auth/second-factor/setup')).body
    const on = (secret: string) =>
      ines.as('POST', '/api/auth/second-factor/on', {
        currentPassword: PASSWORD,
        code: codeAt(secret, clock.now),
      })
    assert.equal((await on(first.secret)).status, 400)
    clock.now += 61 * 60_000
    const late = await on(second.secret)
    assert.deepEqual(
      [late.status, late.body.error],
      [409, 'Este código QR ya no sirve. Empieza de nuevo con otro.'],
    )
  })

  test('what the database holds opens nothing: the secret is sealed, codes are hashes', async () => {
    const ines = await owner(call)
    const { secret, recovery } = await switchedOn(ines)
    const { rows } = await sql<{ text: string }>`
      select row_to_json(u)::text || coalesce((select json_agg(r)::text from recovery_codes r), '')
        || coalesce((select json_agg(s)::text from second_factor_setups s), '')
        || (select json_agg(m)::text from messages m) || (select json_agg(a)::text from activity a) as text
      from users u where email = ${ines.email}`.execute(db)
    const bits = [...secret].map((l) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(l).toString(2).padStart(5, '0'),
    )
    const hex = bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0'))
      .join('')
    assert.match(rows[0]!.text, /totp_secret":"\\\\x[0-9a-f]{96}"/)
    for (const plain of [secret, hex, ...recovery, recovery[0]!.replaceAll('-', '')])
      assert.ok(!rows[0]!.text.includes(plain), plain)
  })
})

describe('a log-in', () => {
  test('has a second step, which a wrong password never reaches', async () => {
    const ines = await owner(call)
    const { secret } = await switchedOn(ines)
    const right = codeAt(secret, clock.now)
    const wrong = await login(ines.email, right, { password: 'otra-clave' })
    assert.deepEqual(
      [wrong.status, wrong.body.error, wrong.body.needs_code],
      [401, 'El email o la contraseña no son correctos', undefined],
    )
    const asked = await login(ines.email)
    assert.deepEqual(
      [asked.status, asked.body],
      [401, { success: false, error: CODE_NEEDED, fields: { code: CODE_NEEDED }, needs_code: true }],
    )
    assert.equal(asked.headers['set-cookie'], undefined)
    const mistyped = await login(ines.email, '000000' === right ? '000001' : '000000')
    assert.deepEqual(
      [mistyped.status, mistyped.body.error, mistyped.body.needs_code],
      [401, CODE_WRONG, true],
    )
    const entered = await login(ines.email, `${right.slice(0, 3)} ${right.slice(3)}`, { remember: true })
    assert.equal(entered.status, 200)
    const { body } = await call('GET', '/api/auth/verify', {
      headers: { authorization: `Bearer ${entered.body.token}` },
    })
    assert.equal(body.business.id, ines.business_id)
    const { hours } = await db
      .selectFrom('sessions')
      .select(sql<number>`extract(epoch from max(expires_at - created_at))::int / 3600`.as('hours'))
      .where('business_id', '=', ines.business_id)
      .executeTakeFirstOrThrow()
    assert.equal(hours, 30 * 24)
    const acts = await ines.as('GET', '/api/activity')
    assert.match(JSON.stringify(acts.body), /un código equivocado/)
  })

  test('takes each code once, also of two at once, and none from further away than a step', async () => {
    const ines = await owner(call)
    const { secret } = await switchedOn(ines)
    clock.now += 10 * STEP
    const code = codeAt(secret, clock.now)
    const both = await Promise.all([login(ines.email, code), login(ines.email, code)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    const again = await login(ines.email, code)
    assert.deepEqual([again.status, again.body.error], [401, CODE_USED])
    // One of before is over as well, though its time is not.
    assert.equal((await login(ines.email, codeAt(secret, clock.now - STEP))).body.error, CODE_USED)
    assert.equal((await login(ines.email, codeAt(secret, clock.now + 2 * STEP))).body.error, CODE_WRONG)
    assert.equal((await login(ines.email, codeAt(secret, clock.now + STEP))).status, 200)
  })

  test('lets ten codes be guessed; then a right one waits too, and a recovery code opens', async () => {
    const ines = await owner(call)
    const { secret, recovery } = await switchedOn(ines)
    const far = codeAt(secret, clock.now + 100 * STEP)
    const guesses = await Promise.all(Array.from({ length: 14 }, () => login(ines.email, far)))
    assert.equal(guesses.filter(({ status }) => status === 401).length, 10)
    const late = await login(ines.email, codeAt(secret, clock.now))
    assert.deepEqual([late.status, late.body.challenge], [429, undefined])
    assert.ok(Number(late.headers['retry-after']) > 0)
    assert.equal((await login(ines.email, recovery[0]!)).status, 200)
    clock.now += 15 * 60_000 + 1
    assert.equal((await login(ines.email, codeAt(secret, clock.now))).status, 200)
  })

  test('takes each recovery code once, and tells it by mail', async () => {
    const ines = await owner(call)
    const { recovery } = await switchedOn(ines)
    const typed = recovery[3]!.toUpperCase().replaceAll('-', ' ')
    const both = await Promise.all([login(ines.email, typed), login(ines.email, typed)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    assert.equal((await login(ines.email, typed)).body.error, RECOVERY_WRONG)
    assert.equal((await ines.as('GET', '/api/auth/second-factor')).body.recovery_left, 9)
    assert.deepEqual((await kinds(ines.business_id)).slice(-1), ['recovery_code_used'])
  })

  test('with a recovery code at another business’s invitation is noted in their own only', async () => {
    const [salon, ines] = [await owner(call), await owner(call)]
    const { recovery } = await switchedOn(ines)
    const { token, hash: token_hash } = newToken(salon.business_id)
    const { id: invited_by } = (await salon.as('GET', '/api/auth/verify')).body.user
    const [created_at, expires_at] = [clock.now, clock.now + STEP].map((ms) => new Date(ms).toISOString())
    const invited = { email: `otra-${ines.email}`, role: 'manager', invited_by }
    await db
      .insertInto('invitations')
      .values({ ...invited, business_id: salon.business_id, token_hash, created_at, expires_at } as never)
      .execute()
    const body = { token, email: ines.email, password: PASSWORD, code: recovery[0] }
    const waits = await call('POST', '/api/auth/invitation/accept', { body })
    assert.deepEqual([waits.status, waits.body.is_waiting], [200, true])
    const acts = async (who: Owner) =>
      (await who.as('GET', '/api/activity')).body.activity.map(({ act }: { act: string }) => act)
    assert.ok(!(await acts(salon)).includes('recovery_code_used'))
    assert.ok((await acts(ines)).includes('recovery_code_used'))
    assert.deepEqual((await kinds(ines.business_id)).slice(-1), ['recovery_code_used'])
  })

  test('that is under way while it is switched on leaves no session', async () => {
    const ines = await owner(call)
    const { secret } = (await ines.as('POST', '/api/auth/second-factor/setup')).body
    const on = { currentPassword: PASSWORD, code: codeAt(secret, clock.now) }
    const answers = await Promise.all([
      login(ines.email),
      ines.as('POST', '/api/auth/second-factor/on', on),
      login(ines.email),
    ])
    assert.equal(answers[1].status, 200)
    const { n } = await db
      .selectFrom('sessions')
      .select(db.fn.countAll<number>().as('n'))
      .where('business_id', '=', ines.business_id)
      .executeTakeFirstOrThrow()
    assert.equal(n, 1)
  })
})

describe('it stays', () => {
  test('when the password is changed or reset', async () => {
    const ines = await owner(call)
    await confirmEmailOf(db, ines.business_id)
    const { secret } = await switchedOn(ines)
    const passwords = { currentPassword: PASSWORD, newPassword: 'clave-nueva-9' }
    assert.equal((await ines.as('POST', '/api/businesses/change-password', passwords)).status, 200)
    const changed = await login(ines.email, undefined, { password: 'clave-nueva-9' })
    assert.deepEqual([changed.status, changed.body.needs_code], [401, true])

    const { token, hash: token_hash } = newToken(ines.business_id)
    const { id: user_id } = (await ines.as('GET', '/api/auth/verify')).body.user
    const times = { expires_at: new Date(clock.now + STEP).toISOString() }
    await db
      .insertInto('password_resets')
      .values({ business_id: ines.business_id, user_id, token_hash, ...times })
      .execute()
    const body = { token, password: 'clave-nueva-10' }
    assert.equal((await call('POST', '/api/auth/reset-password', { body })).status, 200)
    const reset = await login(ines.email, undefined, { password: body.password })
    assert.deepEqual([reset.status, reset.body.needs_code], [401, true])
    assert.equal(
      (await login(ines.email, codeAt(secret, clock.now), { password: body.password })).status,
      200,
    )
  })

  test('with its person when the business is handed over', async () => {
    const [ines, luis] = [await owner(call), await owner(call)]
    const { secret } = await switchedOn(ines)
    const { id: user_id } = (await luis.as('GET', '/api/auth/verify')).body.user
    const { business_id } = ines
    await db
      .insertInto('memberships')
      .values({ business_id, user_id, role: 'manager', created_at: new Date(clock.now).toISOString() })
      .execute()
    const { token } = (await luis.as('POST', '/api/auth/switch', { to: business_id })).body
    await longSignedIn(db, business_id)
    const offer = await ines.as('POST', `/api/members/${user_id}/hand-over`, { currentPassword: PASSWORD })
    assert.equal(offer.status, 200)
    const headers = { authorization: `Bearer ${token}` }
    const taken = await call('POST', '/api/members/hand-over/accept', {
      headers,
      body: { currentPassword: PASSWORD },
    })
    assert.equal(taken.status, 200)
    assert.equal((await call('GET', '/api/auth/second-factor', { headers })).body.is_on, false)
    assert.equal((await login(luis.email)).status, 200)
    assert.equal((await login(ines.email)).body.needs_code, true)
    assert.equal((await login(ines.email, codeAt(secret, clock.now))).status, 200)
  })

  test('until password and code, or a recovery code, switch it off', async () => {
    const ines = await owner(call)
    const { secret, recovery } = await switchedOn(ines)
    const off = (currentPassword: string, code: string) =>
      ines.as('POST', '/api/auth/second-factor/off', { currentPassword, code })
    assert.equal(
      (await off('otra-clave', codeAt(secret, clock.now))).body.fields.currentPassword,
      'La contraseña actual no es correcta',
    )
    assert.equal((await off(PASSWORD, codeAt(secret, clock.now + 5 * STEP))).body.fields.code, CODE_WRONG)
    assert.equal((await ines.as('GET', '/api/auth/second-factor')).body.is_on, true)
    const renewed = await ines.as('POST', '/api/auth/second-factor/recovery-codes', {
      currentPassword: PASSWORD,
      code: codeAt(secret, clock.now),
    })
    assert.equal(renewed.body.recovery_codes.length, 10)
    assert.equal((await off(PASSWORD, recovery[0]!)).body.fields.code, RECOVERY_WRONG)
    assert.equal((await off(PASSWORD, renewed.body.recovery_codes[9])).status, 200)
    // The answer was lost, and the same comes again.
    assert.equal((await off(PASSWORD, renewed.body.recovery_codes[9])).status, 200)
    assert.equal((await login(ines.email)).status, 200)
    assert.deepEqual(await kinds(ines.business_id), [
      'welcome',
      'second_factor_on',
      'recovery_codes_made',
      'second_factor_off',
    ])
  })
})

test('an administrator has one of their own', async () => {
  await ensureAdministrator(db, { email: 'admin@enpunto.example', password: PASSWORD })
  const enter = (code?: string) =>
    call('POST', '/api/admin/login', { body: { email: 'admin@enpunto.example', password: PASSWORD, code } })
  const headers = { authorization: `Bearer ${(await enter()).body.token}` }
  const other = { authorization: `Bearer ${(await enter()).body.token}` }
  const as = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    call(method, `/api/admin/second-factor${path}`, { headers, body })
  const { secret, recovery_codes } = (await as('POST', '/setup')).body
  const proof = { currentPassword: PASSWORD, code: codeAt(secret, clock.now) }
  assert.equal((await as('POST', '/on', { ...proof, currentPassword: 'otra-clave' })).status, 400)
  assert.equal((await as('POST', '/on', proof)).status, 200)
  assert.equal((await call('GET', '/api/admin/metrics', { headers: other })).status, 401)
  const asked = await enter()
  assert.deepEqual([asked.status, asked.body.needs_code], [401, true])
  assert.equal((await enter(proof.code)).body.error, CODE_USED)
  clock.now += STEP
  assert.equal((await enter(codeAt(secret, clock.now))).status, 200)
  assert.equal((await enter(recovery_codes[0])).status, 200)
  assert.equal((await as('GET', '')).body.recovery_left, 9)
  const mails = await db
    .selectFrom('messages')
    .select(['kind', 'recipient'])
    .where('business_id', '=', 0)
    .where('kind', '<>', 'new_device')
    .orderBy('id')
    .execute()
  assert.deepEqual(mails, [
    { kind: 'second_factor_on', recipient: 'admin@enpunto.example' },
    { kind: 'recovery_code_used', recipient: 'admin@enpunto.example' },
  ])
})

test('the key without a setting is a file of its own that nobody else reads; another key opens nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'enpunto-secret-'))
  try {
    await db.deleteFrom('installation').where('name', '=', 'secrets_key').execute()
    const one = secretsOf({ secretsKey: undefined, dataDir })
    const sealed = await one.seal(db, 'a thing', Buffer.from('secret words'))
    assert.equal(statSync(join(dataDir, 'secret')).mode & 0o777, 0o600)
    assert.ok(!sealed.includes('secret words'))
    const kept = Buffer.from(readFileSync(join(dataDir, 'secret'), 'utf8'), 'base64')
    const again = secretsOf({ secretsKey: kept, dataDir: '/nowhere' })
    assert.equal(again.open('a thing', sealed).toString(), 'secret words')
    assert.throws(() => one.open('another thing', sealed), { status: 503 })
    sealed[14]! ^= 1
    assert.throws(() => one.open('a thing', sealed), { status: 503 })
    const strange = secretsOf({ secretsKey: Buffer.alloc(32, 7), dataDir })
    await assert.rejects(strange.seal(db, 'a thing', Buffer.from('x')), { status: 503 })
    // A damaged one is no new one: what was sealed would be lost.
    writeFileSync(join(dataDir, 'secret'), '')
    const damaged = secretsOf({ secretsKey: undefined, dataDir })
    await assert.rejects(damaged.seal(db, 'a thing', Buffer.from('x')), { status: 503 })
    assert.equal(readFileSync(join(dataDir, 'secret'), 'utf8'), '')
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

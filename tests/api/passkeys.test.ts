/** Passkeys: made for a session, used once for each question, refused when anything differs. */
import { ensureAdministrator } from '#server/admin/queries.ts'
import { PASSKEY_COPIED, PASSKEY_LATE, PASSKEY_REFUSED } from '#domain/passkey.ts'
import { partyOf } from '#server/accounts/passkeys/party.ts'
import { newToken } from '#server/tokens.ts'
import { NOBODYS_HASH } from '#server/accounts/passwords.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { whileHeld } from '../held.ts'
import { api, database } from '../helper.ts'
import { owner, PASSWORD, type Owner } from '../owner.ts'
import { Passkey } from '../passkey.ts'
import { codeAt } from '../totp.ts'

const ORIGIN = 'http://localhost:3000'
const db = await database()
const { call, clock } = await api(db, { env: { PUBLIC_URL: ORIGIN } })
const MINUTE = 60_000

const post = (url: string, body: object = {}, headers: Record<string, string> = {}) =>
  call('POST', url, { body, headers })
const setup = async (who: Owner, currentPassword = PASSWORD) =>
  who.as('POST', '/api/auth/passkeys/setup', { currentPassword })
const add = (who: Owner, passkey: object, name = 'Mi celular') =>
  who.as('POST', '/api/auth/passkeys', { name, passkey })
const question = async () => (await post('/api/auth/passkeys/options')).body.options
const enter = (passkey: object) => post('/api/auth/passkeys/enter', { passkey })

async function withPasskey(who: Owner) {
  const passkey = new Passkey(ORIGIN)
  const answer = await add(who, passkey.made((await setup(who)).body.options))
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return passkey
}
const list = async (who: Owner) => (await who.as('GET', '/api/auth/passkeys')).body.passkeys

test('are for the public address, and only where browsers make them', () => {
  const id = (publicUrl: string) => partyOf({ publicUrl })?.id
  assert.equal(id('https://agenda.example.com'), 'agenda.example.com')
  assert.equal(id('http://localhost:3000'), 'localhost')
  for (const none of [
    'http://agenda.example.com',
    'http://127.0.0.1:3000',
    'https://[::1]',
    'https://10.0.0.1',
  ])
    assert.equal(id(none), undefined, none)
})

describe('a passkey is added', () => {
  test('with the password, for this session; told by mail; the lost answer sent again adds nothing', async () => {
    const ines = await owner(call)
    const wrong = await setup(ines, 'otra-clave')
    assert.deepEqual(
      [wrong.status, wrong.body.fields],
      [400, { currentPassword: 'La contraseña actual no es correcta' }],
    )
    const { options } = (await setup(ines)).body
    assert.deepEqual(options.rp, { name: 'enpunto', id: 'localhost' })
    assert.equal(options.authenticatorSelection.userVerification, 'required')
    const passkey = new Passkey(ORIGIN)
    const made = passkey.made(options)
    assert.deepEqual((await add(ines, made, ' ')).body.fields, {
      name: 'Escribe un nombre, por ejemplo «Mi celular»',
    })
    const both = await Promise.all([add(ines, made), add(ines, made)])
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await add(ines, made)).status, 200)
    assert.deepEqual(
      (await list(ines)).map(({ name }: { name: string }) => name),
      ['Mi celular'],
    )
    const told = await db
      .selectFrom('messages')
      .select('recipient')
      .where('business_id', '=', ines.business_id)
      .where('kind', '=', 'passkey_added')
      .execute()
    assert.deepEqual(told, [{ recipient: ines.email }])
    // The next question names it, so that a device does not make another one.
    const next = (await setup(ines)).body.options
    assert.deepEqual(
      next.excludeCredentials.map(({ id }: { id: string }) => id),
      [passkey.id.toString('base64url')],
    )
  })

  test('for no other session, person or address, not unverified, and not late', async () => {
    const ines = await owner(call)
    const marta = await owner(call)
    const login = { email: ines.email, password: PASSWORD, recaptcha_token: 'dev-token' }
    const other = (await post('/api/auth/login', login)).body.token
    const refusals: [what: string, answer: Awaited<ReturnType<typeof add>>][] = []
    const fresh = async () => (await setup(ines)).body.options
    refusals.push(['another person', await add(marta, new Passkey(ORIGIN).made(await fresh()))])
    const body = { name: 'x', passkey: new Passkey(ORIGIN).made(await fresh()) }
    const elsewhere = await post('/api/auth/passkeys', body, { authorization: `Bearer ${other}` })
    refusals.push(['another session', elsewhere])
    for (const habits of [
      { origin: 'http://localhost:3000.evil.example' },
      { origin: 'http://localhost:3001' },
      { rpId: 'example.com' },
      { isVerified: false },
    ])
      refusals.push([
        JSON.stringify(habits),
        await add(ines, new Passkey(ORIGIN).made(await fresh(), habits)),
      ])
    const passkey = new Passkey(ORIGIN)
    for (const strange of [
      null,
      {},
      'x',
      { id: 'x' },
      passkey.signed({ ...(await fresh()), rpId: 'localhost' }),
    ])
      refusals.push([JSON.stringify(strange), await add(ines, strange as object)])
    for (const [what, { status, body }] of refusals) {
      assert.equal(status, 400, what)
      assert.ok([PASSKEY_REFUSED, PASSKEY_LATE].includes(body.error), `${what}: ${body.error}`)
    }
    const late = await fresh()
    clock.now += 6 * MINUTE
    assert.equal((await add(ines, passkey.made(late))).body.error, PASSKEY_LATE)
    // A question that was answered takes no second passkey.
    const once = await fresh()
    assert.equal((await add(ines, passkey.made(once))).status, 200)
    assert.equal((await add(ines, new Passkey(ORIGIN).made(once))).status, 400)
    // Nor does a passkey become two people's.
    assert.equal((await add(marta, passkey.made((await setup(marta)).body.options))).status, 409)
    assert.equal((await list(ines)).length, 1)
    assert.equal((await list(marta)).length, 0)
  })

  test('is named anew and removed by its owner alone, with the password', async () => {
    const ines = await owner(call)
    const marta = await owner(call)
    const passkey = await withPasskey(ines)
    const [{ id }] = await list(ines)
    const rename = (who: Owner) => who.as('POST', '/api/auth/passkeys/rename', { id, name: 'Computador' })
    const remove = (who: Owner, currentPassword = PASSWORD) =>
      who.as('POST', '/api/auth/passkeys/remove', { id, currentPassword })
    assert.equal((await rename(marta)).status, 404)
    await remove(marta)
    assert.equal((await remove(ines, 'otra-clave')).status, 400)
    assert.equal((await rename(ines)).status, 200)
    assert.equal((await list(ines))[0].name, 'Computador')
    assert.equal((await enter(passkey.signed(await question()))).status, 200)
    assert.equal((await remove(ines)).status, 200)
    assert.equal((await remove(ines)).status, 200)
    assert.equal((await enter(passkey.signed(await question()))).status, 401)
  })
})

describe('a log-in by passkey', () => {
  test('needs neither password nor code, and each answer opens one session', async () => {
    const ines = await owner(call)
    const passkey = await withPasskey(ines)
    const { secret } = (await ines.as('POST', '/api/auth/second-factor/setup')).body
    const proof = { currentPassword: PASSWORD, code: codeAt(secret, clock.now) }
    assert.equal((await ines.as('POST', '/api/auth/second-factor/on', proof)).status, 200)
    const signed = passkey.signed(await question())
    const both = await Promise.all([enter(signed), enter(signed)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    assert.equal((await enter(signed)).body.error, PASSKEY_REFUSED)
    const { token, business } = both.find(({ status }) => status === 200)!.body
    assert.equal(business.id, ines.business_id)
    const verified = await call('GET', '/api/auth/verify', { headers: { authorization: `Bearer ${token}` } })
    assert.equal(verified.body.user.email, ines.email)
  })

  test('is refused from another address, unverified, changed, unknown, late, or as a copy', async () => {
    const ines = await owner(call)
    const passkey = await withPasskey(ines)
    for (const habits of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
    ]) {
      const answer = await enter(passkey.signed(await question(), habits))
      assert.deepEqual([answer.status, answer.body.error], [401, PASSKEY_REFUSED], JSON.stringify(habits))
    }
    const stranger = new Passkey(ORIGIN)
    assert.equal((await enter(stranger.signed(await question()))).status, 401)
    // Another's key under this one's name.
    stranger.id = passkey.id
    assert.equal((await enter(stranger.signed(await question()))).status, 401)
    for (const strange of [null, {}, 'x', [], { id: 1 }, { id: passkey.id.toString('base64url') }])
      assert.equal((await enter(strange as object)).status, 401, JSON.stringify(strange))
    // A question that we never asked, and one of another kind.
    const forged = Buffer.alloc(54, 1).toString('base64url')
    assert.equal((await enter(passkey.signed({ challenge: forged, rpId: 'localhost' }))).status, 401)
    const { challenge } = (await setup(ines)).body.options
    assert.equal((await enter(passkey.signed({ challenge, rpId: 'localhost' }))).status, 401)
    const late = await question()
    clock.now += 6 * MINUTE
    assert.equal((await enter(passkey.signed(late))).status, 401)

    const counter = passkey.counter + 10
    assert.equal((await enter(passkey.signed(await question(), { counter }))).status, 200)
    const copy = await enter(passkey.signed(await question(), { counter }))
    assert.deepEqual([copy.status, copy.body.error], [401, PASSKEY_COPIED])
    assert.equal((await enter(passkey.signed(await question(), { counter: 0 }))).status, 401)
    assert.equal((await enter(passkey.signed(await question(), { counter: counter + 1 }))).status, 200)
  })

  test('that is under way while ‘No fui yo’ ends all sessions leaves none', async () => {
    const ines = await owner(call)
    const passkey = await withPasskey(ines)
    const signed = passkey.signed(await question())
    const { status } = await whileHeld(
      db,
      (tx) => sql`select from passkeys where credential_id = ${passkey.id} for update`.execute(tx),
      () => enter(signed),
      (tx) => sql`update users set password_hash = ${NOBODYS_HASH} where email = ${ines.email}`.execute(tx),
    )
    assert.equal(status, 401)
    assert.equal((await enter(passkey.signed(await question()))).status, 200, 'one of before stays')
  })

  test('is one for devices that count nothing, too', async () => {
    const passkey = await withPasskey(await owner(call))
    for (let i = 0; i < 2; i++)
      assert.equal((await enter(passkey.signed(await question(), { counter: 0 }))).status, 200)
  })

  test('does in place of a code after the password, for this person alone', async () => {
    const ines = await owner(call)
    const marta = await owner(call)
    const [passkey, other] = [await withPasskey(ines), await withPasskey(marta)]
    const { secret } = (await ines.as('POST', '/api/auth/second-factor/setup')).body
    const proof = { currentPassword: PASSWORD, code: codeAt(secret, clock.now) }
    await ines.as('POST', '/api/auth/second-factor/on', proof)
    const login = (more = {}, password = PASSWORD) =>
      post('/api/auth/login', { email: ines.email, password, recaptcha_token: 'dev-token', ...more })
    const asked = async () => (await login()).body.passkey
    const first = await login()
    assert.deepEqual([first.status, first.body.needs_code], [401, true])
    assert.deepEqual(
      first.body.passkey.allowCredentials.map(({ id }: { id: string }) => id),
      [passkey.id.toString('base64url')],
    )
    assert.equal((await login({}, 'otra-clave')).body.passkey, undefined)
    assert.equal((await login({ passkey: other.signed(await asked()) })).status, 401)
    assert.equal((await login({ passkey: passkey.signed(await question()) })).status, 401)
    assert.equal((await login({ passkey: passkey.signed(await asked()) }, 'otra-clave')).status, 401)
    const signed = passkey.signed(await asked())
    assert.equal((await login({ passkey: signed })).status, 200)
    assert.equal((await login({ passkey: signed })).status, 401)
    // What was asked after the password opens nothing without it.
    assert.equal((await enter(passkey.signed(await asked()))).status, 401)
  })
})

test('does in place of a code at an invitation too, for whoever is invited alone', async () => {
  const [ines, marta, salon] = [await owner(call), await owner(call), await owner(call)]
  const [passkey, other] = [await withPasskey(ines), await withPasskey(marta)]
  const { secret } = (await ines.as('POST', '/api/auth/second-factor/setup')).body
  const proof = { currentPassword: PASSWORD, code: codeAt(secret, clock.now) }
  assert.equal((await ines.as('POST', '/api/auth/second-factor/on', proof)).status, 200)
  const { token, hash } = newToken(salon.business_id)
  await db
    .insertInto('invitations')
    .values({
      business_id: salon.business_id,
      email: ines.email,
      role: 'reception',
      professional_id: null,
      token_hash: hash,
      invited_by: (await salon.as('GET', '/api/auth/verify')).body.user.id,
      created_at: new Date(clock.now).toISOString(),
      expires_at: new Date(clock.now + 7 * 24 * 60 * MINUTE).toISOString(),
    })
    .execute()
  const accept = (more = {}, password = PASSWORD) =>
    post('/api/auth/invitation/accept', { token, password, ...more })
  const first = await accept()
  assert.deepEqual([first.status, first.body.needs_code], [401, true])
  assert.deepEqual(
    first.body.passkey.allowCredentials.map(({ id }: { id: string }) => id),
    [passkey.id.toString('base64url')],
  )
  const asked = async () => (await accept()).body.passkey
  assert.equal((await accept({}, 'otra-clave')).body.passkey, undefined)
  for (const wrong of [other.signed(await asked()), passkey.signed(await question()), { id: 'nada' }])
    assert.equal((await accept({ passkey: wrong })).status, 401)
  assert.equal((await accept({ passkey: passkey.signed(await asked()) }, 'otra-clave')).status, 401)
  const signed = passkey.signed(await asked())
  const joined = await accept({ passkey: signed })
  assert.deepEqual([joined.status, joined.body.business.id], [200, salon.business_id])
  // The answer opens nothing again, neither at the log-in nor with the invitation, which asks for a new one.
  const login = { email: ines.email, password: PASSWORD, recaptcha_token: 'dev-token', passkey: signed }
  assert.deepEqual(
    [(await post('/api/auth/login', login)).status, (await accept({ passkey: signed })).status],
    [401, 401],
  )
})

test('administrators have theirs, which open nothing of a business', async () => {
  const admin = { email: 'llaves@correo.example', password: 'clave-de-operador' }
  await ensureAdministrator(db, admin)
  const { token } = (await post('/api/admin/login', admin)).body
  const headers = { authorization: `Bearer ${token}` }
  const passkey = new Passkey(ORIGIN)
  const { options } = (await post('/api/admin/passkeys/setup', { currentPassword: admin.password }, headers))
    .body
  const added = await post('/api/admin/passkeys', { name: 'Llave', passkey: passkey.made(options) }, headers)
  assert.equal(added.status, 200, JSON.stringify(added.body))
  const ask = async () => (await post('/api/admin/passkeys/options')).body.options
  const opened = await post('/api/admin/passkeys/enter', { passkey: passkey.signed(await ask()) })
  assert.deepEqual([opened.status, opened.body.user.email], [200, admin.email])
  assert.equal((await enter(passkey.signed(await question()))).status, 401)
  const ines = await withPasskey(await owner(call))
  assert.equal((await post('/api/admin/passkeys/enter', { passkey: ines.signed(await ask()) })).status, 401)
})

/** The list of open sessions, and the mail about a log-in from a new device. */
import { ensureAdministrator } from '#server/admin/queries.ts'
import { forgetFormerEmails } from '#server/accounts/former-email-queries.ts'
import { memberOfEmail } from '#server/accounts/queries.ts'
import { openSession } from '#server/accounts/sessions.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { PRESSES_MS } from '#server/messages/asked/queries.ts'
import { sendDue } from '#server/messages/send.ts'
import { tokenKey } from '#server/tokens.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { whileHeld } from '../held.ts'
import { api, database, ownerHeaders } from '../helper.ts'
import { owner, PASSWORD, registration, type Owner } from '../owner.ts'
import { confirmEmailOf, memberOf } from '../roles.ts'
import { senderDeps } from '../sender.ts'
import { until } from '../smtp.ts'
import { codeAt } from '../totp.ts'

const db = await database()
const { app, call, clock } = await api(db)
const MINUTE = 60_000

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

const login = (email: string, headers: Record<string, string> = {}, more = {}) =>
  call('POST', '/api/auth/login', {
    body: { email, password: PASSWORD, recaptcha_token: 'dev-token', ...more },
    headers,
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0]!

const mailsOf = ({ business_id }: Pick<Owner, 'business_id'>) =>
  db
    .selectFrom('messages')
    .select(['recipient', 'data'])
    .where('business_id', '=', business_id)
    .where('kind', '=', 'new_device')
    .orderBy('id')
    .execute()

const sent: string[] = []
const mailer: Mailer = {
  async send({ text }, beforeLastByte) {
    await beforeLastByte()
    sent.push(text)
  },
  async close() {},
}
/** The link of the last mail about a new device, after sending what is due. */
async function mailedLink(): Promise<string> {
  sent.length = 0
  await sendDue(senderDeps(db, mailer, { now: () => clock.now }))
  return sent.map((text) => /no-fui-yo=(\S+)/.exec(text)?.[1]).findLast(Boolean)!
}

describe('the open sessions', () => {
  test('are listed with device, place and last use, the one that asks in front', async () => {
    const ines = await owner(call)
    clock.now += 10 * MINUTE
    const phone = (await login(ines.email, { 'user-agent': ANDROID }, { timezone: 'America/Lima' })).body
      .token
    clock.now += 10 * MINUTE
    const at = new Date(clock.now).toISOString()
    const { sessions } = (await ines.as('GET', '/api/auth/sessions')).body
    const { business_name } = (await ines.as('GET', '/api/auth/verify')).body.business
    const common = { business_name, network: '127.0.0.1' }
    assert.deepEqual(
      sessions.map(({ id: _, ...session }: { id: string }) => session),
      [
        {
          ...common,
          is_current: true,
          device: 'Un equipo desconocido',
          timezone: null,
          created_at: new Date(clock.now - 20 * MINUTE).toISOString(),
          seen_at: at,
        },
        {
          ...common,
          is_current: false,
          device: 'Chrome en Android',
          timezone: 'America/Lima',
          created_at: new Date(clock.now - 10 * MINUTE).toISOString(),
          seen_at: new Date(clock.now - 10 * MINUTE).toISOString(),
        },
      ],
    )
    // What names a session opens nothing.
    const [{ id }] = sessions
    assert.match(id, /^[0-9a-f]{32}$/)
    const rows = await db.selectFrom('sessions').select('token_hash').execute()
    assert.ok(!rows.some(({ token_hash }) => token_hash.toString('hex').includes(id)))
    assert.ok(!phone.includes(id))
  })

  test('one is closed, and is out; closed again, by two at once, it is no fault', async () => {
    const ines = await owner(call)
    const other = (await login(ines.email)).body.token
    const third = (await login(ines.email)).body.token
    const { sessions } = (await call('GET', '/api/auth/sessions', { headers: bearer(other) })).body
    const [{ id }] = sessions
    const close = () => ines.as('POST', '/api/auth/sessions/close', { session: id })
    const answers = await Promise.all([close(), close()])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await close()).status, 200)
    assert.equal((await call('GET', '/api/auth/verify', { headers: bearer(other) })).status, 401)
    for (const token of [third, ines.token])
      assert.equal((await call('GET', '/api/auth/verify', { headers: bearer(token) })).status, 200)
    const { activity } = (await ines.as('GET', '/api/activity')).body
    const closed = activity.filter(({ text }: { text: string }) => /cerró otras sesiones/.test(text))
    assert.equal(closed.length, 1)
  })

  test('one that a switch opened ends when the one of before would have', async () => {
    const [ines, home] = [await owner(call), await owner(call)]
    const { user, business } = (await ines.as('GET', '/api/auth/verify')).body
    await db
      .insertInto('memberships')
      .values({ business_id: home.business_id, user_id: user.id, role: 'manager' })
      .execute()
    const switched = async (token: string, to: number) =>
      call('POST', '/api/auth/switch', { headers: bearer(token), body: { to } })
    let { token } = (await login(ines.email)).body
    for (const to of [home.business_id, business.id, business.id]) {
      clock.now += 3 * 60 * MINUTE
      ;({ token } = (await switched(token, to)).body)
    }
    assert.equal((await switched(token, home.business_id)).status, 200)
    clock.now += 3 * 60 * MINUTE
    assert.equal((await switched(token, home.business_id)).status, 401)

    const lasting = (await login(ines.email, {}, { remember: true })).body.token
    clock.now += 29 * 24 * 60 * MINUTE
    const there = (await switched(lasting, home.business_id)).body.token
    clock.now += 29 * 24 * 60 * MINUTE
    assert.equal((await switched(there, business.id)).status, 200, 'one that lasts goes on while it is used')
  })

  test('all others are closed, in every business of the person, and nobody else’s', async () => {
    const ines = await owner(call)
    const home = await owner(call)
    const colleague = await memberOf(db, ines.business_id, 'reception')
    const { user_id } = await db
      .selectFrom('memberships')
      .select('user_id')
      .where('business_id', '=', ines.business_id)
      .where('role', '=', 'owner')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('memberships')
      .values({ business_id: home.business_id, user_id, role: 'manager' })
      .execute()
    await sql`update sessions set timezone = 'America/Lima' where business_id = ${ines.business_id}`.execute(
      db,
    )
    const there = (await ines.as('POST', '/api/auth/switch', { to: home.business_id })).body.token
    const zones = (await ines.as('GET', '/api/auth/sessions')).body.sessions
    assert.deepEqual(
      zones.map(({ timezone }: { timezone: string }) => timezone),
      ['America/Lima', 'America/Lima'],
    )
    assert.equal((await ines.as('GET', '/api/auth/sessions')).body.sessions.length, 2)
    const texts = (await home.as('GET', '/api/activity')).body.activity.map(
      ({ text }: { text: string }) => text,
    )
    assert.deepEqual(texts, ['entró'], 'whose business it is sees who came in')
    for (let i = 0; i < 2; i++)
      assert.equal((await ines.as('POST', '/api/auth/sessions/close-others')).status, 200)
    const { activity } = (await ines.as('GET', '/api/activity')).body
    const closed = activity.filter(({ text }: { text: string }) => /cerró otras sesiones/.test(text))
    assert.equal(closed.length, 1, 'the second time there was none')
    assert.equal((await call('GET', '/api/auth/verify', { headers: bearer(there) })).status, 401)
    assert.equal((await ines.as('GET', '/api/auth/verify')).status, 200)
    assert.equal((await home.as('GET', '/api/auth/verify')).status, 200)
    assert.equal((await call('GET', '/api/auth/verify', { headers: colleague.headers })).status, 200)
    // Nor does a colleague close one by its name.
    const [{ id }] = (await ines.as('GET', '/api/auth/sessions')).body.sessions
    const { headers } = colleague
    await call('POST', '/api/auth/sessions/close', { headers, body: { session: id } })
    assert.equal((await ines.as('GET', '/api/auth/verify')).status, 200)
  })

  test('a switch that is on its way leaves no session behind', async () => {
    const [ines, home] = [await owner(call), await owner(call)]
    const other = (await login(ines.email)).body.token
    const { id: user_id } = (await ines.as('GET', '/api/auth/verify')).body.user
    const { business_id } = home
    await db.insertInto('memberships').values({ business_id, user_id, role: 'manager' }).execute()
    const switching = () =>
      call('POST', '/api/auth/switch', { headers: bearer(other), body: { to: business_id } })
    const closing = () => ines.as('POST', '/api/auth/sessions/close-others')
    const lock = (tx: Tx) => sql`select from users where id = ${user_id} for no key update`.execute(tx)
    const end = (tx: Tx) =>
      sql`delete from sessions where user_id = ${user_id} and business_id = ${ines.business_id}
        and token_hash <> ${tokenKey(ines.token)!.hash}`.execute(tx)
    assert.equal((await whileHeld(db, lock, switching, end)).status, 401)

    let headers = {}
    const opening = async (tx: Tx) => {
      await lock(tx)
      headers = await ownerHeaders(tx, { business_id, user_id })
    }
    assert.equal((await whileHeld(db, opening, closing, async () => {})).status, 200)
    assert.equal((await call('GET', '/api/auth/verify', { headers })).status, 401)
  })

  test('two log-ins of one person at once both get in', async () => {
    const { business_id, email } = await owner(call)
    const { user_id, password_hash } = (await memberOfEmail(db, email))!
    const member = { business_id, user_id, password_hash, has_second_factor: false }
    const from = { device: 'Chrome', network: '192.0.2.1', timezone: null }
    const enter = () =>
      db.transaction().execute((tx) => openSession(tx, member, { remember: false, nowMs: clock.now, from }))
    const tokens = await whileHeld(
      db,
      (tx) =>
        sql`select from memberships where business_id = ${business_id} and user_id = ${user_id}
          for no key update`.execute(tx),
      () => Promise.all([enter(), enter()]),
      () =>
        until(async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
          return rows.length > 1
        }),
    )
    assert.ok(tokens.every(Boolean))
  })

  test('administrators have theirs', async () => {
    const admin = { email: 'admin-sesiones@correo.example', password: 'clave-de-operador' }
    await ensureAdministrator(db, admin)
    const enter = async (userAgent: string) =>
      (await call('POST', '/api/admin/login', { body: admin, headers: { 'user-agent': userAgent } })).body
        .token
    const [here, there] = [await enter(WINDOWS), await enter(ANDROID)]
    const list = async () =>
      (await call('GET', '/api/admin/sessions', { headers: bearer(here) })).body.sessions
    assert.deepEqual(
      (await list()).map(({ device, is_current }: { device: string; is_current: boolean }) => [
        device,
        is_current,
      ]),
      [
        ['Chrome en Windows', true],
        ['Chrome en Android', false],
      ],
    )
    const body = { session: (await list())[1].id }
    assert.equal(
      (await call('POST', '/api/admin/sessions/close', { headers: bearer(here), body })).status,
      200,
    )
    assert.equal((await call('GET', '/api/admin/sessions', { headers: bearer(there) })).status, 401)
    const third = await enter(ANDROID)
    await call('POST', '/api/admin/sessions/close-others', { headers: bearer(here) })
    assert.equal((await call('GET', '/api/admin/sessions', { headers: bearer(third) })).status, 401)
    assert.equal((await list()).length, 1)
    const mails = await mailsOf({ business_id: 0 })
    assert.deepEqual([...new Set(mails.map(({ recipient }) => recipient))], [admin.email])
  })
})

describe('a log-in from a new device', () => {
  test('is told by mail once; the same browser in another network is not new', async () => {
    const ines = await owner(call)
    const first = await login(ines.email, { 'user-agent': WINDOWS }, { timezone: 'America/Bogota' })
    assert.deepEqual(await mailsOf(ines), [
      {
        recipient: ines.email,
        data: {
          at: clock.now,
          device: 'Chrome en Windows',
          network: '127.0.0.1',
          timezone: 'America/Bogota',
          user_id: (await ines.as('GET', '/api/auth/verify')).body.user.id,
        },
      },
    ])
    const cookie = cookieOf(first)
    const elsewhere = { cookie, 'user-agent': WINDOWS, 'x-forwarded-for': '190.24.1.2' }
    assert.equal((await login(ines.email, elsewhere)).status, 200)
    assert.equal((await mailsOf(ines)).length, 1)
    // A cookie of somebody else's, or one that was changed, is none.
    const strange = await owner(call)
    assert.equal((await login(strange.email, { cookie })).status, 200)
    assert.equal((await mailsOf(strange)).length, 1)
    // A wrong password tells nothing: it opened nothing.
    await login(ines.email, {}, { password: 'otra-clave' })
    assert.equal((await mailsOf(ines)).length, 1)
  })

  test('is told also where a browser accepted somebody else’s invitation with their password before', async () => {
    const [ines, other] = [await owner(call), await owner(call)]
    await confirmEmailOf(db, other.business_id)
    const invited = await other.as('POST', '/api/members/invite', {
      email: `otra-${ines.email}`,
      role: 'manager',
    })
    assert.equal(invited.status, 201, JSON.stringify(invited.body))
    await sendDue(senderDeps(db, mailer, { now: () => clock.now }))
    const token = sent.map((text) => /[?]token=([\w.-]+)/.exec(text)?.[1]).findLast(Boolean)!
    const claim = (password: string) =>
      call('POST', '/api/auth/invitation/accept', { body: { token, email: ines.email, password } })
    assert.equal((await claim('equivocada')).status, 401)
    const waits = await claim(PASSWORD)
    assert.deepEqual([waits.status, waits.body.is_waiting], [200, true])
    const cookie = cookieOf(waits)
    assert.equal((await login(ines.email, { cookie })).status, 200)
    assert.equal((await mailsOf(ines)).length, 1)
    // The owner sees the wrong one.
    const failed = async () =>
      (await ines.as('GET', '/api/activity')).body.activity.filter(({ text }: { text: string }) =>
        /contraseña equivocada/.test(text),
      ).length
    await until(async () => (await failed()) === 1)
  })

  test('is told where the browser was known before a password was chosen by a mailed link, but in the one that chose it', async () => {
    const ines = await owner(call)
    const [own, stranger] = [
      { cookie: cookieOf(await login(ines.email)) },
      { cookie: cookieOf(await login(ines.email)) },
    ]
    await call('POST', '/api/auth/forgot-password', { body: { email: ines.email } })
    sent.length = 0
    await sendDue(senderDeps(db, mailer, { now: () => clock.now + PRESSES_MS }))
    const token = sent.map((text) => /reset-password\?token=(\S+)/.exec(text)?.[1]).findLast(Boolean)
    const chosen = { token, password: 'una-clave-larga-8' }
    const reset = await call('POST', '/api/auth/reset-password', { headers: own, body: chosen })
    assert.equal(reset.status, 200)
    const told = (await mailsOf(ines)).length
    const { password } = chosen
    assert.equal((await login(ines.email, { cookie: cookieOf(reset) }, { password })).status, 200)
    assert.equal((await mailsOf(ines)).length, told)
    clock.now += MINUTE
    assert.equal((await login(ines.email, stranger, { password })).status, 200)
    assert.equal((await mailsOf(ines)).length, told + 1)
  })

  test('the browser that registered is known', async () => {
    const registered = await call('POST', '/api/auth/register', {
      body: registration(),
    })
    const { business } = registered.body
    await login(business.email, { cookie: cookieOf(registered) })
    assert.deepEqual(await mailsOf({ business_id: business.id }), [])
  })

  test('is told, and guessed at as a stranger, from browsers that knew whoever had the e-mail before', async () => {
    const before = await owner(call)
    const { email } = before
    const cookies: string[] = []
    for (let i = 0; i < 6; i++) cookies.push(cookieOf(await login(email)))
    const moved = { email: `otra-${email}`, currentPassword: PASSWORD }
    assert.equal((await before.as('PATCH', '/api/businesses/profile', moved)).status, 200)
    clock.now += 49 * 60 * MINUTE
    await forgetFormerEmails(db, clock.now)
    const told = (await mailsOf(before)).length
    assert.equal((await login(moved.email, { cookie: cookies[0]! })).status, 200)
    assert.equal((await mailsOf(before)).length, told, 'the person is the same, with another e-mail')

    const ines = await owner(call, { email })
    const from = async (n: number, password: string) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: `190.24.7.${n}`,
        headers: { cookie: cookies[n]! },
        payload: { email, password, recaptcha_token: 'dev-token' },
      })
      return { status: answer.statusCode, body: answer.json() }
    }
    for (let n = 0; n < 5; n++)
      for (let i = 0; i < 10; i++) assert.equal((await from(n, 'adivinada')).status, 401)
    const { status, body } = await from(5, 'adivinada')
    assert.deepEqual([status, typeof body.challenge], [429, 'object'])
    clock.now += 20 * MINUTE
    assert.equal((await from(5, PASSWORD)).status, 200)
    assert.equal((await mailsOf(ines)).length, 1)
  })

  test('fills nobody’s mailbox: five a day', async () => {
    const ines = await owner(call)
    for (let i = 0; i < 7; i++) {
      assert.equal((await login(ines.email)).status, 200)
      clock.now += MINUTE
    }
    assert.equal((await mailsOf(ines)).length, 5)
    clock.now += 25 * 60 * MINUTE
    await login(ines.email)
    assert.equal((await mailsOf(ines)).length, 6)
  })

  test('is told once of log-ins sent together, or again because an answer got lost; each browser is told of', async () => {
    const ines = await owner(call)
    const enter = (userAgent: string) => login(ines.email, { 'user-agent': userAgent })
    const together = await Promise.all([enter(WINDOWS), enter(WINDOWS), enter(ANDROID), enter(WINDOWS)])
    assert.deepEqual(
      together.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const told = async () => (await mailsOf(ines)).map(({ data }) => data['device']).sort()
    assert.deepEqual(await told(), ['Chrome en Android', 'Chrome en Windows'])
    // None of the day's five went to what was not told.
    for (let i = 0; i < 7; i++) {
      clock.now += MINUTE
      await enter(WINDOWS)
    }
    assert.equal((await told()).length, 5)
  })

  test('the mail names what came in, also where nothing is known of it', async () => {
    await mailedLink()
    const ines = await owner(call)
    await login(ines.email, { 'user-agent': 'curl/8' })
    await mailedLink()
    // Another mail may have been given to the server after it.
    assert.match(sent.join('\n'), / un equipo desconocido \(red 127\.0\.0\.1\) /)
  })

  test('‘No fui yo’ ends all sessions and the password, and leads to a new one; sent again it does the same', async () => {
    await mailedLink()
    const ines = await owner(call)
    const thiefs = await login(ines.email, { 'user-agent': ANDROID })
    const stolen = thiefs.body.token
    const link = await mailedLink()
    const notMe = (token: string) => call('POST', '/api/auth/not-me', { body: { token } })
    for (const wrong of [
      '',
      'x',
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      link.replace('.n', '.n1'),
    ])
      assert.equal((await notMe(wrong)).status, 400, wrong)
    assert.equal((await call('GET', '/api/auth/verify', { headers: bearer(stolen) })).status, 200)

    // Whoever came in left themselves a way to read on.
    const fed = await call('POST', '/api/feeds', { headers: bearer(stolen), body: {} })
    assert.equal(fed.status, 201, JSON.stringify(fed.body))
    const reads = async () => (await app.inject({ url: new URL(fed.body.url).pathname })).statusCode
    assert.equal(await reads(), 200)

    const [one, two] = await Promise.all([notMe(link), notMe(link)])
    assert.equal(await reads(), 404)
    assert.deepEqual([one.status, two.status], [200, 200])
    for (const token of [stolen, ines.token])
      assert.equal((await call('GET', '/api/auth/verify', { headers: bearer(token) })).status, 401)
    // Whoever knows the password does not come back.
    assert.equal((await login(ines.email)).status, 401)
    clock.now += MINUTE
    const { token } = (await notMe(link)).body
    clock.now += MINUTE
    const reset = (password: string) =>
      call('POST', '/api/auth/reset-password', { body: { token, password, confirmPassword: password } })
    assert.equal((await reset('clave-nueva')).status, 200)
    assert.equal((await login(ines.email, {}, { password: 'clave-nueva' })).status, 200)
    // Nor does whoever came in by that browser come in unnoticed again.
    const before = (await mailsOf(ines)).length
    clock.now += MINUTE
    await login(ines.email, { cookie: cookieOf(thiefs) }, { password: 'clave-nueva' })
    assert.equal((await mailsOf(ines)).length, before + 1)
    // It was for the password of then.
    const late = await notMe(link)
    assert.deepEqual(
      [late.status, late.body.error],
      [400, 'El enlace no es válido o ya venció. Pide uno para elegir otra contraseña.'],
    )
  })

  test('‘No fui yo’ gives the e-mail and the second step back, whatever whoever came in did with them', async () => {
    await mailedLink()
    const ines = await owner(call)
    const stolen = (await login(ines.email, { 'user-agent': ANDROID })).body.token
    clock.now += 1000
    const asThief = (method: 'POST' | 'PATCH', url: string, body?: object, token = stolen) =>
      call(method, url, { headers: bearer(token), ...(body && { body }) })
    const moveTo = (email: string, currentPassword: string, token = stolen) =>
      asThief('PATCH', '/api/businesses/profile', { email, currentPassword }, token)
    const [first, second] = [`uno-${ines.email}`, `dos-${ines.email}`]
    assert.equal((await moveTo(first, PASSWORD)).status, 200)
    clock.now += 1000
    assert.equal((await moveTo(second, PASSWORD)).status, 200)
    const { secret } = (await asThief('POST', '/api/auth/second-factor/setup')).body
    const code = codeAt(secret, clock.now)
    assert.equal(
      (await asThief('POST', '/api/auth/second-factor/on', { currentPassword: PASSWORD, code })).status,
      200,
    )
    const changedTo = 'la-del-ladron'
    const change = { currentPassword: PASSWORD, newPassword: changedTo, confirmPassword: changedTo }
    assert.equal((await asThief('POST', '/api/businesses/change-password', change)).status, 200)
    // The mail leaves after all that, and has its link.
    const link = await mailedLink()

    // Nobody else may have the former address meanwhile, neither as an account nor as a business's e-mail.
    const squat = await call('POST', '/api/auth/register', { body: registration({ email: ines.email }) })
    assert.deepEqual([squat.status, squat.body.error], [409, 'Ya existe una cuenta con este email'])
    const beside = await owner(call)
    const theirs = await beside.as('PATCH', '/api/businesses/profile', {
      email: ines.email,
      currentPassword: PASSWORD,
    })
    assert.equal(theirs.status, 409)

    const notMe = (token: string) => call('POST', '/api/auth/not-me', { body: { token } })
    clock.now += MINUTE
    const { status, body } = await notMe(link)
    assert.deepEqual([status, typeof body.token], [200, 'string'])
    assert.equal((await call('GET', '/api/auth/verify', { headers: bearer(stolen) })).status, 401)
    const asked = await call('POST', '/api/auth/forgot-password', {
      body: { email: second, recaptcha_token: 'dev-token' },
    })
    assert.equal(asked.status, 200)
    const resets = await db
      .selectFrom('messages')
      .select('recipient')
      .where('business_id', '=', ines.business_id)
      .where('kind', '=', 'password_reset')
      .execute()
    assert.deepEqual(resets, [], 'no link for whoever came in')
    clock.now += MINUTE
    const password = 'clave-nueva'
    const reset = { token: body.token, password, confirmPassword: password }
    assert.equal((await call('POST', '/api/auth/reset-password', { body: reset })).status, 200)
    const entered = await login(ines.email, {}, { password })
    assert.deepEqual([entered.status, entered.body.business?.email], [200, ines.email])
    assert.equal((await login(second, {}, { password })).status, 401)
    assert.equal((await notMe(link)).status, 400)
  })

  test('‘No fui yo’ by a link of whoever came in takes nothing from the owner’s, and ends with it', async () => {
    await mailedLink()
    const ines = await owner(call)
    const stolen = (await login(ines.email, { 'user-agent': ANDROID })).body.token
    const owners = await mailedLink()
    clock.now += 1000
    const email = `otra-${ines.email}`
    const moved = await call('PATCH', '/api/businesses/profile', {
      headers: bearer(stolen),
      body: { email, currentPassword: PASSWORD },
    })
    assert.equal(moved.status, 200)
    clock.now += 1000
    await login(email, { 'user-agent': WINDOWS })
    const thiefs = await mailedLink()
    const notMe = (token: string) => call('POST', '/api/auth/not-me', { body: { token } })
    const { token } = (await notMe(thiefs)).body
    const password = 'la-del-ladron'
    clock.now += 1000
    const reset = { token, password, confirmPassword: password }
    assert.equal((await call('POST', '/api/auth/reset-password', { body: reset })).status, 200)
    clock.now += 1000
    assert.equal((await notMe(owners)).status, 200)
    assert.equal((await login(email, {}, { password })).status, 401)
    assert.equal((await notMe(thiefs)).status, 400)
    assert.equal((await notMe(owners)).status, 200, 'sent again')
  })

  test('‘No fui yo’ works as long as its person is anywhere a member, also when whoever came in left that business', async () => {
    await mailedLink()
    const [ines, home] = [await owner(call), await owner(call)]
    const user_id = (await ines.as('GET', '/api/auth/verify')).body.user.id
    const { business_id } = home
    await sql`insert into memberships (business_id, user_id, role, created_at)
      values (${business_id}, ${user_id}, 'manager', '2026-01-01')`.execute(db)
    const stolen = (await login(ines.email, { 'user-agent': ANDROID })).body
    assert.equal(stolen.business.id, business_id)
    const headers = bearer(stolen.token)
    const there = (await call('POST', '/api/auth/switch', { headers, body: { to: ines.business_id } })).body
      .token
    clock.now += 1000
    const move = { email: `otra-${ines.email}`, currentPassword: PASSWORD }
    const moved = await call('PATCH', '/api/businesses/profile', { headers: bearer(there), body: move })
    assert.equal(moved.status, 200)
    const { secret } = (await call('POST', '/api/auth/second-factor/setup', { headers })).body
    const on = { currentPassword: PASSWORD, code: codeAt(secret, clock.now) }
    assert.equal((await call('POST', '/api/auth/second-factor/on', { headers, body: on })).status, 200)
    const left = await call('POST', '/api/members/leave', { headers, body: { currentPassword: PASSWORD } })
    assert.equal(left.status, 200, JSON.stringify(left.body))
    const link = await mailedLink()
    clock.now += MINUTE
    const { status, body } = await call('POST', '/api/auth/not-me', { body: { token: link } })
    assert.equal(status, 200, JSON.stringify(body))
    const password = 'clave-nueva'
    const reset = { token: body.token, password, confirmPassword: password }
    assert.equal((await call('POST', '/api/auth/reset-password', { body: reset })).status, 200)
    const entered = await login(ines.email, {}, { password })
    assert.deepEqual([entered.status, entered.body.business?.id], [200, ines.business_id])
  })

  test('a second step that was there before stays', async () => {
    await mailedLink()
    const ines = await owner(call)
    const { secret } = (await ines.as('POST', '/api/auth/second-factor/setup')).body
    const on = { currentPassword: PASSWORD, code: codeAt(secret, clock.now) }
    assert.equal((await ines.as('POST', '/api/auth/second-factor/on', on)).status, 200)
    clock.now += 49 * 60 * MINUTE
    await login(ines.email, { 'user-agent': ANDROID }, { code: codeAt(secret, clock.now) })
    const link = await mailedLink()
    assert.equal((await call('POST', '/api/auth/not-me', { body: { token: link } })).status, 200)
    const { totp_since } = await db
      .selectFrom('users')
      .select('totp_since')
      .where('email', '=', ines.email)
      .executeTakeFirstOrThrow()
    assert.notEqual(totp_since, null)
  })

  test('the link lasts a day', async () => {
    await mailedLink()
    const ines = await owner(call)
    await login(ines.email)
    const token = await mailedLink()
    clock.now += 24 * 60 * MINUTE
    assert.equal((await call('POST', '/api/auth/not-me', { body: { token } })).status, 400)
  })
})

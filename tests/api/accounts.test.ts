import { hashPassword, NOBODYS_HASH, passwordMatches } from '#server/accounts/passwords.ts'
import { PRESSES_MS } from '#server/messages/asked/queries.ts'
import { sendDue } from '#server/messages/send.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Verdict } from '#server/verification/verifier.ts'
import type { Challenge } from 'altcha-lib'
import { migrate } from '#server/database/migrate.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { databaseAt } from '../backups.ts'
import { api, database, NOW, salon } from '../helper.ts'
import { owner, PASSWORD, registration } from '../owner.ts'
import { senderDeps } from '../sender.ts'
import { workDone } from '../work.ts'

const db = await database()
const { app, call, clock } = await api(db)
const MINUTE = 60_000

const count = async (table: 'businesses' | 'users' | 'memberships' | 'sessions' | 'slugs' | 'messages') =>
  (await db.selectFrom(table).select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n

const login = (email: string, password = PASSWORD, more = {}) =>
  call('POST', '/api/auth/login', { body: { email, password, recaptcha_token: 'dev-token', ...more } })

describe('registration', () => {
  test('makes a business that can be set up at once', async () => {
    const form = registration({ email: '  Ana.Ruiz@Correo.Example ', business_name: '  Uñas & "Más" <b>  ' })
    const { status, body, headers } = await call('POST', '/api/auth/register', { body: form })
    assert.equal(status, 201)
    assert.equal(headers['cache-control'], 'no-store')
    assert.deepEqual(body.business, {
      id: body.business.id,
      business_name: 'Uñas & "Más" <b>',
      slug: 'unas-mas-b',
      email: 'Ana.Ruiz@Correo.Example',
      phone: '+573001234567',
      timezone: 'America/Bogota',
      currency: 'COP',
      logo_url: null,
      brand_color: null,
      is_suspended: false,
      is_email_confirmed: false,
    })
    const session = { authorization: `Bearer ${body.token}` }
    const profile = await call('GET', '/api/businesses/profile', { headers: session })
    assert.equal(profile.body.business.reminder_hours, 24)
    assert.equal(profile.body.business.address, 'Cra. 7 # 12-34, Bogotá')
    assert.equal(profile.body.business.latitude, 4.6)
    const week = profile.body.business.schedules
    assert.equal(week.length, 7)
    assert.deepEqual(
      [week[0].is_open, week[1].open_time, week[1].close_time, week[6].close_time],
      [false, '09:00', '18:00', '15:00'],
    )
    const page = await call('GET', '/api/businesses/public/slug/unas-mas-b')
    assert.equal(page.body.business.id, body.business.id)

    const messages = await db
      .selectFrom('messages')
      .selectAll()
      .where('business_id', '=', body.business.id)
      .execute()
    assert.deepEqual(
      messages.map(({ kind, recipient }) => [kind, recipient]),
      [['welcome', 'Ana.Ruiz@Correo.Example']],
    )
    const user = await db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.role', 'm.is_active', 'u.email', 'u.password_hash'])
      .where('m.business_id', '=', body.business.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([user.role, user.is_active, user.email], ['owner', true, 'Ana.Ruiz@Correo.Example'])
    assert.match(user.password_hash, /^\$argon2id\$/)
    const stored = await db
      .selectFrom('sessions')
      .selectAll()
      .where('business_id', '=', body.business.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(stored.token_hash, createHash('sha256').update(body.token.split('.')[1]).digest())
    assert.equal(Buffer.from(body.token.split('.')[1], 'base64url').length, 32)
    assert.doesNotMatch(JSON.stringify([body, profile.body]), /password|argon2/)
  })

  test('a virtual business has no place, whatever is sent', async () => {
    const { as } = await owner(call, { is_virtual: true, address: 'Calle 1' })
    const { business } = (await as('GET', '/api/businesses/profile')).body
    assert.deepEqual([business.is_virtual, business.address, business.latitude], [true, null, null])
    assert.equal(
      (await owner(call, { is_virtual: true, address: null, latitude: null, longitude: null })).slug.length >
        0,
      true,
    )
  })

  test('an address without coordinates is enough for a call', async () => {
    const { as } = await owner(call, { latitude: undefined, longitude: undefined })
    const { business } = (await as('GET', '/api/businesses/profile')).body
    assert.deepEqual([business.address, business.latitude], ['Cra. 7 # 12-34, Bogotá', null])
  })

  test('what is wrong is named, and nothing is stored', async () => {
    const before = [await count('businesses'), await count('messages')]
    const cases: [Record<string, unknown>, string, string][] = [
      [{ business_name: ' ' }, 'business_name', 'Nombre del negocio es requerido'],
      [{ business_name: 'x'.repeat(121) }, 'business_name', 'No puede exceder 120 caracteres'],
      [{ business_type: 'Circo' }, 'business_type', 'Tipo de negocio es requerido'],
      [{ address: '' }, 'address', 'Por favor ingresa la dirección de tu negocio'],
      [{ email: '' }, 'email', 'Email es requerido'],
      [{ email: 'ana@' }, 'email', 'Email inválido'],
      [{ email: { $ne: 1 } }, 'email', 'Email inválido'],
      [{ phone: '' }, 'phone', 'Teléfono es requerido'],
      [{ phone: '+5712' }, 'phone', 'Formato inválido. Ejemplo: +57 3001234567'],
      [
        { password: '12345', confirmPassword: '12345' },
        'password',
        'La contraseña debe tener al menos 6 caracteres',
      ],
      [{ password: undefined }, 'password', 'Contraseña es requerida'],
      [{ confirmPassword: undefined }, 'confirmPassword', 'Confirmar contraseña es requerido'],
      [{ confirmPassword: 'otra-clave' }, 'confirmPassword', 'Las contraseñas deben coincidir'],
      [{ terms: false }, 'terms', 'Debes aceptar los términos y condiciones'],
      [{ terms: 'true' }, 'terms', 'Debes aceptar los términos y condiciones'],
      [{ latitude: 91 }, 'latitude', 'Coordenada inválida'],
    ]
    for (const [changes, field, text] of cases) {
      const { status, body } = await call('POST', '/api/auth/register', { body: registration(changes) })
      assert.equal(status, 400, field)
      assert.equal(body.success, false)
      if (!(field === 'email' && typeof changes.email === 'object')) assert.equal(body.fields[field], text)
      else assert.ok(body.fields.email)
    }
    for (const body of [undefined, [], {}])
      assert.equal((await call('POST', '/api/auth/register', { body })).status, 400)
    assert.deepEqual([await count('businesses'), await count('messages')], before)
  })

  test('an e-mail that has an account, in any case or spacing, changes nothing', async () => {
    const first = await owner(call)
    const before = await count('businesses')
    for (const email of [first.email, first.email.toUpperCase(), `  ${first.email} `]) {
      const form = registration({ email, password: 'la-del-ladron', confirmPassword: 'la-del-ladron' })
      const { status, body } = await call('POST', '/api/auth/register', { body: form })
      assert.equal(status, 409)
      assert.equal(body.error, 'Ya existe una cuenta con este email')
      assert.equal(body.token, undefined)
    }
    assert.equal(await count('businesses'), before)
    assert.equal((await login(first.email)).status, 200)
    assert.equal((await login(first.email, 'la-del-ladron')).status, 401)
  })

  test('the same e-mail 20 times at once makes one account', async () => {
    const before = [await count('businesses'), await count('slugs'), await count('users')]
    const form = registration()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call('POST', '/api/auth/register', {
          body: { ...form, email: i % 2 ? form.email : form.email.toUpperCase() },
        }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(answers.filter(({ status }) => status === 409).length, 19)
    const after = [await count('businesses'), await count('slugs'), await count('users')]
    assert.deepEqual(
      after,
      before.map((n) => n + 1),
    )
  })

  test('the same name 12 times at once makes 12 addresses', async () => {
    const owners = await Promise.all(
      Array.from({ length: 12 }, () => owner(call, { business_name: 'Salón Único' })),
    )
    const slugs = owners.map(({ slug }) => slug).sort()
    assert.equal(new Set(slugs).size, 12)
    assert.ok(slugs.includes('salon-unico'))
    assert.ok(slugs.every((slug) => /^salon-unico(-\d+)?$/.test(slug)))
  })
})

describe('log-in', () => {
  test('by e-mail in any case; the answer carries no secret', async () => {
    const { email, business_id } = await owner(call)
    const { status, body } = await login(` ${email.toUpperCase()} `)
    assert.equal(status, 200)
    assert.equal(body.business.id, business_id)
    const verified = await call('GET', '/api/auth/verify', {
      headers: { authorization: `Bearer ${body.token}` },
    })
    assert.deepEqual(
      [verified.status, verified.body.success, verified.body.business.id],
      [200, true, business_id],
    )
  })

  test('an unknown e-mail and a wrong password are the same, in words and in work', async () => {
    const { email } = await owner(call)
    for (const who of [email, 'nadie@correo.example']) {
      const { status, body } = await login(who, 'equivocada')
      assert.deepEqual(
        [status, body],
        [401, { success: false, error: 'El email o la contraseña no son correctos' }],
      )
    }
    // An unknown e-mail must take as long as a known one: its stand-in hash has the cost of a real one.
    const shape = (hash: string) => hash.split('$').slice(0, 4)
    assert.deepEqual(shape(NOBODYS_HASH), shape(await hashPassword('cualquiera')))
    assert.equal(await passwordMatches('equivocada', NOBODYS_HASH), false)
    clock.now += 20 * MINUTE
  })

  test('is refused without e-mail or password', async () => {
    assert.equal((await login('', 'x')).body.fields.email, 'Email es requerido')
    assert.equal(
      (await login('a@b.co', '12345')).body.fields.password,
      'La contraseña debe tener al menos 6 caracteres',
    )
    assert.equal((await login('a@b.co', 'x'.repeat(201))).status, 400)
    assert.equal(
      (await call('POST', '/api/auth/login', { body: { email: ['a@b.co'], password: {} } })).status,
      400,
    )
  })

  test('after ten wrong passwords that address waits 15 minutes, also with the right one; nobody else does', async () => {
    const { email } = await owner(call)
    const other = await owner(call)
    for (let i = 0; i < 10; i++) assert.equal((await login(email, 'equivocada')).status, 401)
    const { status, body, headers } = await login(email.toUpperCase())
    assert.deepEqual([status, body.error], [429, 'Demasiados intentos, intenta más tarde'])
    assert.ok(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 900)
    assert.equal((await login(other.email)).status, 200)
    const elsewhere = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '203.0.113.7',
      payload: {
        email,
        password: PASSWORD,
      },
    })
    assert.equal(elsewhere.statusCode, 200)
    clock.now += 15 * MINUTE + 1000
    assert.equal((await login(email)).status, 200)
  })

  test('whose e-mail had a letter that JavaScript makes smaller than the database gets in by it, and has one count', async () => {
    const { db: older, drop } = await databaseAt(db, '0953_its_place_on_a_full_date')
    try {
      const { business_id, user_id } = await salon(older)
      const capitals = 'İnes.ΑΣ@salon.co'
      await sql`update businesses set email = ${capitals} where id = ${business_id}`.execute(older)
      await sql`update businesses set email_confirmed_at = ${new Date(NOW).toISOString()}`.execute(older)
      await sql`update users set email_proven_at = ${new Date(NOW).toISOString()} where id = ${user_id}`.execute(
        older,
      )
      await migrate(older)
      const { rows } =
        await sql`select b.email, u.email as login, b.email_confirmed_at is not null as confirmed,
          u.email_proven_at is not null as proven
        from businesses b, users u where b.id = ${business_id} and u.id = ${user_id}`.execute(older)
      const email = 'ines.Ασ@salon.co'
      assert.deepEqual(rows, [{ email, login: email, confirmed: true, proven: true }])
    } finally {
      await older.destroy()
      await drop()
    }
    const email = 'ines.Ασ@salon.example'
    const who = await owner(call, { email: 'ines.ΑΣ@salon.example' })
    const { user } = (await who.as('GET', '/api/auth/verify')).body
    assert.equal(user.email, email)
    const names = ['İnes.ΑΣ@salon.example', email, 'İNES.ασ@salon.example']
    for (const name of names) {
      assert.equal((await login(name)).status, 200)
      assert.equal((await call('POST', '/api/auth/forgot-password', { body: { email: name } })).status, 200)
      const asked = await db
        .deleteFrom('messages')
        .where('recipient', '=', email)
        .where('kind', '=', 'password_reset')
        .returning('id')
        .execute()
      assert.equal(asked.length, 1)
    }
    const wrong = await Promise.all(Array.from({ length: 12 }, (_, i) => login(names[i % 3]!, 'otra-clave')))
    assert.equal(wrong.filter(({ status }) => status === 401).length, 10)
  })

  test('many addresses together do not guess more than 50 times', async () => {
    const { email } = await owner(call)
    const statuses: number[] = []
    for (let i = 0; i < 55; i++) {
      const payload = { email, password: `intento-${i}` }
      const remoteAddress = `198.51.100.${i}`
      statuses.push(
        (await app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload })).statusCode,
      )
    }
    assert.equal(statuses.filter((status) => status === 401).length, 50)
    assert.equal(statuses.at(-1), 429)
    clock.now += 20 * MINUTE
  })

  test('a burst of guesses gets no further than the same guesses in a row', async () => {
    const { email } = await owner(call)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => login(email, `intento-${i}`)))
    const tried = answers.filter(({ status }) => status === 401).length
    assert.ok(tried >= 10 && tried <= 11, `${tried} were tried`)
    assert.equal(answers.filter(({ status }) => status === 429).length, 40 - tried)
    clock.now += 20 * MINUTE
  })

  test('right passwords are never limited', async () => {
    const { email } = await owner(call)
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(email)))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(new Set(answers.map(({ body }) => body.token)).size, 30)
  })

  test('lasts 12 hours, or 30 days when remembered', async () => {
    const { email } = await owner(call)
    const short = (await login(email)).body.token
    const long = (await login(email, PASSWORD, { remember: true })).body.token
    const at = clock.now
    const status = async (token: string) =>
      (await call('GET', '/api/auth/verify', { headers: { authorization: `Bearer ${token}` } })).status
    clock.now = at + 12 * 60 * MINUTE - 1000
    assert.equal(await status(short), 200)
    clock.now = at + 12 * 60 * MINUTE
    assert.equal(await status(short), 401)
    clock.now = at + 30 * 24 * 60 * MINUTE - 1000
    assert.equal(await status(long), 200)
    clock.now = at
  })

  test('lasts 30 days more from each use when remembered, a year in all', async () => {
    const { email } = await owner(call)
    const at = clock.now
    const DAY = 24 * 60 * MINUTE
    const [used, unused] = [
      (await login(email, PASSWORD, { remember: true })).body.token,
      (await login(email, PASSWORD, { remember: true })).body.token,
    ]
    const status = async (token: string) =>
      (await call('GET', '/api/auth/verify', { headers: { authorization: `Bearer ${token}` } })).status
    clock.now = at + 29 * DAY
    assert.equal(await status(used), 200)
    clock.now = at + 30 * DAY
    assert.equal(await status(unused), 401)
    for (let day = 58; day < 365; day += 29) {
      clock.now = at + day * DAY
      assert.equal(await status(used), 200, `day ${day}`)
    }
    clock.now = at + 365 * DAY
    assert.equal(await status(used), 401)
    clock.now = at
  })
})

describe('a session', () => {
  test('ends with log-out, and only that one', async () => {
    const { email, as } = await owner(call)
    const { token } = (await login(email)).body
    assert.equal((await as('POST', '/api/auth/logout')).status, 200)
    assert.equal((await as('GET', '/api/auth/verify')).status, 401)
    // The page left before it heard: the tab's next one says it again.
    const again = await as('POST', '/api/auth/logout')
    assert.deepEqual([again.status, again.body], [200, { success: true }])
    assert.equal(
      (await call('GET', '/api/auth/verify', { headers: { authorization: `Bearer ${token}` } })).status,
      200,
    )
  })

  test('is nothing that can be made up', async () => {
    const [one, other] = [await owner(call), await owner(call)]
    const secret = one.token.split('.')[1]!
    const flipped = (secret[0] === 'A' ? 'B' : 'A') + secret.slice(1)
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Bearer null',
      'Bearer undefined',
      `Basic ${one.token}`,
      one.token,
      `Bearer ${one.business_id}.${flipped}`,
      `Bearer ${other.business_id}.${secret}`,
      `Bearer ${secret}`,
      `Bearer 0.${secret}`,
      `Bearer -1.${secret}`,
      `Bearer 99999999999999999999.${secret}`,
      `Bearer 1.${'x'.repeat(9e3)}`,
      `Bearer ${one.token}x`,
      `Bearer ${one.token} x`,
      "Bearer 1' or '1'='1",
      `Bearer ${one.business_id}.${'A'.repeat(43)}`,
    ]) {
      const { status, body } = await call('GET', '/api/auth/verify', { headers: { authorization } })
      assert.deepEqual([status, body.success], [401, false], authorization.slice(0, 60))
      assert.ok(body.error)
    }
    assert.equal(
      (await call('GET', '/api/auth/verify', { headers: { authorization: `bearer ${one.token}` } })).status,
      200,
    )
  })
})

describe('a forgotten password', () => {
  const sent: string[] = []
  const mailer: Mailer = {
    async send(mail, beforeLastByte) {
      await beforeLastByte()
      sent.push(mail.text)
    },
    async close() {},
  }
  const deliver = () => sendDue(senderDeps(db, mailer, { now: () => clock.now + PRESSES_MS }))
  const forgot = (email: string) => call('POST', '/api/auth/forgot-password', { body: { email } })
  const reset = (token: string, password = 'clave-nueva', more = {}) =>
    call('POST', '/api/auth/reset-password', { body: { token, password, ...more } })
  const tokenFor = async (email: string) => {
    assert.equal((await forgot(email)).status, 200)
    await deliver()
    // Other mails may be due at the same moment, and are sent in any order.
    const link = /reset-password\?token=(\S+)/
    return link.exec(sent.findLast((text) => link.test(text))!)![1]!
  }

  test('is kept from nobody by strangers of the same network: the page works for it', async () => {
    const ask = async (email: string, more = {}) => {
      const request = {
        method: 'POST',
        url: '/api/auth/forgot-password',
        remoteAddress: '198.51.100.66',
      } as const
      const answer = await app.inject({ ...request, payload: { email, ...more } })
      return { status: answer.statusCode, challenge: answer.json<{ challenge?: Challenge }>().challenge }
    }
    const strangers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => ask(`nadie${n}@correo.example`)),
    )
    assert.ok(strangers.every(({ status }) => status === 200))
    const { status, challenge } = await ask('otra-persona@correo.example')
    assert.equal(status, 429)
    const work = await workDone(challenge!)
    assert.equal((await ask('otra-persona@correo.example', work)).status, 200)
    assert.equal((await ask('otra-persona@correo.example', work)).status, 429, 'once')
  })

  test('is answered the same, and as slowly, for any e-mail; only a known one gets mail, at its stored address', async () => {
    const { email, business_id } = await owner(call)
    await deliver()
    const answers = []
    for (const who of [email.toUpperCase(), 'nadie@correo.example']) {
      const begun = performance.now()
      const { status, body } = await forgot(who)
      const took = performance.now() - begun
      assert.ok(took > 245, `${took} ms`)
      answers.push([status, body])
    }
    assert.deepEqual(answers[0], [200, { success: true, message: 'Email enviado exitosamente' }])
    assert.deepEqual(answers[0], answers[1])
    const queued = await db.selectFrom('messages').selectAll().where('kind', '=', 'password_reset').execute()
    assert.deepEqual(
      queued.map((row) => [row.business_id, row.recipient]),
      [[business_id, email]],
    )
    assert.equal(await db.selectFrom('password_resets').selectAll().executeTakeFirst(), undefined)
    assert.equal(await deliver(), 1)
  })

  test('an e-mail is required; the same one is mailed ten times an hour at most, known or not', async () => {
    assert.equal((await forgot('')).body.fields.email, 'Email es requerido')
    assert.equal((await forgot('x')).body.fields.email, 'Email inválido')
    const { email } = await owner(call)
    for (const who of [email, 'tampoco@correo.example']) {
      const answers = await Promise.all(Array.from({ length: 12 }, () => forgot(who)))
      assert.equal(answers.filter(({ status }) => status === 200).length, 10)
      assert.equal(answers.filter(({ status }) => status === 429).length, 2)
    }
    clock.now += 61 * MINUTE
  })

  test('the link sets a new password, once; the old one and every session end', async () => {
    const { email, as, business_id } = await owner(call)
    const token = await tokenFor(email)
    assert.match(token, new RegExp(`^${business_id}\\.[\\w-]{43}$`))
    const [stored] = await db
      .selectFrom('password_resets')
      .selectAll()
      .where('business_id', '=', business_id)
      .execute()
    assert.deepEqual(stored!.token_hash, createHash('sha256').update(token.split('.')[1]!).digest())

    assert.equal(
      (await reset(token, '12345')).body.fields.password,
      'La contraseña debe tener al menos 6 caracteres',
    )
    assert.equal((await reset(token, 'clave-nueva', { confirmPassword: 'x' })).status, 400)
    const { status, body } = await reset(token)
    assert.deepEqual(
      [status, body],
      [200, { success: true, message: 'Contraseña restablecida exitosamente' }],
    )
    assert.equal((await as('GET', '/api/auth/verify')).status, 401)
    assert.equal((await login(email)).status, 401)
    assert.equal((await login(email, 'clave-nueva')).status, 200)

    const again = await reset(token, 'otra-clave')
    assert.deepEqual(
      [again.status, again.body.error],
      [400, 'Este enlace ya se usó. Si fuiste tú, inicia sesión con tu contraseña nueva.'],
    )
    assert.equal((await login(email, 'clave-nueva')).status, 200)
  })

  test('who did not hear that their password was set sends it again: it is done, and the link guesses nothing', async () => {
    const { email } = await owner(call)
    const token = await tokenFor(email)
    for (const _ of [1, 2]) assert.equal((await reset(token)).status, 200)
    for (let n = 0; n < 10; n++) assert.equal((await reset(token, `otra-clave-${n}`)).status, 400)
    assert.equal((await reset(token)).status, 429)
    assert.equal((await login(email, 'clave-nueva')).status, 200)
    clock.now += 61 * MINUTE
    assert.match((await reset(token)).body.error, /enlace no es válido/)
  })

  test('a changed e-mail ends the link that went to the former one', async () => {
    const { email, as } = await owner(call)
    const token = await tokenFor(email)
    const changed = { email: `nueva-${email}`, currentPassword: PASSWORD }
    assert.equal((await as('PATCH', '/api/businesses/profile', changed)).status, 200)
    assert.equal((await reset(token)).status, 400)
    assert.equal((await login(`nueva-${email}`)).status, 200)
  })

  test('… also where the link was sent by a business that its person joined before', async () => {
    const [other, { email, as }] = [await owner(call), await owner(call)]
    const user_id = (await as('GET', '/api/auth/verify')).body.user.id
    const { business_id } = other
    await db
      .insertInto('memberships')
      .values({ business_id, user_id, role: 'manager', created_at: '2026-01-01T00:00:00Z' })
      .execute()
    const token = await tokenFor(email)
    assert.ok(token.startsWith(`${business_id}.`))
    const changed = { email: `nueva-${email}`, currentPassword: PASSWORD }
    assert.equal((await as('PATCH', '/api/businesses/profile', changed)).status, 200)
    assert.equal((await reset(token)).status, 400)
  })

  test('ten wrong ones at an open screen keep its owner out there, and at no other', async () => {
    const { email, as } = await owner(call)
    const elsewhere = (await login(email)).body.token
    const change = { newPassword: 'otra-clave-larga', confirmPassword: 'otra-clave-larga' }
    const url = '/api/businesses/change-password'
    for (let n = 0; n < 10; n++)
      assert.equal((await as('POST', url, { ...change, currentPassword: `no-${n}` })).status, 400)
    const body = { ...change, currentPassword: PASSWORD }
    assert.equal((await as('POST', url, body)).status, 429)
    // Nor does a switch to another business, or to this one, make a new start.
    const [{ business_id: to }, { user, business }] = [
      await owner(call),
      (await as('GET', '/api/auth/verify')).body,
    ]
    await db
      .insertInto('memberships')
      .values({ business_id: to, user_id: user.id, role: 'manager' })
      .execute()
    let switched = await as('POST', '/api/auth/switch', { to })
    for (const next of [business.id, to]) {
      const headers = { authorization: `Bearer ${switched.body.token}` }
      assert.equal((await call('POST', url, { headers, body })).status, 429)
      switched = await call('POST', '/api/auth/switch', { headers, body: { to: next } })
    }
    const headers = { authorization: `Bearer ${elsewhere}` }
    assert.equal((await call('POST', url, { headers, body })).status, 200)
  })

  test('what is guessed first is refused: common passwords and the business’s own words', async () => {
    const { email, as } = await owner(call)
    const token = await tokenFor(email)
    const common = 'Esa contraseña es muy común'
    for (const password of ['123456', ' 123456 ', '123\u200b456', 'PASSWORD', 'qwerty123', 'contraseña']) {
      assert.deepEqual((await reset(token, password)).body.fields, { password: common })
      const changed = { currentPassword: PASSWORD, newPassword: password }
      const { body } = await as('POST', '/api/businesses/change-password', changed)
      assert.deepEqual(body.fields, { newPassword: common })
    }
    for (const password of ['Peluquería', 'peluqueria 2026', 'Inés 2026', 'Enpunto2026'])
      assert.deepEqual((await reset(token, password)).body.fields, { password: common }, password)
    for (const password of [email, email.toUpperCase(), 'correo.example2026'])
      assert.match((await reset(token, password)).body.fields.password, /no puede ser tu correo/)
    for (const password of ['aaaaaa', '121212', 'abcabcab', 'ABCDEF', '98765432', '12341234', 'enpunto'])
      assert.deepEqual((await reset(token, password)).body.fields, { password: common }, password)
    // Six characters are enough.
    assert.equal((await reset(token, 'k7#qpz')).status, 200)
  })

  test('whoever else asks for a link does not end the one that its owner is about to open; the first that is used ends the others', async () => {
    const { email } = await owner(call)
    const [older, newer] = [await tokenFor(email), await tokenFor(email)]
    assert.equal((await reset(older)).status, 200)
    assert.match((await reset(newer, 'otra-clave')).body.error, /enlace no es válido/)

    const [one, other] = [await tokenFor(email), await tokenFor(email)]
    const answers = await Promise.all([reset(one, 'clave-una'), reset(other, 'clave-dos')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
  })

  test('a link lasts an hour from when it was sent', async () => {
    const { email } = await owner(call)
    const newer = await tokenFor(email)
    const at = clock.now + PRESSES_MS
    clock.now = at + 60 * MINUTE
    assert.equal((await reset(newer)).status, 400)
    clock.now = at + 60 * MINUTE - 1000
    assert.equal((await reset(newer)).status, 200)

    await forgot(email)
    clock.now += 5 * 60 * MINUTE
    await deliver()
    const late = /token=(\S+)/.exec(sent.at(-1)!)![1]!
    clock.now += 30 * MINUTE
    assert.equal((await reset(late)).status, 200)
  })

  test('unknown links change nothing, and are counted', async () => {
    const { email, business_id } = await owner(call)
    const other = await tokenFor((await owner(call)).email)
    for (const token of [
      '',
      'x',
      undefined,
      null,
      7,
      `${business_id}.${'A'.repeat(43)}`,
      `${business_id}.${other.split('.')[1]}`,
    ]) {
      const { status, body } = await call('POST', '/api/auth/reset-password', {
        body: { token, password: 'clave-nueva' },
      })
      assert.deepEqual([status, body.success], [400, false])
      assert.ok(body.fields.token)
    }
    assert.equal((await login(email)).status, 200)
    const guesses = await Promise.all(
      Array.from({ length: 110 }, () => reset(`${business_id}.${'B'.repeat(43)}`)),
    )
    assert.ok(guesses.some(({ status }) => status === 429))
    clock.now += 20 * MINUTE
  })

  test('a link that is used ten times at once sets one password', async () => {
    const { email } = await owner(call)
    const token = await tokenFor(email)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, `clave-nueva-${i}`)))
    const winners = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []))
    assert.equal(winners.length, 1)
    assert.equal((await login(email, `clave-nueva-${winners[0]}`)).status, 200)
  })
})

describe('changing the password', () => {
  const change = (
    as: Awaited<ReturnType<typeof owner>>['as'],
    currentPassword: unknown,
    newPassword: unknown,
    more = {},
  ) => as('POST', '/api/businesses/change-password', { currentPassword, newPassword, ...more })

  test('keeps this session and ends the others', async () => {
    const { email, as } = await owner(call)
    const { token } = (await login(email)).body
    const { status, body } = await change(as, PASSWORD, 'clave-nueva')
    assert.deepEqual([status, body.success], [200, true])
    assert.equal((await as('GET', '/api/auth/verify')).status, 200)
    assert.equal(
      (await call('GET', '/api/auth/verify', { headers: { authorization: `Bearer ${token}` } })).status,
      401,
    )
    assert.equal((await login(email)).status, 401)
    assert.equal((await login(email, 'clave-nueva')).status, 200)
  })

  test('of several at once, whoever hears that it is done has it', async () => {
    const { email, as } = await owner(call)
    const passwords = ['clave-nueva-1', 'clave-nueva-2', 'clave-nueva-3', 'clave-nueva-4']
    const answers = await Promise.all(passwords.map((one) => change(as, PASSWORD, one)))
    const winners = passwords.filter((_, i) => answers[i]!.status === 200)
    assert.equal(winners.length, 1, JSON.stringify(answers.map(({ status }) => status)))
    assert.equal((await login(email, winners[0])).status, 200)
    const losers = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of losers)
      assert.deepEqual([status, Object.keys(body.fields)], [400, ['currentPassword']])
  })

  test('a wrong current password is no end of the session', async () => {
    const { email, as } = await owner(call)
    const { status, body } = await change(as, 'equivocada', 'clave-nueva')
    assert.deepEqual([status, body.fields], [400, { currentPassword: 'La contraseña actual no es correcta' }])
    assert.equal(
      (await change(as, PASSWORD, '12345')).body.fields.newPassword,
      'La contraseña debe tener al menos 6 caracteres',
    )
    assert.equal(
      (await change(as, '', 'clave-nueva')).body.fields.currentPassword,
      'Contraseña actual es requerida',
    )
    const differs = await change(as, PASSWORD, 'clave-nueva', { confirmPassword: 'x' })
    assert.equal(differs.body.fields.confirmPassword, 'Las contraseñas no coinciden')
    assert.equal((await as('GET', '/api/auth/verify')).status, 200)
    assert.equal((await login(email)).status, 200)
    for (let i = 0; i < 9; i++) await change(as, 'equivocada', 'clave-nueva')
    assert.equal((await change(as, PASSWORD, 'clave-nueva')).status, 429)
    clock.now += 20 * MINUTE
    assert.equal((await change(as, PASSWORD, 'clave-nueva')).status, 200)
  })

  test('a log-in by the old password that is under way leaves no session', async () => {
    const { email, as } = await owner(call)
    const [changed, ...logins] = await Promise.all([
      change(as, PASSWORD, 'clave-nueva'),
      ...Array.from({ length: 12 }, () => login(email)),
    ])
    assert.equal(changed.status, 200)
    for (const { body } of logins) {
      if (!body.token) continue
      const { status } = await call('GET', '/api/auth/verify', {
        headers: { authorization: `Bearer ${body.token}` },
      })
      assert.equal(status, 401)
    }
    clock.now += 20 * MINUTE
  })
})

test('a failed human check lets nobody in, in the specified words', async () => {
  let verdict: Verdict = 'verified'
  const guarded = await api(db, { verifier: { page: { provider: 'altcha' }, verify: async () => verdict } })
  const { email } = await owner(guarded.call)
  const before = await count('businesses')
  const cases = [
    ['missing', 400, 'Token de reCAPTCHA requerido'],
    ['failed', 400, 'Verificación de reCAPTCHA fallida'],
    ['unverified', 400, 'Verificación de reCAPTCHA fallida'],
    ['unreachable', 503, 'Error verificando reCAPTCHA'],
  ] as const
  for (const [given, expected, text] of cases) {
    verdict = given
    for (const [url, body] of [
      ['/api/auth/login', { email, password: PASSWORD }],
      ['/api/auth/register', registration()],
    ] as const) {
      const answer = await guarded.call('POST', url, { body })
      assert.deepEqual([answer.status, answer.body.error], [expected, text])
    }
  }
  assert.equal(await count('businesses'), before)
})

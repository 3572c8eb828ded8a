/** What was set up with an e-mail that nobody had shown to be theirs ends with the first proof that it is. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { readLimits } from '#server/limits/limits.ts'
import { PRESSES_MS } from '#server/messages/asked/queries.ts'
import { migrate } from '#server/database/migrate.ts'
import { sendDue } from '#server/messages/send.ts'
import { databaseAt } from '../backups.ts'
import { whileHeld } from '../held.ts'
import { api, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { owner, PASSWORD, type Owner } from '../owner.ts'
import { Passkey } from '../passkey.ts'
import { confirmEmailOf, memberOf } from '../roles.ts'
import { senderDeps } from '../sender.ts'
import { codeAt } from '../totp.ts'

const ORIGIN = 'http://localhost:3000'
const CHOSEN = 'una-clave-larga-8'
const db = await database()
const { app, call, clock } = await api(db, { env: { PUBLIC_URL: ORIGIN } })
const sent: Mail[] = []
const mailer: Mailer = {
  async send(mail, beforeLastByte) {
    await beforeLastByte()
    sent.push(mail)
  },
  async close() {},
}
after(() => mailer.close())
beforeEach(() => {
  clock.now = NOW
})

const post = (url: string, body: object) => call('POST', url, { body })
const login = (email: string, more = {}) =>
  post('/api/auth/login', { email, password: CHOSEN, recaptcha_token: 'dev-token', ...more })

/** A second step, a passkey and the address of an agenda, and how each of them opens something. */
async function setUpEverything(who: Pick<Owner, 'as'>) {
  const { secret } = (await who.as('POST', '/api/auth/second-factor/setup')).body
  const proof = { currentPassword: PASSWORD, code: codeAt(secret, clock.now) }
  assert.equal((await who.as('POST', '/api/auth/second-factor/on', proof)).status, 200)
  const passkey = new Passkey(ORIGIN)
  const { options } = (await who.as('POST', '/api/auth/passkeys/setup', { currentPassword: PASSWORD })).body
  const made = { name: 'Mi celular', passkey: passkey.made(options) }
  assert.equal((await who.as('POST', '/api/auth/passkeys', made)).status, 200)
  const { url } = (await who.as('POST', '/api/feeds', {})).body
  clock.now += 60_000
  return {
    enter: async () => {
      const question = (await post('/api/auth/passkeys/options', {})).body.options
      return (await post('/api/auth/passkeys/enter', { passkey: passkey.signed(question) })).status
    },
    read: async () => (await app.inject({ url: new URL(url).pathname })).statusCode,
  }
}

async function resetByMail(email: string) {
  const deps = senderDeps(db, mailer, { now: () => clock.now + PRESSES_MS, limits: readLimits({}, []) })
  await sendDue(deps)
  sent.length = 0
  assert.equal((await post('/api/auth/forgot-password', { email })).status, 200)
  await sendDue(deps)
  const token = sent.find(({ to }) => to === email)!.text.match(/reset-password\?token=(\S+)/)![1]
  assert.equal((await post('/api/auth/reset-password', { token, password: CHOSEN })).status, 200)
}

test('whoever signed up with somebody else’s e-mail is out for good once its owner resets the password by mail', async () => {
  const stranger = await owner(call)
  const ways = await setUpEverything(stranger)
  assert.deepEqual([await ways.enter(), await ways.read()], [200, 200])
  await resetByMail(stranger.email)
  const entered = await login(stranger.email)
  assert.equal(entered.status, 200, JSON.stringify(entered.body))
  assert.deepEqual([await ways.enter(), await ways.read()], [401, 404])
  assert.equal((await stranger.as('GET', '/api/auth/verify')).status, 401)
  const { rows } = await sql<{ kind: string }>`
    select kind from messages where business_id = ${stranger.business_id} and kind = 'second_factor_off'`.execute(
    db,
  )
  assert.equal(rows.length, 1, 'told by mail')

  // It was the first proof: what its owner sets up from here on stays.
  const headers = { authorization: `Bearer ${entered.body.token}` }
  const { secret } = (await call('POST', '/api/auth/second-factor/setup', { headers })).body
  const body = { currentPassword: CHOSEN, code: codeAt(secret, clock.now) }
  assert.equal((await call('POST', '/api/auth/second-factor/on', { headers, body })).status, 200)
  clock.now += 60_000
  await resetByMail(stranger.email)
  assert.equal((await login(stranger.email)).body.needs_code, true)
})

test('a password that does with a second step only is refused where that goes with the first proof, and the link stays open', async () => {
  const stranger = await owner(call)
  await setUpEverything(stranger)
  const deps = senderDeps(db, mailer, { now: () => clock.now + PRESSES_MS, limits: readLimits({}, []) })
  await sendDue(deps)
  sent.length = 0
  await post('/api/auth/forgot-password', { email: stranger.email })
  await sendDue(deps)
  const token = sent.find(({ to }) => to === stranger.email)!.text.match(/reset-password\?token=(\S+)/)![1]
  const refused = await post('/api/auth/reset-password', { token, password: '123456' })
  assert.deepEqual([refused.status, refused.body.fields], [400, { password: 'Esa contraseña es muy común' }])
  assert.equal((await post('/api/auth/reset-password', { token, password: CHOSEN })).status, 200)
  assert.equal((await login(stranger.email)).status, 200)
})

test('also after the business went to another person, who wrote another e-mail into it', async () => {
  const stranger = await owner(call)
  await confirmEmailOf(db, stranger.business_id)
  const victims = `victima.${stranger.email}`
  const changed = { email: victims, currentPassword: PASSWORD }
  assert.equal((await stranger.as('PATCH', '/api/businesses/profile', changed)).status, 200)
  const ways = await setUpEverything(stranger)
  const accomplice = await memberOf(db, stranger.business_id, 'owner')
  await sql`update memberships set role = 'manager' where business_id = ${stranger.business_id}
    and user_id <> ${accomplice.user_id}`.execute(db)
  const headers = await ownerHeaders(db, accomplice)
  const other = { email: `otro.${stranger.email}` }
  assert.equal((await call('PATCH', '/api/businesses/profile', { headers, body: other })).status, 200)
  await resetByMail(victims)
  assert.equal((await login(victims)).status, 200)
  assert.deepEqual([await ways.enter(), await ways.read()], [401, 404])
})

test('what was set up stays where the e-mail was confirmed before', async () => {
  const ines = await owner(call)
  await sendDue(senderDeps(db, mailer, { now: () => clock.now + PRESSES_MS, limits: readLimits({}, []) }))
  const token = sent.find(({ to }) => to === ines.email)!.text.match(/confirmar-correo\?token=(\S+)/)![1]
  assert.equal((await post('/api/auth/confirm-email', { token })).status, 200)
  const ways = await setUpEverything(ines)
  await resetByMail(ines.email)
  assert.equal((await login(ines.email)).body.needs_code, true)
  assert.deepEqual([await ways.enter(), await ways.read()], [200, 200])
})

/** What a process of the version before says when the link of a business's e-mail is opened. */
const confirmBeside = (business_id: number) =>
  sql`update businesses set email_confirmed_at = ${new Date(clock.now).toISOString()} where id = ${business_id}`.execute(
    db,
  )

/** Somebody whom an invitation made, as a process of the version before does it. */
async function invitedBeside(at: number, who: Owner, isSame = true) {
  const { user_id, email, headers } = await memberOf(db, who.business_id, 'manager')
  const [made, used] = [at, isSame ? at : at - 60_000].map((ms) => new Date(ms).toISOString())
  await sql`update users set created_at = ${made}, password_changed_at = ${made}, email_proven_at = null,
    password_hash = (select password_hash from users where email = ${who.email}) where id = ${user_id}`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into invitations (business_id, email, role, invited_by, created_at, expires_at)
    values (${who.business_id}, ${email.toUpperCase()}, 'manager', ${user_id}, ${used}, ${used}) returning id`.execute(
    db,
  )
  await sql`update invitations set used_at = ${used} where business_id = ${who.business_id} and id = ${rows[0]!.id}`.execute(
    db,
  )
  const as = ((method, url, body) => call(method, url, { headers, body })) as Owner['as']
  return { email, as }
}

test('what was set up stays where a process of the version before confirmed the e-mail or let somebody in', async () => {
  const ines = await owner(call)
  clock.now += 60_000
  await confirmBeside(ines.business_id)
  for (const person of [ines, await invitedBeside(clock.now, ines)]) {
    const ways = await setUpEverything(person)
    await resetByMail(person.email)
    assert.equal((await login(person.email)).body.needs_code, true)
    assert.deepEqual([await ways.enter(), await ways.read()], [200, 200])
  }
})

test('not where such a process chose a new password for what a stranger had set up, nor by an invitation of before', async () => {
  const stranger = await owner(call)
  const invited = await invitedBeside(clock.now, stranger, false)
  for (const person of [stranger, invited]) {
    const ways = await setUpEverything(person)
    if (person === stranger) {
      const at = new Date(clock.now).toISOString()
      await sql`update users set password_changed_at = ${at} where email = ${stranger.email}`.execute(db)
      await confirmBeside(stranger.business_id)
    }
    await resetByMail(person.email)
    assert.equal((await login(person.email)).status, 200)
    assert.deepEqual([await ways.enter(), await ways.read()], [401, 404])
  }
})

test('what such a process did before the database was made to notice it is noted by the migration', async () => {
  const { db: older, drop } = await databaseAt(db, '0922_offers_that_wait')
  try {
    const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
    const places = [await salon(older), await salon(older), await salon(older)]
    await sql`update users set created_at = ${at(0)}, password_changed_at = ${at(0)}, email_proven_at = null`.execute(
      older,
    )
    await sql`update businesses set email_confirmed_at = ${at(5)}`.execute(older)
    await sql`update businesses set email_confirmed_at = null where id = ${places[1]!.business_id}`.execute(
      older,
    )
    await sql`update users set password_changed_at = ${at(5)} where id = ${places[2]!.user_id}`.execute(older)
    const [{ business_id, user_id }] = places as [(typeof places)[0]]
    for (const [email, made, claimed_by] of [
      ['invitada', at(7), null],
      ['de-despues', at(8), null],
      ['ajena', at(7), user_id],
    ] as const) {
      await sql`insert into users (email, password_hash, created_at) values (${email}, 'x', ${made})`.execute(
        older,
      )
      await sql`insert into invitations (business_id, email, role, invited_by, created_at, expires_at, used_at, claimed_by)
        values (${business_id}, ${email}, 'manager', ${user_id}, ${at(6)}, ${at(9)}, ${at(7)}, ${claimed_by})`.execute(
        older,
      )
    }
    await migrate(older)
    const { rows } = await sql<{ id: number; email: string; proven: number }>`
      select id, email, email_proven_at as proven from users where email_proven_at is not null order by id`.execute(
      older,
    )
    assert.deepEqual(
      rows.map(({ id, email, proven }) => [id === user_id ? 'dueña' : email, proven]),
      [
        ['dueña', NOW + 5 * 60_000],
        ['invitada', NOW + 7 * 60_000],
      ],
    )
  } finally {
    await older.destroy()
    await drop()
  }
})

test('a passkey that was being made while its session was ended is not kept', async () => {
  const stranger = await owner(call)
  const passkey = new Passkey(ORIGIN)
  const { options } = (await stranger.as('POST', '/api/auth/passkeys/setup', { currentPassword: PASSWORD }))
    .body
  const answer = await whileEnding(stranger, () =>
    stranger.as('POST', '/api/auth/passkeys', { name: 'Mío', passkey: passkey.made(options) }),
  )
  assert.equal(answer.status, 401)
  assert.equal(
    (await db.selectFrom('passkeys').select('id').where('credential_id', '=', passkey.id).execute()).length,
    0,
  )
})

test('nor is anything else that its session began before it was ended', async () => {
  const everything = async ({ business_id, email }: Owner) => {
    const { rows } = await sql`
      select u.email, u.password_hash, u.totp_secret, (select count(*) from calendar_feeds f where f.user_id = u.id) as feeds,
        (select count(*) from ownership_offers o where o.by_user_id = u.id) as offers,
        (select count(*) from memberships m where m.user_id = u.id and m.business_id = b.id) as memberships,
        (select count(*) from business_deletions d where d.business_id = b.id) as deletions
      from users u, businesses b where b.id = ${business_id} and u.email = ${email}`.execute(db)
    return rows
  }
  const currentPassword = PASSWORD
  for (const write of [
    (who: Owner) => {
      const password = 'la-del-ladron'
      const body = { currentPassword, newPassword: password, confirmPassword: password }
      return who.as('POST', '/api/businesses/change-password', body)
    },
    (who: Owner) =>
      who.as('PATCH', '/api/businesses/profile', { email: `otra-${who.email}`, currentPassword }),
    async (who: Owner) => who.as('POST', '/api/feeds', {}),
    (who: Owner, secret: string) => {
      const code = codeAt(secret, clock.now)
      return who.as('POST', '/api/auth/second-factor/on', { currentPassword, code })
    },
    (who: Owner, _: string, to: number) =>
      who.as('POST', `/api/members/${to}/hand-over`, { currentPassword }),
    async (who: Owner) => {
      await memberOf(db, who.business_id, 'owner')
      return who.as('POST', '/api/members/leave', { currentPassword })
    },
    async (who: Owner) => {
      const { business_name } = (await who.as('GET', '/api/auth/verify')).body.business
      return who.as('POST', '/api/businesses/deletion', { currentPassword, business_name })
    },
  ]) {
    const stranger = await owner(call)
    const { user_id: to } = await memberOf(db, stranger.business_id, 'manager')
    const { secret } = (await stranger.as('POST', '/api/auth/second-factor/setup')).body
    const before = await everything(stranger)
    const answer = await whileEnding(stranger, () => write(stranger, secret, to))
    assert.deepEqual([answer.status, await everything(stranger)], [401, before], String(write))
  }
})

/** Does something while the session of an owner is being ended: past the gate, and before the row of the person is let go. */
const whileEnding = ({ email, business_id }: Owner, work: () => ReturnType<Owner['as']>) =>
  whileHeld(
    db,
    (tx) => sql`select from users where email = ${email} for update`.execute(tx),
    work,
    (tx) => sql`delete from sessions where business_id = ${business_id}`.execute(tx),
  )

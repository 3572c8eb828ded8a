import { hashPassword, passwordMatches } from '#server/accounts/passwords.ts'
import { connect, sqlState } from '#server/database/db.ts'
import { PRESSES_MS } from '#server/messages/asked/queries.ts'
import { sendDue } from '#server/messages/send.ts'
import { migrate } from '#server/database/migrate.ts'
import { newToken, tokenKey } from '#server/tokens.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { api, database, NOW, urlOf } from '../helper.ts'
import { PASSWORD, registration } from '../owner.ts'
import { senderDeps } from '../sender.ts'

/** The statements of the version before users, verbatim: its processes may run beside the new version's. */
const OLD = {
  insertBusiness: `insert into "businesses" ("business_name", "business_type", "email", "phone", "is_virtual", "slug")
    values ($1, $2, $3, $4, $5, $6) returning "id"`,
  insertSlug: `insert into slugs (slug, business_id) values ($1, $2) on conflict do nothing`,
  insertAccount: `insert into "accounts" ("business_id", "password_hash", "password_changed_at") values ($1, $2, $3)`,
  accountOfEmail: `select "b"."id" as "business_id", "b"."email", "a"."password_hash" from "businesses" as "b"
    inner join "accounts" as "a" on "a"."business_id" = "b"."id" where lower(b.email) = lower($1)`,
  passwordHash: `select "password_hash" from "accounts" where "business_id" = $1`,
  insertSession: `insert into sessions (business_id, token_hash, created_at, expires_at)
    select business_id, $1, $2, $3 from accounts
    where business_id = $4 and password_hash = $5
    for share
    returning business_id`,
  liveSession: `select b.suspended_at is not null as "is_suspended" from "sessions" as "s"
    inner join "businesses" as "b" on "b"."id" = "s"."business_id"
    where "s"."business_id" = $1 and "s"."token_hash" = $2 and "s"."expires_at" > $3::timestamptz`,
  deleteSession: `delete from "sessions" where "business_id" = $1 and "token_hash" = $2`,
  replacePassword: `update "accounts" set "password_hash" = $1, "password_changed_at" = $2 where "business_id" = $3`,
  endOtherSessions: `delete from "sessions" where "business_id" = $1 and "token_hash" != $2`,
  endResets: `delete from "password_resets" where "business_id" = $1 and "used_at" is null`,
  handOverResets: `with older as (delete from password_resets where business_id = any($1::bigint[]) and used_at is null)
    insert into password_resets (business_id, token_hash, expires_at)
    select * from unnest($1::bigint[], $2::bytea[], $3::timestamptz[])`,
  resetIsOpen: `select "business_id" from "password_resets" where "business_id" = $1 and "token_hash" = $2
    and "used_at" is null and "expires_at" > $3::timestamptz`,
  useReset: `update "password_resets" set "used_at" = $1 where "business_id" = $2 and "token_hash" = $3
    and "used_at" is null and "expires_at" > $4::timestamptz returning "business_id"`,
  changeEmail: `update "businesses" set "email" = $1 where "id" = $2`,
}

const LATER = new Date(NOW + 3_600_000).toISOString()
const AT = new Date(NOW).toISOString()

// Registered before database() adds the hook that stops the PostgreSQL of these connections.
const opened: (() => Promise<void>)[] = []
after(() => Promise.all(opened.map((end) => end())))
const template = await database()
const name = `before_people_${process.pid}`
await sql`create database ${sql.id(name)} template template0`.execute(template)
const url = (await urlOf(template)).replace(/@\/\w+/, `@/${name}`)
const db = connect({ url })
opened.push(() => db.destroy())
const [old, busy] = [await oldProcess(), await oldProcess()]
/** A connection of the previous version, which prepares each statement once. */
async function oldProcess() {
  const client = new pg.Client(url)
  await client.connect()
  opened.push(() => client.end())
  const run = async (name: keyof typeof OLD, ...values: unknown[]) =>
    (await client.query<any>({ name, text: OLD[name], values })).rows
  return { run, client }
}
type Old = Awaited<ReturnType<typeof oldProcess>>

async function register(old: Old, email: string, { meanwhile }: { meanwhile?: () => Promise<void> } = {}) {
  const password_hash = await hashPassword(PASSWORD)
  const slug = `viejo-${email.toLowerCase().replace(/\W/g, '-')}`
  await old.client.query('begin')
  try {
    const [{ id }] = await old.run('insertBusiness', 'Viejo', 'Otro', email, '+573001234567', true, slug)
    await old.run('insertSlug', slug, id)
    await meanwhile?.()
    await old.run('insertAccount', id, password_hash, AT)
    await old.client.query('commit')
    return { id: id as number, email, token: await openSession(old, id, password_hash) }
  } catch (error) {
    await old.client.query('rollback')
    throw error
  }
}

async function openSession(old: Old, id: number, password_hash: string): Promise<string | undefined> {
  const { token, hash } = newToken(id)
  const rows = await old.run('insertSession', hash, AT, LATER, id, password_hash)
  return rows.length > 0 ? token : undefined
}

async function logIn(old: Old, email: string, password = PASSWORD): Promise<string | undefined> {
  const [account] = await old.run('accountOfEmail', email)
  if (!account || !(await passwordMatches(password, account.password_hash))) return undefined
  return await openSession(old, account.business_id, account.password_hash)
}

async function resetLink(old: Old, id: number): Promise<string> {
  const { token, hash } = newToken(id)
  await old.run('handOverResets', [id], [hash], [LATER])
  return token
}

// Brings the schema to the state that the previous version knew.
const files = readdirSync(join(import.meta.dirname, '../../migrations')).sort()
const people = files.findIndex((file) => file.endsWith('_people.sql'))
await migrate(db, files[people - 1]!.replace(/\.sql$/, ''))
const first = await register(old, 'Primera@correo.example')
const second = await register(old, 'segunda@correo.example')
const [firstLink, secondLink] = [await resetLink(old, first.id), await resetLink(old, second.id)]
// Prepares every statement before the schema changes beneath it.
await old.run('resetIsOpen', first.id, tokenKey(firstLink)!.hash, AT)
await old.run('useReset', AT, first.id, Buffer.from('none'), AT)
await old.run('passwordHash', first.id)
await old.run('liveSession', first.id, Buffer.from('none'), AT)
await old.run('replacePassword', 'none', AT, 0)
await old.run('endOtherSessions', 0, Buffer.from('none'))
await old.run('endResets', 0)
await old.run('changeEmail', 'none', 0)

// The previous version also selects whole rows by prepared statements; one of its connections is in a
// transaction meanwhile.
const pool = new pg.Pool({ connectionString: url, application_name: 'enpunto of before' })
pool.on('error', () => {})
opened.push(() => pool.end())
const wholeRows = {
  name: 'rows',
  text: 'select * from appointments where business_id = $1',
  values: [first.id],
}
const atWork = await pool.connect()
await Promise.all([atWork.query(wholeRows), pool.query(wholeRows)])
await atWork.query('begin')
setTimeout(async () => {
  await atWork.query('commit')
  atWork.release()
}, 2000)

let migrating: Promise<void> | undefined
// A registration while the schema changes: the migration waits for it, and it waits for nothing.
const third = await register(busy, 'tercera@correo.example', {
  async meanwhile() {
    migrating = migrate(db)
    for (;;) {
      const { rows } = await sql`select from pg_stat_activity
        where datname = ${name} and wait_event_type = 'Lock'`.execute(template)
      if (rows.length > 0) return
      await sleep(20)
    }
  },
})
await migrating

const { call, clock } = await api(db)
const verify = (token: string | undefined) =>
  call('GET', '/api/auth/verify', { headers: { authorization: `Bearer ${token}` } })
const login = (email: string, password = PASSWORD) =>
  call('POST', '/api/auth/login', { body: { email, password, recaptcha_token: 'dev-token' } })
const reset = (token: string, password: string) =>
  call('POST', '/api/auth/reset-password', { body: { token, password } })

test('every account became a user who owns the business, and its sessions go on', async () => {
  for (const { id, email, token } of [first, second, third]) {
    const { status, body } = await verify(token)
    assert.deepEqual([status, body.business.id, body.business.email], [200, id, email])
    assert.deepEqual([body.user.name, body.user.email], [null, email])
    assert.ok(body.permissions.includes('business:export'))
    assert.equal((await login(email.toUpperCase())).body.business.id, id)
    assert.equal((await login(email, 'otra-clave')).status, 401)
  }
  assert.equal((await verify(first.token)).body.user.id === (await verify(second.token)).body.user.id, false)
})

test('what a process prepared before goes on, on new connections', async () => {
  for (let i = 0; i < 3; i++) assert.deepEqual((await pool.query(wholeRows)).rows, [])
})

test('a link that was open before sets a new password; the old process sees it', async () => {
  assert.equal((await reset(firstLink, 'clave-nueva')).status, 200)
  assert.equal((await reset(firstLink, 'otra-clave')).status, 400)
  assert.equal((await verify(first.token)).status, 401)
  assert.equal(await logIn(old, first.email), undefined)
  assert.ok(await logIn(old, first.email, 'clave-nueva'))
})

test('who signs in or registers by the old process is signed in at the new one, and the other way round', async () => {
  const token = await logIn(old, second.email)
  assert.equal((await verify(token)).body.business.id, second.id)
  const key = tokenKey((await login(second.email)).body.token)!
  assert.equal((await old.run('liveSession', second.id, key.hash, AT)).length, 1)
  await old.run('deleteSession', second.id, key.hash)
  assert.equal((await old.run('liveSession', second.id, key.hash, AT)).length, 0)

  const fourth = await register(old, 'cuarta@correo.example')
  assert.equal((await verify(fourth.token)).body.user.email, fourth.email)
  assert.equal((await login(fourth.email)).status, 200)
  const form = registration({ email: 'QUINTA@correo.example' })
  assert.equal((await call('POST', '/api/auth/register', { body: form })).status, 201)
  assert.ok(await logIn(old, 'quinta@correo.example'))

  const taken = registration({ email: fourth.email.toUpperCase() })
  assert.equal((await call('POST', '/api/auth/register', { body: taken })).status, 409)
  await assert.rejects(register(old, 'quinta@correo.example'), (error) => sqlState(error) === '23505')
})

test('a password that the old process changes is the user’s; its other sessions are over', async () => {
  const [kept, ended] = [await logIn(old, second.email), (await login(second.email)).body.token]
  await old.client.query('begin')
  await old.run('replacePassword', await hashPassword('por-la-vieja'), AT, second.id)
  await old.run('endOtherSessions', second.id, tokenKey(kept)!.hash)
  await old.run('endResets', second.id)
  await old.client.query('commit')
  assert.deepEqual([(await verify(kept)).status, (await verify(ended)).status], [200, 401])
  assert.equal((await reset(secondLink, 'clave-robada')).status, 400)
  assert.equal((await login(second.email)).status, 401)
  assert.equal((await login(second.email, 'por-la-vieja')).status, 200)
  const changed = await call('POST', '/api/businesses/change-password', {
    headers: { authorization: `Bearer ${kept}` },
    body: { currentPassword: 'por-la-vieja', newPassword: PASSWORD },
  })
  assert.equal(changed.status, 200)
  const [{ password_hash }] = await old.run('passwordHash', second.id)
  assert.ok(await passwordMatches(PASSWORD, password_hash))
})

test('a log-in of the old process that a new password overtakes leaves no session', async () => {
  const [{ password_hash }] = await old.run('passwordHash', third.id)
  let opening: Promise<string | undefined> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash: 'another' }).where('email', '=', third.email).execute()
    opening = openSession(old, third.id, password_hash)
    await sleep(200)
  })
  assert.equal(await opening, undefined)
  await old.run('replacePassword', password_hash, AT, third.id)
})

test('links for a new password work whichever process mails them and whichever is asked', async () => {
  const link = await resetLink(old, third.id)
  assert.equal((await reset(link, 'desde-la-vieja')).status, 200)

  const sent: string[] = []
  const mailer = { send: async (mail: { text: string }) => void sent.push(mail.text), async close() {} }
  const mailed = async () => {
    await call('POST', '/api/auth/forgot-password', { body: { email: third.email } })
    const deps = senderDeps(db, {
      ...mailer,
      send: async (mail, before) => (await before(), mailer.send(mail)),
    })
    await sendDue({ ...deps, now: () => clock.now + PRESSES_MS })
    return tokenKey(/reset-password\?token=(\S+)/.exec(sent.at(-1)!)![1])!
  }
  const [older, newer] = [await mailed(), await mailed()]
  for (const { hash } of [older, newer])
    assert.equal((await old.run('resetIsOpen', third.id, hash, AT)).length, 1)
  assert.equal((await old.run('useReset', AT, third.id, newer.hash, AT)).length, 1)

  // Requested at an old process, sent by a new one.
  await db
    .insertInto('messages')
    .values({
      business_id: third.id,
      kind: 'password_reset',
      recipient: third.email,
      due_at: AT,
      once: `password_reset:${randomUUID()}`,
    })
    .execute()
  const before = sent.length
  const key = await mailed()
  assert.equal(sent.length, before + 2)
  assert.equal((await old.run('resetIsOpen', third.id, key.hash, AT)).length, 1)
})

test('an e-mail that the old process changes is the log-in; one that is taken is refused', async () => {
  await old.run('changeEmail', 'nueva@correo.example', second.id)
  assert.equal((await login('NUEVA@correo.example')).status, 200)
  assert.equal((await login(second.email)).status, 401)
  assert.ok(await logIn(old, 'nueva@correo.example'))
  await assert.rejects(old.run('changeEmail', first.email, second.id), (error) => sqlState(error) === '23505')
})

/** `npm run administrator`: who looks after the installation, from the operator's console. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { folder } from '../backups.ts'
import { api, database, urlOf } from '../helper.ts'
import { until } from '../smtp.ts'

const db = await database()
const { call } = await api(db)
const root = join(import.meta.dirname, '../..')
const email = 'operadora@correo.example'

const url = (await urlOf(db)).replace('@/', '@localhost/')

async function administrator(password: string, ...args: string[]) {
  return administratorIn({ DATABASE_URL: url }, password, ...args)
}

async function administratorIn(more: Record<string, string>, password: string, ...args: string[]) {
  const settings = { DATA_DIR: folder(), ...more }
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, ...settings }
  const child = spawn(process.execPath, ['scripts/administrator.ts', ...args], {
    cwd: root,
    env: { ...env, ADMIN_EMAIL: email, ADMIN_PASSWORD: password },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

const logIn = (password: string) => call('POST', '/api/admin/login', { body: { email, password } })

test('one is made, and let in again with another password who lost the first one and the second step', async () => {
  const nobody = await administrator('una-clave-larga-1', '--again')
  assert.deepEqual([nobody.code, nobody.said], [1, '✖ There is no administrator with that e-mail.\n'])
  assert.equal((await administrator('una-clave-larga-1')).code, 0)
  const { token } = (await logIn('una-clave-larga-1')).body
  const twice = await administrator('otra-clave-larga-2')
  assert.equal(twice.code, 1)
  assert.match(twice.said, /^✖ There is an administrator with that e-mail/)
  assert.equal((await logIn('otra-clave-larga-2')).status, 401)

  await sql`update administrators set totp_secret = 'sealed', totp_since = now(), totp_step = 1`.execute(db)
  await sql`insert into recovery_codes (administrator_id, hash) select id, sha256('x') from administrators`.execute(
    db,
  )
  assert.equal((await administrator('otra-clave-larga-2', '--again')).code, 0)
  assert.equal((await logIn('una-clave-larga-1')).status, 401)
  const again = await logIn('otra-clave-larga-2')
  assert.equal(again.status, 200)
  const log = (by: string) => call('GET', '/api/admin/audit', { headers: { authorization: `Bearer ${by}` } })
  assert.equal((await log(token)).status, 401, 'the former session has ended')
  const { rows } = await sql<{ act: string; codes: number }>`
    select act, (select count(*)::int from recovery_codes) as codes from audit_log where act = 'let_in_again'`.execute(
    db,
  )
  assert.deepEqual(rows, [{ act: 'let_in_again', codes: 0 }])
})

test('a log-in by the former password that is under way then leaves no session', async () => {
  const password = 'una-clave-larga-3'
  assert.equal((await administrator(password, '--again')).code, 0)
  const { promise: letGo, resolve } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const changing = db.transaction().execute(async (tx) => {
    await sql`update administrators set password_hash = 'the new one'`.execute(tx)
    await sql`delete from administrator_sessions`.execute(tx)
    held()
    await letGo
  })
  await isHeld
  const entering = logIn(password)
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  }).finally(resolve)
  await changing
  const { status, body } = await entering
  assert.deepEqual([status, body.error], [401, 'El email o la contraseña no son correctos'])
  assert.deepEqual((await sql`select from administrator_sessions`.execute(db)).rows, [])
})

test('one is made in a database that is empty yet, with a password as long as a server in production wants it', async () => {
  await sql`create database for_an_administrator`.execute(db)
  const name = (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]!.name
  const empty = { DATABASE_URL: url.replace(name, 'for_an_administrator') }
  const short = await administratorIn(empty, 'nine-char')
  assert.deepEqual(
    [short.code, short.said],
    [78, '✖ ADMIN_PASSWORD is too short: use at least 10 characters.\n'],
  )
  const made = await administratorIn(empty, 'una-clave-larga-4')
  assert.deepEqual([made.code, made.said], [0, 'The administrator was created.\n'])
  await sql`drop database for_an_administrator with (force)`.execute(db)
})

test('one is made in no other database than the servers have: where there is none, it says so, and makes none', async () => {
  const data = folder()
  const lost = await administratorIn({ DATA_DIR: data }, 'una-clave-larga-5')
  assert.equal(lost.code, 1)
  assert.match(lost.said, /^✖ There is no database in .*: run it with the settings of the server/)
  assert.deepEqual(readdirSync(data, { recursive: true }), [])
})

test('the panel has words for every act', async () => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'audit_log_act_check'`.execute(
    db,
  )
  const acts = [...rows[0]!.rule.matchAll(/'(\w+)'/g)].map(([, act]) => act!)
  const panel = readFileSync(join(root, 'web/admin/audit-log.tsx'), 'utf8')
  assert.ok(acts.length > 15)
  assert.deepEqual(
    acts.filter((act) => !panel.includes(`\n  ${act}: '`)),
    [],
  )
})

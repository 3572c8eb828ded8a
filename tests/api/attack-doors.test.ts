import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, test, type TestContext } from 'node:test'
import { readConfig } from '#server/config.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { ensureAdministrator } from '#server/admin/queries.ts'
import { ensureNoDemoAccounts } from '../../scripts/demo/guard.ts'
import { DEMO_ADMINISTRATOR, DEMO_OWNER } from '../../scripts/demo/salon.ts'
import { api, booking, database, NOW, salon, type Salon } from '../helper.ts'

// As attack.test.ts, for the doors: who guesses, and whom it keeps out.
const db = await database()
const { app, call } = await api(db)
const PASSWORD = 'una-clave-larga-7'
const ADMINISTRATOR = { email: 'jefa@correo.example', password: 'una-clave-larga' }
await ensureAdministrator(db, ADMINISTRATOR)

const said: string[] = []
after(() => console.log(said.join('\n')))

function outcome(t: TestContext, tried: number, broke: number) {
  said.push(`${t.name}: ${tried} tried, ${broke} broke`)
  assert.equal(broke, 0, `${tried} tried`)
}

async function from(remoteAddress: string, url: string, payload?: object, cookie?: string) {
  const response = await app.inject({
    method: payload ? 'POST' : 'GET',
    url,
    remoteAddress,
    ...(payload && { payload }),
    headers: { ...(cookie && { cookie }) },
  })
  const [first = ''] = [response.headers['set-cookie'] ?? ''].flat()
  return { status: response.statusCode, body: response.json() as any, cookie: first.split(';')[0] }
}

async function owner() {
  const { business_id, user_id } = await salon(db)
  const email = `duena${business_id}@correo.example`
  const password_hash = await hashPassword(PASSWORD)
  await db.updateTable('users').set({ email, password_hash }).where('id', '=', user_id).execute()
  return email
}

const login = (address: string, email: string, password = PASSWORD, cookie?: string) =>
  from(address, '/api/auth/login', { email, password }, cookie)
const lookUp = (address: string, client_id: string, client_email: string) =>
  from(address, '/api/appointments/client/appointments', { client_id, client_email })
const open = (address: string, token: string) =>
  from(address, `/api/client-auth/validate-token?token=${token}`)

async function linkOf({ business_id }: Salon, client_email: string) {
  const secret = randomBytes(32).toString('base64url')
  const token_hash = createHash('sha256').update(secret).digest()
  const created_at = new Date(NOW).toISOString()
  await db.insertInto('portal_tokens').values({ business_id, client_email, token_hash, created_at }).execute()
  return `${business_id}.${secret}`
}

async function clientWithLink(n: number) {
  const place = await salon(db)
  const who = { client_id: String(40_000_000 + n), client_email: `clienta${n}@correo.example` }
  assert.equal((await call('POST', '/api/appointments/public', { body: booking(place, who) })).status, 201)
  return { ...who, token: await linkOf(place, who.client_email) }
}

test('5. the queue at the door: 600 log-ins of every kind at once, and whoever is in the right waits no second', async (t) => {
  const email = await owner()
  const { cookie } = await login('198.51.100.1', email)
  const client = await clientWithLink(1)
  const crowd = Array.from({ length: 600 }, (_, i) => {
    const body = { email: `nadie${i}@correo.example`, password: 'x'.repeat(8) }
    if (i % 3 === 0) return from(`203.0.113.${i % 2}`, '/api/admin/login', body)
    if (i % 3 === 1) return lookUp(`203.0.113.${i % 2}`, String(50_000_000 + i), body.email)
    return from(`203.0.113.${i % 2}`, '/api/auth/login', body)
  })
  const began = performance.now()
  const timed = async (asked: Promise<{ status: number }>) => {
    const { status } = await asked
    return { status, ms: performance.now() - began }
  }
  const right = await Promise.all([
    timed(open('203.0.113.0', client.token)),
    timed(login('203.0.113.1', email, PASSWORD, cookie)),
    timed(lookUp('203.0.113.0', client.client_id, client.client_email)),
  ])
  const answers = await Promise.all(crowd)
  // A loaded machine is slow at hashing too: what counts is that the right ones are not behind 400 wrong ones.
  const all = performance.now() - began
  const late = right.filter(({ status, ms }) => status !== 200 || ms > Math.max(1500, all / 2))
  const odd = answers.filter(({ status }) => ![200, 401, 429, 503].includes(status))
  outcome(t, crowd.length, late.length + odd.length)
})

test('6. lock-outs: bad passwords, links and look-ups of others keep nobody out', async (t) => {
  const email = await owner()
  const home = await login('198.51.100.2', email)
  const client = await clientWithLink(2)
  let tried = 0
  for (let i = 0; i < 53; i++, tried++) await login(`192.0.2.${i % 8}`, email, `no-es-${i}`)
  const neighbour = await owner()
  // All of them from the address that the right ones come from, too.
  for (let i = 0; i < 101; i++, tried++) await login('192.0.2.200', `nadie${i}@correo.example`)
  for (let i = 0; i < 31; i++, tried++) await open('192.0.2.200', `1.${'b'.repeat(43)}`)
  for (let i = 0; i < 61; i++, tried++)
    await lookUp('192.0.2.200', String(60_000_000 + i), `otra${i}@correo.example`)
  for (let i = 0; i < 12; i++, tried++)
    await from('192.0.2.200', '/api/admin/login', { email: `otro${i}@correo.example`, password: 'no-es-esa' })
  const right = [
    await login('198.51.100.2', email),
    await login('192.0.2.201', email, PASSWORD, home.cookie),
    await login('192.0.2.200', neighbour),
    await open('192.0.2.200', client.token),
    await lookUp('192.0.2.200', client.client_id, client.client_email),
    await from('192.0.2.200', '/api/admin/login', ADMINISTRATOR),
  ]
  const stranger = await login('192.0.2.202', email)
  assert.equal(stranger.status, 429)
  assert.ok(stranger.body.challenge, 'whoever was never here works for it')
  outcome(t, tried, right.filter(({ status }) => status !== 200).length)
})

test('8. development by accident, and demo accounts in production', async (t) => {
  const tries: Record<string, string>[] = [
    { PUBLIC_URL: 'https://agenda.example.com' },
    { PUBLIC_URL: 'https://agenda.example.com', NODE_ENV: 'development' },
    { PUBLIC_URL: 'http://203.0.113.9:3000', HOST: '127.0.0.1' },
    { PUBLIC_URL: 'https://[2001:db8::1]' },
    { PUBLIC_URL: 'https://AGENDA.EXAMPLE.COM.' },
    { HOST: '0.0.0.0', TRUST_PROXY: '1' },
    { HOST: '::', TRUST_PROXY: '2' },
  ]
  const started = tries.filter((env) => {
    try {
      return Boolean(readConfig(env))
    } catch {
      return false
    }
  })
  await ensureNoDemoAccounts(db)
  const { user_id } = await salon(db)
  const password_hash = await hashPassword(DEMO_OWNER.password)
  const { email } = DEMO_OWNER
  await db.updateTable('users').set({ email, password_hash }).where('id', '=', user_id).execute()
  await assert.rejects(ensureNoDemoAccounts(db), /The database holds the demo owner/)
  await db
    .updateTable('administrators')
    .set({
      email: DEMO_ADMINISTRATOR.email,
      password_hash: await hashPassword(DEMO_ADMINISTRATOR.password),
    })
    .execute()
  await assert.rejects(ensureNoDemoAccounts(db), /The database holds the demo administrator/)
  outcome(t, tries.length + 2, started.length)
})

/** What an installation behind TLS tells browsers, and whose certificates it believes. */
import { bucketStore } from '#server/backup/store.ts'
import { connect } from '#server/database/db.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttps } from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { after, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import getTlsOptions from 'smtp-server/lib/tls-options.js'
import { booking, database, salon } from '../helper.ts'
import { owner, PASSWORD } from '../owner.ts'
import { site } from '../pages.ts'

const db = await database()
const place = await salon(db)
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://agenda.example.com',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'citas@example.com',
}
const withTls = await site(db, { env: production })
const without = await site(db)
/** With a certificate that nobody has signed. */
const unsigned: { key: string; cert: string } = getTlsOptions()

const ADDRESSES = [
  '/',
  '/login',
  `/negocio/${place.slug}`,
  '/dashboard',
  '/nada',
  '/api/health',
  '/api/nada',
  '/files/nada.webp',
]

test('with TLS browsers are told to stay with it, in every answer', async () => {
  for (const url of ADDRESSES) {
    const { headers } = await withTls.get(url)
    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains', url)
    assert.equal((await without.get(url)).headers['strict-transport-security'], undefined, url)
  }
})

test('no page may be framed, nor run a script without its hash', async () => {
  for (const url of ['/', '/login', `/negocio/${place.slug}`, '/dashboard', '/nada']) {
    const policy = String((await withTls.get(url)).headers['content-security-policy'])
    assert.match(policy, /frame-ancestors 'none'/, url)
    assert.doesNotMatch(/script-src [^;]*/.exec(policy)![0], /unsafe|\*/, url)
  }
})

test('with TLS no cookie travels without it; no script reads one, no other page sends it', async () => {
  for (const { call, isSecure } of [
    { call: withTls.call, isSecure: true },
    { call: without.call, isSecure: false },
  ]) {
    const { email } = await owner(call)
    const login = await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
    const booked = await call('POST', '/api/appointments/public', {
      body: booking(place, { appointment_time: isSecure ? '09:00' : '11:00' }),
    })
    assert.equal(booked.status, 201, booked.body.error)
    const kept = await call('POST', `/api/businesses/${place.business_id}/returning`, {
      body: { token: booked.body.portal_token },
    })
    for (const { status, headers } of [login, kept]) {
      assert.equal(status, 200)
      const cookies = [headers['set-cookie']].flat()
      assert.ok(cookies.length > 0)
      for (const cookie of cookies) {
        assert.match(String(cookie), /; HttpOnly; SameSite=Strict/)
        assert.equal(/; Secure/.test(String(cookie)), isSecure)
      }
    }
  }
})

async function portOf(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

test('a bucket whose certificate nobody has signed is sent nothing', async () => {
  let heard = 0
  const port = await portOf(createHttps(unsigned, () => void heard++))
  const settings = { accessKey: 'AK', secretKey: 'x', region: 'auto', bucket: 'copias' }
  const store = bucketStore({ ...settings, endpoint: `https://127.0.0.1:${port}` })
  await assert.rejects(
    store.list(''),
    /cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT|cannot be reached \(.*CERT/,
  )
  assert.equal(heard, 0)
})

test('a PostgreSQL whose certificate nobody has signed is sent no password', async () => {
  let heard = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secured = new TLSSocket(socket, { isServer: true, ...unsigned })
      secured.on('error', () => {}).on('data', () => heard++)
    })
  })
  const url = `postgres://enpunto:clave@127.0.0.1:${await portOf(server)}/enpunto`
  for (const mode of ['require', 'verify-full']) {
    const other = connect({ url: `${url}?sslmode=${mode}` })
    await assert.rejects(sql`select 1`.execute(other), /self[- ]signed certificate|CERT/i)
    await other.destroy()
  }
  assert.equal(heard, 0)
})

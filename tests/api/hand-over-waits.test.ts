/** A stolen password does not take a business away for good: what it offers waits, and ends with 'No fui yo'. */
import { takeableText } from '#domain/team.ts'
import { newToken } from '#server/tokens.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { sendDue } from '#server/messages/send.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { api, database, NOW } from '../helper.ts'
import { owner, PASSWORD } from '../owner.ts'
import { confirmEmailOf, longSignedIn } from '../roles.ts'
import { senderDeps } from '../sender.ts'
import { codeAt } from '../totp.ts'

const db = await database()
const { call, clock } = await api(db)
const HOUR = 3_600_000
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

/** A business with a manager, who may be in league with whoever has the owner's password. */
async function shop() {
  const [who, other] = [await owner(call), await owner(call)]
  const { business_id } = who
  await confirmEmailOf(db, business_id)
  await confirmEmailOf(db, other.business_id)
  const { id: user_id } = (await other.as('GET', '/api/auth/verify')).body.user
  await db.insertInto('memberships').values({ business_id, user_id, role: 'manager' }).execute()
  const asManager = async () => {
    const login = { email: other.email, password: PASSWORD, recaptcha_token: 'dev-token' }
    const { token } = (await call('POST', '/api/auth/login', { body: login })).body
    const opened = await call('POST', '/api/auth/switch', {
      headers: { authorization: `Bearer ${token}` },
      body: { to: business_id },
    })
    return { authorization: `Bearer ${opened.body.token}` }
  }
  const offer = (headers: Record<string, string> = who.headers) =>
    call('POST', `/api/members/${user_id}/hand-over`, { headers, body: { currentPassword: PASSWORD } })
  const take = async () =>
    call('POST', '/api/members/hand-over/accept', {
      headers: await asManager(),
      body: { currentPassword: PASSWORD },
    })
  return { who, business_id, asManager, offer, take }
}

const signIn = async (email: string, more = {}) =>
  (
    await call('POST', '/api/auth/login', {
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14)' },
      body: { email, password: PASSWORD, recaptcha_token: 'dev-token', ...more },
    })
  ).body.token as string

test('what a new session offers may be taken after 48 hours, and everybody is told so', async () => {
  const { who, offer, take, asManager } = await shop()
  const { timezone } = (await who.as('GET', '/api/auth/verify')).body.business
  assert.equal((await offer()).status, 200)
  const at = clock.now + 48 * HOUR
  const early = await take()
  assert.deepEqual([early.status, early.body.error], [409, takeableText(timezone, at)])
  assert.match(
    early.body.error,
    /^Por seguridad, la entrega se puede aceptar desde el \S+ \d+ de \S+ a las? /,
  )
  assert.equal((await who.as('GET', '/api/members')).body.offer.takeable_at, new Date(at).toISOString())
  assert.equal(
    (await call('GET', '/api/auth/verify', { headers: await asManager() })).body.offer.takeable_at,
    new Date(at).toISOString(),
  )
  await sendDue(senderDeps(db, mailer, { now: () => clock.now }))
  assert.equal(
    sent.filter(({ subject, text }) => subject === 'Ofrecido' && text.includes(early.body.error)).length,
    2,
  )
  clock.now = at
  assert.equal(
    (await call('GET', '/api/auth/verify', { headers: await asManager() })).body.offer.takeable_at,
    null,
  )
  assert.equal((await take()).status, 200)
})

test('whoever has been there for 48 hours, or has had a second step for as long, hands over at once', async () => {
  const old = await shop()
  await longSignedIn(db, old.business_id)
  assert.equal((await old.offer()).status, 200)
  assert.equal((await old.take()).status, 200)

  const { who, offer, take } = await shop()
  const { secret } = (await who.as('POST', '/api/auth/second-factor/setup')).body
  const on = { currentPassword: PASSWORD, code: codeAt(secret, clock.now) }
  assert.equal((await who.as('POST', '/api/auth/second-factor/on', on)).status, 200)
  // Somebody else may have switched it on a moment ago.
  assert.equal((await offer()).status, 200)
  assert.equal((await take()).status, 409)
  clock.now += 49 * HOUR
  const token = await signIn(who.email, { code: codeAt(secret, clock.now) })
  assert.equal((await offer({ authorization: `Bearer ${token}` })).status, 200)
  assert.equal((await take()).status, 200)
})

test('‘No fui yo’ takes the offer back that a stolen password made', async () => {
  const { who, offer, take } = await shop()
  await signIn(who.email)
  await sendDue(senderDeps(db, mailer, { now: () => clock.now }))
  // Beside it went what confirms the e-mail, in whatever order.
  const [link] = sent.flatMap(({ to, text }) => (to === who.email && /no-fui-yo=(\S+)/.exec(text)?.[1]) || [])
  const thief = { authorization: `Bearer ${await signIn(who.email)}` }
  assert.equal((await offer(thief)).status, 200)
  assert.equal((await call('POST', '/api/auth/not-me', { body: { token: link } })).status, 200)
  clock.now += 49 * HOUR
  assert.equal((await take()).status, 404)
})

test('so does a new password by a mailed link', async () => {
  const { who, offer, take, business_id } = await shop()
  assert.equal((await offer()).status, 200)
  const { id: user_id } = (await who.as('GET', '/api/auth/verify')).body.user
  const { token, hash: token_hash } = newToken(business_id)
  await sql`insert into password_resets (business_id, user_id, token_hash, expires_at)
    values (${business_id}, ${user_id}, ${token_hash}, ${new Date(clock.now + HOUR).toISOString()})`.execute(
    db,
  )
  const body = { token, password: 'una-clave-larga-8' }
  assert.equal((await call('POST', '/api/auth/reset-password', { body })).status, 200)
  clock.now += 49 * HOUR
  assert.equal((await take()).status, 404)
})

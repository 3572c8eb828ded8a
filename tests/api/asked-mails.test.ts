import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { MailError, type Mail, type Mailer } from '#server/mail/mailer.ts'
import { PRESSES_MS } from '#server/messages/asked/queries.ts'
import { sendDue } from '#server/messages/send.ts'
import { api, booking, database, NOW, salon } from '../helper.ts'
import { owner, PASSWORD, type Owner } from '../owner.ts'
import { senderDeps } from '../sender.ts'

const db = await database()
const { call, clock } = await api(db)
// Another process at the same database.
const other = await api(db)

const sent: Mail[] = []
let isPutOff = false
const mailer: Mailer = {
  async send(mail, beforeLastByte) {
    if (isPutOff) throw new MailError('before', '451 try again later')
    await beforeLastByte()
    sent.push(mail)
  },
  async close() {},
}
const deliver = () => sendDue(senderDeps(db, mailer, { now: () => clock.now + PRESSES_MS }))
const later = (seconds: number) => (other.clock.now = clock.now += seconds * 1000)
const mails = (to: string, subject: string) =>
  sent.filter((mail) => mail.to === to && mail.subject === subject).map(({ text }) => text)

beforeEach(async () => {
  other.clock.now = clock.now = Math.max(clock.now, NOW) + 3_600_000
  isPutOff = false
  await deliver()
  sent.length = 0
})

const atOnce = async <T>(press: (call: typeof other.call) => Promise<T>) =>
  Promise.all([press(call), press(other.call), press(call)])

const forgot = (email: string) => (call: typeof other.call) =>
  call('POST', '/api/auth/forgot-password', { body: { email } })
const resetBy = (text: string, password: string) =>
  call('POST', '/api/auth/reset-password', {
    body: { token: /reset-password\?token=(\S+)/.exec(text)![1]!, password },
  })

describe('a link for a new password that is asked for three times at once', () => {
  /** Somebody else of an owner's team. */
  async function manager({ business_id }: Owner) {
    const someone = await owner(call)
    const user_id = (await someone.as('GET', '/api/auth/verify')).body.user.id as number
    await db
      .insertInto('memberships')
      .values({ business_id, user_id, role: 'manager', created_at: '2026-01-01T00:00:00Z' })
      .execute()
    return someone
  }

  for (const [who, whose] of [
    ['an owner', async () => owner(call)],
    ['a manager', async () => manager(await owner(call))],
  ] as const)
    test(`leaves ${who} one mail, whose link opens, and asked for again another`, async () => {
      const { email } = await whose()
      const answers = await atOnce(forgot(email))
      const unknown = await forgot('nadie@correo.example')(call)
      for (const { status, body } of answers) assert.deepEqual([status, body], [200, unknown.body])
      assert.deepEqual((await forgot(email.toUpperCase())(call)).body, unknown.body)
      await deliver()
      const [first, ...more] = mails(email, 'Contraseña')
      assert.deepEqual(more, [])
      await atOnce(forgot(email))
      await deliver()
      assert.equal(mails(email, 'Contraseña').length, 2)
      assert.equal((await resetBy(first!, 'otra-clave-larga')).status, 200)
    })

  test('waits once, however long the mail server is away', async () => {
    const { email } = await owner(call)
    for (let n = 0; n < 3; n++) {
      await forgot(email)(call)
      later(600)
    }
    await deliver()
    assert.equal(mails(email, 'Contraseña').length, 1)
  })

  test('comes at once where the server had put it off', async () => {
    const { email } = await owner(call)
    await forgot(email)(call)
    isPutOff = true
    for (const seconds of [0, 5, 15, 60, 300]) {
      later(seconds)
      await deliver()
    }
    isPutOff = false
    later(1)
    await deliver()
    assert.deepEqual(mails(email, 'Contraseña'), [])
    await forgot(email)(call)
    await deliver()
    assert.equal(mails(email, 'Contraseña').length, 1)
  })

  test('leaves again where another password ended the link of before', async () => {
    const { email } = await owner(call)
    await forgot(email)(call)
    await deliver()
    assert.equal((await resetBy(mails(email, 'Contraseña')[0]!, 'otra-clave-larga')).status, 200)
    await forgot(email)(call)
    await deliver()
    const [, link] = mails(email, 'Contraseña')
    assert.equal((await resetBy(link!, 'una-clave-mas-larga')).status, 200)
  })
})

test('the link that confirms an e-mail, asked for three times at once, is one mail, and asked for again another', async () => {
  const { email, token } = await owner(call)
  await deliver()
  const press = (call: typeof other.call) =>
    call('POST', '/api/auth/confirmation-mail', { headers: { authorization: `Bearer ${token}` } })
  for (const { status, body } of await atOnce(press))
    assert.deepEqual([status, body], [200, { success: true, message: 'Te enviamos el enlace otra vez' }])
  await deliver()
  assert.equal(mails(email, 'Confirma').length, 1)
  await press(call)
  await deliver()
  assert.equal(mails(email, 'Confirma').length, 2)
})

test('an e-mail that was left before its mail could go, and is taken again, is written to at once', async () => {
  const { as, email } = await owner(call)
  const next = `otra-${email}`
  const moveTo = async (email: string) => {
    const { status } = await as('PATCH', '/api/businesses/profile', { email, currentPassword: PASSWORD })
    assert.equal(status, 200)
  }
  await moveTo(next)
  await moveTo(email)
  await deliver()
  assert.deepEqual(mails(next, 'Confirma'), [])
  await moveTo(next)
  await deliver()
  assert.equal(mails(next, 'Confirma').length, 1)
})

test('a client’s link, asked for three times at once, is one mail, which takes one of the three of an hour', async () => {
  const client_email = 'rosa@correo.example'
  const body = booking(await salon(db), { client_email })
  assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
  const press = (client_email: string) => (call: typeof other.call) =>
    call('POST', '/api/appointments/client/send-link', { body: { client_email } })
  const unknown = await press('ninguna@correo.example')(call)
  const links = () =>
    sent
      .filter(({ to, subject }) => to === client_email && subject.startsWith('Tu enlace'))
      .map(({ text }) => text)
  const counts = []
  for (let n = 0; n < 4; n++) {
    for (const { status, body } of await atOnce(press(n % 2 ? client_email.toUpperCase() : client_email)))
      assert.deepEqual([status, body], [200, unknown.body])
    await deliver()
    counts.push(links().length)
  }
  assert.deepEqual(counts, [1, 2, 3, 3])
  for (const link of links()) {
    const opened = await call('GET', `/api/client-auth/validate-token?token=${/token=(\S+)/.exec(link)![1]}`)
    assert.equal(opened.status, 200)
  }
})

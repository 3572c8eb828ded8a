/** What comes twice in a team: by a second click, by two people at once, and because an answer got lost. */
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { sql } from 'kysely'
import { sendDue } from '#server/messages/send.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, database } from '../helper.ts'
import { owner, PASSWORD } from '../owner.ts'
import { confirmEmailOf, longSignedIn, memberOf } from '../roles.ts'
import { senderDeps } from '../sender.ts'

const db = await database()
const { call, clock } = await api(db)

const sent: Mail[] = []
const mailer: Mailer = {
  async send(mail, beforeLastByte) {
    await beforeLastByte()
    sent.push(mail)
  },
  async close() {},
}
async function mails(): Promise<Mail[]> {
  const before = sent.length
  await sendDue(senderDeps(db, mailer, { now: () => clock.now }))
  return sent.slice(before)
}
async function shop() {
  const who = await owner(call)
  await confirmEmailOf(db, who.business_id)
  await mails()
  const { user } = (await who.as('GET', '/api/auth/verify')).body
  return { ...who, user_id: user.id as number }
}
type Shop = Awaited<ReturnType<typeof shop>>

let people = 0
const newEmail = () => `repetida${++people}@correo.example`
const tokenIn = (mail: Mail | undefined) => /token=([\w.-]+)/.exec(mail!.text)![1]!
const invite = (who: Shop, email: string, more: object = {}) =>
  who.as('POST', '/api/members/invite', { email, role: 'reception', ...more })
const open = async (who: Shop) => (await who.as('GET', '/api/members')).body
const read = (token: string) => call('POST', '/api/auth/invitation', { body: { token } })
const accept = (body: object) => call('POST', '/api/auth/invitation/accept', { body })
const of = (token: string) => ({ authorization: `Bearer ${token}` })

/** A second owner of the shop, with a session. */
async function joined(who: Shop, role: string) {
  const other = await shop()
  assert.equal((await invite(who, other.email, { role })).status, 201)
  const token = tokenIn((await mails()).find(({ to }) => to === other.email))
  const answer = await accept({ token, password: PASSWORD })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  await mails()
  return { ...other, headers: of(answer.body.token) }
}

describe('an invitation', () => {
  test('of a second click is the same one, and is mailed once; mailed again it is, a minute later', async () => {
    const who = await shop()
    const email = newEmail()
    const twice = await Promise.all([invite(who, email), invite(who, email.toUpperCase())])
    twice.push(await invite(who, email))
    assert.deepEqual(
      twice.map(({ status, body }) => [status, body.invitation.id]),
      twice.map(() => [201, twice[0]!.body.invitation.id]),
    )
    const first = await mails()
    assert.deepEqual(
      first.map(({ to }) => to.toLowerCase()),
      [email],
    )
    const { id } = twice[0]!.body.invitation
    const again = () => who.as('POST', `/api/members/invitations/${id}/resend`)
    assert.equal((await again()).status, 200)
    assert.deepEqual(await mails(), [], 'its mail has just left')
    assert.equal((await read(tokenIn(first[0]))).status, 200, 'and its link is good')
    clock.now += 61_000
    const both = await Promise.all([again(), again()])
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await mails()).length, 1)
    const statuses = []
    for (let n = 0; n < 4; n++) {
      clock.now += 61_000
      statuses.push((await again()).status)
    }
    assert.ok(statuses.includes(429), 'a mailbox is not filled')
  })

  test('of two who invite one address at once is one; for another role it takes the first one’s place', async () => {
    const who = await shop()
    const second = await memberOf(db, who.business_id, 'owner')
    const email = newEmail()
    const bySecond = (role: string) =>
      call('POST', '/api/members/invite', { headers: second.headers, body: { email, role } })
    const both = await Promise.all([invite(who, email), bySecond('reception')])
    assert.deepEqual(
      both.map(({ status }) => status),
      [201, 201],
    )
    assert.equal((await mails()).length, 1)
    assert.equal((await open(who)).invitations.length, 1)
    await Promise.all([invite(who, email), bySecond('manager')])
    const { invitations } = await open(who)
    assert.deepEqual(
      invitations.map(({ role }: { role: string }) => role).length,
      1,
      'whoever comes last counts, and there is one',
    )
    const links = (await mails()).map((mail) => tokenIn(mail))
    const good = (await Promise.all(links.map(read))).filter(({ status }) => status === 200)
    assert.deepEqual(
      good.map(({ body }) => body.role),
      [invitations[0].role],
    )
  })

  test('that is accepted at the moment when it is sent again makes one member, and leaves no invitation', async () => {
    for (let round = 0; round < 5; round++) {
      const who = await shop()
      const email = newEmail()
      await invite(who, email)
      const token = tokenIn((await mails())[0])
      const [accepted, replaced] = await Promise.all([
        accept({ token, name: 'Lina', password: 'una-clave-larga' }),
        invite(who, email, { role: 'manager' }),
      ])
      const { members, invitations } = await open(who)
      assert.equal(members.length + invitations.length, 2, JSON.stringify([accepted.body, replaced.body]))
      assert.equal(accepted.status === 200, members.length === 2)
      assert.equal(replaced.status === 201, invitations.length === 1)
      await mails()
    }
  })

  test('is over after seven days: said at its link, and to who accepts; mailed again it is good', async () => {
    const who = await shop()
    const email = newEmail()
    const { id } = (await invite(who, email)).body.invitation
    const token = tokenIn((await mails())[0])
    const at = clock.now
    clock.now = at + 7 * 24 * 3_600_000 + 1_000
    const sentence = 'El enlace no es válido o ya venció. Pide que te inviten otra vez.'
    for (const late of [
      await read(token),
      await accept({ token, name: 'Tarde', password: 'una-clave-larga' }),
    ])
      assert.deepEqual([late.status, late.body.error], [400, sentence])
    const login = { email: who.email, password: PASSWORD, recaptcha_token: 'dev-token' }
    const headers = of((await call('POST', '/api/auth/login', { body: login })).body.token)
    const { invitations } = (await call('GET', '/api/members', { headers })).body
    assert.equal(invitations[0].is_expired, true)
    const resent = await call('POST', `/api/members/invitations/${id}/resend`, { headers })
    assert.equal(resent.body.invitation.is_expired, false)
    const again = tokenIn((await mails()).find(({ to }) => to === email))
    assert.equal((await accept({ token: again, name: 'Tarde', password: 'una-clave-larga' })).status, 200)
    clock.now = at
  })
})

describe('an acceptance whose answer got lost', () => {
  test('signs in when it is sent again, at the same time too, by whoever knows the password', async () => {
    const who = await shop()
    const email = newEmail()
    await invite(who, email)
    const token = tokenIn((await mails())[0])
    const body = { token, name: 'Lina Paz', password: 'una-clave-larga' }
    const three = await Promise.all([accept(body), accept(body), accept(body)])
    three.push(await accept(body))
    for (const { status, body } of three) {
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(
        (await call('GET', '/api/auth/verify', { headers: of(body.token) })).body.role,
        'reception',
      )
    }
    assert.equal((await open(who)).members.length, 2)
    const acts = await sql<{ act: string; n: number }>`
      select act, count(*)::int as n from activity where business_id = ${who.business_id} and subject = ${email}
        and act in ('member_joined', 'login') group by 1 order by 1`.execute(db)
    assert.deepEqual(acts.rows, [
      { act: 'login', n: 3 },
      { act: 'member_joined', n: 1 },
    ])
    const wrong = await accept({ ...body, password: 'otra-clave-larga' })
    assert.deepEqual([wrong.status, wrong.body.token], [400, undefined])
    // Who was removed is not let in by it, nor is anybody a day later.
    const [member] = (await open(who)).members.filter(({ is_you }: { is_you: boolean }) => !is_you)
    clock.now += 25 * 3_600_000
    assert.equal((await accept(body)).status, 400)
    clock.now -= 25 * 3_600_000
    assert.equal((await who.as('DELETE', `/api/members/${member.user_id}`)).status, 200)
    assert.equal((await accept(body)).status, 400)
  })

  test('… and so does one of somebody who has an account; the second factor is asked for as ever', async () => {
    const [who, other] = [await shop(), await shop()]
    await invite(who, other.email)
    const token = tokenIn((await mails()).find(({ to }) => to === other.email))
    const both = await Promise.all([1, 2].map(() => accept({ token, password: PASSWORD })))
    assert.deepEqual(
      both.map(({ status, body }) => [status, body.business?.id]),
      [1, 2].map(() => [200, who.business_id]),
    )
    assert.equal((await accept({ token, password: 'equivocada-otra-vez' })).status, 400)
  })

  test('wrong passwords at a used link are counted as those of the log-in', async () => {
    const [who, other] = [await shop(), await shop()]
    await invite(who, other.email)
    const token = tokenIn((await mails()).find(({ to }) => to === other.email))
    assert.equal((await accept({ token, password: PASSWORD })).status, 200)
    for (let n = 0; n < 10; n++) assert.equal((await accept({ token, password: `mala-${n}` })).status, 400)
    assert.equal((await accept({ token, password: PASSWORD })).status, 429)
  })
})

describe('a hand-over', () => {
  const keyed = (headers: object, url: string, body: object, key: string) =>
    call('POST', url, { headers: { ...(headers as Record<string, string>), 'idempotency-key': key }, body })
  const password = { currentPassword: PASSWORD }

  test('sent again with its key has the same answer, and each side is mailed once', async () => {
    const who = await shop()
    const other = await joined(who, 'manager')
    await longSignedIn(db, who.business_id)
    const offer = (body: object = password) =>
      keyed(who.headers, `/api/members/${other.user_id}/hand-over`, body, 'entrego')
    const take = (body: object = password) =>
      keyed(other.headers, '/api/members/hand-over/accept', body, 'recibo')
    const offers = await Promise.all([offer(), offer()])
    offers.push(await offer())
    assert.deepEqual(
      offers.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal((await mails()).length, 2)
    const taken = await Promise.all([take(), take()])
    taken.push(await take())
    assert.deepEqual(
      taken.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal((await mails()).length, 2)
    const { members } = (await call('GET', '/api/members', { headers: other.headers })).body
    assert.deepEqual(
      members.map(({ role, is_you }: { role: string; is_you: boolean }) => [role, is_you]),
      [
        ['owner', true],
        ['manager', false],
      ],
    )
  })

  test('and the removal of who receives it, at once: one owner, whoever comes first', async () => {
    for (let round = 0; round < 8; round++) {
      const who = await shop()
      const other = await joined(who, 'manager')
      await longSignedIn(db, who.business_id)
      const url = `/api/members/${other.user_id}`
      assert.equal((await who.as('POST', `${url}/hand-over`, password)).status, 200)
      const [taken, removed] = await Promise.all([
        call('POST', '/api/members/hand-over/accept', { headers: other.headers, body: password }),
        who.as('DELETE', url),
      ])
      const owners = await db
        .selectFrom('memberships')
        .select('user_id')
        .where('business_id', '=', who.business_id)
        .where('role', '=', 'owner')
        .execute()
      const said = JSON.stringify([taken.status, taken.body, removed.status, removed.body])
      assert.equal(owners.length, 1, said)
      assert.equal(taken.status === 200, owners[0]!.user_id === other.user_id, said)
      assert.ok(taken.status === 200 ? [403, 409].includes(removed.status) : removed.status === 200, said)
      assert.ok([200, 401, 404].includes(taken.status), said)
      await mails()
    }
  })
})

test('who left and did not hear of it is told so when the call is sent again, by that session alone', async () => {
  const who = await shop()
  const other = await joined(who, 'reception')
  const stays = await joined(who, 'manager')
  const leave = (headers = other.headers, key = 'sale', currentPassword = PASSWORD) =>
    call('POST', '/api/members/leave', {
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      body: { currentPassword },
    })
  assert.equal((await leave(other.headers, 'otra', 'equivocada')).status, 400)
  const both = await Promise.all([leave(), leave()])
  for (const { status, body } of [...both, await leave()])
    assert.deepEqual([status, body], [200, { success: true }])
  assert.deepEqual(
    (await open(who)).members.map(({ email }: any) => email).sort(),
    [who.email, stays.email].sort(),
  )
  // Without its key, with another, of another session or of none: nothing of it is told.
  const invented = of(`${who.business_id}.${'x'.repeat(43)}`)
  for (const answer of [
    await leave(other.headers, ''),
    await leave(other.headers, 'otra2'),
    await leave(invented),
  ])
    assert.equal(answer.status, 401)
  assert.equal((await call('GET', '/api/auth/verify', { headers: other.headers })).status, 401)
  assert.equal((await leave(stays.headers, 'sale', 'equivocada')).status, 400)
  assert.equal((await open(who)).members.length, 2)
})

test('a new password that is sent again with its key is changed, once, and mailed once', async () => {
  const who = await shop()
  const change = (key: string, currentPassword = PASSWORD) =>
    call('POST', '/api/businesses/change-password', {
      headers: { ...who.headers, 'idempotency-key': key },
      body: { currentPassword, newPassword: 'clave-nueva-larga', confirmPassword: 'clave-nueva-larga' },
    })
  const answers = await Promise.all([change('uno'), change('uno')])
  answers.push(await change('uno'))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal((await mails()).length, 1)
  const other = await change('dos')
  assert.deepEqual([other.status, Object.keys(other.body.fields)], [400, ['currentPassword']])
})

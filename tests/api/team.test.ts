import { MOST_MEMBERS } from '#domain/team.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { PRESSES_MS } from '#server/messages/asked/queries.ts'
import { sendDue } from '#server/messages/send.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { whileHeld } from '../held.ts'
import { api, booking, database } from '../helper.ts'
import { owner, PASSWORD, registration, withOffer } from '../owner.ts'
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
/** Sends what is due. @returns what left. */
async function mails(): Promise<Mail[]> {
  const before = sent.length
  await sendDue(senderDeps(db, mailer, { now: () => clock.now + PRESSES_MS }))
  return sent.slice(before)
}

async function shop() {
  const who = await owner(call)
  await confirmEmailOf(db, who.business_id)
  const offer = await withOffer(who)
  await mails()
  const { user } = (await who.as('GET', '/api/auth/verify')).body
  return { ...who, ...offer, user_id: user.id as number }
}
type Shop = Awaited<ReturnType<typeof shop>>

let people = 0
const newEmail = () => `invitada${++people}@correo.example`
const tokenIn = (mail: Mail | undefined) => /token=([\w.-]+)/.exec(mail!.text)![1]!

/** Invites by a call. @returns the invitation, and the token of its mail. */
async function invite(who: Shop, body: Record<string, unknown> = {}) {
  const email = (body['email'] as string) ?? newEmail()
  const answer = await who.as('POST', '/api/members/invite', { role: 'reception', ...body, email })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const mail = (await mails()).find(({ to }) => to === email)
  assert.equal(mail!.subject, 'Te invitaron')
  return { email, id: answer.body.invitation.id as number, token: tokenIn(mail) }
}
const read = (token: string) => call('POST', '/api/auth/invitation', { body: { token } })
const accept = (body: Record<string, unknown>) => call('POST', '/api/auth/invitation/accept', { body })
const verify = async (token: string) =>
  (await call('GET', '/api/auth/verify', { headers: { authorization: `Bearer ${token}` } })).body
const membersOf = async (who: Shop) => (await who.as('GET', '/api/members')).body

describe('inviting', () => {
  test('a mail with a link that shows business, role and who invites; somebody new joins by it, once', async () => {
    const who = await shop()
    const { email, token } = await invite(who, { role: 'professional', professional_id: who.professional_id })
    const shown = (await read(token)).body
    assert.deepEqual([shown.role, shown.email, shown.has_account], ['professional', email, false])
    // An owner who gave no name is known by the e-mail.
    assert.equal(shown.invited_by, who.email)
    assert.match(shown.business_name, /Doña Inés/)
    const missing = await accept({ token, password: 'una-clave-larga' })
    assert.deepEqual([missing.status, missing.body.fields], [400, { name: 'Escribe tu nombre' }])
    const guessed = await accept({ token, name: 'Laura', password: '123456' })
    assert.equal(guessed.status, 400)
    const joined = await accept({ token, name: 'Laura Pineda', password: 'una-clave-larga' })
    assert.equal(joined.status, 200, JSON.stringify(joined.body))
    const me = await verify(joined.body.token)
    assert.deepEqual(
      [me.business.id, me.user.name, me.role, me.professional_id],
      [who.business_id, 'Laura Pineda', 'professional', who.professional_id],
    )
    // Whoever did not get the answer is in; anybody else is told that the link was used, not that it never was good.
    const again = await accept({ token, name: 'Laura Pineda', password: 'una-clave-larga' })
    assert.equal(again.status, 200, JSON.stringify(again.body))
    assert.equal((await verify(again.body.token)).user.name, 'Laura Pineda')
    const used = 'Esta invitación ya se usó. Si fuiste tú, inicia sesión con tu correo y tu contraseña.'
    for (const other of [
      await accept({ token, name: 'Otra', password: 'otra-clave-larga' }),
      await read(token),
    ])
      assert.deepEqual([other.status, other.body.error], [400, used])
    const { members, invitations } = await membersOf(who)
    assert.deepEqual(
      members.map(({ role, professional_name }: any) => [role, professional_name]),
      [
        ['owner', null],
        ['professional', 'Inés Prada'],
      ],
    )
    assert.deepEqual(invitations, [])
  })

  test('the token is nowhere in the database', async () => {
    const { token } = await invite(await shop())
    const secret = token.split('.')[1]!
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from invitations i where i::text like ${`%${secret}%`}`.execute(db)
    const kept = await sql<{ n: number }>`
      select count(*)::int as n from messages m where m::text like ${`%${secret}%`}`.execute(db)
    assert.deepEqual([rows[0]!.n, kept.rows[0]!.n], [0, 0])
  })

  test('a second invitation takes the first one’s place; one that is mailed again has a new link', async () => {
    const who = await shop()
    const first = await invite(who)
    const second = await invite(who, { email: first.email.toUpperCase(), role: 'manager' })
    assert.deepEqual(
      [(await read(first.token)).status, (await read(second.token)).body.role],
      [400, 'manager'],
    )
    assert.equal((await membersOf(who)).invitations.length, 1)
    clock.now += 3_600_000
    assert.equal((await who.as('POST', `/api/members/invitations/${second.id}/resend`)).status, 200)
    const again = tokenIn((await mails())[0])
    assert.deepEqual([(await read(second.token)).status, (await read(again)).status], [400, 200])
    assert.equal((await who.as('DELETE', `/api/members/invitations/${second.id}`)).status, 200)
    assert.equal((await read(again)).status, 400)
    assert.equal((await who.as('DELETE', `/api/members/invitations/${second.id}`)).status, 404)
  })

  test('it is good for seven days', async () => {
    const at = clock.now
    const { token } = await invite(await shop())
    clock.now = at + 7 * 24 * 3_600_000 - 1000
    assert.equal((await read(token)).status, 200)
    clock.now = at + 7 * 24 * 3_600_000 + 1000
    const late = await accept({ token, name: 'Tarde', password: 'una-clave-larga' })
    assert.equal(late.status, 400)
    clock.now = at
  })

  test('the same answer, whether the address has an account or not', async () => {
    const [who, other] = [await shop(), await shop()]
    const ask = async (email: string) => {
      const { status, body } = await who.as('POST', '/api/members/invite', { email, role: 'reception' })
      const { id: _, email: __, ...rest } = body.invitation
      return [status, rest]
    }
    assert.deepEqual(await ask(other.email), await ask(newEmail()))
  })

  test('is refused for a member, for an owner’s role, without a professional, and before the e-mail is confirmed', async () => {
    const who = await shop()
    const send = async (body: object) => {
      const answer = await who.as('POST', '/api/members/invite', body)
      return [answer.status, answer.body.error]
    }
    assert.deepEqual(await send({ email: who.email, role: 'manager' }), [
      409,
      'Esa persona ya es de tu equipo',
    ])
    assert.equal((await send({ email: newEmail(), role: 'owner' }))[0], 400)
    assert.deepEqual(await send({ email: newEmail(), role: 'professional' }), [
      400,
      'Elige quién es en tu agenda',
    ])
    const foreign = (await shop()).professional_id
    assert.equal((await send({ email: newEmail(), role: 'professional', professional_id: foreign }))[0], 404)
    for (const wrong of ['x', 0, -1, 1.5, true])
      assert.deepEqual(await send({ email: newEmail(), role: 'reception', professional_id: wrong }), [
        400,
        'Profesional no encontrado',
      ])
    const unconfirmed = await owner(call)
    const { status } = await unconfirmed.as('POST', '/api/members/invite', {
      email: newEmail(),
      role: 'manager',
    })
    assert.equal(status, 409)
  })

  test('strangers’ mailboxes are not filled: six a day to one address, whoever sends', async () => {
    const email = newEmail()
    const statuses = []
    for (let n = 0; n < 4; n++) {
      const who = await shop()
      for (let again = 0; again < 2; again++)
        statuses.push((await who.as('POST', '/api/members/invite', { email, role: 'reception' })).status)
    }
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 201, 429, 429])
  })

  test(`a team has ${MOST_MEMBERS} people at most, also when many are invited at once`, async () => {
    const who = await shop()
    const members = []
    for (let n = 1; n < MOST_MEMBERS - 1; n++) members.push(await memberOf(db, who.business_id, 'reception'))
    const answers = await Promise.all(
      [1, 2, 3].map(() => who.as('POST', '/api/members/invite', { email: newEmail(), role: 'reception' })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])

    // Nor by who comes back, or is asked again, once others have the place.
    const [rested] = members
    const turn = (is_active: boolean) => who.as('PATCH', `/api/members/${rested!.user_id}`, { is_active })
    const invited = () => who.as('POST', '/api/members/invite', { email: newEmail(), role: 'reception' })
    assert.equal((await turn(false)).status, 200)
    const { id } = (await invited()).body.invitation
    const back = await turn(true)
    assert.equal(back.status, 409)
    assert.match(back.body.error, /^Tu equipo ya tiene 50 personas/)
    await db
      .updateTable('invitations')
      .set({ expires_at: new Date(clock.now - 1000).toISOString() })
      .where('id', '=', id)
      .execute()
    assert.equal((await invited()).status, 201)
    assert.equal((await who.as('POST', `/api/members/invitations/${id}/resend`)).status, 409)
    // Nor by whom the owner lets in with another e-mail, by an invitation that has expired since.
    const other = await shop()
    await db.updateTable('invitations').set({ claimed_by: other.user_id }).where('id', '=', id).execute()
    const late = await who.as('POST', `/api/members/invitations/${id}/confirm`)
    assert.deepEqual([late.status, late.body.error], [409, back.body.error])
  })
})

describe('accepting as somebody who has an account', () => {
  test('takes their own password, and never sets it', async () => {
    const [who, other] = [await shop(), await shop()]
    const { token } = await invite(who, { email: other.email })
    assert.equal((await read(token)).body.has_account, true)
    // Later than the own business was made.
    clock.now += 1000
    const wrong = await accept({ token, name: 'Ladrón', password: 'clave-del-ladron' })
    assert.deepEqual([wrong.status, wrong.body.error], [401, 'El email o la contraseña no son correctos'])
    const joined = await accept({ token, password: PASSWORD })
    const me = await verify(joined.body.token)
    assert.deepEqual([me.business.id, me.role, me.user.id], [who.business_id, 'reception', other.user_id])
    assert.deepEqual(
      me.businesses.map(({ id, role }: any) => [id, role]).sort(),
      [
        [who.business_id, 'reception'],
        [other.business_id, 'owner'],
      ].sort(),
    )
    const login = await call('POST', '/api/auth/login', { body: { email: other.email, password: PASSWORD } })
    assert.equal(login.body.business.id, other.business_id)
  })

  test('with another e-mail than the invited one the owner decides first', async () => {
    const [who, other] = [await shop(), await shop()]
    const { token, id, email } = await invite(who)
    const waits = await accept({ token, email: other.email, password: PASSWORD })
    assert.deepEqual([waits.status, waits.body], [200, { success: true, is_waiting: true }])
    const unknown = await accept({ token, email: 'nadie@correo.example', password: PASSWORD })
    assert.equal(unknown.status, 401)
    const { members, invitations } = await membersOf(who)
    assert.deepEqual([members.length, invitations[0].claimed_by.email], [1, other.email])
    // An owner hears of it once, however often it is sent.
    assert.equal((await accept({ token, email: other.email, password: PASSWORD })).status, 200)
    const told = async () => (await mails()).map(({ to, subject, text }) => [to, subject, text])
    assert.deepEqual(await told(), [[who.email, 'Alguien espera', `null ${other.email} ${email}`]])
    const noted = (await who.as('GET', '/api/activity')).body.activity.map(({ text }: any) => text)
    const waiting = `alguien aceptó con otro correo la invitación de ${email}`
    assert.equal(noted.filter((text: string) => text === waiting).length, 1, noted.join('\n'))
    const switching = () => other.as('POST', '/api/auth/switch', { to: who.business_id })
    assert.equal((await switching()).status, 404)
    // Somebody else used the link since the owner looked.
    const stranger = await shop()
    const takes = (email: string) => accept({ token, email, password: PASSWORD })
    const confirm = (email: string) => who.as('POST', `/api/members/invitations/${id}/confirm`, { email })
    assert.equal((await takes(stranger.email)).status, 200)
    const refused = await confirm(other.email)
    assert.deepEqual(
      [refused.status, refused.body.error],
      [409, 'Ahora la aceptó otra persona: revisa su correo antes de dejarla entrar'],
    )
    assert.equal((await membersOf(who)).members.length, 1)
    assert.equal((await takes(other.email)).status, 200)
    assert.equal((await told()).length, 1)
    assert.equal((await confirm(other.email.toUpperCase())).status, 200)
    assert.deepEqual(
      (await told()).map(([to, subject]) => [to, subject]),
      [[other.email, 'Confirmado']],
    )
    assert.equal((await who.as('POST', `/api/members/invitations/${id}/confirm`)).status, 404)
    const here = await switching()
    assert.equal((await verify(here.body.token)).role, 'reception')
    // The session of before goes on, in its own business.
    assert.equal((await other.as('GET', '/api/auth/verify')).body.business.id, other.business_id)
  })

  test('whoever is of the team already waits for nobody, and takes nobody’s place who waits', async () => {
    const [who, other] = [await shop(), await shop()]
    const { token } = await invite(who)
    assert.equal((await accept({ token, email: other.email, password: PASSWORD })).status, 200)
    await mails()
    const { status, body } = await accept({ token, email: who.email, password: PASSWORD })
    assert.deepEqual([status, body.error], [409, 'Ya eres de este equipo: inicia sesión'])
    assert.deepEqual(await mails(), [])
    const [waiting] = (await membersOf(who)).invitations
    assert.equal(waiting.claimed_by.email, other.email)
  })

  test('wrong passwords are counted as those of the log-in are', async () => {
    const [who, other] = [await shop(), await shop()]
    const { token } = await invite(who, { email: other.email })
    for (let n = 0; n < 10; n++) await accept({ token, password: `equivocada-${n}` })
    assert.equal((await accept({ token, password: PASSWORD })).status, 429)
  })

  test('two who accept at once become one member', async () => {
    const who = await shop()
    const { token } = await invite(who)
    const both = await Promise.all(
      ['Una', 'Otra'].map((name) => accept({ token, name, password: `${name}-clave-larga` })),
    )
    assert.equal(both.filter(({ status }) => status === 200).length, 1)
    assert.equal((await membersOf(who)).members.length, 2)
  })
})

describe('members', () => {
  test('a switch counts at once; a change of role sets the switches back', async () => {
    const who = await shop()
    const person = await memberOf(db, who.business_id, 'manager')
    const may = async () =>
      (
        await call('GET', '/api/businesses/clients.csv', { headers: person.headers }).catch(() => ({
          status: 200,
        }))
      ).status
    assert.equal(await may(), 403)
    const change = (body: object) => who.as('PATCH', `/api/members/${person.user_id}`, body)
    const turned = await change({ switches: { 'clients:export': true, 'members:write': true } })
    assert.deepEqual(turned.body.member.switches, {
      'clients:health': false,
      'clients:own-health': false,
      'clients:export': true,
      'clients:forget': false,
    })
    assert.equal(await may(), 200)
    // What is no switch of the role is not given by one.
    assert.equal((await call('GET', '/api/members', { headers: person.headers })).status, 403)
    assert.equal((await change({ role: 'professional' })).status, 400)
    const { body } = await change({ role: 'professional', professional_id: who.professional_id })
    assert.deepEqual([body.member.role, body.member.professional_name], ['professional', 'Inés Prada'])
    assert.equal(body.member.switches['appointments:own-write'], true)
    for (const wrong of ['x', 0, -1, 1.5]) {
      const refused = await change({ professional_id: wrong })
      assert.deepEqual([refused.status, refused.body.error], [400, 'Profesional no encontrado'])
    }
    assert.equal((await change({ role: 'manager' })).body.member.switches['clients:export'], false)
  })

  test('who is put to rest is out at once and comes back by the log-in; who is removed is gone', async () => {
    const who = await shop()
    const person = await memberOf(db, who.business_id, 'reception')
    const verified = async () => (await call('GET', '/api/auth/verify', { headers: person.headers })).status
    assert.equal(await verified(), 200)
    await who.as('PATCH', `/api/members/${person.user_id}`, { is_active: false })
    assert.equal(await verified(), 401)
    await who.as('PATCH', `/api/members/${person.user_id}`, { is_active: true })
    // Its sessions ended for good.
    assert.equal(await verified(), 401)
    assert.equal((await who.as('DELETE', `/api/members/${person.user_id}`)).status, 200)
    assert.equal((await who.as('DELETE', `/api/members/${person.user_id}`)).status, 404)
    assert.equal((await membersOf(who)).members.length, 1)
  })

  test('the last owner cannot be removed, demoted or put to rest, nor leave', async () => {
    const who = await shop()
    const url = `/api/members/${who.user_id}`
    for (const answer of [
      await who.as('DELETE', url),
      await who.as('PATCH', url, { role: 'manager' }),
      await who.as('PATCH', url, { is_active: false }),
      await who.as('POST', '/api/members/leave', { currentPassword: PASSWORD }),
    ])
      assert.deepEqual([answer.status, answer.body.error], [409, 'Debe quedar al menos un dueño'])
    assert.equal((await who.as('GET', '/api/members')).status, 200)
  })

  test('two owners who demote each other at once leave one', async () => {
    for (let round = 0; round < 5; round++) {
      const who = await shop()
      const second = await memberOf(db, who.business_id, 'owner')
      const answers = await Promise.all([
        who.as('PATCH', `/api/members/${second.user_id}`, { role: 'manager' }),
        call('PATCH', `/api/members/${who.user_id}`, { headers: second.headers, body: { role: 'manager' } }),
      ])
      const owners = await db
        .selectFrom('memberships')
        .select('user_id')
        .where('business_id', '=', who.business_id)
        .where('role', '=', 'owner')
        .execute()
      assert.equal(owners.length, 1, JSON.stringify(answers.map(({ status, body }) => [status, body.error])))
    }
  })

  test('whoever leaves is out at once, after a password', async () => {
    const [who, other] = [await shop(), await shop()]
    const { token } = await invite(who, { email: other.email })
    const session = (await accept({ token, password: PASSWORD })).body.token
    const headers = { authorization: `Bearer ${session}` }
    const leave = (currentPassword: string) =>
      call('POST', '/api/members/leave', { headers, body: { currentPassword } })
    assert.equal((await leave('otra')).status, 400)
    assert.equal((await leave(PASSWORD)).status, 200)
    assert.equal((await call('GET', '/api/auth/verify', { headers })).status, 401)
  })
})

describe('handing the business over', () => {
  async function withManager() {
    const [who, other] = [await shop(), await shop()]
    const { token } = await invite(who, { email: other.email, role: 'manager' })
    const headers = { authorization: `Bearer ${(await accept({ token, password: PASSWORD })).body.token}` }
    await mails()
    await longSignedIn(db, who.business_id)
    const take = (currentPassword = PASSWORD) =>
      call('POST', '/api/members/hand-over/accept', { headers, body: { currentPassword } })
    const offer = (currentPassword = PASSWORD) =>
      who.as('POST', `/api/members/${other.user_id}/hand-over`, { currentPassword })
    const roles = async () =>
      (
        await db
          .selectFrom('memberships')
          .select(['user_id', 'role'])
          .where('business_id', '=', who.business_id)
          .orderBy('user_id')
          .execute()
      ).map(({ user_id, role }) => [user_id === who.user_id ? 'first' : 'second', role])
    return { who, other, headers, take, offer, roles }
  }

  test('both say so with their passwords, both are mailed, and there is one owner all the time', async () => {
    const { who, other, headers, take, offer, roles } = await withManager()
    assert.equal((await take()).status, 404)
    assert.equal((await offer('equivocada')).status, 400)
    assert.equal((await offer()).status, 200)
    assert.deepEqual(
      (await mails()).map(({ to, subject }) => [to, subject]).sort(),
      [
        [who.email, 'Ofrecido'],
        [other.email, 'Ofrecido'],
      ].sort(),
    )
    assert.equal((await call('GET', '/api/auth/verify', { headers })).body.offer.by, who.email)
    assert.equal((await take('equivocada')).status, 400)
    assert.deepEqual(await roles(), [
      ['first', 'owner'],
      ['second', 'manager'],
    ])
    const both = await Promise.all([take(), take()])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 404])
    assert.deepEqual(await roles(), [
      ['first', 'manager'],
      ['second', 'owner'],
    ])
    assert.deepEqual(
      (await mails()).map(({ subject }) => subject),
      ['Entregado', 'Entregado'],
    )
    // Who handed it over keeps the session, with a manager's rights.
    assert.equal((await who.as('GET', '/api/members')).status, 403)
    assert.equal((await call('GET', '/api/members', { headers })).body.members.length, 2)
  })

  test('pressed three times at once, or again within a minute, it is one offer; later, another', async () => {
    const { who, offer } = await withManager()
    const told = async () => (await mails()).filter(({ to }) => to === who.email).length
    assert.deepEqual(
      (await Promise.all([offer(), offer(), offer()])).map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal(await told(), 1)
    clock.now += 59_000
    assert.equal((await offer()).status, 200)
    assert.equal(await told(), 0)
    clock.now += 1000
    assert.equal((await offer()).status, 200)
    assert.equal(await told(), 1)
    await who.as('DELETE', '/api/members/hand-over')
    assert.equal((await offer()).status, 200)
    assert.equal(await told(), 1)
  })

  test('afterwards the business’s e-mail is no log-in: another one needs no password, and no account changes', async () => {
    const { who, other, headers, take, offer } = await withManager()
    await offer()
    await take()
    await call('POST', '/api/auth/forgot-password', {
      body: { email: who.email, recaptcha_token: 'dev-token' },
    })
    await mails()
    const links = async () =>
      (
        await db.selectFrom('password_resets').select('user_id').where('used_at', 'is', null).execute()
      ).filter(({ user_id }) => user_id === who.user_id).length
    assert.equal(await links(), 1)
    const email = `citas-${who.email}`
    const moved = await call('PATCH', '/api/businesses/profile', { headers, body: { email } })
    assert.deepEqual([moved.status, moved.body.business?.email ?? email], [200, email])
    const told = await db
      .selectFrom('messages')
      .select('kind')
      .where('business_id', '=', who.business_id)
      .where('kind', '=', 'email_changed')
      .execute()
    assert.deepEqual([told, await links()], [[], 1])
    const login = (email: string) =>
      call('POST', '/api/auth/login', { body: { email, password: PASSWORD, recaptcha_token: 'dev-token' } })
    assert.deepEqual(
      [(await login(who.email)).status, (await login(other.email)).status, (await login(email)).status],
      [200, 200, 401],
    )
  })

  test('the business is written to at its owner’s from the moment when the one before is out, whose e-mail is free', async () => {
    for (const goes of ['removed', 'leaves', 'put to rest']) {
      const who = await shop()
      const { token } = await invite(who, { role: 'manager' })
      const joined = await accept({ token, name: 'Úrsula', password: 'clave-de-ursula' })
      const headers = { authorization: `Bearer ${joined.body.token}` }
      const { user } = await verify(joined.body.token)
      const by = (method: 'PATCH' | 'DELETE' | 'POST', url: string, body?: object) =>
        call(method, url, { headers, ...(body && { body }) })
      await longSignedIn(db, who.business_id)
      const offered = await who.as('POST', `/api/members/${user.id}/hand-over`, { currentPassword: PASSWORD })
      assert.equal(offered.status, 200)
      await mails()
      const taken = await by('POST', '/api/members/hand-over/accept', { currentPassword: 'clave-de-ursula' })
      assert.equal(taken.status, 200)
      assert.match(
        (await mails()).find(({ to }) => to === user.email)!.text,
        new RegExp(`writes to ${who.email}`),
      )
      const emailNow = async () => (await verify(joined.body.token)).business
      assert.equal((await emailNow()).email, who.email, 'as long as they are of the team')
      const gone =
        goes === 'removed'
          ? await by('DELETE', `/api/members/${who.user_id}`)
          : goes === 'leaves'
            ? await who.as('POST', '/api/members/leave', { currentPassword: PASSWORD })
            : await by('PATCH', `/api/members/${who.user_id}`, { is_active: false })
      assert.equal(gone.status, 200, JSON.stringify(gone.body))
      const { email, is_email_confirmed } = await emailNow()
      assert.deepEqual([goes, email, is_email_confirmed], [goes, user.email, true])
      const body = booking(who)
      assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
      const left = await mails()
      assert.deepEqual(
        left
          .map(({ to, subject }) => [to, subject])
          .filter(([to]) => to !== 'camila@correo.example')
          .sort(),
        [
          [user.email, 'business_email_moved'],
          [user.email, 'Nueva cita'],
        ].sort(),
      )
      const again = await call('POST', '/api/auth/register', { body: registration({ email: who.email }) })
      assert.equal(again.status, goes === 'put to rest' ? 409 : 201)
      const { activity } = (await call('GET', '/api/activity', { headers })).body
      assert.ok(
        activity.some(({ text }: { text: string }) =>
          text.startsWith(`hizo que los avisos del negocio lleguen a ${user.email}`),
        ),
      )
    }
  })

  test('where the owner’s is another business’s already, they are told to choose one', async () => {
    const { who, other, headers, take, offer } = await withManager()
    await offer()
    await take()
    await mails()
    const gone = await call('DELETE', `/api/members/${who.user_id}`, { headers })
    assert.equal(gone.status, 200)
    assert.deepEqual(
      (await mails()).map(({ to, subject }) => [to, subject]),
      [[other.email, 'business_email_left']],
    )
    const email = `citas-${who.email}`
    assert.equal((await call('PATCH', '/api/businesses/profile', { headers, body: { email } })).status, 200)
    const again = await call('POST', '/api/auth/register', { body: registration({ email: who.email }) })
    assert.equal(again.status, 201)
  })

  test('once, when somebody is put to rest: not again when something else of them is changed', async () => {
    const { who, other, headers, take, offer } = await withManager()
    await offer()
    await take()
    await mails()
    for (const body of [{ is_active: false }, { role: 'reception' }, { role: 'manager' }])
      assert.equal((await call('PATCH', `/api/members/${who.user_id}`, { headers, body })).status, 200)
    assert.deepEqual(
      (await mails()).map(({ to, subject }) => [to, subject]),
      [[other.email, 'business_email_left']],
    )
  })

  /** A business that is written to at a manager's, the owner signing in by another. */
  async function writtenToManager() {
    const who = await shop()
    const { user_id } = await memberOf(db, who.business_id, 'manager')
    const email = `otra-${who.email}`
    await sql`update users set email = ${email} where id = ${who.user_id}`.execute(db)
    await sql`update businesses set email = (select email from users where id = ${user_id})
      where id = ${who.business_id}`.execute(db)
    await mails()
    return { ...who, email, removed: () => who.as('DELETE', `/api/members/${user_id}`) }
  }

  test('an e-mail that is chosen at the moment when somebody goes stays the business’s', async () => {
    const who = await writtenToManager()
    const chosen = `citas-${who.email}`
    const { status } = await whileHeld(
      db,
      (tx) => sql`select from businesses where id = ${who.business_id} for no key update`.execute(tx),
      who.removed,
      (tx) => sql`update businesses set email = ${chosen} where id = ${who.business_id}`.execute(tx),
    )
    assert.deepEqual([status, (await verify(who.token)).business.email], [200, chosen])
    assert.deepEqual(await mails(), [])
  })

  test('who goes at the moment when the owner’s e-mail becomes another business’s is gone, and the owner told to choose one', async () => {
    const [who, other] = [await writtenToManager(), await writtenToManager()]
    const { status } = await whileHeld(
      db,
      (tx) => sql`update businesses set email = ${who.email} where id = ${other.business_id}`.execute(tx),
      who.removed,
      async () => {},
    )
    assert.equal(status, 200)
    assert.deepEqual(
      (await mails()).map(({ to, subject }) => [to, subject]),
      [[who.email, 'business_email_left']],
    )
  })

  test('nobody takes it over by a session that ends at that moment', async () => {
    const { who, other, take, offer, roles } = await withManager()
    await offer()
    const { status } = await whileHeld(
      db,
      (tx) => sql`select from users where id = ${other.user_id} for update`.execute(tx),
      take,
      (tx) => sql`delete from sessions where business_id = ${who.business_id}`.execute(tx),
    )
    assert.equal(status, 401)
    assert.deepEqual(await roles(), [
      ['first', 'owner'],
      ['second', 'manager'],
    ])
  })

  test('an offer can be taken back, is over after seven days, and ends with its people', async () => {
    const { who, other, take, offer } = await withManager()
    await offer()
    assert.equal((await who.as('DELETE', '/api/members/hand-over')).status, 200)
    assert.equal((await take()).status, 404)
    await offer()
    const at = clock.now
    clock.now = at + 8 * 24 * 3_600_000
    await db.updateTable('sessions').set({ expires_at: '2030-01-01T00:00:00Z' }).execute()
    assert.equal((await take()).status, 404)
    clock.now = at
    await offer()
    await who.as('PATCH', `/api/members/${other.user_id}`, { is_active: false })
    await who.as('PATCH', `/api/members/${other.user_id}`, { is_active: true })
    assert.equal((await who.as('GET', '/api/members')).body.offer, null)
  })
})

test('activity is only added to: the database refuses its change and removal, even to who writes SQL', async () => {
  const who = await shop()
  await invite(who)
  const mine = sql`business_id = ${who.business_id}`
  const acts = async () =>
    (await sql<{ act: string }>`select act from activity where ${mine} order by id`.execute(db)).rows.map(
      ({ act }) => act,
    )
  assert.deepEqual(await acts(), ['service_added', 'professional_added', 'member_invited'])
  // The trigger asks the database's clock, and the rows above are of the tests' own.
  const at = (age: string) =>
    sql`insert into activity (business_id, act, at) values (${who.business_id}, 'login', now() - ${age}::interval)`.execute(
      db,
    )
  await at('0 days')
  await assert.rejects(sql`update activity set act = 'login' where ${mine}`.execute(db), /only ever added/)
  await assert.rejects(sql`delete from activity where ${mine}`.execute(db), /400 days/)
  await assert.rejects(sql`truncate activity`.execute(db), /only ever added/)
  assert.deepEqual(await acts(), ['service_added', 'professional_added', 'member_invited', 'login'])
  await at('401 days')
  await sql`delete from activity where ${mine} and at < now() - interval '400 days'`.execute(db)
})

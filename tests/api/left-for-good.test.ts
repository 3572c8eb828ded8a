/** Whoever leaves their only business is erased, and their e-mail is free; the business's history still names them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { deleteBusinesses } from '#server/deletion/erase.ts'
import { forgetExpired } from '#server/jobs.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { sendDue } from '#server/messages/send.ts'
import { erasePeople } from '#server/team/erase-queries.ts'
import { api, database } from '../helper.ts'
import { owner, PASSWORD } from '../owner.ts'
import { confirmEmailOf, memberOf } from '../roles.ts'
import { senderDeps } from '../sender.ts'
import { until } from '../smtp.ts'

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
after(() => mailer.close())
const files = { remove: () => Promise.resolve() } as unknown as Parameters<
  typeof deleteBusinesses
>[0]['files']
const DAY = 24 * 3_600_000
const CHOSEN = 'una-clave-larga'
let people = 0

async function shop() {
  const who = await owner(call)
  await confirmEmailOf(db, who.business_id)
  return who
}
type Shop = Awaited<ReturnType<typeof shop>>

/** Lets somebody in by the mail of an invitation. */
async function letIn(who: Shop, email: string, { name = 'Laura Pineda', password = CHOSEN } = {}) {
  const asked = await who.as('POST', '/api/members/invite', { role: 'manager', email })
  assert.equal(asked.status, 201, JSON.stringify(asked.body))
  await sendDue(senderDeps(db, mailer, { now: () => clock.now }))
  const mail = sent.findLast(({ to, subject }) => to === email && subject === 'Te invitaron')
  const token = /token=([\w.-]+)/.exec(mail!.text)![1]!
  const joined = await call('POST', '/api/auth/invitation/accept', { body: { token, name, password } })
  assert.equal(joined.status, 200, JSON.stringify(joined.body))
  const headers = { authorization: `Bearer ${joined.body.token}` }
  const { user } = (await call('GET', '/api/auth/verify', { headers })).body
  return { email, headers, user_id: user.id as number }
}
const newEmail = () => `quien-se-va${++people}@correo.example`
const rowOf = (user_id: number) =>
  db.selectFrom('users').select(['email', 'name']).where('id', '=', user_id).executeTakeFirstOrThrow()
const leave = (headers: Record<string, string>, currentPassword = CHOSEN) =>
  call('POST', '/api/members/leave', { headers, body: { currentPassword } })
const log = async (who: Shop) => (await who.as('GET', '/api/activity')).body

test('who is removed can be invited again, with a new password, and the activity still names who it was', async () => {
  const who = await shop()
  const laura = await letIn(who, newEmail())
  assert.equal((await who.as('DELETE', `/api/members/${laura.user_id}`)).status, 200)
  assert.deepEqual(await rowOf(laura.user_id), {
    email: `cuenta-eliminada-${laura.user_id}@invalid`,
    name: 'Laura Pineda',
  })
  const { people: acted } = await log(who)
  assert.ok(acted.some(({ user_name }: { user_name: string }) => user_name === 'Laura Pineda'))
  const again = await letIn(who, laura.email, { password: 'otra-clave-larga' })
  assert.notEqual(again.user_id, laura.user_id)
  // And out once more, to register a business of their own.
  assert.equal((await leave(again.headers, 'otra-clave-larga')).status, 200)
  assert.equal((await owner(call, { email: laura.email })).email, laura.email)
})

test('who gave no name is named by what stood before the @, not by an e-mail that is gone', async () => {
  const who = await shop()
  const second = await memberOf(db, who.business_id, 'owner')
  const { user } = (await who.as('GET', '/api/auth/verify')).body
  assert.equal((await leave(who.headers, PASSWORD)).status, 200)
  assert.equal((await rowOf(user.id)).name, who.email.split('@')[0])
  assert.equal((await call('GET', '/api/members', { headers: second.headers })).body.members.length, 1)
})

test('who is in another business stays who they are, as does who waits to be let in', async () => {
  const [one, two] = [await shop(), await shop()]
  const { user } = (await two.as('GET', '/api/auth/verify')).body
  const both = await letIn(one, two.email, { password: PASSWORD })
  assert.equal((await leave(both.headers, PASSWORD)).status, 200)
  assert.equal((await rowOf(user.id)).email, two.email)

  const laura = await letIn(one, newEmail())
  const { id } = (await two.as('POST', '/api/members/invite', { role: 'manager', email: newEmail() })).body
    .invitation
  await sql`update invitations set claimed_by = ${laura.user_id} where id = ${id}`.execute(db)
  assert.equal((await leave(laura.headers)).status, 200)
  assert.equal((await rowOf(laura.user_id)).email, laura.email)
  // Nobody let them in while they could.
  clock.now += 8 * DAY
  await forgetExpired({ db, now: () => clock.now })
  assert.match((await rowOf(laura.user_id)).email, /^cuenta-eliminada/)
})

/** Somebody of a business who accepted another's invitation, which is over, with the e-mail they have, and left. */
async function lateClaim(one: Shop, two: Shop) {
  const laura = await letIn(one, newEmail())
  const { id } = (await two.as('POST', '/api/members/invite', { role: 'manager', email: newEmail() })).body
    .invitation
  await sql`update invitations set claimed_by = ${laura.user_id} where id = ${id}`.execute(db)
  assert.equal((await leave(laura.headers)).status, 200)
  await sql`update invitations set expires_at = ${new Date(clock.now - 1000).toISOString()} where id = ${id}`.execute(
    db,
  )
  return { ...laura, confirm: () => two.as('POST', `/api/members/invitations/${id}/confirm`) }
}
const membersOf = async (who: Shop) => (await who.as('GET', '/api/members')).body

test('nobody who was erased is let in by an invitation that they accepted before', async () => {
  const [one, two] = [await shop(), await shop()]
  const laura = await lateClaim(one, two)
  await forgetExpired({ db, now: () => clock.now })
  assert.match((await rowOf(laura.user_id)).email, /^cuenta-eliminada/)
  assert.equal((await laura.confirm()).status, 409)
  const { members, invitations } = await membersOf(two)
  assert.equal(members.length, 1)
  assert.equal(invitations[0].claimed_by, null)

  // Until they are, they may be let in late.
  const waiting = await lateClaim(one, two)
  assert.equal((await waiting.confirm()).status, 200)
  await forgetExpired({ db, now: () => clock.now })
  assert.equal((await rowOf(waiting.user_id)).email, waiting.email)
})

test('nor at the moment when they are erased', async () => {
  const [one, two] = [await shop(), await shop()]
  const laura = await lateClaim(one, two)
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const erasing = db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${laura.user_id} for update`.execute(tx)
    locked()
    await isAsked
    await erasePeople(tx, [laura.user_id], { nowMs: clock.now, password_hash: 'x' })
  })
  await isLocked
  const confirming = laura.confirm()
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  }).finally(asked)
  await erasing
  assert.equal((await confirming).status, 409)
  assert.equal((await membersOf(two)).members.length, 1)
})

test('who left before this was done is erased by the job, and nobody who is somewhere', async () => {
  const who = await shop()
  const { id } = await db
    .insertInto('users')
    .values({ email: newEmail(), name: 'Antigua', password_hash: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await forgetExpired({ db, now: () => clock.now })
  assert.deepEqual(await rowOf(id), { email: `cuenta-eliminada-${id}@invalid`, name: null })
  assert.equal((await who.as('GET', '/api/auth/verify')).status, 200)
})

test('who joins another business at the moment they are removed from the first has joined, or is not removed from both', async () => {
  const [one, two] = [await shop(), await shop()]
  const laura = await letIn(one, newEmail())
  const { promise: joined, resolve: commit } = Promise.withResolvers<void>()
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
  const joining = db.transaction().execute(async (tx) => {
    const { user_id } = laura
    await tx
      .insertInto('memberships')
      .values({ business_id: two.business_id, user_id, role: 'manager' as const })
      .execute()
    written()
    await joined
  })
  await isWritten
  const removing = one.as('DELETE', `/api/members/${laura.user_id}`)
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  }).finally(commit)
  await joining
  assert.equal((await removing).status, 200)
  assert.equal((await rowOf(laura.user_id)).email, laura.email)
})

test('the name goes when the last business that it is known in is erased', async () => {
  const [one, two] = [await shop(), await shop()]
  const laura = await letIn(one, newEmail())
  await letIn(two, laura.email)
  for (const who of [one, two])
    assert.equal((await who.as('DELETE', `/api/members/${laura.user_id}`)).status, 200)
  for (const [who, name] of [
    [one, 'Laura Pineda'],
    [two, null],
  ] as const) {
    const { business } = (await who.as('GET', '/api/auth/verify')).body
    const body = { business_name: business.business_name, currentPassword: PASSWORD, cancel_upcoming: true }
    const asked = await who.as('POST', '/api/businesses/deletion', body)
    assert.equal(asked.status, 200, JSON.stringify(asked.body))
    await sql`update business_deletions set requested_at = requested_at - interval '31 days',
      erase_at = erase_at - interval '31 days' where business_id = ${who.business_id}`.execute(db)
    await deleteBusinesses({ db, files, now: () => clock.now })
    assert.equal((await rowOf(laura.user_id)).name, name)
  }
})

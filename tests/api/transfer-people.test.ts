/** Who was in a business before is named in its copy, and where the copy comes: by their own name, for as long as it is there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureAdministrator } from '#server/admin/queries.ts'
import { forgetExpired } from '#server/jobs.ts'
import { sql } from 'kysely'
import { api, database, ownerHeaders } from '../helper.ts'
import { multipart } from '../multipart.ts'
import { owner, PASSWORD } from '../owner.ts'
import { confirmEmailOf, memberOf } from '../roles.ts'

async function installation() {
  const db = await database()
  const served = await api(db)
  return { db, ...served, forget: () => forgetExpired({ db, now: () => served.clock.now }) }
}
const [here, there] = await Promise.all([installation(), installation()])
type Shop = Awaited<ReturnType<typeof owner>>

const jefa = { email: 'jefa@enpunto.example', password: 'una-clave-larga' }
await ensureAdministrator(there.db, jefa)
const { token } = (await there.call('POST', '/api/admin/login', { body: jefa })).body

/** Somebody of the team who did something that the activity keeps, and is removed. */
async function former(who: Shop, name: string, { also }: { also?: Shop } = {}) {
  const person = await memberOf(here.db, who.business_id, 'manager')
  await here.db.updateTable('users').set({ name }).where('id', '=', person.user_id).execute()
  if (also)
    await here.db
      .insertInto('memberships')
      .values({ business_id: also.business_id, user_id: person.user_id, role: 'manager' as const })
      .execute()
  await sql`insert into activity (business_id, user_id, act, subject, at)
    values (${who.business_id}, ${person.user_id}, 'member_joined', ${name}, now())`.execute(here.db)
  assert.equal((await who.as('DELETE', `/api/members/${person.user_id}`)).status, 200)
  return person
}

/** The copy of a business, brought to the other installation, with its owner signed in. */
async function brought(who: Shop) {
  const taken = await here.app.inject({ url: '/api/businesses/export.zip', headers: who.headers })
  assert.equal(taken.statusCode, 200)
  const archive = { field: 'archive', content: taken.rawPayload, filename: 'enpunto.zip' }
  const { payload, type } = multipart([archive])
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const answer = await there.app.inject({ method: 'POST', url: '/api/admin/import', headers, payload })
  assert.equal(answer.statusCode, 200, answer.payload)
  const { rows } = await sql<{ business_id: number; user_id: number }>`
    select m.business_id, m.user_id from memberships m join users u on u.id = m.user_id
    where u.email = ${who.email} and m.role = 'owner'`.execute(there.db)
  return rows[0]!
}

/** Who did what, as the owner reads it. */
async function joined(place: { business_id: number; user_id: number }) {
  const { body } = await there.call('GET', '/api/activity', { headers: await ownerHeaders(there.db, place) })
  return (body.people as { user_name: string }[]).map(({ user_name }) => user_name)
}

/** Somebody of another business, who has the number that a person has elsewhere. */
async function stranger(id: number, name: string) {
  const shop = await owner(there.call)
  await sql`insert into users (id, email, name, password_hash)
    values (${id}, ${`extrana${id}@correo.example`}, ${name}, 'x')`.execute(there.db)
  const { business_id } = shop
  await there.db
    .insertInto('memberships')
    .values({ business_id, user_id: id, role: 'manager' as const })
    .execute()
  return async () => assert.equal((await shop.as('DELETE', `/api/members/${id}`)).status, 200)
}

test('who works elsewhere by now keeps their name where the copy comes, though they are in no business there', async () => {
  const [who, other] = [await owner(here.call), await owner(here.call)]
  await confirmEmailOf(here.db, who.business_id)
  const laura = await former(who, 'Laura Pineda', { also: other })
  const place = await brought(who)
  await there.forget()
  assert.ok((await joined(place)).includes('Laura Pineda'), String(await joined(place)))
  const gone = await there.db.selectFrom('users').select('id').where('email', '=', laura.email).execute()
  assert.deepEqual(gone, [], 'their e-mail is free')
})

test('who was erased is nobody else where the copy comes, whoever had or has that number there', async () => {
  const who = await owner(here.call)
  const [marta, nora] = [await former(who, 'Marta Gil'), await former(who, 'Nora Paz')]
  // Numbers that no other person of this file comes near.
  const far = 1_000_000
  for (const [person, id] of [
    [marta, far + 1],
    [nora, far + 2],
  ] as const)
    await sql`update users set email = 'cuenta-eliminada-' || ${id}::text || '@invalid' where id = ${person.user_id}`.execute(
      here.db,
    )
  await (
    await stranger(far + 1, 'Otra Persona')
  )()
  const leave = await stranger(far + 2, 'Otra Más')
  const place = await brought(who)
  await there.forget()
  const names = await joined(place)
  assert.ok(names.includes('Marta Gil') && names.includes('Nora Paz'), String(names))
  assert.ok(!names.includes('Otra Persona') && !names.includes('Otra Más'), String(names))

  // Who has the number of one who was erased elsewhere is erased in turn.
  await leave()
  await there.forget()
  const { email } = await there.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', far + 2)
    .executeTakeFirstOrThrow()
  assert.equal(email, `cuenta-eliminada-${far + 2}@invalid`)
  assert.deepEqual(await joined(place), names)
})

test('who registered with a member’s e-mail before the copy comes is no member by that: only a mailed link opens it', async () => {
  const who = await owner(here.call)
  const [taken, own] = [
    await memberOf(here.db, who.business_id, 'manager'),
    await memberOf(here.db, who.business_id, 'manager'),
  ]
  const stranger = await owner(there.call, { email: taken.email })
  const same = await owner(there.call, { email: own.email })
  await confirmEmailOf(there.db, same.business_id)
  for (const each of [stranger, same])
    await sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
      select id, decode(md5(email), 'hex'), 'key', 0, '{}', 'Celular', now() from users where email = ${each.email}`.execute(
      there.db,
    )
  const { url } = (await stranger.as('POST', '/api/feeds', {})).body
  const place = await brought(who)

  assert.equal((await stranger.as('GET', '/api/auth/verify')).status, 401)
  const login = (email: string) =>
    there.call('POST', '/api/auth/login', {
      body: { email, password: PASSWORD, recaptcha_token: 'dev-token' },
    })
  assert.equal((await login(taken.email)).status, 401)
  assert.equal((await there.app.inject({ url: new URL(url).pathname })).statusCode, 404)
  // Who showed that the e-mail is theirs is in both.
  assert.equal((await same.as('GET', '/api/auth/verify')).status, 200)
  assert.equal((await login(own.email)).status, 200)
  const { rows } = await sql<{ email: string; keys: number }>`
    select u.email, (select count(*)::int from passkeys k where k.user_id = u.id) as keys
    from memberships m join users u on u.id = m.user_id
    where m.business_id = ${place.business_id} and m.role = 'manager' order by u.id`.execute(there.db)
  assert.deepEqual(
    rows.map(({ email, keys }) => [email, keys]),
    [
      [taken.email, 0],
      [own.email, 1],
    ],
  )
})

test('a client who was erased with the cards that had become one comes along as nobody, and the archive is taken', async () => {
  const who = await owner(here.call)
  const cards: number[] = []
  for (const client_name of ['Ana Ruiz', 'Ana R.', 'Luz Mora'])
    cards.push((await who.as('POST', '/api/clients', { client_name })).body.client.id)
  const [keep, merged] = cards
  assert.equal((await who.as('POST', '/api/clients/merge', { keep, merge: [merged] })).status, 200)
  assert.equal((await who.as('POST', `/api/clients/${keep}/forget`)).status, 200)
  const { business_id } = await brought(who)
  const { rows } = await sql<{ client_name: string; into: string | null }>`
    select c.client_name, k.client_name as into from client_cards c
    left join client_cards k on k.business_id = c.business_id and k.id = c.merged_into
    where c.business_id = ${business_id} order by c.id`.execute(there.db)
  assert.deepEqual(rows, [
    { client_name: 'Cliente eliminado', into: null },
    { client_name: 'Luz Mora', into: null },
    { client_name: 'Cliente eliminado', into: 'Cliente eliminado' },
  ])
  // Nobody is merged into who is forgotten.
  const changed = sql`
    update client_cards set merged_into = (select min(id) from client_cards where business_id = ${business_id})
    where business_id = ${business_id} and client_name = 'Luz Mora'`.execute(there.db)
  await assert.rejects(changed, { constraint: 'client_cards_merged_once' })
})

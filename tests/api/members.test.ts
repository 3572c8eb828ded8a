import { permissionsOf, ROLES, type Role, type Switches } from '#domain/permissions.ts'
import { FORBIDDEN } from '#server/accounts/owner.ts'
import { sqlState, type Db } from '#server/database/db.ts'
import type { GuardedRoute } from '#server/http/http.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, booking, database, ownerHeaders } from '../helper.ts'
import { multipart } from '../multipart.ts'
import { owner, PASSWORD, withOffer, type Owner } from '../owner.ts'

const db = await database()
// A refused body is not read, which a slow machine would hear of.
const { app, call } = await api(db, { env: { REQUEST_SECONDS: '290' } })

let users = 0

/** Inserts another member; no call does it yet. All have the password of the owner. */
async function member({ business_id }: { business_id: number }, role: Role, switches: Switches = {}) {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .limit(1)
    .executeTakeFirstOrThrow()
  const email = `persona${++users}@correo.example`
  const { id: user_id } = await db
    .insertInto('users')
    .values({ email, password_hash, name: `Persona ${users}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await join({ business_id, user_id }, role, switches)
  return { business_id, user_id, email }
}
type Member = Awaited<ReturnType<typeof member>>

const join = (
  { business_id, user_id }: Pick<Member, 'business_id' | 'user_id'>,
  role: Role,
  switches: Switches = {},
) =>
  db
    .insertInto('memberships')
    .values({ business_id, user_id, role, permissions: JSON.stringify(switches) })
    .execute()

const membership = ({ business_id, user_id }: Pick<Member, 'business_id' | 'user_id'>, on = db) =>
  on.updateTable('memberships').where('business_id', '=', business_id).where('user_id', '=', user_id)

const userOf = async ({ as }: Owner) => (await as('GET', '/api/auth/verify')).body.user
const login = (email: string) => call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
const verify = (headers: Record<string, string>) => call('GET', '/api/auth/verify', { headers })

describe('each role may what the table says, at every call', () => {
  const needing = app.calls.filter(({ needs, method }) => needs && method !== 'HEAD')
  const url = (route: GuardedRoute, id: number) => route.url.replace(/:[a-zA-Z]+/g, String(id))

  async function send(route: GuardedRoute, who: Member, id: number) {
    const form = route.url.includes('/uploads/')
      ? multipart([{ field: 'image', content: 'x', filename: 'x' }])
      : undefined
    const response = await app.inject({
      method: route.method as 'GET',
      url: url(route, id),
      headers: {
        ...(await ownerHeaders(db, who)),
        ...(form && { 'content-type': form.type }),
      },
      ...(form ? { payload: form.payload } : route.method !== 'GET' && { payload: {} }),
    })
    return { status: response.statusCode, body: response.body }
  }

  test('every call of a business’s names a permission', () => {
    assert.ok(needing.length > 40, `${needing.length} calls`)
    for (const { needs, method, url } of needing)
      assert.ok(permissionsOf('owner').includes(needs!), `${method} ${url} needs ${needs}`)
  })

  for (const role of ROLES)
    test(role, async () => {
      const who = await owner(call)
      const { service_id } = await withOffer(who)
      const person = await member(who, role)
      const permissions = permissionsOf(role)
      const seen = (await verify(await ownerHeaders(db, person))).body
      assert.deepEqual(seen.permissions, permissions)
      assert.deepEqual(seen.user, { id: person.user_id, name: `Persona ${users}`, email: person.email })
      assert.equal(seen.business.id, who.business_id)
      const before = await stored(who.business_id)
      for (const route of needing.filter(({ needs }) => !permissions.includes(needs!))) {
        const { status, body } = await send(route, person, service_id)
        assert.equal(status, 403, `${route.method} ${route.url}`)
        assert.deepEqual(JSON.parse(body), { success: false, error: FORBIDDEN })
      }
      assert.equal(await stored(who.business_id), before)
      // Sent with an unknown id, so that no call changes what the next one needs; the event stream never
      // ends.
      for (const route of needing.filter(
        ({ needs, url }) => permissions.includes(needs!) && !url.endsWith('/events'),
      )) {
        const { status } = await send(route, person, 999_999_999)
        assert.ok(status < 500 && status !== 401 && status !== 403, `${route.method} ${route.url}: ${status}`)
      }
    })

  test('a switch that is turned counts from the next call on', async () => {
    const person = await member(await owner(call), 'manager')
    const headers = await ownerHeaders(db, person)
    const ask = async () => (await app.inject({ url: '/api/businesses/clients.csv', headers })).statusCode
    assert.equal(await ask(), 403)
    await membership(person).set({ permissions: '{"clients:export": true}' }).execute()
    assert.equal(await ask(), 200)
    await membership(person).set({ role: 'reception' }).execute()
    assert.equal(await ask(), 403)
  })
})

/** Everything that calls can change in a business, except sessions. */
async function stored(business_id: number): Promise<string> {
  const tables = [
    'services',
    'professionals',
    'business_hours',
    'appointments',
    'messages',
    'memberships',
  ] as const
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).selectAll().where('business_id', '=', business_id).execute()),
  )
  return JSON.stringify([
    rows,
    await db.selectFrom('businesses').selectAll().where('id', '=', business_id).execute(),
  ])
}

describe('who is no active member any more', () => {
  test('is out at once, and cannot sign in; a new membership lets in again', async () => {
    const who = await owner(call)
    const person = await member(who, 'reception')
    const headers = await ownerHeaders(db, person)
    assert.equal((await login(person.email)).status, 200)
    await membership(person).set({ is_active: false }).execute()
    assert.equal((await verify(headers)).status, 401)
    const [inactive, unknown] = [await login(person.email), await login('nadie@correo.example')]
    assert.deepEqual([inactive.status, inactive.body], [401, unknown.body])
    await membership(person).set({ is_active: true }).execute()
    assert.equal((await verify(headers)).status, 200)
    await db.deleteFrom('memberships').where('user_id', '=', person.user_id).execute()
    assert.equal((await verify(headers)).status, 401)
    await join(person, 'reception')
    // The sessions were deleted with the membership.
    assert.equal((await verify(headers)).status, 401)
    assert.equal((await login(person.email)).body.business.id, who.business_id)
  })

  test('a password reset is mailed to members only', async () => {
    const person = await member(await owner(call), 'reception')
    await membership(person).set({ is_active: false }).execute()
    await call('POST', '/api/auth/forgot-password', { body: { email: person.email } })
    const queued = await db.selectFrom('messages').selectAll().where('recipient', '=', person.email).execute()
    assert.deepEqual(queued, [])
  })
})

test('one person in two businesses: the one joined first, with one password for both', async () => {
  const [one, two] = [await owner(call), await owner(call)]
  const person = await member(one, 'reception')
  await join({ business_id: two.business_id, user_id: person.user_id }, 'manager')
  await membership(person).set({ created_at: '2020-01-01T00:00:00Z' }).execute()
  const [here, there] = [
    await ownerHeaders(db, person),
    await ownerHeaders(db, { ...person, business_id: two.business_id }),
  ]
  assert.equal((await login(person.email)).body.business.id, one.business_id)
  assert.equal((await verify(there)).body.business.id, two.business_id)
  const changed = await call('POST', '/api/businesses/change-password', {
    headers: there,
    body: {
      currentPassword: PASSWORD,
      newPassword: 'otra-clave-segura',
    },
  })
  assert.equal(changed.status, 200)
  assert.deepEqual([(await verify(here)).status, (await verify(there)).status], [401, 200])
  assert.equal((await one.as('GET', '/api/auth/verify')).status, 200)
  assert.equal((await login(person.email)).status, 401)
  await membership(person).set({ is_active: false }).execute()
  const body = { email: person.email, password: 'otra-clave-segura' }
  assert.equal((await call('POST', '/api/auth/login', { body })).body.business.id, two.business_id)
})

describe('the business’s e-mail and the owner’s', () => {
  const change = ({ as }: Owner, email: string) =>
    as('PUT', '/api/businesses/profile', { email, currentPassword: PASSWORD })

  test('are one: changing it keeps the session and is the log-in from then on', async () => {
    const who = await owner(call)
    assert.equal((await change(who, 'Otra.Ines@correo.example')).status, 200)
    assert.equal((await userOf(who)).email, 'Otra.Ines@correo.example')
    assert.equal((await login('otra.ines@correo.example')).status, 200)
    assert.equal((await login(who.email)).status, 401)
  })

  test('one that somebody signs in with is taken, and nothing changes', async () => {
    const [who, other] = [await owner(call), await owner(call)]
    const colleague = await member(other, 'reception')
    for (const email of [other.email, colleague.email.toUpperCase()]) {
      const { status, body } = await change(who, email)
      assert.deepEqual([status, body.fields], [409, { email: 'Ya existe una cuenta con este email' }])
    }
    assert.equal((await userOf(who)).email, who.email)
    assert.equal((await who.as('GET', '/api/businesses/profile')).body.business.email, who.email)
  })

  test('only who signs in with it changes it: a manager’s own password gives no owner’s log-in', async () => {
    const who = await owner(call)
    const headers = await ownerHeaders(db, await member(who, 'manager'))
    const change = (body: object) => call('PATCH', '/api/businesses/profile', { body, headers })
    const { status, body } = await change({ email: 'del.gerente@correo.example', currentPassword: PASSWORD })
    assert.deepEqual([status, Object.keys(body.fields)], [403, ['email']])
    assert.equal((await login(who.email)).status, 200)
    assert.equal((await change({ email: who.email, city: 'Cali' })).status, 200)
  })

  test('an owner who signs in with another e-mail keeps it, and so do the other members', async () => {
    const who = await owner(call)
    const [partner, colleague] = [await member(who, 'owner'), await member(who, 'manager')]
    assert.equal((await change(who, 'recepcion@correo.example')).status, 200)
    for (const { email } of [partner, colleague]) assert.equal((await login(email)).status, 200)
    await db
      .updateTable('users')
      .set({ email: 'personal@correo.example' })
      .where('id', '=', (await userOf(who)).id)
      .execute()
    assert.equal((await change(who, 'salon@correo.example')).status, 200)
    assert.equal((await userOf(who)).email, 'personal@correo.example')
  })
})

describe('a business has an active owner', () => {
  const ownerless = (error: unknown) => sqlState(error) === '23514'

  test('the last one cannot go, be demoted or put to rest', async () => {
    const who = await owner(call)
    const key = { business_id: who.business_id, user_id: (await userOf(who)).id }
    await assert.rejects(membership(key).set({ role: 'manager' }).execute(), ownerless)
    await assert.rejects(membership(key).set({ is_active: false }).execute(), ownerless)
    const gone = db.deleteFrom('memberships').where('user_id', '=', key.user_id)
    await assert.rejects(gone.execute(), ownerless)
    const partner = await member(who, 'owner')
    await membership(key).set({ role: 'manager' }).execute()
    await assert.rejects(membership(partner).set({ is_active: false }).execute(), ownerless)
  })

  test('of two who demote each other at once one stays', async () => {
    for (let round = 0; round < 10; round++) {
      const who = await owner(call)
      const first = { business_id: who.business_id, user_id: (await userOf(who)).id }
      const second = await member(who, 'owner')
      const results = await Promise.allSettled(
        [first, second].map((key) =>
          db.transaction().execute(async (tx) => {
            await membership(key, tx as Db)
              .set({ role: 'reception' })
              .execute()
          }),
        ),
      )
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    }
  })

  test('one that is made without is none', async () => {
    const made = db.transaction().execute(async (tx) => {
      const copy = { business_name: 'X', business_type: 'Otro', phone: '+573001112233' }
      const { id } = await tx
        .insertInto('businesses')
        .values({ ...copy, slug: 'sin-dueno', email: 'sin-dueno@correo.example' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('slugs').values({ slug: 'sin-dueno', business_id: id }).execute()
    })
    await assert.rejects(made, ownerless)
  })
})

test('the history names the person of the business who did it; a client has no name there', async () => {
  const who = await owner(call)
  const offer = await withOffer(who)
  const [laura, marta] = [await member(who, 'reception'), await member(who, 'manager')]
  const names = { laura: `Persona ${users - 1}`, marta: `Persona ${users}` }
  const [byLaura, byMarta] = [await ownerHeaders(db, laura), await ownerHeaders(db, marta)]
  const shop = { business_id: who.business_id, slug: who.slug, ...offer }
  const send = async (headers: object, method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await call(method, `/api/appointments${path}`, { headers: { ...headers }, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }
  const historyOf = async (id: number) =>
    (await who.as('GET', `/api/appointments/${id}`)).body.history.map(
      ({ change, actor, user_name }: Record<string, unknown>) => [change, actor, user_name],
    )
  const rolesOf = async (id: number) =>
    (await who.as('GET', `/api/appointments/${id}`)).body.history.map(
      ({ user_role }: Record<string, unknown>) => user_role,
    )

  const { id } = (await send(byLaura, 'POST', '', booking(shop))).appointment
  const moved = booking(shop, { appointment_time: '12:00' })
  const { move_id } = await send(byMarta, 'PUT', `/${id}`, moved)
  await send(byLaura, 'POST', `/${id}/undo-move`, { move_id })
  await send(byMarta, 'PUT', `/${id}`, booking(shop, { notes: 'Sin afán' }))
  await send(byLaura, 'POST', `/${id}/step`, { step: 'confirmed' })
  assert.deepEqual(await historyOf(id), [
    ['booked', 'owner', names.laura],
    ['moved', 'owner', names.marta],
    ['undone', 'owner', names.laura],
    ['edited', 'owner', names.marta],
    ['confirmed', 'owner', names.laura],
  ])
  const roles = ['reception', 'manager', 'reception', 'manager', 'reception']
  assert.deepEqual(await rolesOf(id), roles)

  const identity = { client_id: '12345678', client_email: 'camila@correo.example' }
  const later = booking(shop, { ...identity, appointment_time: '15:00' })
  const booked = (await send({}, 'POST', '/public', later)).appointment.id
  await send({}, 'POST', `/client/reschedule/${booked}`, {
    ...identity,
    new_date: '2026-11-24',
    new_time: '15:00',
    recaptcha_token: 'dev-token',
  })
  await send(who.headers, 'POST', `/${booked}/cancel`, {})
  assert.deepEqual(await historyOf(booked), [
    ['booked', 'client', null],
    ['moved', 'client', null],
    // A registration asks only for the business's name, so the owner has none.
    ['cancelled', 'owner', null],
  ])
  const { id: owner_id } = await userOf(who)
  const { rows } = await sql`
    select change, user_id from appointment_history where appointment_id = ${booked} order by id`.execute(db)
  assert.deepEqual(rows, [
    { change: 'moved', user_id: null },
    { change: 'cancelled', user_id: owner_id },
  ])
  const bookers = await db
    .selectFrom('appointments')
    .select(['id', 'booked_by', 'booked_by_user_id'])
    .where('business_id', '=', who.business_id)
    .orderBy('id')
    .execute()
  assert.deepEqual(bookers, [
    { id, booked_by: 'owner', booked_by_user_id: laura.user_id },
    { id: booked, booked_by: 'client', booked_by_user_id: null },
  ])

  // A person who left the business is still named in its history.
  await db.deleteFrom('memberships').where('user_id', '=', laura.user_id).execute()
  const [, ...others] = roles
  assert.deepEqual(await rolesOf(id), [null, ...others.map((role) => (role === 'reception' ? null : role))])
  assert.equal((await historyOf(id))[0][2], names.laura)
})

test('nobody is mailed of an own booking; of the team’s the business is, if it wants', async () => {
  const who = await owner(call)
  const offer = await withOffer(who)
  const shop = { business_id: who.business_id, slug: who.slug, ...offer }
  const [laura, second] = [await member(who, 'reception'), await member(who, 'owner')]
  const byLaura = await ownerHeaders(db, laura)
  const kinds = async (id: number) =>
    (
      await db
        .selectFrom('messages')
        .select('kind')
        .where('appointment_id', '=', id)
        .orderBy('kind')
        .execute()
    ).map(({ kind }) => kind)
  let hour = 9
  const bookBy = async (headers: Record<string, string>, path = '') => {
    const body = booking(shop, { appointment_time: `${++hour}:00` })
    const answer = await call('POST', `/api/appointments${path}`, { headers, body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return kinds(answer.body.appointment.id)
  }
  assert.deepEqual(await bookBy({}, '/public'), ['booked_client', 'booked_owner'])
  assert.deepEqual(await bookBy(who.headers), ['booked_client'])
  assert.deepEqual(await bookBy(byLaura), ['booked_client'])
  const wanted = await who.as('PATCH', '/api/businesses/profile', { notify_team_bookings: true })
  assert.equal(wanted.status, 200)
  assert.deepEqual(await bookBy(byLaura), ['booked_client', 'booked_owner'])
  assert.deepEqual(await bookBy(who.headers), ['booked_client'])
  assert.deepEqual(await bookBy(await ownerHeaders(db, second)), ['booked_client'])
})

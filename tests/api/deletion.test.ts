import { BOOKING_SUSPENDED, OWNER_LEAVING } from '#domain/suspension.ts'
import { CLOSED_REASON, NAME_DIFFERS, TOO_LATE, upcomingText } from '#domain/deletion.ts'
import { ensureAdministrator } from '#server/admin/queries.ts'
import { creditBalance } from '#server/credits/queries.ts'
import { deleteBusinesses } from '#server/deletion/erase.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { sendDue } from '#server/messages/send.ts'
import { foldFigures } from '#server/metrics/fold.ts'
import { removeUnusedImages } from '#server/uploads/clean.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { whileHeld } from '../held.ts'
import { api, booking, database, NOW } from '../helper.ts'
import { owner, PASSWORD, registration, withOffer } from '../owner.ts'
import { senderDeps } from '../sender.ts'
import { startSink, until } from '../smtp.ts'
import { filledBusiness } from './filled-business.ts'
import { OF_A_BUSINESS } from './tables.ts'

const DAY = 24 * 3_600_000

const db = await database()
const served = await api(db)
const { call, clock } = served
const sink = await startSink()
const mailer = smtpMailer(sink.url)
after(async () => {
  await mailer.close()
  await sink.stop()
})

const removed: string[] = []
const files = {
  put: () => Promise.resolve(),
  read: () => Promise.resolve(undefined),
  remove: (name: string) => Promise.resolve(void removed.push(name)),
} as unknown as Parameters<typeof deleteBusinesses>[0]['files']
const job = () => deleteBusinesses({ db, files, now: () => clock.now })
const send = () => sendDue(senderDeps(db, mailer, { now: () => clock.now }))

const ADMINISTRATOR = { email: 'jefa@enpunto.example', password: 'una-clave-larga' }
await ensureAdministrator(db, ADMINISTRATOR)
async function signedInAdministrator() {
  const { token } = (await call('POST', '/api/admin/login', { body: ADMINISTRATOR })).body
  return (method: 'GET' | 'POST', path: string, body: unknown = {}) =>
    call(method, path, { headers: { authorization: `Bearer ${token}` }, ...(method === 'POST' && { body }) })
}

/** A business with an offer and appointments of two clients on Monday. */
async function business(times: string[] = ['10:00', '11:00']) {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const { business_name } = (await who.as('GET', '/api/businesses/profile')).body.business
  const ids: number[] = []
  for (const [n, appointment_time] of times.entries()) {
    const client_email = `cliente${n}-${place.business_id}@correo.example`
    const { body } = await call('POST', '/api/appointments/public', {
      body: booking(place, { client_email, client_name: `Cliente ${n}`, appointment_time }),
    })
    ids.push(body.appointment.id)
  }
  const wanted = { currentPassword: PASSWORD, business_name, cancel_upcoming: true }
  const leave = (changes: object = {}) =>
    who.as('POST', '/api/businesses/deletion', { ...wanted, ...changes })
  return { ...who, place, business_name, ids, leave }
}

const states = async (business_id: number) => {
  const rows = await db
    .selectFrom('appointments')
    .select(['status', 'cancellation_reason'])
    .where('business_id', '=', business_id)
    .orderBy('id')
    .execute()
  return rows.map(({ status, cancellation_reason }) => [status, cancellation_reason])
}

const kinds = async (business_id: number) => {
  const rows = await db
    .selectFrom('messages')
    .select(['kind', 'state'])
    .where('business_id', '=', business_id)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, state }) => `${kind} ${state}`)
}

test('a wrong password, another name, and appointments nobody wants cancelled delete nothing', async () => {
  const { as, business_id, leave, slug } = await business()
  assert.deepEqual((await leave({ currentPassword: 'otra' })).body.fields, {
    currentPassword: 'La contraseña actual no es correcta',
  })
  assert.deepEqual((await leave({ business_name: 'Otro nombre' })).body.fields, {
    business_name: NAME_DIFFERS,
  })
  assert.deepEqual((await leave({ business_name: ' ', currentPassword: '' })).body.fields, {
    currentPassword: 'Escribe tu contraseña',
    business_name: NAME_DIFFERS,
  })
  const kept = await leave({ cancel_upcoming: false })
  assert.deepEqual([kept.status, kept.body.error], [409, upcomingText(2)])
  assert.deepEqual((await as('GET', '/api/businesses/deletion')).body, {
    success: true,
    deletion: null,
    upcoming: 2,
  })
  assert.deepEqual(await states(business_id), [
    ['scheduled', null],
    ['scheduled', null],
  ])
  assert.equal((await call('GET', `/api/businesses/public/${slug}`)).status, 200)
})

test('it is off at once, its appointments are cancelled with notice, and asked twice it happens once', async () => {
  const { as, business_id, leave, slug, place, business_name } = await business()
  const [first, second] = await Promise.all([
    leave({ business_name: `  ${business_name.toUpperCase()} ` }),
    leave(),
  ])
  assert.deepEqual([first.status, second.status], [200, 200])
  const again = await leave()
  assert.deepEqual(again.body.deletion, first.body.deletion)
  assert.equal(Date.parse(again.body.deletion.erase_at) - clock.now, 30 * DAY)
  assert.equal(again.body.upcoming, 0)
  assert.equal((await call('GET', `/api/businesses/public/${slug}`)).status, 404)
  const late = await call('POST', '/api/appointments/public', {
    body: booking(place, { appointment_time: '15:00' }),
  })
  assert.deepEqual([late.status, late.body.error], [404, BOOKING_SUSPENDED])
  assert.deepEqual(await states(business_id), [
    ['cancelled', CLOSED_REASON],
    ['cancelled', CLOSED_REASON],
  ])
  await send()
  const told = (await kinds(business_id)).filter((kind) => /cancelled|deletion/.test(kind)).sort()
  assert.deepEqual(told, ['cancelled_client sent', 'cancelled_client sent', 'deletion_asked sent'])
  assert.equal((await as('POST', '/api/services', { service_name: 'Otro' })).body.error, OWNER_LEAVING)
  const { activity } = (await as('GET', '/api/activity')).body
  assert.equal(activity.filter(({ act }: { act: string }) => act === 'deletion_asked').length, 1)
})

test('bookings that come at the same time are cancelled with the others, or refused', async () => {
  // As many as one network may send at once.
  clock.now += DAY / 24
  const { business_id, leave, place } = await business([])
  const times = ['10:00', '11:00', '15:00', '16:00']
  const [left, ...booked] = await Promise.all([
    leave(),
    ...times.map((appointment_time, n) =>
      call('POST', '/api/appointments/public', {
        body: booking(place, { appointment_time, client_email: `a-la-vez${n}@correo.example` }),
      }),
    ),
  ])
  assert.equal(left.status, 200)
  const made = booked.filter(({ status }) => status === 201).length
  for (const { status } of booked) assert.ok([201, 404, 409].includes(status), String(status))
  const after = await states(business_id)
  assert.equal(after.length, made)
  assert.ok(
    after.every(([status]) => status === 'cancelled'),
    JSON.stringify(after),
  )
})

test('a process that dies after the business is off leaves the cancelling to the job', async () => {
  const { business_id, leave } = await business()
  // What the dead process had committed: the business off, nothing cancelled.
  await leave()
  await sql`update business_deletions set cancelled_at = null where business_id = ${business_id}`.execute(db)
  await sql`update appointments set status = 'scheduled', cancellation_reason = null
    where business_id = ${business_id}`.execute(db)
  await sql`delete from messages where business_id = ${business_id} and kind = 'cancelled_client'`.execute(db)
  await Promise.all([job(), job()])
  assert.deepEqual(
    (await states(business_id)).map(([status]) => status),
    ['cancelled', 'cancelled'],
  )
  const told = (await kinds(business_id)).filter((kind) => kind.startsWith('cancelled'))
  assert.equal(told.length, 2)
})

test('its owner comes back within 30 days, and not to what an administrator suspended', async () => {
  const { as, business_id, leave, slug } = await business()
  assert.equal((await as('DELETE', '/api/businesses/deletion')).status, 404)
  await leave()
  assert.equal((await as('DELETE', '/api/businesses/deletion')).status, 200)
  assert.equal((await call('GET', `/api/businesses/public/${slug}`)).status, 200)
  assert.equal((await as('GET', '/api/businesses/deletion')).body.deletion, null)
  assert.deepEqual(
    (await states(business_id)).map(([status]) => status),
    ['cancelled', 'cancelled'],
  )

  await leave()
  const admin = await signedInAdministrator()
  // An administrator's decision counts from the return on, and puts nothing on before.
  assert.equal((await admin('POST', `/api/admin/businesses/${business_id}/reactivate`)).status, 200)
  const leaving = (await admin('GET', `/api/admin/businesses/${business_id}`)).body.business
  assert.equal(leaving.suspended_on_return, null)
  assert.ok(leaving.suspended_at)
  assert.equal((await call('GET', `/api/businesses/public/${slug}`)).status, 404)
  assert.equal((await admin('POST', `/api/admin/businesses/${business_id}/suspend`)).status, 200)
  const listed = (await admin('GET', `/api/admin/businesses/${business_id}`)).body.business
  assert.equal(Date.parse(listed.erase_at), clock.now + 30 * DAY)
  assert.equal(listed.erased_at, null)
  assert.equal(Date.parse(listed.suspended_on_return), clock.now)
  assert.equal((await as('DELETE', '/api/businesses/deletion')).status, 200)
  assert.equal((await call('GET', `/api/businesses/public/${slug}`)).status, 404)
  assert.equal((await as('POST', '/api/services', { service_name: 'Otro' })).status, 403)
})

test('suspended in the moment in which its owner leaves, it stays so when the owner comes back', async () => {
  const { as, business_id, leave, slug } = await business([])
  const admin = await signedInAdministrator()
  const waiting = async (count: number) => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= count
  }
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`select from businesses where id = ${business_id} for no key update`.execute(tx)
    held.resolve()
    await release.promise
  })
  await held.promise
  const leaving = leave()
  await until(() => waiting(1))
  const suspending = admin('POST', `/api/admin/businesses/${business_id}/suspend`)
  await until(() => waiting(2))
  release.resolve()
  const [, left, suspended] = await Promise.all([holding, leaving, suspending])
  assert.deepEqual([left.status, suspended.status], [200, 200])
  assert.equal((await as('DELETE', '/api/businesses/deletion')).status, 200)
  assert.equal((await call('GET', `/api/businesses/public/${slug}`)).status, 404)
})

test('no process, an older one neither, puts a business on that is being deleted', async () => {
  const { business_id, leave } = await business([])
  await leave()
  await assert.rejects(
    sql`update businesses set suspended_at = null where id = ${business_id}`.execute(db),
    /is being deleted/,
  )
})

test('after 30 days all of it is erased but for what the law wants kept, and its certificate goes by mail', async () => {
  clock.now = NOW
  const place = await filledBusiness(db, served)
  const { business_id } = place
  await sql`delete from business_deletions where business_id = ${business_id}`.execute(db)
  const profile = (await place.as('GET', '/api/businesses/profile')).body.business
  const wanted = { currentPassword: PASSWORD, business_name: profile.business_name, cancel_upcoming: true }
  assert.equal((await place.as('POST', '/api/businesses/deletion', wanted)).status, 200)
  await sql`update appointments set consent_version = '2026-01', consented_at = created_at
    where business_id = ${business_id} and booked_by = 'client'`.execute(db)
  const consents = await db
    .selectFrom('appointments')
    .select(['id', 'consent_version'])
    .where('business_id', '=', business_id)
    .where('consented_at', 'is not', null)
    .execute()
  assert.ok(consents.length > 0)
  const before = clock.now
  clock.now = before + 30 * DAY - 1000
  await job()
  assert.ok((await states(business_id)).length > 0)
  clock.now = before + 30 * DAY
  const signedIn = await call('POST', '/api/auth/login', { body: { email: place.email, password: PASSWORD } })
  const headers = { authorization: `Bearer ${signedIn.body.token}` }
  const late = await call('DELETE', '/api/businesses/deletion', { headers })
  assert.deepEqual([late.status, late.body.error], [409, TOO_LATE])
  const { user_id } = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('business_id', '=', business_id)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  await sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
    values (${user_id}, '\\x01', '\\x02', 0, '{}', 'iPhone de Ana', now())`.execute(db)
  await sql`insert into recovery_codes (user_id, hash) values (${user_id}, ${Buffer.alloc(32)})`.execute(db)
  await sql`update users set totp_secret = '\\x03', totp_since = now(), totp_step = 1 where id = ${user_id}`.execute(
    db,
  )
  // Two processes, the sender and the figures at the same time.
  await Promise.all([job(), job(), foldFigures({ db })])
  const mailed = sink.received.length
  await send()
  // Its answer may still be out, and it would be sent again.
  await job()
  assert.ok((await kinds(business_id)).includes('deletion_done sent'))
  clock.now += 2 * DAY
  await job()
  await removeUnusedImages({ db, files, now: () => clock.now })

  for (const [table, { afterErasing }] of Object.entries(OF_A_BUSINESS)) {
    const key = table === 'businesses' ? 'id' : 'business_id'
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where ${sql.ref(key)} = ${business_id}`.execute(db)
    if (!afterErasing) assert.deepEqual(rows, [], `${table} keeps rows of an erased business`)
    for (const { row } of rows)
      assert.ok(!row.includes(profile.business_name) && !row.includes('@correo.example'), `${table}: ${row}`)
  }
  for (const table of ['passkeys', 'recovery_codes'])
    assert.deepEqual(
      (await sql`select from ${sql.table(table)} where user_id = ${user_id}`.execute(db)).rows,
      [],
      table,
    )
  const { totp_secret } = await db
    .selectFrom('users')
    .select('totp_secret')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  assert.equal(totp_secret, null)
  const certificate = sink.received
    .slice(mailed)
    .filter(({ to, mail }) => to[0] === place.email && mail.subject === 'Constancia')
  assert.equal(certificate.length, 1)
  const kept = await db
    .selectFrom('kept_consents')
    .select(['appointment_id', 'consent_version', 'client_hash'])
    .where('business_id', '=', business_id)
    .execute()
  for (const { id, consent_version } of consents) {
    const row = kept.find(({ appointment_id }) => appointment_id === id)
    assert.equal(row?.consent_version, consent_version)
    assert.equal(row?.client_hash?.length, 32)
  }
  const paid = await db
    .selectFrom('credit_movements')
    .select('reference')
    .where('business_id', '=', business_id)
    .where('reason', '=', 'package')
    .execute()
  assert.deepEqual(paid, [{ reference: 'r1' }])
  assert.ok(removed.includes(`share-${business_id}-0123456789abcdef.jpg`))

  // Nobody signs in, the e-mail is free again, and the address is nobody's.
  assert.equal((await call('GET', '/api/auth/verify', { headers })).status, 401)
  const login = await call('POST', '/api/auth/login', { body: { email: place.email, password: PASSWORD } })
  assert.equal(login.status, 401)
  const anew = await call('POST', '/api/auth/register', {
    body: registration({ email: place.email, business_name: profile.business_name }),
  })
  assert.equal(anew.status, 201, anew.body.error)
  assert.equal(anew.body.business.slug, `${place.slug}-2`)
  const admin = await signedInAdministrator()
  const listed = (await admin('GET', `/api/admin/businesses/${business_id}`)).body.business
  assert.equal(listed.business_name, 'Negocio eliminado')
  assert.ok(listed.erased_at)
  assert.ok((await call('GET', `/api/businesses/public/${place.slug}`)).status === 404)
})

test('who joins another business while their only one is erased keeps the account', async () => {
  clock.now = NOW
  const { business_id, leave } = await business()
  const other = await owner(call)
  assert.equal((await leave()).status, 200)
  const { user_id } = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('business_id', '=', business_id)
    .executeTakeFirstOrThrow()
  clock.now += 30 * DAY
  const { promise: joined, resolve: commit } = Promise.withResolvers<void>()
  const joining = db.transaction().execute(async (tx) => {
    const member = { business_id: other.business_id, user_id, role: 'reception' as const }
    await tx.insertInto('memberships').values(member).execute()
    await joined
  })
  const erasing = job()
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  }).finally(commit)
  await Promise.all([joining, erasing])
  const kept = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  assert.doesNotMatch(kept.email, /^cuenta-eliminada/)
  const of = await db.selectFrom('memberships').select('business_id').where('user_id', '=', user_id).execute()
  assert.deepEqual(of, [{ business_id: other.business_id }])
})

test('it is erased also while a member, who is locked before the business, changes something of it', async () => {
  clock.now = NOW
  const { business_id, leave } = await business()
  assert.equal((await leave()).status, 200)
  clock.now += 30 * DAY
  await whileHeld(
    db,
    (tx) =>
      sql`select from users where id in (select user_id from memberships where business_id = ${business_id})
        for no key update`.execute(tx),
    job,
    (tx) => sql`update businesses set phone = phone where id = ${business_id}`.execute(tx),
  )
  const { erased_at } = await db
    .selectFrom('business_deletions')
    .select('erased_at')
    .where('business_id', '=', business_id)
    .executeTakeFirstOrThrow()
  assert.notEqual(erased_at, null)
})

test('an administrator sees a business that is erased, gives nothing to it and does nothing with it', async () => {
  clock.now = NOW
  const { business_id, leave } = await business([])
  assert.equal((await leave()).status, 200)
  clock.now += 30 * DAY
  // Its month was opened before.
  await creditBalance(db, business_id, clock.now)
  await job()
  const erasedMs = clock.now
  for (clock.now of [erasedMs + 31 * DAY, erasedMs]) {
    const ask = await signedInAdministrator()
    const { status, body } = await ask('GET', `/api/admin/businesses/${business_id}`)
    assert.equal(status, 200, body.error)
    assert.deepEqual([body.figures.free_credits, body.figures.paid_credits], [0, 0])
  }
  const admin = await signedInAdministrator()
  for (const [path, body] of [
    ['credits', { packages: 1, reference: 'Nequi 1' }],
    ['limits', { max_services: 5, max_professionals: 5 }],
    ['suspend', {}],
    ['reactivate', {}],
  ] as const) {
    const answer = await admin('POST', `/api/admin/businesses/${business_id}/${path}`, body)
    assert.deepEqual([answer.status, answer.body.error], [409, 'Ese negocio ya fue eliminado'], path)
  }
  const left = await sql`select from credit_accounts where business_id = ${business_id}`.execute(db)
  assert.equal(left.rows.length, 0)
})

test('businesses that cannot be erased hold up no other’s erasing, and are told of', async () => {
  clock.now = NOW
  const stuck: number[] = []
  for (let n = 0; n < 6; n++) {
    const { business_id, leave } = await business([])
    assert.equal((await leave()).status, 200)
    stuck.push(business_id)
  }
  clock.now += 1000
  const { business_id, leave } = await business([])
  assert.equal((await leave()).status, 200)
  await sql`create function refuse_erasing() returns trigger language plpgsql as 'begin raise exception ''stuck''; end'`.execute(
    db,
  )
  await sql`create trigger stuck before update of erased_at on business_deletions for each row
    when (new.business_id in (${sql.raw(stuck.join(','))})) execute function refuse_erasing()`.execute(db)
  clock.now += 30 * DAY
  const erasedAt = async (id: number) =>
    (
      await db
        .selectFrom('business_deletions')
        .select('erased_at')
        .where('business_id', '=', id)
        .executeTakeFirstOrThrow()
    ).erased_at
  try {
    await assert.rejects(job(), /stuck/)
    assert.equal(await erasedAt(business_id), clock.now)
    assert.equal(await erasedAt(stuck[0]!), null)
  } finally {
    await sql`drop trigger stuck on business_deletions`.execute(db)
  }
  await job()
  for (const id of stuck) assert.equal(await erasedAt(id), clock.now)
})

test('what administrators decided of an erased business’s name does not name it', async () => {
  clock.now = NOW
  const { business_id, business_name, leave } = await business([])
  const detail = JSON.stringify({ name: business_name, kept: 1 })
  const act = { act: 'approve_name' as const, business_id, detail, at: new Date(NOW).toISOString() }
  await db.insertInto('audit_log').values(act).execute()
  assert.equal((await leave()).status, 200)
  clock.now += 30 * DAY
  await job()
  const { rows } = await sql`select detail from audit_log where business_id = ${business_id}`.execute(db)
  assert.deepEqual(rows, [{ detail: { kept: 1 } }])
})

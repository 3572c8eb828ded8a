import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ensureAdministrator } from '#server/admin/queries.ts'
import { forgetExpired } from '#server/jobs.ts'
import { api, appointmentRow, database, ownerHeaders, salon } from '../helper.ts'

const db = await database()
const { call, clock } = await api(db)
const who = { email: 'jefa@enpunto.example', password: 'una-clave-larga' }
await ensureAdministrator(db, who)

const login = async () => {
  const { status, body } = await call('POST', '/api/admin/login', { body: who })
  assert.equal(status, 200, body.error)
  return { authorization: `Bearer ${body.token}` }
}
const headers = await login()
const as = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  call(method, `/api/admin/${path}`, { headers, ...(body !== undefined && { body }) })

test('log-in: the token and user; wrong ones are the same 401; too many are 429', async () => {
  const { body } = await call('POST', '/api/admin/login', { body: { ...who, email: 'JEFA@enpunto.example' } })
  assert.equal(body.user.email, who.email)
  assert.match(body.token, /^\d+\.[\w-]{43}$/)
  const wrong = await call('POST', '/api/admin/login', { body: { ...who, password: 'otra-clave' } })
  const nobody = await call('POST', '/api/admin/login', { body: { ...who, email: 'nadie@enpunto.example' } })
  assert.deepEqual([wrong.status, wrong.body], [401, nobody.body])
  assert.deepEqual((await call('POST', '/api/admin/login', { body: {} })).body.fields, {
    email: 'Email es requerido',
    password: 'Contraseña es requerida',
  })
  const unlike = await call('POST', '/api/admin/login', { body: { ...who, email: 'jefa@' } })
  assert.deepEqual([unlike.status, unlike.body.fields], [400, { email: 'Email inválido' }])
  let last = 0
  for (let i = 0; i < 12 && last !== 429; i++)
    last = (await call('POST', '/api/admin/login', { body: { email: 'x@y.co', password: 'z' } })).status
  assert.equal(last, 429)
})

test('wrong tries are one row an hour of an administrator, and one of everybody who is none; forgotten after 400 days', async () => {
  const hour = 3_600_000
  clock.now = (Math.floor(clock.now / hour) + 1) * hour
  const fail = (email: string) => call('POST', '/api/admin/login', { body: { ...who, email, password: 'x' } })
  const failed = async () =>
    (
      await sql<{ email: string | null; tries: number; at: string }>`
        select a.email, (l.detail->>'tries')::int as tries, l.at from audit_log l left join administrators a
        on a.id = l.administrator_id where act = 'login_failed' and at >= ${iso(start)} order by l.id`.execute(
        db,
      )
    ).rows.map(({ email, tries, at }) => [email, tries, new Date(at).getTime()])
  const start = clock.now
  const iso = (ms: number) => new Date(ms).toISOString()
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => fail(`${name}@nadie.example`)))
  await fail(who.email)
  clock.now += 59 * 60_000
  await fail('f@nadie.example')
  await fail(who.email)
  assert.deepEqual(await failed(), [
    [null, 6, start],
    [who.email, 2, start],
  ])
  clock.now += 60_000
  await fail('g@nadie.example')
  assert.deepEqual((await failed()).at(-1), [null, 1, start + hour])
  const { acts } = (await as('GET', 'audit?limit=3')).body
  assert.deepEqual(
    acts.map(({ act, administrator, detail }: any) => [act, administrator, detail]),
    [
      ['login_failed', null, { tries: 1 }],
      ['login_failed', who.email, { tries: 2 }],
      ['login_failed', null, { tries: 6 }],
    ],
  )
  const long = iso(clock.now - 400 * 24 * hour - 1)
  await sql`insert into audit_log (act, at) values ('login_failed', ${long}), ('suspend', ${long})`.execute(
    db,
  )
  await forgetExpired({ db, now: () => clock.now })
  const kept = await sql`select act from audit_log where at = ${long}`.execute(db)
  assert.deepEqual(kept.rows, [{ act: 'suspend' }])
  assert.equal((await failed()).length, 3)
})

test("an owner's token is nothing here, and the administrator's is nothing there", async () => {
  const owner = await ownerHeaders(db, await salon(db))
  assert.equal((await call('GET', '/api/auth/verify', { headers: owner })).status, 200)
  for (const path of ['metrics', 'businesses', 'growth', 'audit']) {
    assert.equal((await call('GET', `/api/admin/${path}`, { headers: owner })).status, 401)
    assert.equal((await call('GET', `/api/admin/${path}`)).status, 401)
    assert.equal(
      (await call('GET', `/api/admin/${path}`, { headers: { authorization: 'Bearer x' } })).status,
      401,
    )
  }
  for (const path of ['auth/verify', 'appointments', 'services'])
    assert.equal((await call('GET', `/api/${path}`, { headers })).status, 401)
})

test('totals and rows, to the peso', async () => {
  const before = (await as('GET', 'metrics')).body.metrics
  const place = await salon(db, { business_name: 'Ñandú Peluquería' })
  const came = { status: 'completed' as const, attendance_status: 'attended' as const }
  await db
    .insertInto('appointments')
    .values([
      { ...appointmentRow(place, '2026-11-10', '10:00', came), price: 10_000, actual_price: 12_000 },
      { ...appointmentRow(place, '2026-11-11', '10:00', came), price: 10_000 },
      { ...appointmentRow(place, '2026-11-12', '10:00', { status: 'cancelled' }), price: 99_000 },
    ])
    .execute()
  const after = (await as('GET', 'metrics')).body.metrics
  const { revenues: _, ...totals } = after
  const grown = Object.fromEntries(Object.keys(totals).map((name) => [name, after[name] - before[name]]))
  assert.deepEqual(grown, {
    total_businesses: 1,
    active_businesses: 1,
    total_appointments: 3,
    total_revenue: 22_000,
    total_services: 1,
    total_professionals: 1,
  })
  const { businesses, total } = (await as('GET', 'businesses?q=nandu&limit=10')).body
  assert.equal(total, 1)
  const [row] = businesses
  assert.deepEqual(
    [row.id, row.total_appointments, row.total_services, row.total_professionals],
    [place.business_id, 3, 1, 1],
  )
  assert.deepEqual(
    [row.business_name, row.business_type, row.email, row.phone],
    ['Ñandú Peluquería', 'Otro', `${place.slug}@correo.example`, '+573001112233'],
  )
  assert.ok(!Number.isNaN(Date.parse(row.created_at)))
  const all = (await as('GET', 'businesses')).body
  assert.equal(all.businesses.length, after.total_businesses)
  const most = (await as('GET', 'businesses?sort=total_appointments&limit=1')).body.businesses[0]
  assert.equal(most.id, place.business_id)
  const { months } = (await as('GET', 'growth')).body
  assert.equal(months.length, 12)
  const registered = (of: { month: string; businesses: number }[]) =>
    of.find(({ month }) => month === '2026-10')!.businesses
  // In the evening of 31 October in Colombia, which is November in UTC.
  const { business_id } = await salon(db)
  await db
    .updateTable('businesses')
    .set({ created_at: '2026-11-01T03:00:00Z' })
    .where('id', '=', business_id)
    .execute()
  assert.equal(registered((await as('GET', 'growth')).body.months), registered(months) + 1)
})

test('a suspended business has no public page; reactivated it has; both are on record', async () => {
  const { business_id, slug } = await salon(db)
  const page = async () => (await call('GET', `/api/businesses/public/slug/${slug}`)).status
  assert.equal((await as('POST', `businesses/${business_id}/suspend`, { reason: 'Impago' })).status, 200)
  assert.equal(await page(), 404)
  assert.equal((await as('POST', `businesses/${business_id}/reactivate`, {})).status, 200)
  assert.equal(await page(), 200)
  const { acts } = (await as('GET', 'audit?limit=2')).body
  assert.deepEqual(
    acts.map((act: { act: string; administrator: string }) => [act.act, act.administrator]),
    [
      ['reactivate', who.email],
      ['suspend', who.email],
    ],
  )
  assert.equal(acts[1].detail.reason, 'Impago')
  assert.equal((await as('POST', 'businesses/999999/suspend', {})).status, 404)
  const reason = `${'a'.repeat(499)}💅 y más`
  assert.equal((await as('POST', `businesses/${business_id}/reactivate`, { reason })).status, 200)
})

test('limits are raised for one business, read in the list, and on record with what they were', async () => {
  const [place, other] = [await salon(db), await salon(db)]
  const set = (body: object, id: number = place.business_id) => as('POST', `businesses/${id}/limits`, body)
  for (const wrong of [0, -1, 1.5, 1001, 'x', null]) {
    const { status, body } = await set({ max_services: wrong, max_professionals: 60 })
    assert.deepEqual([status, body.fields], [400, { max_services: 'Debe ser un número de 1 a 1000' }])
  }
  const tooMany = await set({ max_services: 100, max_professionals: 501 })
  assert.deepEqual(tooMany.body.fields, { max_professionals: 'Debe ser un número de 1 a 500' })
  assert.equal((await set({ max_services: 150, max_professionals: 70 }, 999_999_999)).status, 404)
  const owner = await ownerHeaders(db, place)
  const path = `/api/admin/businesses/${place.business_id}/limits`
  const asOwner = await call('POST', path, {
    body: { max_services: 900, max_professionals: 70 },
    headers: owner,
  })
  assert.equal(asOwner.status, 401)
  assert.equal((await set({ max_services: 150, max_professionals: 70 })).status, 200)
  const { businesses } = (await as('GET', 'businesses')).body
  const limitsOf = (id: number) => {
    const { max_services, max_professionals } = businesses.find((one: { id: number }) => one.id === id)
    return [max_services, max_professionals]
  }
  assert.deepEqual(
    [limitsOf(place.business_id), limitsOf(other.business_id)],
    [
      [150, 70],
      [100, 60],
    ],
  )
  const [act] = (await as('GET', 'audit?limit=1')).body.acts
  assert.deepEqual(
    [act.act, act.administrator, act.business_id, act.detail],
    [
      'set_limits',
      who.email,
      place.business_id,
      {
        max_services: 150,
        max_professionals: 70,
        before: { max_services: 100, max_professionals: 60, max_mails: null },
      },
    ],
  )
})

test('of two administrators who change other limits of one business, neither undoes what the other set', async () => {
  const { business_id } = await salon(db)
  const set = (body: object) => as('POST', `businesses/${business_id}/limits`, body)
  const both = await Promise.all([
    set({ max_services: 150 }),
    set({ max_professionals: 70 }),
    set({ max_mails: 9 }),
  ])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200, 200],
  )
  const acts = async () =>
    (await as('GET', 'audit?limit=5')).body.acts.filter((act: any) => act.business_id === business_id).length
  assert.deepEqual([(await set({})).status, await acts()], [200, 3])
  const { businesses } = (await as('GET', 'businesses')).body
  const { max_services, max_professionals, max_mails } = businesses.find((one: any) => one.id === business_id)
  assert.deepEqual([max_services, max_professionals, max_mails], [150, 70, 9])
})

test('mails to clients in a day are another number for one business, or the usual again', async () => {
  const { business_id } = await salon(db)
  const set = (max_mails: unknown) =>
    as('POST', `businesses/${business_id}/limits`, { max_services: 100, max_professionals: 60, max_mails })
  for (const wrong of [0, -1, 1.5, 100_001, 'x'])
    assert.deepEqual((await set(wrong)).body.fields, { max_mails: 'Debe ser un número de 1 a 100000' })
  for (const [sent, right] of [
    [900, 900],
    [null, null],
    [800, 800],
    ['', null],
  ]) {
    assert.equal((await set(sent)).status, 200)
    const { businesses } = (await as('GET', 'businesses')).body
    assert.equal(businesses.find((one: { id: number }) => one.id === business_id).max_mails, right)
  }
})

test('what is sent again because its answer got lost is done once, whatever another administrator did meanwhile', async () => {
  const { business_id: id } = await salon(db)
  const send = (path: string, body: object, key: string) =>
    call('POST', `/api/admin/businesses/${id}/${path}`, {
      headers: { ...headers, 'idempotency-key': key },
      body,
    })
  await db.insertInto('sender_names').values({ business_id: id, name: 'Nequi' }).execute()
  await db
    .insertInto('page_reports')
    .values({
      business_id: id,
      reason: 'fraud',
      network: Buffer.alloc(32),
      at: new Date(clock.now).toISOString(),
    })
    .execute()
  const wishes: [path: string, body: object][] = [
    ['credits', { packages: 1, reference: 'Nequi 77' }],
    ['limits', { max_services: 5, max_professionals: 5 }],
    ['sender-name', { name: 'Nequi', is_approved: true }],
    ['reports', { outcome: 'dismissed' }],
    ['suspend', { reason: 'No paga' }],
    ['reactivate', {}],
  ]
  for (const [path, body] of wishes) {
    const answers = [await send(path, body, path)]
    clock.now += 1000
    answers.push(await send(path, body, path))
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.success]),
      [
        [200, true],
        [200, true],
      ],
      path,
    )
  }
  assert.equal((await send('suspend', {}, 'another')).status, 200)
  assert.equal((await send('reactivate', {}, 'reactivate')).status, 200)
  const { business, figures, acts } = (await as('GET', `businesses/${id}`)).body
  assert.ok(business.suspended_at)
  assert.equal(figures.paid_credits, 100)
  assert.deepEqual(
    acts.map(({ act }: { act: string }) => act),
    ['suspend', 'reactivate', 'suspend', 'dismiss_reports', 'approve_name', 'set_limits', 'grant_credits'],
  )
})

test('a grant that cannot be noted is not made, and can be made again', async () => {
  const { business_id } = await salon(db)
  const grant = () =>
    as('POST', `businesses/${business_id}/credits`, { packages: 1, reference: `auditoria-${business_id}` })
  const paid = async () =>
    (
      await db
        .selectFrom('credit_movements')
        .select('id')
        .where('business_id', '=', business_id)
        .where('reason', '=', 'package')
        .execute()
    ).length
  await sql`create function refuse_audit() returns trigger language plpgsql as
    'begin raise exception ''no room''; end'`.execute(db)
  await sql`create trigger refuse_audit before insert on audit_log for each row execute function refuse_audit()`.execute(
    db,
  )
  try {
    assert.equal((await grant()).status, 500)
    assert.equal(await paid(), 0)
  } finally {
    await sql`drop trigger refuse_audit on audit_log`.execute(db)
  }
  assert.equal((await grant()).status, 200)
  assert.equal(await paid(), 1)
})

test('credits are granted with the payment’s reference, once', async () => {
  const { business_id } = await salon(db)
  const grant = (body: object) => as('POST', `businesses/${business_id}/credits`, body)
  assert.equal((await grant({ packages: 1 })).body.fields.reference, 'La referencia del pago es requerida')
  assert.equal((await grant({ packages: 0, reference: 'X' })).status, 400)
  assert.equal((await grant({ packages: 2, reference: `Nequi ${business_id}` })).status, 200)
  assert.equal((await grant({ packages: 2, reference: `Nequi ${business_id}` })).status, 409)
  // Nobody types it twice alike.
  for (const reference of [`NEQUI ${business_id}`, `nequi  ${business_id}`, `Nequi${business_id}`])
    assert.equal((await grant({ packages: 2, reference })).status, 409, reference)
  const rows = await db
    .selectFrom('credit_movements')
    .select(['amount', 'kind'])
    .where('business_id', '=', business_id)
    .where('reason', '=', 'package')
    .execute()
  assert.deepEqual(rows, [{ amount: 200, kind: 'paid' }])
})

test('logging out ends the session', async () => {
  const mine = await login()
  assert.equal((await call('POST', '/api/admin/logout', { headers: mine })).status, 200)
  assert.equal((await call('GET', '/api/admin/metrics', { headers: mine })).status, 401)
  const ended = () =>
    db
      .selectFrom('audit_log')
      .select((row) => row.fn.countAll<number>().as('times'))
      .where('act', '=', 'logout')
      .executeTakeFirstOrThrow()
  const before = await ended()
  // The page left before it heard: the tab's next one says it again.
  const again = await call('POST', '/api/admin/logout', { headers: mine })
  assert.deepEqual([again.status, again.body], [200, { success: true }])
  assert.equal(
    (await call('POST', '/api/admin/logout', { headers: { authorization: 'Bearer x' } })).status,
    401,
  )
  assert.deepEqual(await ended(), before)
})

test('currencies are not added up, and who has no appointment in 30 days is not active', async () => {
  const before = (await as('GET', 'metrics')).body.metrics
  const place = await salon(db, { business_name: 'Lejos' })
  await sql`update businesses set currency = 'MXN' where id = ${place.business_id}`.execute(db)
  const came = { status: 'completed' as const, attendance_status: 'attended' as const }
  const today = Temporal.Instant.fromEpochMilliseconds(clock.now)
    .toZonedDateTimeISO('America/Bogota')
    .toPlainDate()
  const day = (days: number) => today.add({ days }).toString()
  const insert = (date: string) =>
    db
      .insertInto('appointments')
      .values({ ...appointmentRow(place, date, '10:00', came), price: 700 })
      .execute()
  await insert(day(-40))
  const after = (await as('GET', 'metrics')).body.metrics
  assert.equal(after.active_businesses, before.active_businesses)
  assert.equal(after.total_revenue, before.total_revenue)
  assert.deepEqual(
    after.revenues.find(({ currency }: { currency: string }) => currency === 'MXN'),
    { currency: 'MXN', amount: 700 },
  )
  await insert(day(-20))
  assert.equal((await as('GET', 'metrics')).body.metrics.active_businesses, before.active_businesses + 1)
})

test('a business by itself: credits, last log-in, appointments, and the reasons of what was done', async () => {
  const place = await salon(db, { business_name: 'Visto De Cerca' })
  const path = `businesses/${place.business_id}`
  assert.equal((await as('GET', path)).body.figures.last_login_at, null)
  await ownerHeaders(db, place)
  await as('POST', `${path}/credits`, { packages: 2, reference: 'Recibo de cerca' })
  await as('POST', `${path}/suspend`, { reason: 'Pidió una pausa' })
  const { body } = await as('GET', path)
  assert.equal(body.business.business_name, 'Visto De Cerca')
  assert.equal(body.figures.paid_credits, 200)
  assert.deepEqual(
    body.acts.map(({ act, detail }: { act: string; detail: object }) => [act, detail]),
    [
      ['suspend', { reason: 'Pidió una pausa' }],
      ['grant_credits', { packages: 2, reference: 'Recibo de cerca' }],
    ],
  )
  assert.equal((await as('GET', 'businesses/999999999')).status, 404)
  const owner = await ownerHeaders(db, await salon(db))
  assert.equal((await call('GET', `/api/admin/${path}`, { headers: owner })).status, 401)
})

test('businesses are in the order in which people look for a name', async () => {
  for (const business_name of ['Zeta del Orden', 'Ánimo del Orden', 'Ñandú del Orden', 'barba del Orden'])
    await salon(db, { business_name })
  const { businesses } = (await as('GET', 'businesses?q=del%20Orden&sort=business_name&order=asc')).body
  assert.deepEqual(
    businesses.map((one: { business_name: string }) => one.business_name.split(' ')[0]),
    ['Ánimo', 'barba', 'Ñandú', 'Zeta'],
  )
})

test('a business is found by words of its name in any order, and by a telephone as the panel shows it', async () => {
  const { business_id } = await salon(db, { business_name: 'Uñas La Palabra' })
  await db.updateTable('businesses').set({ phone: '+573145550199' }).where('id', '=', business_id).execute()
  const found = async (q: string) => {
    const { businesses, total } = (await as('GET', `businesses?q=${encodeURIComponent(q)}`)).body
    assert.equal(total, businesses.length)
    return businesses.some(({ id }: { id: number }) => id === business_id)
  }
  for (const q of ['palabra unas', '+57 314 555 0199', '(314) 555-0199', '314 555', 'Palabra 3145550199'])
    assert.ok(await found(q), q)
  for (const q of ['palabra 999', '314 555 0198', 'p%labra', 'p_labra']) assert.ok(!(await found(q)), q)
})

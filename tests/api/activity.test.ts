import type { Act } from '#domain/activity.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { owner, PASSWORD, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'
import { until } from '../smtp.ts'
import { codeAt } from '../totp.ts'

type Method = Parameters<typeof call>[0]

const db = await database()
const { app, call, clock } = await api(db)

test('what was done is told in sentences, with who did it, to owner and manager alone', async () => {
  const who = await owner(call)
  const { service_id } = await withOffer(who)
  const marta = await memberOf(db, who.business_id, 'manager')
  const login = (password: string) =>
    call('POST', '/api/auth/login', { body: { email: who.email, password } })
  assert.equal((await login('equivocada')).status, 401)
  assert.equal((await login(PASSWORD)).status, 200)
  const priced = await call('PATCH', `/api/services/${service_id}`, {
    headers: marta.headers,
    body: { price: 45_000 },
  })
  assert.equal(priced.status, 200, JSON.stringify(priced.body))
  await who.as('PATCH', `/api/services/${service_id}`, { description: 'Con lavado' })
  assert.equal(
    (await app.inject({ url: '/api/businesses/export.json', headers: who.headers })).statusCode,
    200,
  )

  const list = async (query = '') => (await who.as('GET', `/api/activity${query}`)).body
  await until(async () => (await list()).activity.length >= 6)
  const { activity } = await list()
  assert.deepEqual(
    activity
      .map(({ user_name, text }: { user_name: string | null; text: string }) => [user_name, text])
      .sort(),
    [
      [null, `alguien intentó entrar con ${who.email} y una contraseña equivocada`],
      [marta.name, 'cambió el servicio «Corte»: el precio pasó de $ 40.000 a $ 45.000'],
      [who.email, 'agregó a Inés Prada a los profesionales'],
      [who.email, 'creó el servicio «Corte»'],
      [who.email, 'descargó todos los datos del negocio'],
      [who.email, 'entró'],
    ].sort(),
  )
  const ofMarta = (await list(`?user_id=${marta.user_id}`)).activity
  assert.deepEqual(
    ofMarta.map(({ user_id }: { user_id: number }) => user_id),
    [marta.user_id],
  )
  const people = [
    { user_id: activity.find(({ user_name }: { user_name: string }) => user_name === who.email).user_id },
    { user_id: marta.user_id },
  ]
  const named = people.map((one, i) => ({ ...one, user_name: [who.email, marta.name][i]! }))
  named.sort((a, b) => (a.user_name.toLowerCase() < b.user_name.toLowerCase() ? -1 : 1))
  assert.deepEqual((await list('?date=2026-11-19&limit=1')).people, named, 'whatever is shown of them')
  assert.equal((await list('?date=2026-11-20')).activity.length, 6)
  assert.equal((await list('?date=2026-11-19')).activity.length, 0)
  const page = await list('?limit=3')
  assert.deepEqual([page.activity.length, page.has_more], [3, true])
  assert.equal((await list(`?limit=3&before=${page.activity.at(-1).id}`)).activity.length, 3)

  const ask = async (role: 'manager' | 'reception' | 'professional') =>
    (await call('GET', '/api/activity', { headers: (await memberOf(db, who.business_id, role)).headers }))
      .status
  assert.deepEqual([await ask('manager'), await ask('reception'), await ask('professional')], [200, 403, 403])
  const text = JSON.stringify(await db.selectFrom('activity').selectAll().execute())
  assert.doesNotMatch(text, /equivocada|clave-segura/)
})

test('values before and after are kept of prices, hours and roles', async () => {
  const who = await owner(call)
  const { service_id, professional_id } = await withOffer(who)
  const marta = await memberOf(db, who.business_id, 'manager')
  const done = async (...[method, url, body]: Parameters<typeof who.as>) => {
    const answer = await who.as(method, url, body)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }
  const noted = async (act: Act) => {
    const { rows } = await sql<{ subject: string | null; detail: any }>`
      select subject, detail from activity where business_id = ${who.business_id} and act = ${act} order by id desc`.execute(
      db,
    )
    return { times: rows.length, ...rows[0]! }
  }
  const path = `/api/services/${service_id}`
  const prices = { variants: [], addons: [], by_professional: [] }

  await done('PATCH', path, { price: 45_000 })
  assert.deepEqual((await noted('service_changed')).detail, {
    before: { price: 40_000, is_active: true, ...prices },
    after: { price: 45_000, is_active: true, ...prices },
  })
  // What it costs in another size, with more to it, or with somebody, is a price as well.
  await done('PATCH', path, { variants: [{ name: 'Cabello largo', duration_minutes: 90, price: 70_000 }] })
  await done('PATCH', path, { addons: [{ name: 'Hidratación', duration_minutes: 15, price: 20_000 }] })
  await done('PATCH', path, { by_professional: [{ professional_id, price: 50_000 }] })
  const { times, detail } = await noted('service_changed')
  assert.deepEqual(
    [times, detail.before.by_professional, detail.after],
    [
      4,
      [],
      {
        price: 45_000,
        is_active: true,
        variants: [{ name: 'Cabello largo', price: 70_000 }],
        addons: [{ name: 'Hidratación', price: 20_000 }],
        by_professional: [{ professional_id, price: 50_000 }],
      },
    ],
  )
  await done('PATCH', path, { description: 'Con lavado' })
  assert.equal((await noted('service_changed')).times, 4)
  await done('DELETE', path)
  const removed = await noted('service_removed')
  assert.deepEqual([removed.subject, removed.detail.before.price], ['Corte', 45_000])

  const was = await done('GET', `/api/schedules/business/${who.business_id}`)
  const schedules = was.map((day: any) => ({
    ...day,
    close_time: day.day_of_week === 1 ? '20:00' : day.close_time,
  }))
  await done('PUT', `/api/schedules/business/${who.business_id}`, { schedules })
  const hours = (await noted('hours_changed')).detail
  const monday = (week: any[]) => week.find(({ day_of_week }) => day_of_week === 1)
  assert.deepEqual([monday(hours.before).close_time, monday(hours.after).close_time], ['18:00', '20:00'])

  const week = [{ day_of_week: 2, is_available: true, start_time: '10:00', end_time: '14:00' }]
  await done('PUT', `/api/schedules/professional/${professional_id}`, { schedules: week })
  const own = await noted('professional_hours_changed')
  assert.deepEqual(
    [own.subject, own.detail.professional_id, own.detail.before, own.detail.after.length],
    ['Inés Prada', professional_id, [], 7],
  )
  await done('PUT', '/api/special-days/2026-12-31', {
    is_open: true,
    intervals: [{ start_time: '09:00', end_time: '12:00' }],
  })
  await done('PUT', '/api/special-days/2026-12-31', { is_open: false })
  const special = (await noted('special_day_changed')).detail
  assert.deepEqual(
    [special.before, special.after],
    [
      { is_open: true, intervals: [{ start_time: '09:00', end_time: '12:00' }] },
      { is_open: false, intervals: [] },
    ],
  )
  await done('DELETE', '/api/special-days/2026-12-31')
  assert.deepEqual((await noted('special_day_removed')).detail.before, special.after)

  const { id: other } = (await done('POST', '/api/professionals', { professional_name: 'Omar Gil' }))
    .professional
  await done('PATCH', `/api/professionals/${other}`, { is_active: false })
  await done('PATCH', `/api/professionals/${other}`, { is_active: false })
  await done('PATCH', `/api/professionals/${other}`, { is_active: true, email: 'omar@correo.example' })
  await done('DELETE', `/api/professionals/${other}`)
  for (const act of ['professional_stopped', 'professional_resumed', 'professional_removed'] as const) {
    const { subject, times, detail } = await noted(act)
    assert.deepEqual([subject, times, detail.professional_id], ['Omar Gil', 1, other], act)
  }

  await done('PATCH', `/api/members/${marta.user_id}`, { switches: { 'clients:export': true } })
  await done('PATCH', `/api/members/${marta.user_id}`, { role: 'reception' })
  const role = (await noted('member_changed')).detail
  assert.deepEqual(
    [role.before.role, role.before.switches['clients:export'], role.after],
    ['manager', true, { role: 'reception', professional_id: null, switches: {} }],
  )
  // And how it reads.
  const texts = ((await done('GET', '/api/activity')).activity as { text: string }[]).map(({ text }) => text)
  for (const text of [
    'eliminó el servicio «Corte»',
    'cambió el horario de Inés Prada',
    'cambió el horario para el jueves 31 de diciembre de 2026',
    'quitó el horario especial del jueves 31 de diciembre de 2026',
    `cambió lo que puede hacer ${marta.name}: de administrador a recepción`,
  ])
    assert.ok(texts.includes(text), `${text}: ${texts.join(' · ')}`)
})

test('no secret and nothing of anybody’s health is in it, whatever was done', async () => {
  const who = await owner(call)
  const { secret, recovery_codes } = (await who.as('POST', '/api/auth/second-factor/setup')).body
  const code = codeAt(secret, clock.now)
  const proof = { currentPassword: PASSWORD, code }
  assert.equal((await who.as('POST', '/api/auth/second-factor/on', proof)).status, 200)
  const login = (body: object) =>
    call('POST', '/api/auth/login', {
      body: { email: who.email, recaptcha_token: 'dev-token', ...body },
    })
  assert.equal((await login({ password: 'Intento-perdido' })).status, 401)
  assert.equal((await login({ password: PASSWORD, code: '000000' })).status, 401)
  const entered = await login({ password: PASSWORD, code: recovery_codes[0] })
  assert.equal(entered.status, 200, JSON.stringify(entered.body))
  const fed = await who.as('POST', '/api/feeds', {})
  assert.equal(fed.status, 201)
  const { client } = (await who.as('POST', '/api/clients', { client_name: 'Zoraida Quintanar' })).body
  const health = { body: 'Alergia-secreta al amoníaco', agreed: true }
  assert.equal((await who.as('POST', `/api/clients/${client.id}/health`, health)).status, 201)
  assert.equal((await who.as('GET', `/api/clients/${client.id}/health`)).status, 200)
  const changed = { currentPassword: PASSWORD, newPassword: 'Otra-clave-segura-7' }
  assert.equal((await who.as('POST', '/api/businesses/change-password', changed)).status, 200)
  const acts = async () => {
    const { rows } = await sql<{ act: string; text: string }>`
      select act, a::text as text from activity a where business_id = ${who.business_id}`.execute(db)
    return rows
  }
  await until(async () => (await acts()).length >= 9)
  const rows = await acts()
  for (const act of [
    'second_factor_on',
    'login_failed',
    'code_failed',
    'recovery_code_used',
    'health_noted',
    'health_read',
    'feed_made',
    'password_changed',
  ])
    assert.ok(
      rows.some((row) => row.act === act),
      `${act} was done: ${rows.map((row) => row.act).join()}`,
    )
  const text = rows.map((row) => row.text).join('\n')
  for (const hidden of [
    secret,
    ...recovery_codes,
    PASSWORD,
    'Intento-perdido',
    'Otra-clave-segura-7',
    who.token,
    entered.body.token,
    fed.body.url.split('.').at(-2),
    'Alergia-secreta',
    'amoníaco',
    'Zoraida',
  ])
    assert.ok(!text.includes(hidden), hidden)
})

test('what is done on holidays is noted once with what was before, by who changed it', async () => {
  const who = await owner(call)
  const marta = await memberOf(db, who.business_id, 'manager')
  const body = { policy: 'closed' }
  for (const _ of [1, 2])
    assert.equal(
      (await call('PUT', '/api/businesses/holidays', { headers: marta.headers, body })).status,
      200,
    )
  const { rows } = await sql<{ user_id: number; detail: object }>`
    select user_id, detail from activity where business_id = ${who.business_id} and act = 'holidays_changed'`.execute(
    db,
  )
  const [before, after] = ['ask', 'closed'].map((policy) => ({ country: 'CO', policy }))
  assert.deepEqual(rows, [{ user_id: marta.user_id, detail: { before, after } }])
})

test('what a business is called, by whose clock and in what money, blocked time and an offer taken back are told', async () => {
  const who = await owner(call)
  const { professional_id } = await withOffer(who)
  const marta = await memberOf(db, who.business_id, 'manager')
  const does = async (
    member: { headers: Record<string, string> },
    method: Method,
    url: string,
    body?: object,
  ) => {
    const answer = await call(method, url, { headers: member.headers, ...(body && { body }) })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }
  const settings = {
    timezone: 'America/Mexico_City',
    currency: 'USD',
    cancel_notice_minutes: 120,
    description: 'x',
  }
  for (const _ of [1, 2]) await does(marta, 'PATCH', '/api/businesses/profile', settings)
  await does(marta, 'PATCH', '/api/businesses/profile', { description: 'Otra' })
  const days = { first_date: '2026-12-01', last_date: '2026-12-02', reason: 'Cirugía secreta' }
  const { time_off } = await does(marta, 'POST', '/api/time-off', { professional_id, kind: 'sick', ...days })
  const path = `/api/time-off/${time_off.id}`
  await does(marta, 'PUT', path, { professional_id, kind: 'sick', ...days, reason: 'Otra cosa' })
  await does(marta, 'PUT', path, { professional_id, kind: 'sick', ...days, last_date: '2026-12-01' })
  await does(marta, 'DELETE', path)
  const weekly = { repeat_weeks: 1, repeat_until: '2026-12-20' }
  await does(marta, 'POST', '/api/time-off', { kind: 'closed', first_date: '2026-12-06', ...weekly })
  const offer = `/api/members/${marta.user_id}/hand-over`
  await does(who, 'POST', offer, { currentPassword: PASSWORD })
  for (const _ of [1, 2]) await does(who, 'DELETE', '/api/members/hand-over')

  const { activity } = (await who.as('GET', '/api/activity')).body
  const told = (activity as { user_id: number; text: string }[]).map(({ user_id, text }) => [
    user_id === marta.user_id ? 'Marta' : 'dueño',
    text,
  ])
  assert.deepEqual(told.slice(0, 7), [
    ['dueño', `ya no entrega el negocio a ${marta.name}`],
    ['dueño', `ofreció entregar el negocio a ${marta.name}`],
    ['Marta', 'bloqueó tiempo de todo el negocio, el domingo 6 de diciembre, 3 veces'],
    ['Marta', 'quitó tiempo bloqueado de Inés Prada, el martes 1 de diciembre'],
    ['Marta', 'cambió tiempo bloqueado de Inés Prada, el martes 1 de diciembre'],
    ['Marta', 'bloqueó tiempo de Inés Prada, del 1 de diciembre al 2 de diciembre'],
    [
      'Marta',
      'cambió del negocio: la zona horaria (de Bogotá a Ciudad de México), la moneda (de COP a USD) y las reglas de las reservas',
    ],
  ])
  const { rows } = await sql<{ text: string }>`
    select a::text as text from activity a where business_id = ${who.business_id}`.execute(db)
  assert.doesNotMatch(rows.map(({ text }) => text).join(), /secreta|sick/)
})

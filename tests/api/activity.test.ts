import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { owner, PASSWORD, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'
import { until } from '../smtp.ts'

const db = await database()
const { app, call } = await api(db)

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
  await until(async () => (await list()).activity.length >= 4)
  const { activity } = await list()
  assert.deepEqual(
    activity
      .map(({ user_name, text }: { user_name: string | null; text: string }) => [user_name, text])
      .sort(),
    [
      [null, `alguien intentó entrar con ${who.email} y una contraseña equivocada`],
      [marta.name, 'cambió el servicio «Corte»: el precio pasó de 40000 a 45000'],
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
  assert.equal((await list('?date=2026-11-20')).activity.length, 4)
  assert.equal((await list('?date=2026-11-19')).activity.length, 0)
  const page = await list('?limit=3')
  assert.deepEqual([page.activity.length, page.has_more], [3, true])
  assert.equal((await list(`?limit=3&before=${page.activity.at(-1).id}`)).activity.length, 1)

  const ask = async (role: 'manager' | 'reception' | 'professional') =>
    (await call('GET', '/api/activity', { headers: (await memberOf(db, who.business_id, role)).headers }))
      .status
  assert.deepEqual([await ask('manager'), await ask('reception'), await ask('professional')], [200, 403, 403])
  const text = JSON.stringify(await db.selectFrom('activity').selectAll().execute())
  assert.doesNotMatch(text, /equivocada|clave-segura/)
})

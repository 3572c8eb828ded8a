/** What is made and deleted over and over does not stay for ever. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetExpired } from '#server/jobs.ts'
import { isUsed } from '#server/uploads/clean.ts'
import { sql } from 'kysely'
import { api, booking, database, ownerHeaders, salon } from '../helper.ts'
import { KEYS } from '../standin/whatsapp.ts'

const db = await database()
// Nothing is sent: nobody listens there.
const env = {
  WHATSAPP_API_URL: 'http://127.0.0.1:9',
  WHATSAPP_TOKEN: KEYS.token,
  WHATSAPP_PHONE_NUMBER_ID: KEYS.phoneNumberId,
  WHATSAPP_APP_SECRET: KEYS.appSecret,
  WHATSAPP_VERIFY_TOKEN: KEYS.verifyToken,
}
const { call, clock } = await api(db, { env })
const DAY = 24 * 3_600_000

async function open() {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const as = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
    call(method, url, { headers, body })
  return { ...place, as }
}

test('members change the text of a policy fifty times in a day, and the channel with it', async () => {
  const { as, business_id } = await open()
  const counts = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from business_policies where business_id = ${business_id}`.execute(db)
    return rows[0]!.n
  }
  const answers = []
  for (let n = 0; n < 60; n++)
    answers.push(await as('PATCH', '/api/businesses/profile', { legal_name: `Inés ${n}` }))
  assert.equal(answers.filter(({ status }) => status === 200).length, 50)
  const { status, body } = answers.at(-1)!
  assert.deepEqual([status, await counts()], [429, 50])
  assert.match(body.error, /cambiaron 50 veces en un día/)
  assert.equal((await as('PATCH', '/api/businesses/profile', { description: 'Cortes' })).status, 200)
  const both = () => as('PUT', '/api/messages/whatsapp', { reminder_channel: 'both' })
  assert.equal((await both()).status, 429)
  clock.now += DAY
  assert.deepEqual([(await both()).status, await counts()], [200, 51])
})

test('services that nothing names go a day after they were deleted, and few are made until then', async () => {
  const place = await open()
  const { business_id, as } = place
  await db.updateTable('businesses').set({ max_services: 20 }).where('id', '=', business_id).execute()
  const names = (round: number) => Array.from({ length: 20 }, (_, n) => `Servicio ${round}.${n}`)
  const several = (round: number) =>
    as('POST', '/api/services/several', {
      services: names(round).map((service_name) => ({ service_name, duration_minutes: 30, price: 1 })),
    })
  const remove = (id: number) => as('DELETE', `/api/services/${id}`)
  const booked = await call('POST', '/api/appointments/public', { body: booking(place) })
  assert.equal(booked.status, 201, booked.body.error)
  await remove(place.service_id)
  let named = 0
  for (let round = 0; round < 4; round++) {
    const { status, body } = await several(round)
    assert.equal(status, 201, body.error)
    named ||= body.services[0].id
    if (round === 0) {
      const { status, body } = await as('PATCH', `/api/professionals/${place.professional_id}`, {
        specialties: JSON.stringify([named]),
      })
      assert.equal(status, 200, body.error)
    }
    for (const { id } of body.services) await remove(id)
  }
  const refused = await several(4)
  assert.deepEqual(
    [refused.status, refused.body.error],
    [429, 'Tu negocio eliminó 81 servicios en un día. Agrega más mañana.'],
  )
  await forgetExpired({ db, now: () => clock.now })
  const left = () =>
    db.selectFrom('services').select('id').where('business_id', '=', business_id).orderBy('id').execute()
  assert.equal((await left()).length, 81)
  clock.now += DAY + 1000
  await forgetExpired({ db, now: () => clock.now })
  assert.deepEqual(
    (await left()).map(({ id }) => id),
    [place.service_id, named],
  )
  assert.equal((await several(5)).status, 201)
})

test('professionals whom nothing names go a day after they were deleted, and few are made until then', async () => {
  const place = await open()
  const { business_id, as } = place
  await db.updateTable('businesses').set({ max_professionals: 2 }).where('id', '=', business_id).execute()
  assert.equal((await call('POST', '/api/appointments/public', { body: booking(place) })).status, 201)
  const statuses = []
  for (let n = 0; n < 10; n++) {
    const { status, body } = await as('POST', '/api/professionals', { professional_name: `Luis ${n}` })
    statuses.push(status)
    if (status === 201) await as('DELETE', `/api/professionals/${body.professional.id}`)
  }
  assert.deepEqual(statuses, [...Array(9).fill(201), 429])
  await as('DELETE', `/api/professionals/${place.professional_id}`)
  clock.now += DAY + 1000
  await forgetExpired({ db, now: () => clock.now })
  const left = await db
    .selectFrom('professionals')
    .select('id')
    .where('business_id', '=', business_id)
    .execute()
  assert.deepEqual(
    left.map(({ id }) => id),
    [place.professional_id],
  )
})

test('what cannot be removed keeps nothing else from going', async () => {
  await db
    .insertInto('spent_challenges')
    .values({ challenge: 'old', used_for: 'test', expires_at: new Date(clock.now - DAY).toISOString() })
    .execute()
  await sql`insert into idempotency_keys (business_id, key, status, answer, created_at)
    select id, 'old', 200, '{}', ${new Date(clock.now - 2 * DAY).toISOString()} from businesses limit 1`.execute(
    db,
  )
  await sql`create function keep() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$`.execute(
    db,
  )
  await sql`create trigger keep before delete on idempotency_keys for each row execute function keep()`.execute(
    db,
  )
  await assert.rejects(forgetExpired({ db, now: () => clock.now }), /kept/)
  await sql`drop function keep cascade`.execute(db)
  const left = () => db.selectFrom('spent_challenges').selectAll().execute()
  assert.deepEqual(await left(), [])
})

test('a picture is looked for among the services that have one', async () => {
  const { business_id } = await salon(db)
  await sql`
    insert into services (business_id, service_name, deleted_at)
    select ${business_id}::bigint, 'Corte', now() from generate_series(1, 50000)`.execute(db)
  await sql`analyze services`.execute(db)
  const { rows } = await sql`explain select from images i where not ${isUsed}`.execute(db)
  assert.match(JSON.stringify(rows), /services_with_picture/)
})

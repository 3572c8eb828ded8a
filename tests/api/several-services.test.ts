/** Several services at once, as a new business starts with those of its trade: all of them, or none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database, ownerHeaders, salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)

async function open() {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const make = (services: unknown, key?: string) =>
    call('POST', '/api/services/several', {
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      body: { services },
    })
  const names = async () =>
    (
      await db
        .selectFrom('services')
        .select(['service_name', 'duration_minutes', 'price', 'price_kind'])
        .where('business_id', '=', place.business_id)
        .orderBy('position')
        .orderBy('id')
        .execute()
    )
      // The one that each salon of the tests has.
      .filter(({ service_name }) => service_name !== 'Corte')
  return { ...place, make, names }
}
const BEARD = { service_name: 'Barba', duration_minutes: 30, price_kind: 'ask' }
const SHAVE = { service_name: 'Afeitado', duration_minutes: 45, price: 25_000 }

test('they are made in their order; without a price nothing is said of it', async () => {
  const { make, names } = await open()
  const { status, body } = await make([SHAVE, BEARD])
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(
    body.services.map(({ service_name }: { service_name: string }) => service_name),
    ['Afeitado', 'Barba'],
  )
  assert.deepEqual(await names(), [
    { service_name: 'Afeitado', duration_minutes: 45, price: 25_000, price_kind: 'from' },
    { service_name: 'Barba', duration_minutes: 30, price: 0, price_kind: 'ask' },
  ])
})

test('one that is wrong makes none, nor does none, too many, or no list', async () => {
  const { make, names } = await open()
  const many = Array.from({ length: 21 }, (_, i) => ({ service_name: `Servicio ${i}` }))
  for (const services of [
    [SHAVE, { ...BEARD, duration_minutes: 10 }],
    [SHAVE, { ...BEARD, service_name: ' ' }],
    [SHAVE, { ...BEARD, price: 5 }],
    [SHAVE, { ...BEARD, category_id: 999_999_999 }],
    [],
    many,
    'todos',
    undefined,
  ]) {
    const { status, body } = await make(services)
    assert.equal(status, 400, JSON.stringify(body))
    assert.match(body.error, /[a-zñáéíóú]/)
  }
  assert.deepEqual(await names(), [])
})

test('a name that is there is told, in whatever letters, and nothing is made', async () => {
  const { make, names } = await open()
  for (const services of [
    [BEARD, { service_name: 'CORTE' }],
    [BEARD, SHAVE, { service_name: 'barba' }],
  ]) {
    const { status, body } = await make(services)
    assert.equal(status, 409)
    assert.match(body.error, /^Ya tienes un servicio llamado (CORTE|barba)$/)
  }
  assert.deepEqual(await names(), [])
})

test('as many as the business may have, and not one of those that do not fit', async () => {
  const { make, names, business_id } = await open()
  await db.updateTable('businesses').set({ max_services: 2 }).where('id', '=', business_id).execute()
  const { status, body } = await make([BEARD, SHAVE])
  assert.equal(status, 409)
  assert.match(body.error, /el máximo/)
  assert.deepEqual(await names(), [])
  assert.equal((await make([BEARD])).status, 201)
})

test('sent again with its key, it answers the same and makes nothing more; two lists at once make one', async () => {
  const { make, names } = await open()
  const answers = await Promise.all([1, 2, 3].map(() => make([BEARD, SHAVE], 'barber-shop')))
  for (const { status, body } of answers) assert.deepEqual([status, body], [201, answers[0]!.body])
  assert.equal((await names()).length, 2)

  const other = await open()
  const raced = await Promise.all(['a', 'b', 'c', 'd'].map((key) => other.make([BEARD, SHAVE], key)))
  assert.deepEqual(raced.map(({ status }) => status).sort(), [201, 409, 409, 409])
  assert.equal((await other.names()).length, 2)
})

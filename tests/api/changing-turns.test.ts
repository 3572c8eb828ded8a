/** However much the people of one business change at once, connections are left for everybody else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { hold } from '../held.ts'
import { api, booking, database, salon } from '../helper.ts'
import { owner } from '../owner.ts'
import { memberOf } from '../roles.ts'
import { until } from '../smtp.ts'

const db = await database()
const { call } = await api(db)

const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows[0]!.count
}

const holdBusiness = (id: number) =>
  hold(db, (tx) => sql`select from businesses where id = ${id} for update`.execute(tx))

test('sixty changes of a business that wait for one another leave connections for the bookings of others', async () => {
  const who = await owner(call)
  const other = await salon(db)
  const letGo = await holdBusiness(who.business_id)
  const changes = Array.from({ length: 60 }, (_, i) =>
    who.as('PATCH', '/api/businesses/profile', { description: `La número ${i}` }),
  )
  try {
    await until(async () => (await waiting()) >= 4, 20_000)
    // As long as more of them might come.
    await sleep(300)
    assert.equal(await waiting(), 4)
    const bookings = ['09:00', '10:00', '11:00', '12:00', '14:00'].map((appointment_time) => {
      const client_email = `${appointment_time.slice(0, 2)}@correo.example`
      return call('POST', '/api/appointments/public', {
        body: booking(other, { appointment_time, client_email }),
      })
    })
    const booked = await Promise.race([Promise.all(bookings), sleep(5_000)])
    assert.deepEqual(
      booked?.map(({ status }) => status),
      [201, 201, 201, 201, 201],
    )
  } finally {
    await letGo()
  }
  const statuses = (await Promise.all(changes)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200]))
})

test('who waits for too long is told so, and nothing of theirs is done', async () => {
  const who = await owner(call)
  const letGo = await holdBusiness(who.business_id)
  const blocked = Array.from({ length: 4 }, () =>
    who.as('PATCH', '/api/businesses/profile', { description: 'Una de las primeras' }),
  )
  try {
    await until(async () => (await waiting()) >= 4, 20_000)
    const late = await who.as('POST', '/api/service-categories', { category_name: 'Tarde' })
    assert.equal(late.status, 503)
    assert.match(late.body.error, /demasiadas solicitudes/)
  } finally {
    await letGo()
  }
  await Promise.all(blocked)
  const { categories } = (await who.as('GET', '/api/service-categories')).body
  assert.deepEqual(categories, [])
})

test('what is refused gives its place back', async () => {
  const who = await owner(call)
  for (let i = 0; i < 12; i++)
    assert.equal((await who.as('PATCH', '/api/businesses/profile', { slug: '-' })).status, 400)
  for (let i = 0; i < 12; i++) assert.equal((await who.as('DELETE', '/api/services/999999')).status, 404)
  assert.equal((await who.as('PATCH', '/api/businesses/profile', { description: 'Hola' })).status, 200)
})

/** Holds four changes, so that whatever is sent next by the business's people waits for its turn. */
async function whileWaiting(
  who: Awaited<ReturnType<typeof owner>>,
  send: () => ReturnType<typeof call>,
  meanwhile: () => Promise<unknown>,
) {
  const letGo = await holdBusiness(who.business_id)
  const blocked = Array.from({ length: 4 }, () =>
    who.as('PATCH', '/api/businesses/profile', { description: 'Una de las primeras' }),
  )
  let answer: ReturnType<typeof call>
  try {
    await until(async () => (await waiting()) >= 4, 20_000)
    answer = send()
    await sleep(400)
    await meanwhile()
  } finally {
    await letGo()
  }
  await Promise.all(blocked)
  return answer
}
const categoriesOf = async (who: Awaited<ReturnType<typeof owner>>) =>
  (await who.as('GET', '/api/service-categories')).body.categories

test('who is sent out while their change waits is out: nothing of it is done', async () => {
  const who = await owner(call)
  const { headers, user_id } = await memberOf(db, who.business_id, 'manager')
  const { status, body } = await whileWaiting(
    who,
    () => call('POST', '/api/service-categories', { headers, body: { category_name: 'Tarde' } }),
    () => db.deleteFrom('sessions').where('user_id', '=', user_id).execute(),
  )
  assert.deepEqual([status, body.error], [401, 'Tu sesión terminó. Inicia sesión de nuevo.'])
  assert.deepEqual(await categoriesOf(who), [])
})

test('who may do less by the time that their change has its turn does no more than that', async () => {
  const who = await owner(call)
  const { headers, user_id } = await memberOf(db, who.business_id, 'manager')
  const { status } = await whileWaiting(
    who,
    () => call('POST', '/api/service-categories', { headers, body: { category_name: 'Tarde' } }),
    () => db.updateTable('memberships').set({ role: 'reception' }).where('user_id', '=', user_id).execute(),
  )
  assert.equal(status, 403)
  assert.deepEqual(await categoriesOf(who), [])
})

/** A client's cancellations at the last hour, as a card tells them: their own, with less than a day left. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, appointmentRow, booking, database, NOW } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { call, clock } = await api(db, { env: { REQUEST_SECONDS: '290' } })
const HOUR = 3_600_000
const MINUTE = 60_000

const ana = { client_name: 'Ana Ruiz', client_phone: '+573001230001', client_email: 'ana@correo.example' }
const luz = { client_name: 'Luz Gil', client_phone: '+573001230002', client_email: 'luz@correo.example' }
const ACTORS = ['client', 'owner', 'system'] as const
// The day's limit itself is in time, as the portal takes a cancellation exactly as long before as the business asks for.
const LEFT = [-HOUR, 0, HOUR, 24 * HOUR - MINUTE, 24 * HOUR, 24 * HOUR + MINUTE, 47 * HOUR, 48 * HOUR]

const msOf = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

async function owned() {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const { business_id } = place
  let day = 0
  const booked = async (client: object, more: object = {}) => {
    const date = String(Temporal.PlainDate.from('2026-10-30').subtract({ days: day++ }))
    return db
      .insertInto('appointments')
      .values({ ...appointmentRow(place, date, '10:00'), ...client, ...more })
      .returning(['id', msOf('starts_at').as('starts')])
      .executeTakeFirstOrThrow()
  }
  /** A cancelled appointment, `left` before its start by `actor`. */
  const cancelled = async (client: object, actor: (typeof ACTORS)[number], left: number) => {
    const { id, starts } = await booked(client, { status: 'cancelled' })
    const at = new Date(starts - left).toISOString()
    await db
      .insertInto('appointment_history')
      .values({ business_id, appointment_id: id, change: 'cancelled', actor, at, old: '{}' })
      .execute()
  }
  const done = async (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) => {
    const answer = await who.as(method, url, body)
    assert.equal(answer.status, 200, `${url} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const cardOf = async ({ client_name }: { client_name: string }) =>
    (await done('GET', `/api/clients?q=${encodeURIComponent(client_name)}`)).clients[0].id as number
  const told = async (id: number) => {
    const { client } = await done('GET', `/api/clients/${id}`)
    return [client.cancellations, client.late_cancellations] as [number, number]
  }
  /** The same, one appointment at a time. */
  const counted = async (id: number, minutes = 24 * 60) => {
    const rows = await db
      .selectFrom('appointments')
      .select(['id', 'status', msOf('starts_at').as('starts')])
      .where('business_id', '=', business_id)
      .where('card_id', '=', id)
      .execute()
    const history = await db
      .selectFrom('appointment_history')
      .select(['appointment_id', 'change', 'actor', msOf('at').as('at')])
      .where('business_id', '=', business_id)
      .orderBy('id')
      .execute()
    const gone = rows.filter(({ status }) => status === 'cancelled')
    const late = gone.filter((row) => {
      const last = history.findLast((one) => one.appointment_id === row.id && one.change === 'cancelled')
      return last?.actor === 'client' && row.starts - last.at < minutes * MINUTE
    })
    return [gone.length, late.length]
  }
  return { ...who, place, booked, cancelled, done, cardOf, told, counted }
}

test('a card counts the cancellations of its client with less than a day left; merged they add up, taken back they are as before', async () => {
  const { cancelled, booked, done, cardOf, told, counted } = await owned()
  for (const actor of ACTORS) for (const left of LEFT) await cancelled(ana, actor, left)
  for (const left of LEFT.slice(2)) await cancelled(luz, 'client', left)
  await booked(ana, { status: 'completed', attendance_status: 'no_show' })
  const [one, other] = [await cardOf(ana), await cardOf(luz)]
  assert.deepEqual(await told(one), await counted(one))
  assert.deepEqual(await told(one), [ACTORS.length * LEFT.length, 4])
  assert.deepEqual(await told(other), await counted(other))
  assert.deepEqual(await told(other), [LEFT.length - 2, 2])

  const { merge_id } = await done('POST', '/api/clients/merge', { keep: one, merge: [other] })
  assert.deepEqual(await told(one), await counted(one))
  assert.equal((await told(one))[1], 6)
  await done('POST', '/api/clients/unmerge', { merge_id })
  assert.deepEqual([await told(one), await told(other)], [await counted(one), await counted(other)])
  assert.deepEqual([(await told(one))[1], (await told(other))[1]], [4, 2])
})

test('a business that asks for two days counts by two days, one that asks for two hours by a day', async () => {
  const { cancelled, done, cardOf, told, counted } = await owned()
  for (const left of LEFT) await cancelled(ana, 'client', left)
  const id = await cardOf(ana)
  for (const [cancel_notice_minutes, minutes, late] of [
    [48 * 60, 48 * 60, 7],
    [120, 24 * 60, 4],
    [0, 24 * 60, 4],
  ] as const) {
    await done('PATCH', '/api/businesses/profile', { cancel_notice_minutes })
    assert.deepEqual(await told(id), await counted(id, minutes))
    assert.deepEqual(await told(id), [LEFT.length, late])
  }
})

test('cancelled in the portal an hour before it is late, two days before it is not, and by the business never', async () => {
  const { place, done, cardOf, told } = await owned()
  const client = { ...ana, client_id: '1037123499' }
  const herself = { client_id: client.client_id, client_email: client.client_email }
  const book = async (appointment_time: string) => {
    const body = booking(place, { ...client, appointment_time })
    const answer = await call('POST', '/api/appointments/public', { body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.appointment.id as number
  }
  const [early, late, theirs] = [await book('10:00'), await book('12:00'), await book('15:00')]
  const cancel = async (id: number, before: string) => {
    clock.now = Date.parse(before)
    const { status, body } = await call('POST', `/api/appointments/client/cancel/${id}`, { body: herself })
    assert.equal(status, 200, JSON.stringify(body))
    clock.now = NOW
  }
  await cancel(early, '2026-11-21T10:00:00-05:00')
  const id = await cardOf(ana)
  assert.deepEqual(await told(id), [1, 0])
  await cancel(late, '2026-11-23T11:00:00-05:00')
  assert.deepEqual(await told(id), [2, 1])
  await done('POST', `/api/appointments/${theirs}/cancel`, {})
  assert.deepEqual(await told(id), [3, 1])
})

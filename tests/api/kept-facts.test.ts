/** What a booking is checked by is kept from when free times were asked, and a booking by it is written only if it is still so. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashOf } from '#server/limits/attempts.ts'
import { bookable } from '#server/appointments/bookable.ts'
import { altchaVerifier } from '#server/verification/altcha.ts'
import { api, booking, database, NOW, salon, type Salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)
const DATE = '2026-11-23'

let keys = 0
const book = (place: Salon, changes: Record<string, unknown> = {}, through = call) =>
  through('POST', '/api/appointments/public', {
    headers: { 'idempotency-key': `kept facts ${++keys}` },
    body: booking(place, { client_email: `kept.${keys}@correo.example`, ...changes }),
  })
const askSlots = async ({ professional_id, service_id }: Salon) => {
  const path = `/api/schedules/available-slots/${professional_id}/${DATE}?serviceId=${service_id}`
  assert.equal((await call('GET', path)).status, 200)
}
const isKept = async (place: Salon, isFresh = false) => {
  const asking = { owner: undefined, key: 'kept', counting: [], isFresh }
  const input = { ...booking(place), variant_id: null, addon_ids: [] }
  return (await bookable(db, NOW, input, asking)).isKept
}
const run = (text: string, { business_id }: Salon) =>
  sql.raw(text.replaceAll('$b', String(business_id))).execute(db)
const booked = async ({ business_id }: Salon) =>
  (await db.selectFrom('appointments').select('id').where('business_id', '=', business_id).execute()).length

test('whoever asked for free times, or booked, is checked by what was read then', async () => {
  const [asked, other] = [await salon(db), await salon(db)]
  await askSlots(asked)
  assert.equal(await isKept(asked), true)
  assert.equal(await isKept(asked, true), false, 'unless what is now is asked for')
  assert.equal(await isKept(other), false, 'nobody looked')
  assert.equal((await book(other)).status, 201)
  assert.equal(await isKept(other), true)
})

const PROFESSIONAL_HOURS = `insert into professional_hours (business_id, professional_id, day_of_week, is_available, start_time, end_time)
  select business_id, id, 1, true, '12:00', '18:00' from professionals where business_id = $b`
/** What is done by hand, or by another process; what a booking at 10:00 is answered then; what is done to take it back. */
const CHANGES: [string, change: string, status: number, back: string][] = [
  [
    'the business is closed on that weekday',
    'update business_hours set is_open = false where business_id = $b and day_of_week = 1',
    400,
    'update business_hours set is_open = true where business_id = $b',
  ],
  [
    'the professional comes later on that weekday',
    PROFESSIONAL_HOURS,
    400,
    'delete from professional_hours where business_id = $b',
  ],
  [
    'the date is closed',
    `insert into special_days (business_id, date, is_open, intervals) values ($b, '${DATE}', false, '[]')`,
    400,
    'delete from special_days where business_id = $b',
  ],
  [
    'a longer notice',
    'update businesses set min_notice_minutes = 20160 where id = $b',
    400,
    'update businesses set min_notice_minutes = 0 where id = $b',
  ],
  [
    'a shorter horizon',
    'update businesses set horizon_days = 1 where id = $b',
    400,
    'update businesses set horizon_days = 30 where id = $b',
  ],
  [
    'the service is gone',
    'update services set is_active = false where business_id = $b',
    400,
    'update services set is_active = true where business_id = $b',
  ],
  [
    'only the business books the service',
    'update services set is_bookable_online = false where business_id = $b',
    409,
    'update services set is_bookable_online = true where business_id = $b',
  ],
  [
    'the professional is gone',
    'update professionals set is_active = false where business_id = $b',
    400,
    'update professionals set is_active = true where business_id = $b',
  ],
  [
    'the business is suspended',
    `update businesses set suspended_at = '2026-11-20T14:00:00Z' where id = $b`,
    404,
    'update businesses set suspended_at = null where id = $b',
  ],
]

describe('a change between is met by the booking that follows', () => {
  for (const [name, change, status, back] of CHANGES)
    test(name, async () => {
      const place = await salon(db)
      await askSlots(place)
      await run(change, place)
      assert.equal((await book(place)).status, status, 'what was kept allowed it')
      assert.equal(await booked(place), 0)
      await run(back, place)
      assert.equal((await book(place)).status, 201, 'what was kept refused it')
    })

  test('what is copied into the appointment', async () => {
    const place = await salon(db)
    await askSlots(place)
    await run('update services set price = 61000 where business_id = $b', place)
    assert.equal((await book(place)).body.appointment.price, 61_000)
    await run(`update professionals set professional_name = 'Valentina O.' where business_id = $b`, place)
    const { professional_name } = (await book(place, { appointment_time: '11:00' })).body.appointment
    assert.equal(professional_name, 'Valentina O.')
    await run(
      `insert into professional_services (business_id, professional_id, service_id, price)
       select p.business_id, p.id, s.id, 70000 from professionals p join services s using (business_id) where business_id = $b`,
      place,
    )
    await run('update services set terms_version = terms_version + 1 where business_id = $b', place)
    assert.equal((await book(place, { appointment_time: '12:00' })).body.appointment.price, 70_000)
    await run(`update businesses set timezone = 'America/Mexico_City' where id = $b`, place)
    const { starts_at } = (await book(place, { appointment_time: '14:00' })).body.appointment
    assert.equal(starts_at, '2026-11-23T20:00:00.000Z')
  })

  test('an e-mail that is required now', async () => {
    const place = await salon(db)
    await run(`update businesses set asks_email = 'optional' where id = $b`, place)
    await askSlots(place)
    await run(`update businesses set asks_email = 'required' where id = $b`, place)
    assert.equal((await book(place, { client_email: '', no_messages: true })).status, 400)
    assert.equal(await booked(place), 0)
  })
})

test('a time that is taken is refused with others, and a repeated key gets its first answer', async () => {
  const place = await salon(db)
  await askSlots(place)
  const headers = { 'idempotency-key': 'kept facts again' }
  const again = () => call('POST', '/api/appointments/public', { headers, body: booking(place) })
  const first = await again()
  assert.equal(first.status, 201)
  assert.deepEqual((await again()).body, first.body)
  const taken = await book(place)
  assert.equal(taken.status, 409)
  assert.ok(taken.body.alternatives.length > 0)
  assert.equal(await booked(place), 1)
})

describe('limits hold for what is booked by what was kept', () => {
  const env = { BOOKINGS_PER_PERSON: '3' }
  /** What another process counted. */
  const countElsewhere = (phone: string, count: number) =>
    db
      .insertInto('attempts')
      .values({
        subject: hashOf({ subject: `bookings of ${phone}` }),
        count,
        until: new Date(NOW + 3_600_000).toISOString(),
      })
      .execute()

  for (const [name, verifier] of [
    ['the statement that writes looks at them', undefined],
    ['they are read before, where the human check asks how many they are', 'altcha'],
  ] as const)
    test(name, async () => {
      const passing = {
        ...altchaVerifier({ db, now: () => NOW, secret: 's' }),
        verify: async () => 'verified' as const,
      }
      const limited = await api(db, { env, ...(verifier && { verifier: passing }) })
      const place = await salon(db)
      const phones = verifier ? ['+573004128001', '+573004128002'] : ['+573004128003', '+573004128004']
      await askSlots(place)
      await countElsewhere(phones[0]!, 3)
      const refused = await book(place, { client_phone: phones[0] }, limited.call)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers['retry-after']) > 3_000)
      assert.equal(await booked(place), 0)
      await countElsewhere(phones[1]!, 2)
      assert.equal((await book(place, { client_phone: phones[1] }, limited.call)).status, 201)
    })

  test('what this process counts and has not written yet counts', async () => {
    const limited = await api(db, { env })
    const place = await salon(db)
    await askSlots(place)
    const statuses: number[] = []
    for (const appointment_time of ['09:00', '10:00', '11:00', '12:00', '13:00'])
      statuses.push(
        (await book(place, { appointment_time, client_phone: '+573004128005' }, limited.call)).status,
      )
    assert.deepEqual(statuses, [201, 201, 201, 429, 429])
  })
})

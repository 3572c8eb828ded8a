/** Appointments that their business makes longer or shorter. */
import { resizedParts } from '#domain/occupied.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database, ownerHeaders, salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)
const DATE = '2026-11-23'

async function open(service: Record<string, unknown> = {}) {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const as = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
    call(method, url, { headers, body })
  await as('PATCH', `/api/services/${place.service_id}`, service)
  const book = async (appointment_time: string) => {
    const body = booking(place, { appointment_date: DATE, appointment_time })
    const answer = await call('POST', '/api/appointments/public', { body })
    assert.equal(answer.status, 201, answer.body.error)
    return answer.body.appointment.id as number
  }
  const resize = (id: number, duration_minutes: unknown, version?: number) =>
    as('POST', `/api/appointments/${id}/duration`, { duration_minutes, version })
  const row = (id: number) =>
    db
      .selectFrom('appointments')
      .select(['duration_minutes', 'starts_at', 'ends_at', 'occupied', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { ...place, as, book, resize, row }
}

test('longer and shorter with what is before and after; its client is not mailed; the history knows', async () => {
  const place = await open({ buffer_before: 10, buffer_after: 20 })
  const id = await place.book('10:00')
  const mails = () =>
    db.selectFrom('messages').select('kind').where('appointment_id', '=', id).orderBy('id').execute()
  const before = await mails()
  const { status, body } = await place.resize(id, 95)
  assert.equal(status, 200, body.error)
  assert.equal(body.appointment.duration_minutes, 95)
  const longer = await place.row(id)
  assert.equal(longer.ends_at - longer.starts_at, 95 * 60_000)
  assert.equal(longer.occupied, '{["2026-11-23T14:50:00Z","2026-11-23T16:55:00Z")}')
  assert.equal((await place.resize(id, 60, longer.version)).status, 200)
  assert.equal((await place.row(id)).occupied, '{["2026-11-23T14:50:00Z","2026-11-23T16:20:00Z")}')
  assert.deepEqual(await mails(), before)
  const { history } = (await place.as('GET', `/api/appointments/${id}`)).body
  assert.deepEqual(
    history.filter((one: any) => one.change === 'edited').map((one: any) => one.old.duration_minutes),
    [60, 95],
  )
})

test('made so short that its pause ends, it does not take a time off that lies in the pause', async () => {
  const place = await open({ duration_minutes: 120, gap_from: 30, gap_minutes: 60 })
  const id = await place.book('10:00')
  const block = { first_date: DATE, last_date: DATE, from_time: '10:30', to_time: '11:30' }
  const { status, body } = await place.as('POST', '/api/time-off', {
    professional_id: place.professional_id,
    kind: 'block',
    ...block,
  })
  assert.deepEqual([status, body.conflicts], [201, []], body.error)
  const before = await place.row(id)
  const refused = await place.resize(id, 75)
  assert.deepEqual(
    [refused.status, refused.body.error],
    [409, 'No alcanza el tiempo: hay otra cita o tiempo bloqueado.'],
  )
  assert.deepEqual(await place.row(id), before)
  // With its pause, and ended before it.
  for (const minutes of [105, 30])
    assert.equal((await place.resize(id, minutes)).status, 200, String(minutes))
})

test('as long as it was before, it has its pause again, also when somebody is booked in it', async () => {
  const place = await open({ duration_minutes: 120, gap_from: 30, gap_minutes: 60 })
  const id = await place.book('10:00')
  const before = await place.row(id)
  for (const minutes of [60, 90, 30]) {
    assert.equal((await place.resize(id, minutes)).status, 200)
    assert.ok(!(await place.row(id)).occupied.includes('),['), String(minutes))
    const back = await place.resize(id, 120)
    assert.equal(back.status, 200, back.body.error)
    assert.equal((await place.row(id)).occupied, before.occupied, String(minutes))
  }
  // In several steps, and when more than its time was noted in between.
  for (const minutes of [60, 45]) assert.equal((await place.resize(id, minutes)).status, 200)
  const step = { step: 'confirmed', is_done: true }
  assert.equal((await place.as('POST', `/api/appointments/${id}/step`, step)).status, 200)
  assert.equal((await place.resize(id, 120)).status, 200)
  assert.equal((await place.row(id)).occupied, before.occupied)
  const short = await place.as('POST', '/api/services', {
    service_name: 'Cejas',
    duration_minutes: 30,
    price: 1,
  })
  const inside = { ...place, service_id: short.body.service.id }
  const body = booking(inside, { appointment_date: DATE, appointment_time: '10:30' })
  assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
  for (const minutes of [30, 120]) assert.equal((await place.resize(id, minutes)).status, 200)
  assert.equal((await place.row(id)).occupied, before.occupied)
  // What it took as another service's is not its own.
  const long = await place.as('PATCH', `/api/appointments/${id}`, {
    service_id: short.body.service.id,
    appointment_time: '15:00',
  })
  assert.equal(long.status, 200, long.body.error)
  assert.equal((await place.resize(id, 120)).status, 200)
  assert.equal((await place.row(id)).occupied, '{["2026-11-23T20:00:00Z","2026-11-23T22:00:00Z")}')
})

test('a pause stays while it lies within, and ends when it does not', () => {
  const dye = [
    [-10, 30],
    [90, 130],
  ] as const
  assert.deepEqual(resizedParts(dye, 120, 150), [
    [-10, 30],
    [90, 160],
  ])
  assert.deepEqual(resizedParts(dye, 120, 60), [[-10, 70]])
  assert.deepEqual(resizedParts([[0, 60]], 60, 15), [[0, 15]])
})

test('never into another appointment or time off; past closing when the business wants it', async () => {
  const place = await open()
  const [first, last] = [await place.book('10:00'), await place.book('17:00')]
  await place.book('12:00')
  assert.equal((await place.resize(first, 120)).status, 200)
  const taken = await place.resize(first, 125)
  assert.deepEqual(
    [taken.status, taken.body.error],
    [409, 'No alcanza el tiempo: hay otra cita o tiempo bloqueado.'],
  )
  assert.equal((await place.row(first)).duration_minutes, 120)
  assert.equal((await place.resize(last, 90)).status, 200)
  const off = { first_date: DATE, from_time: '19:00', to_time: '20:00' }
  assert.equal((await place.as('POST', '/api/time-off', off)).status, 201)
  assert.equal((await place.resize(last, 120)).status, 200)
  assert.equal((await place.resize(last, 125)).status, 409)
})

test('an outdated version, a cancelled one, bad lengths, others’ appointments', async () => {
  const place = await open()
  const id = await place.book('10:00')
  const { version } = await place.row(id)
  assert.equal((await place.resize(id, 75, version)).status, 200)
  const outdated = await place.resize(id, 90, version)
  assert.equal(outdated.status, 409)
  assert.equal(outdated.body.current.duration_minutes, 75)
  for (const length of [10, 725, 61, 'x', null]) {
    const { status, body } = await place.resize(id, length)
    const text = 'La duración va de 15 a 720 minutos, de 5 en 5'
    assert.deepEqual([status, body.fields], [400, { duration_minutes: text }], String(length))
  }
  const other = await open()
  assert.equal((await other.resize(id, 60)).status, 404)
  await place.as('POST', `/api/appointments/${id}/cancel`, {})
  assert.equal((await place.resize(id, 60)).status, 409)
  assert.equal((await place.row(id)).duration_minutes, 75)
})

test('two that grow towards each other, and a booking between them: nothing overlaps', async () => {
  for (let round = 0; round < 10; round++) {
    const place = await open()
    const [first, second] = [await place.book('09:00'), await place.book('12:00')]
    const between = booking(place, { appointment_date: DATE, appointment_time: '10:30' })
    const answers = await Promise.all([
      place.resize(first, 150),
      place.as('PATCH', `/api/appointments/${second}`, { appointment_time: '11:00' }),
      call('POST', '/api/appointments/public', { body: between }),
      place.resize(first, 120),
    ])
    for (const { status, body } of answers) assert.ok([200, 201, 409].includes(status), body.error)
    const rows = await db
      .selectFrom('appointments')
      .select(['starts_at', 'ends_at'])
      .where('business_id', '=', place.business_id)
      .orderBy('starts_at')
      .execute()
    for (const [i, row] of rows.slice(1).entries()) assert.ok(rows[i]!.ends_at <= row.starts_at)
  }
})

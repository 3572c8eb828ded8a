/** Bookings without preference: which times are offered, who gets them, and many at once. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  api,
  appointmentRow,
  booking,
  database,
  NOW,
  ownerHeaders,
  salon,
  times,
  type Salon,
} from '../helper.ts'

const db = await database()
const { call, clock } = await api(db)
beforeEach(() => void (clock.now = NOW))

const MONDAY = '2026-11-23'
const any = { professional_id: 'any' }

/** Further professionals of a salon. */
async function join(place: Salon, count: number, more: object = {}): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, i) => ({
    business_id: place.business_id,
    professional_name: `Persona ${i + 2}`,
    created_at: '2020-01-01T00:00:00Z',
    ...more,
  }))
  return (await db.insertInto('professionals').values(rows).returning('id').execute()).map(({ id }) => id)
}

/** A salon with so many professionals who have been there for long. */
async function team(count: number) {
  const place = await salon(db)
  await db
    .updateTable('professionals')
    .set({ created_at: '2020-01-01T00:00:00Z' })
    .where('id', '=', place.professional_id)
    .execute()
  return { ...place, ids: [place.professional_id, ...(await join(place, count - 1))] }
}

const book = (place: Salon, changes: Record<string, unknown> = {}, key?: string) =>
  call('POST', '/api/appointments/public', {
    body: booking(place, { ...any, ...changes }),
    headers: key ? { 'idempotency-key': key } : {},
  })

const appointments = (place: Salon) =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('business_id', '=', place.business_id)
    .where('status', '=', 'scheduled')
    .orderBy('id')
    .execute()

const occupy = (place: Salon, professional_id: number, time: string, more: object = {}, date = MONDAY) =>
  db
    .insertInto('appointments')
    .values({ ...appointmentRow(place, date, time, { professional_id }), ...more })
    .execute()

async function slots(place: Salon, date = MONDAY, service = place.service_id): Promise<string[]> {
  const query = `serviceId=${service}&businessId=${place.business_id}`
  const { status, body } = await call('GET', `/api/schedules/available-slots/any/${date}?${query}`)
  assert.equal(status, 200)
  return body.slots.map(({ time }: { time: string }) => time)
}

async function days(place: Salon, from = ''): Promise<{ date: string; times: string[]; closed?: string }[]> {
  const query = `serviceId=${place.service_id}&businessId=${place.business_id}${from && `&from=${from}`}`
  const { status, body } = await call('GET', `/api/schedules/available-days/any?${query}`)
  assert.equal(status, 200)
  return body.days
}

describe('the free times of any', () => {
  test('are the union of those of each, on every date', async () => {
    const place = await team(3)
    const [one, two, three] = place.ids as [number, number, number]
    for (const id of place.ids) await occupy(place, id, '10:00')
    await occupy(place, one, '14:00')
    const free = times('09:00', '17:00').filter((time) => !['09:30', '10:00', '10:30'].includes(time))
    assert.deepEqual(await slots(place), free)
    assert.deepEqual((await days(place)).find(({ date }) => date === MONDAY)?.times, free)

    const ofEach = await Promise.all(
      [one, two, three].map(async (id) => {
        const path = `/api/schedules/available-days/${id}?serviceId=${place.service_id}`
        return (await call('GET', path)).body.days as { date: string; times: string[] }[]
      }),
    )
    const union = ofEach[0]!.map(({ date }, i) => ({
      date,
      times: [...new Set(ofEach.flatMap((list) => list[i]!.times))].sort(),
    }))
    assert.deepEqual(await days(place), union)
    assert.equal(union.length, 31)
  })

  test('know what each one has of its own: hours, special days, time off, services, and the weight', async () => {
    const place = await team(2)
    const [one, two] = place.ids as [number, number]
    const week = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
      business_id: place.business_id,
      professional_id: two,
      day_of_week,
      is_available: true,
      start_time: '13:15',
      end_time: '18:00',
      lunch_start_time: null,
      lunch_end_time: null,
    }))
    await db.insertInto('professional_hours').values(week).execute()
    const off = {
      business_id: place.business_id,
      professional_id: one,
      first_date: MONDAY,
      last_date: MONDAY,
    }
    await db
      .insertInto('time_off')
      .values({ ...off, kind: 'sick', starts_at: `${MONDAY}T05:00:00Z`, ends_at: '2026-11-24T05:00:00Z' })
      .execute()
    // Each has a grid of their own.
    assert.deepEqual(await slots(place), times('13:15', '16:45'))
    const day = { business_id: place.business_id, professional_id: two, is_open: true }
    await db
      .insertInto('special_days')
      .values({
        ...day,
        date: MONDAY,
        intervals: JSON.stringify([{ start_time: '09:00', end_time: '11:00' }]),
      })
      .execute()
    assert.deepEqual(await slots(place), ['09:00', '09:30', '10:00'])
    await db.updateTable('professionals').set({ weight: 0 }).where('id', '=', two).execute()
    assert.deepEqual(await slots(place), [])
    await db
      .updateTable('professionals')
      .set({ weight: 1, specialties: '[999999999]' })
      .where('id', '=', two)
      .execute()
    assert.deepEqual(await slots(place), [])
    await db
      .updateTable('professionals')
      .set({ specialties: null, is_active: false })
      .where('id', '=', two)
      .execute()
    assert.deepEqual(await slots(place), [])
  })

  test('respect buffers, processing, notice and horizon', async () => {
    const place = await team(2)
    const buffers = { buffer_before: 15, buffer_after: 30, min_notice_minutes: 4320 }
    await db.updateTable('services').set(buffers).where('id', '=', place.service_id).execute()
    await db.updateTable('businesses').set({ horizon_days: 5 }).where('id', '=', place.business_id).execute()
    for (const id of place.ids) await occupy(place, id, '12:00')
    // Three days of notice end on Monday at 10:00; the cleaning ends at 12:00, the preparation begins at 13:00.
    assert.deepEqual(await slots(place), ['10:00', '10:30', ...times('13:30', '17:00')])
    assert.deepEqual((await days(place)).map(({ date }) => date).slice(-1), ['2026-11-25'])
    const headers = await ownerHeaders(db, place)
    const query = `serviceId=${place.service_id}`
    const own = await call('GET', `/api/schedules/owner/available-slots/any/${MONDAY}?${query}`, { headers })
    assert.deepEqual(own.body.slots[0], { time: '09:00' })
    const list = await call('GET', `/api/schedules/owner/available-days/any?${query}`, { headers })
    assert.ok(list.body.days[0].times.length > 0)
  })

  test('say why the business is closed, begin where they are asked to, and stay bounded', async () => {
    const place = await team(2)
    await db
      .updateTable('businesses')
      .set({ horizon_days: 365 })
      .where('id', '=', place.business_id)
      .execute()
    const closed = {
      business_id: place.business_id,
      kind: 'closed' as const,
      first_date: MONDAY,
      last_date: MONDAY,
    }
    await db
      .insertInto('time_off')
      .values({ ...closed, starts_at: `${MONDAY}T05:00:00Z`, ends_at: '2026-11-24T05:00:00Z' })
      .execute()
    const list = await days(place)
    assert.equal(list.length, 62)
    assert.deepEqual(
      list.find(({ date }) => date === MONDAY),
      { date: MONDAY, times: [], closed: 'Cerrado' },
    )
    assert.equal((await days(place, '2027-03-01'))[0]!.date, '2027-03-01')
  })

  test('an unknown or suspended business, a wrong date and a missing business are refused', async () => {
    const place = await team(2)
    const ask = (path: string) => call('GET', `/api/schedules/${path}`)
    assert.equal((await ask('available-days/any?businessId=999999999')).status, 404)
    assert.equal((await ask('available-days/any')).status, 400)
    assert.equal((await ask(`available-slots/any/mañana?businessId=${place.business_id}`)).status, 400)
    assert.equal((await call('GET', '/api/schedules/owner/available-days/any')).status, 401)
    await db
      .updateTable('businesses')
      .set({ suspended_at: '2026-11-01' })
      .where('id', '=', place.business_id)
      .execute()
    assert.equal((await ask(`available-days/any?businessId=${place.business_id}`)).status, 404)
    assert.equal((await book(place)).status, 404)
  })
})

describe('why nobody is free', () => {
  interface Told {
    free: string[]
    rules: { rule: string; text: string; takes: string; times: string[] }[]
    people: (Told & { professional_id: number; professional_name: string })[]
    left_out: { professional_name: string; text: string }[]
  }
  const shortly = ({ rules }: Told) => rules.map(({ rule, takes }) => `${rule}: ${takes}`)

  test('of all together and of each, in order, with how many times each rule took', async () => {
    const place = await team(3)
    const [one, two, three] = place.ids as [number, number, number]
    const name = (professional_id: number, professional_name: string, more = {}) =>
      db
        .updateTable('professionals')
        .set({ professional_name, ...more })
        .where('id', '=', professional_id)
        .execute()
    await name(one, 'Ana')
    await name(two, 'Beto')
    await name(three, 'Caro', { weight: 0 })
    await join(place, 1, { professional_name: 'Dora', specialties: '[999999999]' })
    const headers = await ownerHeaders(db, place)
    const as = (path: string) => call('GET', `/api/schedules/${path}`, { headers })
    const query = `date=${MONDAY}&service_id=${place.service_id}`
    for (const id of [one, two]) await occupy(place, id, '10:00')
    await occupy(place, one, '14:00')
    const off = { business_id: place.business_id, professional_id: two, kind: 'block' as const }
    await db
      .insertInto('time_off')
      .values({
        ...off,
        first_date: MONDAY,
        last_date: MONDAY,
        from_time: '14:00',
        to_time: '15:00',
        starts_at: `${MONDAY}T19:00:00Z`,
        ends_at: `${MONDAY}T20:00:00Z`,
      })
      .execute()

    const { status, body } = await as(`explain/any?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    const told = body as Told
    assert.deepEqual(told.free, await slots(place))
    assert.deepEqual(shortly(told), [
      'closed: quita 30 horarios',
      'fit: quita 1 horario',
      'busy: quita 6 horarios',
    ])
    assert.deepEqual(
      told.people.map(({ professional_name, free, ...more }) => [
        professional_name,
        free.length,
        shortly({ free, ...more } as Told),
      ]),
      [
        ['Ana', 11, ['closed: quita 30 horarios', 'fit: quita 1 horario', 'busy: quita 6 horarios']],
        [
          'Beto',
          11,
          [
            'closed: quita 30 horarios',
            'fit: quita 1 horario',
            'absence: quita 3 horarios',
            'busy: quita 3 horarios',
          ],
        ],
      ],
    )
    // Each as if asked for by name.
    for (const { professional_id, free, rules } of told.people) {
      const alone = (await as(`explain?${query}&professional_id=${professional_id}`)).body
      assert.deepEqual([free, rules], [alone.free, alone.rules])
    }
    assert.deepEqual(told.left_out, [
      { professional_name: 'Dora', text: 'No realiza ese servicio' },
      { professional_name: 'Caro', text: 'No recibe citas sin preferencia' },
    ])
    assert.equal((await as('explain/any?date=ayer')).status, 400)
    assert.equal((await call('GET', `/api/schedules/explain/any?${query}`)).status, 401)
  })

  test('one who is free is enough: nothing of the others is told of that time', async () => {
    const place = await team(2)
    const [one] = place.ids as [number]
    for (const time of times('09:00', '17:00').filter((_, i) => i % 2 === 0)) await occupy(place, one, time)
    const headers = await ownerHeaders(db, place)
    const query = `date=${MONDAY}&service_id=${place.service_id}`
    const { body } = await call('GET', `/api/schedules/explain/any?${query}`, { headers })
    assert.deepEqual(shortly(body), ['closed: quita 30 horarios', 'fit: quita 1 horario'])
    assert.deepEqual(body.people[0].free, [])
  })
})

describe('a booking without preference', () => {
  test('names who it is, and is marked; the messages go out as ever', async () => {
    const place = await team(2)
    const { status, body } = await book(place)
    assert.equal(status, 201)
    const [stored] = await appointments(place)
    assert.equal(stored!.chosen_by, 'system')
    assert.ok(place.ids.includes(stored!.professional_id))
    assert.equal(body.appointment.professional_id, stored!.professional_id)
    assert.equal(body.appointment.professional_name, stored!.professional_name)
    const headers = await ownerHeaders(db, place)
    const seen = await call('GET', `/api/appointments/${stored!.id}`, { headers })
    assert.equal(seen.body.appointment.chosen_by, 'system')

    // Whoever names somebody is not marked, nor is what the owner books for somebody who does.
    await book(place, { professional_id: place.ids[0], appointment_time: '14:00' })
    assert.equal((await appointments(place))[1]!.chosen_by, 'client')
  })

  test('the owner may book so too, without the notice', async () => {
    const place = await team(2)
    await db
      .updateTable('businesses')
      .set({ min_notice_minutes: 20_000 })
      .where('id', '=', place.business_id)
      .execute()
    const { business_id: _, ...body } = booking(place, any)
    const headers = await ownerHeaders(db, place)
    const answer = await call('POST', '/api/appointments', { body, headers })
    assert.equal(answer.status, 201)
    assert.equal(answer.body.appointment.chosen_by, 'system')
    assert.equal(
      (await book(place, { appointment_time: '12:00' })).body.fields.appointment_time.slice(0, 15),
      'Este servicio s',
    )
  })

  test('is fair: fewest minutes of the week beside the weight, then longest ago', async () => {
    const place = await team(3)
    const [one, two, three] = place.ids as [number, number, number]
    await occupy(place, one, '15:00')
    await occupy(place, two, '15:00')
    // The week before and the one after do not count, nor does what was cancelled.
    await occupy(place, three, '15:00', {}, '2026-11-22')
    await occupy(place, three, '15:00', {}, '2026-11-30')
    await occupy(place, three, '16:00', { status: 'cancelled' })
    const first = await book(place)
    assert.equal(first.body.appointment.professional_id, three)
    // All have an hour now: who was never chosen comes before who was.
    await occupy(
      place,
      one,
      '10:00',
      { chosen_by: 'system', created_at: '2026-11-01T00:00:00Z' },
      '2026-12-02',
    )
    const second = await book(place, { appointment_time: '11:00' })
    assert.equal(second.body.appointment.professional_id, two)
    const third = await book(place, { appointment_time: '12:00' })
    assert.equal(third.body.appointment.professional_id, one)
    // Twice the weight, twice the minutes.
    await db.updateTable('professionals').set({ weight: 3 }).where('id', '=', two).execute()
    const fourth = await book(place, { appointment_time: '13:00' })
    assert.equal(fourth.body.appointment.professional_id, two)
  })

  test('does not flood who joined this week', async () => {
    const place = await team(2)
    const [old] = place.ids as [number, number]
    clock.now = Date.parse('2026-11-28T12:00:00Z')
    const [joined] = await join(place, 1, { created_at: '2026-11-28T05:00:00Z' })
    await db.updateTable('professionals').set({ weight: 0 }).where('id', '=', place.ids[1]!).execute()
    const saturday = { appointment_date: '2026-11-28' }
    await occupy(place, old, '09:00', {}, '2026-11-24')
    await occupy(place, old, '10:00', {}, '2026-11-24')
    // None yet: the new one. An hour of two days is as much as three and a half of the week.
    assert.equal(
      (await book(place, { ...saturday, appointment_time: '12:00' })).body.appointment.professional_id,
      joined,
    )
    assert.equal(
      (await book(place, { ...saturday, appointment_time: '13:00' })).body.appointment.professional_id,
      old,
    )
  })

  test("never goes to who has no weight; 'first' and 'random' can be chosen instead", async () => {
    const place = await team(3)
    const [one, two, three] = place.ids as [number, number, number]
    const headers = await ownerHeaders(db, place)
    await call('PATCH', `/api/professionals/${one}`, { headers, body: { weight: 0 } })
    await call('PUT', `/api/businesses/profile`, { headers, body: { assignment: 'first' } })
    for (const time of ['09:00', '10:00', '11:00', '12:00'])
      assert.equal((await book(place, { appointment_time: time })).body.appointment.professional_id, two)
    assert.equal((await book(place)).body.appointment.professional_id, three)
    assert.equal((await book(place)).status, 409)
    // Who is asked for by name is free all the same.
    assert.equal((await book(place, { professional_id: one })).status, 201)

    await call('PUT', `/api/businesses/profile`, { headers, body: { assignment: 'random' } })
    const got = new Set<number>()
    for (const date of ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'])
      for (const time of times('09:00', '17:00', 60))
        got.add(
          (await book(place, { appointment_date: date, appointment_time: time }, `${date} ${time}`)).body
            .appointment.professional_id,
        )
    assert.deepEqual([...got].sort(), [two, three].sort())
    const wrong = await call('PUT', `/api/businesses/profile`, { headers, body: { assignment: 'best' } })
    assert.equal(wrong.status, 400)
    const tooMuch = await call('PATCH', `/api/professionals/${one}`, { headers, body: { weight: 11 } })
    assert.equal(tooMuch.body.fields.weight, 'Debe ser un número de 0 a 10')
  })

  test('is refused like any other, with nothing stored', async () => {
    const place = await team(2)
    const refused: [object, number, string, string][] = [
      [
        { appointment_time: '10:10' },
        400,
        'appointment_time',
        'Esa hora no está entre los horarios de atención',
      ],
      [
        { appointment_date: '2027-06-01' },
        400,
        'appointment_date',
        'Solo se puede reservar desde hoy y hasta 30 días adelante',
      ],
      [
        { appointment_date: '2026-11-20', appointment_time: '09:00' },
        400,
        'appointment_time',
        'Esa hora ya pasó: elige otra',
      ],
      [{ service_id: 999_999_999 }, 400, 'service_id', 'Este servicio no está disponible'],
      [{ professional_id: 'anybody' }, 400, 'professional_id', 'Profesional es requerido'],
    ]
    for (const [changes, status, field, sentence] of refused) {
      const answer = await book(place, changes as Record<string, unknown>)
      assert.deepEqual(
        [answer.status, answer.body.fields],
        [status, { [field]: sentence }],
        JSON.stringify(changes),
      )
    }
    await db
      .updateTable('professionals')
      .set({ weight: 0 })
      .where('business_id', '=', place.business_id)
      .execute()
    assert.deepEqual((await book(place)).body.fields, {
      professional_id: 'No hay profesionales disponibles para este servicio',
    })
    assert.equal((await book(place, { business_id: 999_999_999 })).status, 404)
    assert.equal((await appointments(place)).length, 0)
  })

  test("changes take a real professional: 'any' is none", async () => {
    const place = await team(2)
    const { id } = (await book(place)).body.appointment
    const headers = await ownerHeaders(db, place)
    const { business_id: _, ...whole } = booking(place, any)
    for (const [method, body] of [
      ['PUT', whole],
      ['PATCH', any],
    ] as const) {
      const answer = await call(method, `/api/appointments/${id}`, { headers, body })
      assert.deepEqual(
        [answer.status, answer.body.fields],
        [400, { professional_id: 'Profesional es requerido' }],
      )
    }
  })
})

describe('a time of which what is before or after was taken meanwhile', () => {
  const after = { buffer_after: 30 }
  const buffered = async (place: Salon) =>
    void (await db.updateTable('services').set(after).where('id', '=', place.service_id).execute())

  test('is taken, with others to choose, though the second one does not do the service', async () => {
    const place = await team(2)
    await db
      .updateTable('professionals')
      .set({ specialties: '[999999999]' })
      .where('id', '=', place.ids[1]!)
      .execute()
    await occupy(place, place.professional_id, '11:00')
    await buffered(place)
    const { status, body } = await book(place, { appointment_time: '10:00' })
    assert.equal(status, 409, JSON.stringify(body))
    assert.ok(body.alternatives.length > 0)
    const byName = await book(place, { appointment_time: '10:00', professional_id: place.professional_id })
    assert.deepEqual([byName.status, byName.body], [status, body])
  })

  test('is outside the hours where the hours leave it no room', async () => {
    const place = await team(2)
    await buffered(place)
    const { business_id } = place
    const inside = { buffers_inside_hours: true }
    await db.updateTable('businesses').set(inside).where('id', '=', business_id).execute()
    const { status, body } = await book(place, { appointment_time: '17:00' })
    assert.equal(status, 400)
    assert.match(body.fields.appointment_time, /preparación y la limpieza/)
  })
})

describe('many at once', () => {
  test('200 for one start with 5 who are free: 5 stand, one each, the others get other times', async () => {
    const place = await team(6)
    const [away, ...free] = place.ids
    await occupy(place, away!, '10:00')
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        book(
          place,
          { client_email: `c${i}@correo.example`, client_phone: `+57300${1_000_000 + i}` },
          `key ${i}`,
        ),
      ),
    )
    const booked = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 409)
    assert.deepEqual([booked.length, refused.length], [5, 195])
    const who = booked.map(({ body }) => body.appointment.professional_id as number)
    assert.deepEqual(who.toSorted(), free.toSorted())
    for (const { body } of refused) {
      assert.equal(body.alternatives.length, 4)
      for (const { date, time } of body.alternatives) assert.notEqual(`${date} ${time}`, `${MONDAY} 10:00`)
    }
    assert.equal((await appointments(place)).length, 6)
    const messages = await db
      .selectFrom('messages')
      .select('kind')
      .where('business_id', '=', place.business_id)
      .execute()
    assert.equal(messages.length, 10)
  })

  test('a key that is repeated, at once or later, books once, whoever is free by then', async () => {
    const place = await team(5)
    const same = await Promise.all(Array.from({ length: 40 }, () => book(place, {}, 'again')))
    const ids = new Set(same.map(({ status, body }) => (assert.equal(status, 201), body.appointment.id)))
    assert.equal(ids.size, 1)
    const [stored, ...others] = await appointments(place)
    assert.equal(others.length, 0)

    // The answer was lost: the rest of the team is free, or nobody is, or the appointment has moved on meanwhile.
    const again = await book(place, {}, 'again')
    assert.deepEqual(again.body.appointment, same[0]!.body.appointment)
    for (const id of place.ids) if (id !== stored!.professional_id) await occupy(place, id, '10:00')
    assert.deepEqual((await book(place, {}, 'again')).body.appointment, same[0]!.body.appointment)
    const headers = await ownerHeaders(db, place)
    const body = {
      appointment_time: '15:00',
      professional_id: place.ids.find((id) => id !== stored!.professional_id),
    }
    assert.equal((await call('PATCH', `/api/appointments/${stored!.id}`, { headers, body })).status, 200)
    assert.deepEqual((await book(place, {}, 'again')).body.appointment, same[0]!.body.appointment)
    assert.equal((await appointments(place)).length, place.ids.length)
  })

  test('a key that was refused stays refused, though somebody is free by then', async () => {
    const place = await team(2)
    for (const id of place.ids) await occupy(place, id, '10:00')
    assert.equal((await book(place, {}, 'refused')).status, 409)
    await db
      .updateTable('appointments')
      .set({ status: 'cancelled' })
      .where('business_id', '=', place.business_id)
      .execute()
    assert.equal((await book(place, {}, 'refused')).status, 409)
    assert.equal((await book(place, {}, 'another')).status, 201)
  })

  test('beside bookings by name and moves: nobody is booked twice, and what is refused was taken', async () => {
    const place = await team(4)
    const headers = await ownerHeaders(db, place)
    const { id } = (await book(place, { professional_id: place.ids[0], appointment_time: '15:00' })).body
      .appointment
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, (_, i) => book(place, { client_email: `a${i}@correo.example` })),
      ...Array.from({ length: 10 }, (_, i) => book(place, { professional_id: place.ids[i % 4] })),
      call('PATCH', `/api/appointments/${id}`, { headers, body: { appointment_time: '10:00' } }),
    ])
    const at10 = (await appointments(place)).filter(({ appointment_time }) =>
      appointment_time.startsWith('10:00'),
    )
    assert.equal(at10.length, 4)
    assert.deepEqual(at10.map(({ professional_id }) => professional_id).toSorted(), place.ids.toSorted())
    for (const { status } of answers) assert.ok([200, 201, 409].includes(status), String(status))
  })

  test('an expired hold is in nobody’s way', async () => {
    const place = await team(2)
    const [one, two] = place.ids as [number, number]
    await occupy(place, one, '10:00')
    await occupy(place, two, '10:00', {
      status: 'held',
      hold_kind: 'offer',
      hold_expires_at: new Date(NOW - 1000).toISOString(),
    })
    assert.equal((await book(place)).body.appointment.professional_id, two)
  })
})

describe('another professional', () => {
  const messagesOf = async (place: Salon) =>
    (
      await db
        .selectFrom('messages')
        .select(['kind', 'state'])
        .where('business_id', '=', place.business_id)
        .where('kind', 'like', 'moved%')
        .execute()
    ).map(({ kind, state }) => `${kind} ${state}`)

  test('a client without preference hears of another one, unless the business does not want that', async () => {
    const place = await team(2)
    const headers = await ownerHeaders(db, place)
    const { id, professional_id } = (await book(place)).body.appointment
    const other = place.ids.find((one) => one !== professional_id)!
    const patch = (body: object) => call('PATCH', `/api/appointments/${id}`, { headers, body })
    await patch({ professional_id: other })
    assert.deepEqual(await messagesOf(place), ['moved_client queued'])

    await call('PUT', '/api/businesses/profile', { headers, body: { tell_new_professional: false } })
    await db
      .deleteFrom('messages')
      .where('business_id', '=', place.business_id)
      .where('kind', 'like', 'moved%')
      .execute()
    const { move_id } = (await patch({ professional_id })).body
    assert.deepEqual(await messagesOf(place), [])
    // To take it back is as quiet.
    const undone = await call('POST', `/api/appointments/${id}/undo-move`, { headers, body: { move_id } })
    assert.equal(undone.body.is_quiet, true)
    assert.equal(undone.body.appointment.professional_id, other)
    assert.deepEqual(await messagesOf(place), [])
    // Another time is told, whoever it is with.
    await patch({ professional_id, appointment_time: '16:00' })
    assert.deepEqual(await messagesOf(place), ['moved_client queued'])
  })

  test('a client who chose hears of another one, whatever the business wants', async () => {
    const place = await team(2)
    const headers = await ownerHeaders(db, place)
    await call('PUT', '/api/businesses/profile', { headers, body: { tell_new_professional: false } })
    const { id } = (await book(place, { professional_id: place.ids[0] })).body.appointment
    await call('PATCH', `/api/appointments/${id}`, { headers, body: { professional_id: place.ids[1] } })
    assert.deepEqual(await messagesOf(place), ['moved_client queued'])
  })

  test('who is free at the time of an appointment, in the order of the choice', async () => {
    const place = await team(5)
    const [one, two, three, four, five] = place.ids as [number, number, number, number, number]
    const { id } = (await book(place, { professional_id: one })).body.appointment
    await occupy(place, two, '10:30')
    await occupy(place, three, '14:00')
    await db.updateTable('professionals').set({ weight: 0 }).where('id', '=', five).execute()
    const headers = await ownerHeaders(db, place)
    const { body } = await call('GET', `/api/appointments/${id}/free-professionals`, { headers })
    assert.deepEqual(
      body.professionals.map((one: { id: number }) => one.id),
      [four, three],
    )
    const others = await ownerHeaders(db, await salon(db))
    const strange = await call('GET', `/api/appointments/${id}/free-professionals`, { headers: others })
    assert.equal(strange.status, 404)
  })
})

/** Time off: who may write it, what it takes, and what was there before it. */
import { confirmHold, placeHold } from '#server/appointments/hold.ts'
import { MOST_IN_TIME_OFF } from '#domain/api/time-off.ts'
import type { NewAppointment } from '#server/appointments/queries.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, appointmentRow, booking, database, NOW, times, type Salon } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'

const db = await database()
const { app, call } = await api(db)

async function ownedSalon() {
  const mine = await owner(call)
  const place: Salon = { business_id: mine.business_id, slug: mine.slug, ...(await withOffer(mine)) }
  return { ...mine, place }
}
type Owned = Awaited<ReturnType<typeof ownedSalon>>

const block = async ({ as }: Owned, body: object, status = 201) => {
  const answer = await as('POST', '/api/time-off', body)
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  return answer.body
}
const freeTimes = async (place: Salon, date = '2026-11-23'): Promise<string[]> => {
  const path = `/api/schedules/available-slots/${place.professional_id}/${date}?serviceId=${place.service_id}`
  return (await call('GET', path)).body.slots.map(({ time }: { time: string }) => time)
}
const book = (place: Salon, changes: object = {}) =>
  call('POST', '/api/appointments/public', { body: booking(place, changes as never) })
const afternoon = { first_date: '2026-11-23', from_time: '12:00', to_time: '15:00' }

describe('blocked time', () => {
  test('is offered nowhere, refused with alternatives, and nothing is stored', async () => {
    const mine = await ownedSalon()
    const { place, as } = mine
    const { time_off, conflicts } = await block(mine, { ...afternoon, reason: 'Dentista' })
    assert.deepEqual(conflicts, [])
    assert.deepEqual(
      [time_off.kind, time_off.starts_at, time_off.ends_at, time_off.last_date, time_off.professional_id],
      ['block', '2026-11-23T17:00:00.000Z', '2026-11-23T20:00:00.000Z', '2026-11-23', null],
    )
    assert.deepEqual(await freeTimes(place), [...times('09:00', '11:00'), ...times('15:00', '17:00')])
    const days = await call('GET', `/api/schedules/available-days/${place.professional_id}`)
    const day = days.body.days.find(({ date }: { date: string }) => date === '2026-11-23')
    assert.deepEqual(day.times, await freeTimes(place))

    for (const appointment_time of ['11:30', '12:00', '14:30']) {
      const { status, body } = await book(place, { appointment_time })
      assert.equal(status, 409)
      assert.equal(body.error, 'Ese horario acaba de ocuparse. Elige otro, por favor.')
      assert.ok(body.alternatives.length > 0)
      assert.equal((await as('POST', '/api/appointments', booking(place, { appointment_time }))).status, 409)
    }
    const { body } = await as('GET', '/api/appointments')
    assert.deepEqual(body.appointments, [])
    assert.equal((await book(place, { appointment_time: '11:00' })).status, 201)
    assert.equal((await book(place, { appointment_time: '15:00' })).status, 201)
  })

  test('of one professional is nobody else’s; of the business it is everybody’s', async () => {
    const mine = await ownedSalon()
    const { body } = await mine.as('POST', '/api/professionals', { professional_name: 'Otra' })
    const other = { ...mine.place, professional_id: body.professional.id }
    await block(mine, { ...afternoon, professional_id: mine.place.professional_id })
    assert.equal((await book(mine.place, { appointment_time: '13:00' })).status, 409)
    assert.equal((await book(other, { appointment_time: '13:00' })).status, 201)
    await block(mine, { first_date: '2026-11-24' })
    for (const place of [mine.place, other]) assert.deepEqual(await freeTimes(place, '2026-11-24'), [])
  })

  test('is met by moves and undo too; what changes in its place stays possible', async () => {
    const mine = await ownedSalon()
    const { place, as } = mine
    const inside = (await book(place, { appointment_time: '12:00' })).body.appointment
    const other = (await book(place, { appointment_time: '16:00' })).body.appointment
    const { conflicts } = await block(mine, afternoon)
    assert.deepEqual(
      conflicts.map(({ id }: { id: number }) => id),
      [inside.id],
    )
    const url = `/api/appointments/${other.id}`
    const refused = await as('PATCH', url, { appointment_time: '13:00' })
    assert.equal(refused.status, 409)
    assert.ok(refused.body.alternatives.length > 0)
    // One that was kept inside may change, and leave; not go to another time inside.
    assert.equal((await as('PATCH', `/api/appointments/${inside.id}`, { notes: 'Trae fotos' })).status, 200)
    assert.equal(
      (await as('PATCH', `/api/appointments/${inside.id}`, { appointment_time: '13:00' })).status,
      409,
    )
    const left = await as('PATCH', `/api/appointments/${inside.id}`, { appointment_time: '10:00' })
    assert.equal(left.status, 200)
    const back = await as('POST', `/api/appointments/${inside.id}/undo-move`, { move_id: left.body.move_id })
    assert.equal(back.status, 409)
  })

  test('keeps the time of an appointment that is cancelled inside it', async () => {
    const mine = await ownedSalon()
    const { id } = (await book(mine.place, { appointment_time: '13:00' })).body.appointment
    await block(mine, afternoon)
    assert.equal((await mine.as('POST', `/api/appointments/${id}/cancel`, {})).status, 200)
    assert.equal((await book(mine.place, { appointment_time: '13:00' })).status, 409)
    assert.ok(!(await freeTimes(mine.place)).includes('13:00'))
  })

  test('is met by holds: who comes second loses, or is told', async () => {
    const mine = await ownedSalon()
    const { occupied: _, ...row } = appointmentRow(mine.place, '2026-11-23', '12:00')
    const wanted = {
      ...row,
      client_id: null,
      notes: null,
      consent_version: null,
      consented_at: null,
      created_at: new Date(NOW).toISOString(),
      booked_by_user_id: null,
      idempotency_key: null,
    } as NewAppointment
    const hold = { kind: 'approval', expiresMs: null } as const
    const id = (await placeHold(db, NOW, wanted, hold))!
    const { conflicts } = await block(mine, afternoon)
    assert.deepEqual(
      conflicts.map((one: { id: number; status: string }) => [one.id, one.status]),
      [[id, 'held']],
    )
    assert.equal(await placeHold(db, NOW, { ...wanted, ...timesOf('13:00') }, hold), undefined)
    assert.equal(await confirmHold(db, { ...mine.place, id }, NOW), true)
  })

  test('follows at once when it is changed or removed; both are in its history', async () => {
    const mine = await ownedSalon()
    const { place, as } = mine
    const { time_off } = await block(mine, afternoon)
    const url = `/api/time-off/${time_off.id}`
    const changed = await as('PUT', url, { ...afternoon, to_time: '13:00', version: 1 })
    assert.deepEqual([changed.status, changed.body.time_off.version], [200, 2])
    assert.ok((await freeTimes(place)).includes('13:00'))
    const stale = await as('PUT', url, { ...afternoon, version: 1 })
    assert.deepEqual([stale.status, stale.body.current.to_time], [409, '13:00'])
    const { body } = await as('GET', url)
    assert.deepEqual(
      body.history.map(({ change, old }: { change: string; old: { to_time?: string } }) => [
        change,
        old.to_time,
      ]),
      [
        ['added', undefined],
        ['changed', '15:00'],
      ],
    )
    assert.deepEqual((await as('DELETE', url)).body, { success: true, removed: 1 })
    assert.ok((await freeTimes(place)).includes('12:00'))
    for (const method of ['GET', 'DELETE'] as const) assert.equal((await as(method, url)).status, 404)
    assert.equal((await as('PUT', url, afternoon)).status, 404)
  })

  test('is listed by the dates that it touches', async () => {
    const mine = await ownedSalon()
    const { professional_id } = mine.place
    const long = await block(mine, { first_date: '2026-11-30', last_date: '2026-12-04', kind: 'vacation' })
    const short = await block(mine, { ...afternoon, professional_id })
    const list = async (query: string) =>
      (await mine.as('GET', `/api/time-off?${query}`)).body.time_off.map(({ id }: { id: number }) => id)
    assert.deepEqual(await list(''), [short.time_off.id, long.time_off.id])
    assert.deepEqual(await list('from=2026-12-04&to=2026-12-04'), [long.time_off.id])
    assert.deepEqual(await list('from=2026-12-05'), [])
    assert.deepEqual(await list('from=2026-11-22&to=2026-11-29'), [short.time_off.id])
    assert.deepEqual(await list(`professional_id=${professional_id + 1000}`), [long.time_off.id])
  })

  test('repeats, and is changed or removed alone or with those that follow', async () => {
    const mine = await ownedSalon()
    const { as, place } = mine
    const weekly = { ...afternoon, repeat_weeks: 1, repeat_until: '2026-12-14' }
    const { time_off, repeated } = await block(mine, weekly)
    assert.equal(repeated, 4)
    const dates = async () =>
      (await as('GET', '/api/time-off')).body.time_off.map(
        (one: { first_date: string; from_time: string }) => `${one.first_date} ${one.from_time}`,
      )
    assert.deepEqual(await dates(), [
      '2026-11-23 12:00',
      '2026-11-30 12:00',
      '2026-12-07 12:00',
      '2026-12-14 12:00',
    ])
    for (const date of ['2026-11-30', '2026-12-14'])
      assert.equal((await book(place, { appointment_date: date, appointment_time: '13:00' })).status, 409)
    const [, second, third] = (await as('GET', '/api/time-off')).body.time_off
    assert.deepEqual([second.repeat_of, second.repeat_weeks], [time_off.id, 1])
    const moved = { first_date: '2026-12-01', from_time: '08:00', to_time: '10:00' }
    assert.equal((await as('PUT', `/api/time-off/${second.id}?scope=following`, moved)).status, 200)
    assert.deepEqual(await dates(), [
      '2026-11-23 12:00',
      '2026-12-01 08:00',
      '2026-12-08 08:00',
      '2026-12-15 08:00',
    ])
    assert.equal((await as('DELETE', `/api/time-off/${third.id}?scope=following`)).body.removed, 2)
    assert.equal((await as('DELETE', `/api/time-off/${time_off.id}`)).body.removed, 1)
    assert.deepEqual(await dates(), ['2026-12-01 08:00'])
  })

  test('a bad one is refused at its field and stored nowhere', async () => {
    const mine = await ownedSalon()
    const other = await ownedSalon()
    const wrong: [object, string][] = [
      [{}, 'first_date'],
      [{ ...afternoon, from_time: '15:00' }, 'to_time'],
      [{ ...afternoon, last_date: '2026-11-22' }, 'last_date'],
      [{ first_date: '2026-11-23', last_date: '2027-12-28' }, 'last_date'],
      [{ first_date: '2025-11-01' }, 'first_date'],
      [{ ...afternoon, reason: 'x'.repeat(121) }, 'reason'],
      [{ ...afternoon, kind: 'external' }, 'kind'],
      [{ ...afternoon, kind: 'sick', show_reason: true }, 'show_reason'],
      [{ ...afternoon, show_reason: 'yes' }, 'show_reason'],
      [{ ...afternoon, professional_id: 'x' }, 'professional_id'],
      [{ ...afternoon, professional_id: other.place.professional_id }, 'professional_id'],
      [{ ...afternoon, repeat_weeks: 1.5, repeat_until: '2026-12-14' }, 'repeat_weeks'],
    ]
    for (const [body, field] of wrong) {
      const answer = await block(mine, body, 400)
      assert.ok(answer.fields?.[field], `${JSON.stringify(body)}: ${JSON.stringify(answer)}`)
    }
    assert.deepEqual((await mine.as('GET', '/api/time-off?from=2025-01-01')).body.time_off, [])
    const { time_off } = await block(other, afternoon)
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/cancel-conflicts'],
    ] as const) {
      const body = method === 'PUT' ? afternoon : method === 'POST' ? {} : undefined
      const { status } = await mine.as(method, `/api/time-off/${time_off.id}${path}`, body)
      assert.equal(status, 404, `${method} ${path}`)
    }
  })

  test('the same request twice is one, and there is a limit to how many', async () => {
    const mine = await ownedSalon()
    const send = (body: object, key: string) =>
      call('POST', '/api/time-off', { body, headers: { ...mine.headers, 'idempotency-key': key } })
    const [first, again] = [await send(afternoon, 'a'), await send(afternoon, 'a')]
    assert.deepEqual([first.status, again.status], [201, 201])
    assert.deepEqual(again.body, first.body)
    assert.equal((await mine.as('GET', '/api/time-off')).body.time_off.length, 1)
    await db
      .insertInto('time_off')
      .values(
        Array.from({ length: 1999 }, () => ({
          business_id: mine.business_id,
          kind: 'block' as const,
          first_date: '2026-12-24',
          last_date: '2026-12-24',
          starts_at: '2026-12-24T05:00:00Z',
          ends_at: '2026-12-25T05:00:00Z',
        })),
      )
      .execute()
    const { error } = await block(mine, { first_date: '2027-01-10' }, 409)
    assert.match(error, /^Ya tienes 2000 bloqueos/)
    await block(await ownedSalon(), { first_date: '2027-01-10' })
  })

  test('one professional leaves room for the others: 300 by themselves, and more by the reception', async () => {
    const mine = await ownedSalon()
    const { professional_id } = mine.place
    const { headers } = await memberOf(db, mine.business_id, 'professional', { professional_id })
    const own = { first_date: '2027-01-10', professional_id }
    const send = async (body: object) => {
      const { status, body: answer } = await call('POST', '/api/time-off', { headers, body })
      return [status, answer.error]
    }
    await db
      .insertInto('time_off')
      .values(
        Array.from({ length: 299 }, () => ({
          business_id: mine.business_id,
          professional_id,
          kind: 'block' as const,
          first_date: '2026-12-24',
          last_date: '2026-12-24',
          starts_at: '2026-12-24T05:00:00Z',
          ends_at: '2026-12-25T05:00:00Z',
        })),
      )
      .execute()
    await block(mine, { first_date: '2027-01-09' })
    assert.deepEqual(await send(own), [201, undefined])
    const sentence = 'Un profesional puede tener hasta 300 bloqueos por venir. Elimina los que no necesites.'
    assert.deepEqual(await send(own), [409, sentence])
    assert.deepEqual(await send({ ...own, repeat_weeks: 1, repeat_until: '2027-02-10' }), [409, sentence])
    await block(mine, own)
  })
})

describe('what lies in a new time off', () => {
  test('stays until it is cancelled with the others, each client told once, of all of theirs', async () => {
    const mine = await ownedSalon()
    const { place, as } = mine
    const ids: number[] = []
    for (const appointment_time of ['12:00', '13:00', '14:00'])
      ids.push((await book(place, { appointment_time })).body.appointment.id)
    const { time_off, conflicts } = await block(mine, afternoon)
    assert.deepEqual(
      conflicts.map(({ id }: { id: number }) => id),
      ids,
    )
    const url = `/api/time-off/${time_off.id}/cancel-conflicts`
    await as('POST', `/api/appointments/${ids[0]}/cancel`, {})
    const cancelAll = () =>
      call('POST', url, {
        body: { cancellation_reason: 'Cerramos por duelo' },
        headers: { ...mine.headers, 'idempotency-key': 'c' },
      })
    const answers = await Promise.all([cancelAll(), cancelAll()])
    for (const { status, body } of answers)
      assert.deepEqual([status, body.cancelled, body.conflicts], [200, 2, []])
    for (const id of ids.slice(1)) {
      const { appointment } = (await as('GET', `/api/appointments/${id}`)).body
      assert.deepEqual(
        [appointment.status, appointment.cancellation_reason],
        ['cancelled', 'Cerramos por duelo'],
      )
    }
    const messages = await db
      .selectFrom('messages')
      .select(['appointment_id', 'data'])
      .where('business_id', '=', mine.business_id)
      .where('appointment_id', 'in', ids.slice(1))
      .where('kind', '=', 'cancelled_client')
      .execute()
    assert.deepEqual(
      messages.map(({ appointment_id, data }) => [appointment_id, (data as { others?: number }).others]),
      [[ids[1], 1]],
    )
  })

  test('where what was seen in it is sent, nothing else is cancelled: not what came since, nor what was moved', async () => {
    const mine = await ownedSalon()
    const { place, as } = mine
    const ids: number[] = []
    for (const [appointment_date, appointment_time] of [
      ['2026-11-23', '12:00'],
      ['2026-11-23', '14:00'],
      ['2026-11-24', '10:00'],
    ])
      ids.push((await book(place, { appointment_date, appointment_time })).body.appointment.id)
    const { time_off, conflicts } = await block(mine, afternoon)
    const chosen = conflicts.map(({ id, starts_at, professional_id }: Record<string, unknown>) => ({
      id,
      starts_at,
      professional_id,
    }))
    assert.equal(chosen.length, 2)
    // Meanwhile the time becomes two days, and one of the two was elsewhere when it was seen.
    const url = `/api/time-off/${time_off.id}`
    const wider = { first_date: '2026-11-23', last_date: '2026-11-24', version: time_off.version }
    assert.equal((await as('PUT', url, wider)).status, 200)
    chosen[1].starts_at = '2026-11-23T18:00:00.000Z'
    const { body } = await as('POST', `${url}/cancel-conflicts`, { chosen })
    assert.equal(body.cancelled, 1)
    assert.deepEqual(
      body.conflicts.map(({ id }: { id: number }) => id),
      ids.slice(1),
    )
  })

  test('is listed up to a bound, the first ones; the rest follows when these are dealt with', async () => {
    const mine = await ownedSalon()
    const hours = Array.from({ length: MOST_IN_TIME_OFF + 10 }, (_, n) => n)
    await db
      .insertInto('appointments')
      .values(
        hours.map((n) => {
          const date = new Date(Date.UTC(2026, 10, 23) + Math.floor(n / 24) * 86_400_000).toISOString()
          return appointmentRow(mine.place, date.slice(0, 10), `${String(n % 24).padStart(2, '0')}:00`)
        }),
      )
      .execute()
    const { time_off, conflicts } = await block(mine, { first_date: '2026-11-23', last_date: '2026-12-22' })
    assert.equal(conflicts.length, MOST_IN_TIME_OFF)
    const rest = await mine.as('POST', `/api/time-off/${time_off.id}/cancel-conflicts`, {})
    assert.deepEqual([rest.body.cancelled, rest.body.conflicts.length], [MOST_IN_TIME_OFF, 10])
  })

  test('what is over and was never marked takes no room from what is to come', async () => {
    const mine = await ownedSalon()
    const past = Array.from({ length: MOST_IN_TIME_OFF + 10 }, (_, n) => {
      const date = new Date(Date.UTC(2026, 9, 20) + Math.floor(n / 24) * 86_400_000).toISOString()
      return appointmentRow(mine.place, date.slice(0, 10), `${String(n % 24).padStart(2, '0')}:00`)
    })
    await db
      .insertInto('appointments')
      .values([...past, appointmentRow(mine.place, '2026-11-24', '10:00')])
      .execute()
    const span = { first_date: '2026-10-20', last_date: '2026-11-25' }
    const asked = await mine.as('GET', `/api/time-off/conflicts?${new URLSearchParams(span)}`)
    assert.equal(asked.body.conflicts.at(-1).appointment_date, '2026-11-24')
    const { time_off, conflicts } = await block(mine, span)
    assert.equal(conflicts.at(-1).appointment_date, '2026-11-24')
    const { body } = await mine.as('POST', `/api/time-off/${time_off.id}/cancel-conflicts`, {})
    assert.equal(body.cancelled, 1)
  })

  test('what is over is not cancelled any more', async () => {
    const mine = await ownedSalon()
    await db
      .insertInto('appointments')
      .values(appointmentRow(mine.place, '2026-11-20', '09:30'))
      .execute()
    const { time_off, conflicts } = await block(mine, { first_date: '2026-11-20' })
    assert.equal(conflicts.length, 1)
    const { body } = await mine.as('POST', `/api/time-off/${time_off.id}/cancel-conflicts`, {})
    assert.equal(body.cancelled, 0)
  })
})

test('a new time zone keeps the wall clock of time off and of what lies in it', async () => {
  const mine = await ownedSalon()
  const { id } = (await book(mine.place, { appointment_time: '13:00' })).body.appointment
  await block(mine, afternoon)
  await block(mine, { first_date: '2026-12-01' })
  const moved = await mine.as('PATCH', '/api/businesses/profile', { timezone: 'America/Mexico_City' })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const { time_off } = (await mine.as('GET', '/api/time-off')).body
  assert.deepEqual(
    time_off.map((one: Record<string, string>) => [one['from_time'], one['starts_at'], one['ends_at']]),
    [
      ['12:00', '2026-11-23T18:00:00.000Z', '2026-11-23T21:00:00.000Z'],
      [null, '2026-12-01T06:00:00.000Z', '2026-12-02T06:00:00.000Z'],
    ],
  )
  const { appointment } = (await mine.as('GET', `/api/appointments/${id}`)).body
  assert.equal(appointment.starts_at, '2026-11-23T19:00:00.000Z')
  assert.deepEqual(await freeTimes(mine.place, '2026-12-01'), [])
})

test('the owner’s copy has time off; no list, file or figure of appointments and clients does', async () => {
  const mine = await ownedSalon()
  const { as, place } = mine
  const { professional_id } = place
  await book(place, { appointment_time: '09:00' })
  const lists = [
    '/api/appointments?limit=100',
    '/api/appointments?search=murcielago',
    '/api/appointments?search=Cierre',
    '/api/appointments/unconfirmed',
    '/api/appointments/clients?q=murcielago',
    `/api/professionals/${professional_id}/future-appointments`,
    '/api/businesses/clients?search=murcielago',
    '/api/businesses/stats',
    '/api/businesses/metrics',
    '/api/businesses/metrics/series',
    '/api/appointments/attendance/stats',
  ]
  const files = [
    '/api/appointments/export.csv',
    '/api/businesses/clients.csv',
    '/api/businesses/services.csv',
  ]
  const read = async () => [
    ...(await Promise.all(
      lists.map(async (url) => {
        const { status, body } = await as('GET', url)
        assert.equal(status, 200, `${url} ${JSON.stringify(body)}`)
        return JSON.stringify(body)
      }),
    )),
    ...(await Promise.all(
      files.map(async (url) => (await app.inject({ method: 'GET', url, headers: mine.headers })).body),
    )),
  ]
  const words = () =>
    db
      .selectFrom('appointments')
      .select(['id', 'words'])
      .where('business_id', '=', mine.business_id)
      .execute()
  const before = [await read(), await words()]
  const blocks = [
    { ...afternoon, professional_id, reason: 'Murciélago en el salón' },
    { first_date: '2026-11-24', kind: 'closed', reason: 'Cierre del murciélago', show_reason: true },
    { first_date: '2026-11-25', last_date: '2026-12-05', kind: 'vacation', professional_id },
  ]
  for (const one of blocks) await block(mine, one)
  assert.deepEqual([await read(), await words()], before)

  const { body } = await as('GET', '/api/businesses/export.json')
  assert.deepEqual(
    body.time_off.map((one: Record<string, unknown>) => [one['kind'], one['reason'], one['first_date']]),
    [
      ['block', 'Murciélago en el salón', '2026-11-23'],
      ['closed', 'Cierre del murciélago', '2026-11-24'],
      ['vacation', null, '2026-11-25'],
    ],
  )
  assert.equal(body.appointments.length, 1)
})

/** The owner becomes a member who is the salon's professional. */
async function becomeProfessional({ business_id, email, place: { professional_id } }: Owned) {
  await db.transaction().execute(async (tx) => {
    // Another owner first: a business is never without one.
    const { id } = await tx
      .insertInto('users')
      .values({ email: `dos-${email}`, password_hash: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('memberships')
      .values({ business_id, user_id: id, role: 'owner', professional_id: null })
      .execute()
    await tx
      .updateTable('memberships')
      .set({ role: 'professional', professional_id })
      .where('business_id', '=', business_id)
      .where('user_id', '<>', id)
      .execute()
  })
}

test('what became another’s of a series stays when its others are changed or removed with those that follow', async () => {
  const mine = await ownedSalon()
  const { as, place } = mine
  const { professional } = (await as('POST', '/api/professionals', { professional_name: 'Ana' })).body
  const weekly = { ...afternoon, professional_id: place.professional_id, repeat_weeks: 1 }
  const rows = async () =>
    (await as('GET', '/api/time-off')).body.time_off as {
      id: number
      professional_id: number | null
      from_time: string
    }[]
  await block(mine, { ...weekly, repeat_until: '2026-12-28' })
  const [first, , third, fourth] = await rows()
  const to = (professional_id: number | null) => ({ ...afternoon, professional_id })
  for (const [row, body] of [
    [third!, { ...to(professional.id), first_date: '2026-12-07' }],
    [fourth!, { ...to(null), first_date: '2026-12-14' }],
  ] as const)
    assert.equal((await as('PUT', `/api/time-off/${row.id}`, body)).status, 200)
  await becomeProfessional(mine)
  const others = () =>
    db
      .selectFrom('time_off')
      .select(['id', 'professional_id', 'from_time'])
      .where('business_id', '=', mine.business_id)
      .where('id', 'in', [third!.id, fourth!.id])
      .orderBy('id')
      .execute()
  const before = await others()
  const later = { ...to(place.professional_id), from_time: '13:00' }
  const changed = await as('PUT', `/api/time-off/${first!.id}?scope=following`, later)
  assert.equal(changed.status, 200, changed.body.error)
  assert.deepEqual(await others(), before)
  const removed = await as('DELETE', `/api/time-off/${first!.id}?scope=following`)
  assert.deepEqual([removed.status, removed.body.removed], [200, 4], removed.body.error)
  assert.deepEqual(await others(), before)
})

test('a professional with a log-in blocks own time, when allowed, and nobody else’s', async () => {
  const mine = await ownedSalon()
  const { professional_id } = mine.place
  const other = (await mine.as('POST', '/api/professionals', { professional_name: 'Otra' })).body.professional
    .id
  const all = await block(mine, { first_date: '2026-12-24', kind: 'closed' })
  const others = await block(mine, { ...afternoon, professional_id: other })
  await book(mine.place, { appointment_time: '13:00' })
  await becomeProfessional(mine)
  const query = 'first_date=2026-11-23&from_time=12:00&to_time=15:00'
  const preview = (who: number | '') =>
    mine.as('GET', `/api/time-off/conflicts?${query}${who && `&professional_id=${who}`}`)
  const before = await preview(professional_id)
  for (const who of ['', other] as const) assert.equal((await preview(who)).status, 403)
  const { time_off, conflicts } = await block(mine, { ...afternoon, professional_id })
  assert.deepEqual(before.body.conflicts, conflicts)
  const { client_phone, client_email } = conflicts[0]
  assert.deepEqual([conflicts.length, client_phone, client_email], [1, '300 ••• 8819', 'c•••@correo.example'])
  await block(mine, afternoon, 403)
  await block(mine, { ...afternoon, professional_id: other }, 403)
  const listed = (await mine.as('GET', '/api/time-off')).body.time_off
  assert.deepEqual(
    listed.map(({ id }: { id: number }) => id),
    [time_off.id, all.time_off.id],
  )
  for (const [id, status] of [
    [others.time_off.id, 404],
    [all.time_off.id, 403],
    [time_off.id, 200],
  ]) {
    const changed = await mine.as('PUT', `/api/time-off/${id}`, { ...afternoon, professional_id })
    assert.equal(changed.status, status)
    assert.equal((await mine.as('DELETE', `/api/time-off/${id}`)).status, status)
  }
  assert.equal((await mine.as('GET', `/api/time-off/${others.time_off.id}`)).status, 404)
  await db
    .updateTable('memberships')
    .set({ permissions: JSON.stringify({ 'time_off:own': false }) })
    .where('business_id', '=', mine.business_id)
    .where('role', '=', 'professional')
    .execute()
  await block(mine, { ...afternoon, professional_id }, 403)
})

function timesOf(appointment_time: string) {
  const starts = Temporal.PlainDateTime.from(`2026-11-23T${appointment_time}`).toZonedDateTime(
    'America/Bogota',
  )
  return {
    appointment_time,
    starts_at: starts.toInstant().toString(),
    ends_at: starts.add({ hours: 1 }).toInstant().toString(),
  }
}

describe('what a time off would meet', () => {
  const asked = (query: Record<string, string | number>) =>
    `/api/time-off/conflicts?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`
  const inside = { first_date: '2026-11-23', from_time: '12:00', to_time: '15:00' }

  test('is told before it is written, as the writing tells it; nothing is stored', async () => {
    const mine = await ownedSalon()
    const { place, as } = mine
    const ids: number[] = []
    for (const [appointment_date, appointment_time] of [
      ['2026-11-23', '11:30'],
      ['2026-11-23', '15:00'],
      ['2026-11-30', '13:00'],
    ])
      ids.push((await book(place, { appointment_date, appointment_time })).body.appointment.id)
    const of = async (query: Record<string, string | number>) => {
      const { status, body } = await as('GET', asked(query))
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.has_more, false)
      return body.conflicts.map(({ id }: { id: number }) => id)
    }
    const weekly = { ...inside, repeat_weeks: 1, repeat_until: '2026-12-07' }
    assert.deepEqual(await of(inside), [ids[0]])
    assert.deepEqual(await of({ first_date: '2026-11-23' }), [ids[0], ids[1]])
    assert.deepEqual(await of({ first_date: '2026-11-23', from_time: '', to_time: ' ' }), [ids[0], ids[1]])
    assert.deepEqual(await of({ ...weekly, professional_id: place.professional_id }), [ids[0], ids[2]])
    const { body } = await as('POST', '/api/professionals', { professional_name: 'Otra' })
    assert.deepEqual(await of({ ...weekly, professional_id: body.professional.id }), [])
    assert.deepEqual((await as('GET', '/api/time-off?from=2026-11-01')).body.time_off, [])
    const { conflicts } = await block(mine, weekly)
    assert.deepEqual(
      conflicts.map(({ id }: { id: number }) => id),
      [ids[0], ids[2]],
    )
  })

  test('is refused by field like the writing, and nobody sees another business’s', async () => {
    const [mine, other] = [await ownedSalon(), await ownedSalon()]
    await book(other.place, { appointment_date: '2026-11-23', appointment_time: '12:00' })
    const { body } = await mine.as('GET', asked({ ...inside, professional_id: other.place.professional_id }))
    assert.deepEqual(body.conflicts, [])
    for (const [query, field] of [
      [{ ...inside, from_time: '15:00' }, 'to_time'],
      [{ ...inside, last_date: '2026-11-22' }, 'last_date'],
      [{ ...inside, repeat_weeks: 2 }, 'repeat_until'],
      [{ first_date: '2020-01-01' }, 'first_date'],
    ] as const) {
      const answer = await mine.as('GET', asked(query))
      assert.equal(answer.status, 400)
      assert.ok(answer.body.fields?.[field], JSON.stringify(answer.body))
    }
    assert.equal((await mine.as('GET', asked({ first_date: 'x' }))).status, 400)
  })

  test('has a bound', async () => {
    const mine = await ownedSalon()
    const statuses = new Set<number>()
    for (let i = 0; i < 121; i++) statuses.add((await mine.as('GET', asked(inside))).status)
    assert.deepEqual([...statuses], [200, 429])
  })
})

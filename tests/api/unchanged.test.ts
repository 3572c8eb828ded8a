/** What is saved again as it is leaves no trace: the lists of what was done are only added to, and would fill with nothing. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'

const db = await database()
const { call } = await api(db)
const who = await owner(call)
const { service_id, professional_id } = await withOffer(who)
const marta = await memberOf(db, who.business_id, 'manager')

const noted = async () => {
  const { rows } = await sql<{ n: number }>`select (select count(*) from activity)
    + (select count(*) from time_off_history) + (select count(*) from appointment_history) as n`.execute(db)
  return Number(rows[0]!.n)
}

/** Saves twice, each time differently at first, and says how many entries the second and third time made. */
async function again(
  method: 'PUT' | 'PATCH',
  url: string,
  body: unknown,
): Promise<[first: number, later: number]> {
  const save = async () => {
    const answer = await who.as(method, url, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const before = await noted()
  await save()
  const first = await noted()
  await save()
  await save()
  return [first - before, (await noted()) - first]
}

const day = (open: object) => ({ day_of_week: 2, ...open })

test('a week, a special day, a holiday and a time off saved again as they are', async () => {
  const hours = { is_open: true, open_time: '08:00', close_time: '17:00' }
  assert.deepEqual(await again('PUT', `/api/schedules/business/${who.business_id}`, [day(hours)]), [1, 0])
  const works = { is_available: true, start_time: '09:00', end_time: '16:00' }
  const own = `/api/schedules/professional/${professional_id}`
  assert.deepEqual(await again('PUT', own, [day(works)]), [1, 0])
  assert.deepEqual(await again('PUT', own, []), [1, 0])
  assert.deepEqual(await again('PUT', '/api/special-days/2026-12-23', { is_open: false }), [1, 0])
  assert.deepEqual(
    await again('PUT', '/api/special-days/2026-12-23', { is_open: false, label: 'Viaje' }),
    [1, 0],
  )
  assert.deepEqual(await again('PUT', '/api/holidays/2026-12-25', { choice: 'open' }), [1, 0])
  const blocked = await who.as('POST', '/api/time-off', {
    first_date: '2026-12-28',
    repeat_weeks: 1,
    repeat_until: '2027-01-20',
  })
  assert.equal(blocked.status, 201)
  const { id } = blocked.body.time_off
  assert.deepEqual(
    await again('PUT', `/api/time-off/${id}`, { first_date: '2026-12-28', reason: 'Viaje' }),
    [1, 0],
  )
  const following = await again('PUT', `/api/time-off/${id}?scope=following`, {
    first_date: '2026-12-28',
    reason: 'Vuelo',
  })
  assert.deepEqual(following, [blocked.body.repeated, 0])
})

test('a service, a member and an appointment saved again as they are', async () => {
  assert.deepEqual(await again('PATCH', `/api/services/${service_id}`, { price: 41_000 }), [1, 0])
  assert.deepEqual(await again('PATCH', `/api/members/${marta.user_id}`, { role: 'reception' }), [1, 0])
  const booked = await who.as('POST', '/api/appointments', {
    service_id,
    professional_id,
    appointment_date: '2026-11-24',
    appointment_time: '10:00',
    client_name: 'Ana',
    client_phone: '+573001234567',
    client_email: 'ana@correo.example',
  })
  assert.equal(booked.status, 201, JSON.stringify(booked.body))
  const place = `/api/appointments/${booked.body.appointment.id}`
  assert.deepEqual(await again('PATCH', place, { notes: 'Llega tarde' }), [1, 0])
})

test('a text of messages by hand saved again as it is', async () => {
  const text = { kind: 'reminder', text: 'Hola {nombre}, te esperamos' }
  assert.deepEqual(await again('PUT', '/api/messages/texts', text), [1, 0])
})

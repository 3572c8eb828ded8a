/**
 * Bookings and moves against the hours of the week, special days and holidays at the same moment: whoever comes second
 * loses, or is told.
 * TIME_OFF_ROUNDS=1000 tries for longer.
 */
import { edit } from '#server/appointments/move.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#server/http/refusal.ts'
import { api, booking, database, NOW, type Salon } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import type { BusinessId } from '#server/accounts/session.ts'

const ROUNDS = Number(process.env.TIME_OFF_ROUNDS ?? 60)
const db = await database()
const { call } = await api(db)
/** A holiday, Inmaculada Concepción, that is a Tuesday. */
const DATE = '2026-12-08'
const hours = (start_time: string, end_time: string) => ({ start_time, end_time })

/** Each day from nine to half past ten. */
const shorter = (isOpen: string, from: string, to: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
    day_of_week,
    [isOpen]: true,
    [from]: '09:00',
    [to]: '10:30',
  }))

type Owned = Awaited<ReturnType<typeof owner>>
/** What is said, and the times at which an appointment of an hour may begin afterwards. */
const SAID: [
  say: (
    as: Owned['as'],
    professional_id: number,
    business_id: number,
  ) => Promise<{ status: number; body: any }>,
  last: string,
][] = [
  [(as) => as('PUT', `/api/special-days/${DATE}`, { is_open: false }), ''],
  [
    (as) => as('PUT', `/api/special-days/${DATE}`, { is_open: true, intervals: [hours('09:00', '10:30')] }),
    '09:30',
  ],
  [
    (as, professional_id) =>
      as('PUT', `/api/special-days/${DATE}`, {
        professional_id,
        is_open: true,
        intervals: [hours('09:00', '11:00')],
      }),
    '10:00',
  ],
  [(as) => as('PUT', `/api/holidays/${DATE}`, { choice: 'closed' }), ''],
  [(as) => as('PUT', '/api/businesses/holidays', { policy: 'closed' }), ''],
  [
    (as, _, business_id) =>
      as('PUT', `/api/schedules/business/${business_id}`, {
        schedules: shorter('is_open', 'open_time', 'close_time'),
      }),
    '09:30',
  ],
  [
    (as, professional_id) =>
      as('PUT', `/api/schedules/professional/${professional_id}`, {
        schedules: shorter('is_available', 'start_time', 'end_time'),
      }),
    '09:30',
  ],
]

test('no appointment comes into hours that were taken away unseen', async () => {
  let mixed = 0
  for (let round = 0; round < ROUNDS; round++) {
    const mine = await owner(call)
    const place: Salon = { business_id: mine.business_id, slug: mine.slug, ...(await withOffer(mine)) }
    const at = (appointment_time: string, n = 0) =>
      call('POST', '/api/appointments/public', {
        body: booking(place, {
          appointment_date: DATE,
          appointment_time,
          client_email: `c${round}-${appointment_time}-${n}@correo.example`.replaceAll(':', ''),
          client_phone: `+5731${String(round * 20 + n).padStart(8, '0')}`,
        }),
      })
    const { id } = (await at('16:30')).body.appointment
    const [say, last] = SAID[round % SAID.length]!
    const to = { appointment_time: '11:30' }
    const move = edit(db, { business_id: mine.business_id as BusinessId, id }, to, {
      user_id: (
        await db
          .selectFrom('memberships')
          .select('user_id')
          .where('business_id', '=', mine.business_id)
          .executeTakeFirstOrThrow()
      ).user_id,
      nowMs: NOW,
      seesContacts: true,
    }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
    const times = ['09:00', '09:30', '10:00', '10:30', '12:30', '13:00', '14:00', '15:00']
    const [saved, , ...booked] = await Promise.all([
      new Promise((go) => setTimeout(go, round % 7)).then(() =>
        say(mine.as, place.professional_id, mine.business_id),
      ),
      move,
      ...times.map((time, n) => at(time, n + 1)),
    ])
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    for (const { status, body } of booked) assert.ok([201, 400, 409].includes(status), JSON.stringify(body))
    const rows = await db
      .selectFrom('appointments')
      .select(['id', 'appointment_time'])
      .where('business_id', '=', mine.business_id)
      .where('status', '<>', 'cancelled')
      .execute()
    const outside = rows.filter((row) => row.appointment_time > last)
    const seen = new Set(saved.body.conflicts.map((one: { id: number }) => one.id))
    assert.deepEqual(
      outside.filter((row) => !seen.has(row.id)),
      [],
      `round ${round}: unseen`,
    )
    assert.equal(seen.size, outside.length, 'what is told stands there')
    if (booked.some(({ status }) => status === 400) && seen.size > 1) mixed++
  }
  assert.ok(mixed > 0, 'bookings and special days were never at it together')
})

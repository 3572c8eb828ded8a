/**
 * Bookings, moves and holds against time off at the same moment: whoever comes second loses, or is told. TIME_OFF_ROUNDS=1000
 * tries for longer.
 */
import { edit } from '#server/appointments/move.ts'
import { book } from '#server/appointments/book.ts'
import { Refusal } from '#server/http/refusal.ts'
import { addTimeOff, changeTimeOff } from '#server/time-off/save.ts'
import type { BusinessId } from '#server/accounts/session.ts'
import type { TimeOffInput } from '#domain/api/time-off.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { booking, database, NOW, salon } from '../helper.ts'

const ROUNDS = Number(process.env.TIME_OFF_ROUNDS ?? 60)
const db = await database()

const input: TimeOffInput = {
  professional_id: null,
  kind: 'block',
  first_date: '2026-11-23',
  last_date: '',
  from_time: '10:00',
  to_time: '12:00',
  reason: null,
  show_reason: false,
  repeat_weeks: null,
  repeat_until: null,
}
/** True, or false when it was refused as taken. Any other failure is one. */
const done = async (act: Promise<unknown>): Promise<boolean> => {
  try {
    await act
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return false
    throw error
  }
}

test('no appointment comes into a time off unseen', async () => {
  let mixed = 0
  for (let round = 0; round < ROUNDS; round++) {
    const place = await salon(db)
    const owner = place.business_id as BusinessId
    const { user_id, professional_id } = place
    const { client_name, client_phone, client_email, business_id, service_id } = booking(place) as never as {
      client_name: string
      client_phone: string
      client_email: string
      business_id: number
      service_id: number
    }
    const at = (appointment_time: string) =>
      book(
        db,
        NOW,
        {
          business_id,
          service_id,
          professional_id,
          client_name,
          client_phone,
          client_email,
          client_id: null,
          notes: null,
          appointment_date: '2026-11-23',
          appointment_time,
        },
        { actor: 'client', key: undefined, consentVersion: null },
      )
    const { id: first } = (await at('14:00')).appointment
    const far = await addTimeOff(
      db,
      owner,
      { ...input, first_date: '2026-12-24' },
      { user_id, nowMs: NOW, limit: 100, isOwn: false },
    )
    const by = { user_id, nowMs: NOW }
    const move = () =>
      edit(
        db,
        { business_id: owner, id: first },
        { appointment_time: '11:30' },
        { ...by, seesContacts: true },
      )
    const kinds = [{ professional_id: null }, { professional_id }]
    // A new one, or one that comes from elsewhere.
    const blocking =
      round % 2
        ? () =>
            addTimeOff(
              db,
              owner,
              { ...input, ...kinds[round % 4 < 2 ? 0 : 1]! },
              { ...by, limit: 100, isOwn: false },
            )
        : () =>
            changeTimeOff(
              db,
              owner,
              far.time_off.id,
              { ...input, version: undefined },
              { ...by, following: false, mayWrite() {} },
            )
    const bookings = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30']
    const order = [...bookings.map((time) => () => at(time)), move]
    const [saved, ...results] = await Promise.all([
      // It begins somewhere among them.
      new Promise((go) => setImmediate(go)).then(blocking),
      ...order.map((act) => done(act())),
    ])
    const { rows } = await sql<{ id: number }>`
      select a.id from appointments a join time_off t on t.business_id = a.business_id
        and (t.professional_id is null or t.professional_id = a.professional_id)
        and a.occupied && tstzrange(t.starts_at, t.ends_at)
      where a.business_id = ${owner} and a.status <> 'cancelled'`.execute(db)
    const seen = new Set(saved.conflicts.map(({ id }) => id))
    const unseen = rows.filter(({ id }) => !seen.has(id))
    assert.deepEqual(unseen, [], `round ${round}`)
    assert.equal(seen.size, rows.length, 'what is told stands there')
    if (seen.size > 0 && results.some((won) => !won)) mixed++
  }
  assert.ok(mixed > 0, 'bookings and time off were never at it together')
})

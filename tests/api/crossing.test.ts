/** Two appointments that change places between two people at the same moment: each stays or goes, and none waits for the other. */
import { edit } from '#server/appointments/move.ts'
import { Refusal } from '#server/http/refusal.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appointmentRow, database, NOW, salon } from '../helper.ts'

const db = await database()

test('appointments that are swapped between two people at once are refused or moved, never in a deadlock', async () => {
  const place = await salon(db)
  const { business_id, user_id } = place
  const { id: other } = await db
    .insertInto('professionals')
    .values({ business_id, professional_name: 'Otra' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = [place.professional_id, other]
  const by = { user_id, nowMs: NOW }
  for (let round = 0; round < 10; round++) {
    const appointment_time = `${String(9 + (round % 8)).padStart(2, '0')}:00`
    const appointment_date = round < 8 ? '2026-11-25' : '2026-11-26'
    const ids: number[] = []
    for (const professional_id of people) {
      const row = appointmentRow({ ...place, professional_id }, appointment_date, appointment_time)
      ids.push((await db.insertInto('appointments').values(row).returning('id').executeTakeFirstOrThrow()).id)
    }
    const moved = await Promise.allSettled(
      ids.map((id, at) =>
        edit(
          db,
          { business_id, id },
          { appointment_date, appointment_time, professional_id: people[1 - at]! },
          { ...by, seesContacts: true },
        ),
      ),
    )
    for (const each of moved)
      if (each.status === 'rejected') {
        assert.ok(
          each.reason instanceof Refusal,
          `${each.reason.stack} ${each.reason.detail} ${each.reason.where}`,
        )
        assert.equal(each.reason.status, 409)
      }
  }
})

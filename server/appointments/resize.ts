import { appointment } from '#domain/api/appointment.ts'
import { canEdit } from '#domain/appointment.ts'
import { resizedParts } from '#domain/occupied.ts'
import type { By } from '../activity.ts'
import { joiningBookings } from '../businesses/queries.ts'
import { sqlState, type Db } from '../database/db.ts'
import { bookedParts, occupiedBy } from '../database/occupied.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { ensureVersion } from '../version.ts'
import {
  changeAppointment,
  ensureOwnTime,
  lockAppointment,
  lockProfessionals,
  timesBefore,
  type AppointmentKey,
} from './change-queries.ts'
import { changeTime } from './hold.ts'
import { ensureNotShut } from './taken.ts'

const NO_ROOM = 'No alcanza el tiempo: hay otra cita o tiempo bloqueado.'

/**
 * Makes an appointment longer or shorter at its start, for the business alone, which may also pass closing. The
 * database decides whether the time is free. Nobody is told: when the client is to come stays.
 * @throws Refusal 404, 409 when it cannot be changed, when there is no room, or when `version` is outdated, with
 * `current`.
 */
export function resize(
  db: Db,
  key: AppointmentKey & { professional_id?: number | undefined },
  { duration_minutes, version }: { duration_minutes: number; version?: number | undefined },
  by: By,
): Promise<void> {
  let professional_id = 0
  return joiningBookings(db, key.business_id, async (tx) => {
    // Held through a second try too: always the appointment before its professional.
    await lockAppointment(tx, key)
    try {
      await changeTime(
        tx,
        by.nowMs,
        () => ({ business_id: key.business_id, professional_id }),
        async (tx) => {
          const row = await lockAppointment(tx, key)
          if (!row) throw notFound('Cita no encontrada')
          ensureOwnTime(key, row.professional_id)
          ensureVersion(row, version, appointment, { duration_minutes })
          const refusal = canEdit(row)
          if (refusal) throw new Refusal(409, refusal)
          if (row.duration_minutes === duration_minutes) return
          professional_id = row.professional_id
          await lockProfessionals(tx, key.business_id, professional_id)
          const parts = resizedParts(bookedParts(row), row.duration_minutes, duration_minutes)
          const changes = {
            duration_minutes,
            ends_at: new Date(row.starts_at + duration_minutes * 60_000).toISOString(),
            // As long as it was just now, it takes what it took: a pause that had ended is there again.
            occupied:
              takenBefore(await timesBefore(tx, row), row.starts_at, duration_minutes) ??
              occupiedBy(row.starts_at, parts),
          }
          await changeAppointment(tx, row, changes, { change: 'edited', actor: 'owner', ...by })
        },
      )
    } catch (error) {
      if (sqlState(error) !== '23P01') throw error
      const row = await lockAppointment(tx, key)
      if (row) await ensureNotShut(tx, row)
      throw new Refusal(409, NO_ROOM)
    }
  })
}

/** What an appointment took when it was so long, if it was only made longer or shorter since; nor moved by another time zone. */
function takenBefore(
  before: Record<string, unknown>[],
  startsMs: number,
  minutes: number,
): string | undefined {
  for (const { duration_minutes, ends_at, occupied, ...others } of before) {
    if (Object.keys(others).length > 0 || typeof occupied !== 'string') return undefined
    if (duration_minutes !== minutes) continue
    return Date.parse(String(ends_at)) === startsMs + minutes * 60_000 ? occupied : undefined
  }
  return undefined
}

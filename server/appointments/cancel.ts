import { canCancel } from '#domain/appointment.ts'
import { longText, cleanText, LIMITS } from '#domain/fields.ts'
import { today } from '#domain/zone.ts'
import type { Db } from '../db.ts'
import { queueChange } from '../messages/changes.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { changeAppointment, lockAppointment, type Actor, type AppointmentKey } from './change-queries.ts'
import { timezoneOf } from './owner-queries.ts'

/**
 * Cancels a scheduled appointment and frees its time. The reason may be left out.
 * @throws Refusal 400 for a reason that is too long, 404, 409 when it cannot be cancelled (any more).
 */
export async function cancel(
  db: Db,
  key: AppointmentKey,
  { actor, reason, nowMs }: { actor: Actor; reason: unknown; nowMs: number },
): Promise<void> {
  const error = longText(reason, LIMITS.text)
  if (error) throw invalid({ cancellation_reason: error })
  await db.transaction().execute(async (tx) => {
    const row = await lockAppointment(tx, key)
    if (!row) throw notFound('Cita no encontrada')
    const refusal = canCancel(row, today(await timezoneOf(tx, key.business_id), nowMs), actor)
    if (refusal) throw new Refusal(409, refusal)
    const changes = { status: 'cancelled' as const, cancellation_reason: cleanText(reason) }
    const { old } = await changeAppointment(tx, row, changes, { change: 'cancelled', actor, nowMs })
    await queueChange(tx, {
      kind: 'cancelled',
      business_id: row.business_id,
      appointment_id: row.id,
      actor,
      at: nowMs,
      old,
    })
  })
}

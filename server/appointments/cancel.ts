import { canCancel } from '#domain/appointment.ts'
import { today } from '#domain/zone.ts'
import { inTransaction, type Db, type Tx } from '../db.ts'
import { queueChange } from '../messages/changes.ts'
import { notFound, Refusal } from '../refusal.ts'
import { changeAppointment, lockAppointment, type Author, type AppointmentKey } from './change-queries.ts'
import { timezoneOf } from './owner-queries.ts'

/**
 * Cancels a scheduled appointment and frees its time. The reason is optional.
 * @throws Refusal 404, 409 when it cannot be cancelled (any more).
 */
export async function cancel(
  db: Db | Tx,
  key: AppointmentKey,
  { reason, nowMs, ...author }: Author & { reason?: string | undefined; nowMs: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockAppointment(tx, key)
    if (!row) throw notFound('Cita no encontrada')
    const refusal = canCancel(row, today(await timezoneOf(tx, key.business_id), nowMs), author.actor)
    if (refusal) throw new Refusal(409, refusal)
    const changes = { status: 'cancelled' as const, cancellation_reason: reason ?? '' }
    const { old } = await changeAppointment(tx, row, changes, { change: 'cancelled', nowMs, ...author })
    await queueChange(tx, {
      kind: 'cancelled',
      business_id: row.business_id,
      appointment_id: row.id,
      actor: author.actor,
      at: nowMs,
      old,
    })
  })
}

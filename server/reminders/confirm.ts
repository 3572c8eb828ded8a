import { changeAppointment, lockAppointment, type AppointmentKey } from '../appointments/change-queries.ts'
import { inTransaction, type Db, type Tx } from '../database/db.ts'
import { notFound, Refusal } from '../http/refusal.ts'

/**
 * Records 'Confirmo que voy'. Repeating it changes nothing.
 * @returns the time of the confirmation, epoch milliseconds.
 * @throws Refusal 404, 409 for an appointment that is no longer scheduled.
 */
export async function confirm(db: Db | Tx, key: AppointmentKey, nowMs: number): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const row = await lockAppointment(tx, key)
    if (!row) throw notFound('Cita no encontrada')
    if (row.status === 'cancelled') throw new Refusal(409, 'Esta cita está cancelada')
    if (row.status === 'completed' || row.starts_at <= nowMs) throw new Refusal(409, 'Esta cita ya pasó')
    if (row.client_confirmed_at !== null) return row.client_confirmed_at
    const client_confirmed_at = new Date(nowMs).toISOString()
    await changeAppointment(tx, row, { client_confirmed_at }, { change: 'confirmed', actor: 'client', nowMs })
    return nowMs
  })
}

import { canEdit } from '#domain/appointment.ts'
import type { Updateable } from 'kysely'
import { sqlState, type Db, type Tx } from '../db.ts'
import { changeSequence, skipWaiting } from '../messages/change-queries.ts'
import { queueChange } from '../messages/changes.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Tables } from '../tables.ts'
import { taken } from './book.ts'
import {
  changeAppointment,
  lastChanges,
  lockAppointment,
  lockProfessional,
  type AppointmentKey,
  type Row,
} from './change-queries.ts'
import { changeWithin, type Wish } from './move.ts'

/**
 * Takes the owner's last move back. While nobody was told of it the appointment is again what it was, and nobody hears
 * of either; else it is a move like any other, with its checks, and the client hears of it.
 * @param changeId the move's id in the history: something that happened since is never taken back by mistake.
 * @returns whether it was done quietly. The same request again changes nothing.
 * @throws Refusal 404, 409 when something else happened since, when it cannot be changed any more, or, with
 *   `alternatives`, when the old time is taken; 400 when an ordinary move back is not allowed.
 */
export async function undoMove(
  db: Db,
  key: AppointmentKey,
  changeId: number,
  nowMs: number,
): Promise<{ isQuiet: boolean }> {
  let before: Wish | undefined
  try {
    return await db.transaction().execute(async (tx) => {
      const row = await lockAppointment(tx, key)
      if (!row) throw notFound('Cita no encontrada')
      const [last, previous] = await lastChanges(tx, key)
      if (last?.change === 'undone' && previous?.id === changeId) return { isQuiet: true }
      if (last?.id !== changeId || last.change !== 'moved' || last.actor !== 'owner')
        throw new Refusal(409, 'La cita cambió después: ya no se puede deshacer')
      const refusal = canEdit(row)
      if (refusal) throw new Refusal(409, refusal)
      before = wishOf({ ...row, ...last.old })
      await lockProfessional(tx, key.business_id, before.professional_id)
      const isQuiet = await isUntold(tx, key, nowMs)
      if (isQuiet) await restore(tx, row, last.old, nowMs)
      else await changeWithin(tx, key, before, { actor: 'owner', nowMs })
      return { isQuiet }
    })
  } catch (error) {
    if (sqlState(error) === '23P01')
      throw await taken(db, nowMs, { ...before!, business_id: key.business_id })
    throw error
  }
}

/** Whether the client has not heard of the last change, and now never will. */
async function isUntold(tx: Tx, key: AppointmentKey, nowMs: number): Promise<boolean> {
  const next = await changeSequence(tx, key.business_id, key.id)
  return (await skipWaiting(tx, key.business_id, key.id, nowMs)).includes(next - 1)
}

async function restore(tx: Tx, row: Row, before: Record<string, unknown>, nowMs: number) {
  const changes = before as Updateable<Tables['appointments']>
  const { old } = await changeAppointment(tx, row, changes, { change: 'undone', actor: 'owner', nowMs })
  // Nothing is sent when the client knows just this already; an earlier move that waited is told after all.
  await queueChange(tx, {
    ...{ kind: 'moved', business_id: row.business_id, appointment_id: row.id, actor: 'owner' },
    ...{ at: nowMs, old },
  })
}

function wishOf(was: Row): Wish {
  const { appointment_date, appointment_time, professional_id, service_id } = was
  const { client_name, client_phone, client_email, client_id, notes } = was
  return {
    ...{ appointment_date, appointment_time, professional_id, service_id },
    client: { client_name, client_phone, client_email, client_id, notes },
  }
}

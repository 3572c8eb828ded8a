import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { DueMessage } from '../messages/queries.ts'

/** The number of an appointment's last change, 0 for one that stands as it was booked: a reply of before is too late. */
export async function lastChange(db: Db | Tx, business_id: number, appointment_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from appointment_history
    where business_id = ${business_id} and appointment_id = ${appointment_id}
      and change in ('moved', 'edited', 'cancelled', 'undone')`.execute(db)
  return rows[0]!.n
}

/** Whether a later message tells of the same appointment. */
export async function isOvertaken(db: Db, { business_id, id, appointment_id }: DueMessage): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from messages
      where business_id = ${business_id} and appointment_id = ${appointment_id} and id > ${id}
        and kind in ('whatsapp_changed', 'whatsapp_cancelled')) as is`.execute(db)
  return rows[0]!.is
}

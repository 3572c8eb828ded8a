import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { DueMessage } from '../messages/queries.ts'

/** The number of an appointment's last change, 0 for one that stands as it was booked. */
export async function lastChange(db: Db | Tx, business_id: number, appointment_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from appointment_history
    where business_id = ${business_id} and appointment_id = ${appointment_id}
      and change in ('moved', 'edited', 'cancelled', 'undone')`.execute(db)
  return rows[0]!.n
}

/**
 * Whether an appointment is at another time than after its change number `sequence`: a reply of then is too late. A note that
 * was added since changes nothing of what was asked, nor does a move that was taken back.
 */
export async function isMovedSince(
  tx: Tx,
  { business_id, id }: { business_id: number; id: number },
  sequence: number,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from (
        select (h.old ->> 'starts_at')::timestamptz as starts_at
        from (
          select id, old, row_number() over (order by id) as n from appointment_history
          where business_id = ${business_id} and appointment_id = ${id}
            and change in ('moved', 'edited', 'cancelled', 'undone')) h
        where h.n > ${sequence} and h.old ? 'starts_at' order by h.id limit 1) first
      join appointments a on a.business_id = ${business_id} and a.id = ${id} and a.starts_at <> first.starts_at) as is`.execute(
    tx,
  )
  return rows[0]!.is
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

import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { TELLS_WHAT_IS } from '../messages/by-whatsapp/queries.ts'
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

/** Between writing a message and handing it over: what changes meanwhile it may have told or not. */
const UNSURE = '10 seconds'

/**
 * Whether a message about a change has nothing to tell: what it says (when, of what, with whom) is as its reader heard it last. A
 * note that was added is no news, nor is a move that was taken back. The reader heard of the last change that was told, or of
 * what the confirmation or a reminder found when it left later; a confirmation that still waits will tell all of it, and what a
 * reminder says that a sender holds, nobody knows.
 */
export async function tellsNothing(
  db: Db,
  { business_id, id, appointment_id }: DueMessage,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    with saying as (
      select id, kind, state, settled_at from messages
      where business_id = ${business_id} and appointment_id = ${appointment_id} and channel = 'whatsapp' and ${TELLS_WHAT_IS}
        and (id < ${id} or kind <> 'whatsapp_booked')),
    waiting as (
      select m.id, m.kind from messages m
      where m.business_id = ${business_id} and m.id in (select id from saying where state = 'queued')
        and not exists (
          select from handovers h where h.business_id = m.business_id and h.message_id = m.id)
      for no key update skip locked),
    said as (select max(settled_at) as at from saying where state = 'sent'),
    changes as (
      select id, state, created_at, settled_at from messages
      where business_id = ${business_id} and appointment_id = ${appointment_id} and channel = 'whatsapp'
        and kind = 'whatsapp_changed' and id <= ${id}),
    last as (select max(id) as id, max(settled_at) as at from changes where state = 'sent'),
    untold as (
      select min(created_at) as since, min(created_at) as from_then_on from changes, last, said
      where changes.id > coalesce(last.id, 0) and (said.at is null or said.at <= last.at)
      union all
      select said.at - ${UNSURE}::interval, said.at from said, last where said.at > last.at or last.at is null),
    old as (
      select h.id, was.key, was.value, h.at >= untold.from_then_on as is_after
      from untold join appointment_history h on h.business_id = ${business_id} and h.appointment_id = ${appointment_id}
        and h.at >= untold.since
      cross join lateral jsonb_each_text(h.old) was
      where was.key in ('starts_at', 'service_name', 'professional_name', 'client_phone')),
    known as (
      select key, value from old where not is_after
      union all
      (select distinct on (key) key, value from old where is_after order by key, id))
    select exists (select from waiting where kind = 'whatsapp_booked') or not exists (
      select from saying where state = 'queued' and kind <> 'whatsapp_booked' and id not in (select id from waiting)
    ) and not exists (
      select from known join appointments a on a.business_id = ${business_id} and a.id = ${appointment_id}
      where case known.key when 'starts_at' then known.value::timestamptz <> a.starts_at
        when 'service_name' then known.value <> a.service_name
        when 'professional_name' then known.value <> a.professional_name
        else known.value <> a.client_phone end) as is`.execute(db)
  return rows[0]!.is
}

/**
 * Whether a later message tells of the same appointment. A confirmation tells what is true when it leaves: only a change that was
 * told takes its place, since one that waits may have nothing to tell.
 */
export async function isOvertaken(
  db: Db,
  { business_id, id, appointment_id, kind }: DueMessage,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from messages
      where business_id = ${business_id} and appointment_id = ${appointment_id} and id > ${id}
        and (kind = 'whatsapp_cancelled' or kind = 'whatsapp_changed'
          and (${kind}::text <> 'whatsapp_booked' or state = 'sent'))) as is`.execute(db)
  return rows[0]!.is
}

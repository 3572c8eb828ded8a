import { sql } from 'kysely'
import { KINDS_TO_CLIENTS } from '#domain/told.ts'
import type { Db, Tx } from '../../db.ts'

interface About {
  business_id: number
  appointment_id: number
}

/** Whether a mail about the appointment went to this address, or may have. */
export async function wasMailed(
  tx: Tx,
  { business_id, appointment_id }: About,
  address: string,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from messages m
      where m.business_id = ${business_id} and m.appointment_id = ${appointment_id} and m.channel = 'email'
        and m.kind = any(${KINDS_TO_CLIENTS}::text[]) and lower(m.recipient) = lower(${address})
        and (m.state = 'sent' or exists (
          select from handovers h where h.business_id = m.business_id and h.message_id = m.id))) as is`.execute(
    tx,
  )
  return rows[0]!.is
}

/** What an appointment was before it became another person's, of what was changed then or since. */
export interface Former {
  client_name?: string
  client_email: string
  client_phone?: string
  service_name?: string
  professional_name?: string
  appointment_date?: string
  appointment_time?: string
  duration_minutes?: number
  /** ISO 8601. */
  starts_at?: string
}

/** Undefined once the former person was forgotten. */
export async function formerOf(
  db: Db,
  { business_id, appointment_id }: About,
  change: number,
): Promise<Former | undefined> {
  const { rows } = await sql<{ was: Former | null }>`
    select jsonb_object_agg(key, value) as was
    from (
      select distinct on (was.key) was.key, was.value
      from appointment_history h cross join lateral jsonb_each(h.old) was
      where h.business_id = ${business_id} and h.appointment_id = ${appointment_id} and h.id >= ${change}
        and was.key in ('client_name', 'client_email', 'client_phone', 'service_name', 'professional_name',
          'appointment_date', 'appointment_time', 'duration_minutes', 'starts_at')
      order by was.key, h.id) first
    where exists (
      select from appointment_history h
      where h.business_id = ${business_id} and h.appointment_id = ${appointment_id} and h.id = ${change}
        and h.old ->> 'client_email' is not null)`.execute(db)
  return rows[0]!.was ?? undefined
}

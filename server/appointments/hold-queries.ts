import { sql } from 'kysely'
import type { HoldKind } from '#domain/appointment.ts'
import { instant, statement, type Db, type Tx } from '../database/db.ts'
import type { Actor, AppointmentKey } from './change-queries.ts'
import { confirmations, newAppointment, type NewAppointment } from './queries.ts'

export interface Hold {
  kind: HoldKind
  /**
   * Epoch milliseconds from which its time is free again. Null when it waits without limit; a payment never
   * does.
   */
  expiresMs: number | null
}

const [kind, expires] = ['text', 'timestamptz'].map((type, i) => `$${newAppointment.count + 1 + i}::${type}`)
const placing = statement<{ id: number }, unknown[]>(`
  insert into appointments (${newAppointment.columns}, status, hold_kind, hold_expires_at)
  select ${newAppointment.values}, 'held', ${kind}, ${expires}
  on conflict do nothing
  returning id`)

/**
 * Writes a hold and returns its id; undefined, with nothing written, when the time is taken. Nobody is
 * notified.
 */
export async function insertHold(
  db: Db | Tx,
  appointment: NewAppointment,
  { kind, expiresMs }: Hold,
): Promise<number | undefined> {
  const expires = expiresMs === null ? null : new Date(expiresMs).toISOString()
  const [held] = await placing(db, ...newAppointment.params(appointment), kind, expires)
  return held?.id
}

// The booking happens now: reminders that were due earlier, and the last change, are counted from this
// moment.
const settling = statement<{ id: number }, [business_id: number, id: number, now: string]>(`
  with booked as (
    update appointments set status = 'scheduled', hold_kind = null, hold_expires_at = null, created_at = $3::timestamptz
    where business_id = $1::bigint and id = $2::bigint and status = 'held'
      and (hold_expires_at is null or hold_expires_at > $3::timestamptz)
    returning business_id, id, professional_id, client_email, starts_at, created_at, booked_by, booked_by_user_id
  ), ${confirmations('null::text')}
  select id from booked`)

/**
 * Turns a hold into an appointment, booked now, and queues its two confirmations. False, with nothing
 * written, when the hold has expired, was released, or already is an appointment.
 */
export async function confirmHold(
  db: Db | Tx,
  { business_id, id }: AppointmentKey,
  nowMs: number,
): Promise<boolean> {
  const rows = await settling(db, business_id, id, new Date(nowMs).toISOString())
  return rows.length > 0
}

/** Releases the holds that `over` selects by business_id and id, with an entry in their history. */
const lettingGo = (
  over: ReturnType<typeof sql>,
  reason: string,
  actor: Actor | 'system',
  nowMs: number,
) => sql`
  with over as (${over}), gone as (
    update appointments a set status = 'cancelled', cancellation_reason = ${reason}
    from over where a.business_id = over.business_id and a.id = over.id and a.status = 'held'
    returning a.business_id, a.id
  )
  insert into appointment_history (business_id, appointment_id, change, actor, at, old)
  select business_id, id, 'cancelled', ${actor}, ${instant(nowMs)},
    '{"status": "held", "cancellation_reason": null}'
  from gone`

/** Releases a hold; nobody is notified. False, with nothing written, when it is no longer held. */
export async function releaseHold(
  db: Db | Tx,
  { business_id, id }: AppointmentKey,
  { actor, reason, nowMs }: { actor: Actor | 'system'; reason: string; nowMs: number },
): Promise<boolean> {
  const hold = sql`select ${business_id}::bigint as business_id, ${id}::bigint as id`
  const { numAffectedRows } = await lettingGo(hold, reason, actor, nowMs).execute(db)
  return Number(numAffectedRows) > 0
}

/**
 * Given a professional, all of that professional's at once, waiting for other transactions; otherwise at
 * most `limit`.
 */
export async function cancelExpiredHolds(
  db: Db | Tx,
  nowMs: number,
  which: { business_id: number; professional_id: number } | { limit: number },
): Promise<number> {
  const these =
    'limit' in which
      ? sql`limit ${which.limit} for no key update skip locked`
      : sql`and business_id = ${which.business_id} and professional_id = ${which.professional_id}
          order by id for no key update`
  const over = sql`
    select business_id, id from appointments
    where status = 'held' and hold_expires_at <= ${instant(nowMs)} ${these}`
  const { numAffectedRows } = await lettingGo(over, 'expired', 'system', nowMs).execute(db)
  return Number(numAffectedRows)
}

import { appointment } from '#domain/api/appointment.ts'
import { canCancel } from '#domain/appointment.ts'
import { lateCancellation } from '#domain/portal.ts'
import { today } from '#domain/zone.ts'
import { inTransaction, type Db, type Tx } from '../database/db.ts'
import { queueChange } from '../messages/changes.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { ensureVersion } from '../version.ts'
import {
  changeAppointment,
  lockAppointment,
  networkIn,
  type Author,
  type AppointmentKey,
  type Row,
} from './change-queries.ts'
import { cancelNoticeOf, timezoneOf } from './owner-queries.ts'

export type Canceller = Author & { reason?: string | undefined; nowMs: number }

const CHANGED = 'La cita cambió mientras la cancelabas. Revisa cómo quedó ahora.'

interface Wanted {
  /** To whom somebody writes who comes too late, instead of the business. */
  whom?: string | undefined
  version?: number | undefined
  /** When it begins as its client sees it. */
  seen?: string | undefined
}

/**
 * Cancels a scheduled appointment and frees its time. The reason is optional. Whoever comes too late is told to write to `whom`,
 * else to the business by its name.
 * @throws Refusal 404, 409 when it cannot be cancelled (any more), begins at another time than was seen or, with `current`, the
 * `version` is outdated.
 */
export async function cancel(
  db: Db | Tx,
  key: AppointmentKey,
  by: Canceller,
  { whom, version, seen }: Wanted = {},
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const date = today(await timezoneOf(tx, key.business_id), by.nowMs)
    const cancelled = await cancelUntold(tx, key, { date, ...by }, (row) => {
      ensureVersion(row, version, appointment, {}, CHANGED)
      ensureAsSeen(row, seen)
    })
    if (by.actor === 'client') await ensureInTime(tx, cancelled.row, by.nowMs, whom)
    await tellCancelled(tx, cancelled, by)
  })
}

/**
 * Makes sure that a change is of the time that its client saw: one that was lost on the way may come hours later, after another
 * time was agreed. Without `seen`, nobody says what they saw.
 * @throws Refusal 409 when it begins at another time by now.
 */
export function ensureAsSeen({ starts_at }: Pick<Row, 'starts_at'>, seen: string | undefined) {
  if (seen && Date.parse(seen) !== starts_at) throw new Refusal(409, CHANGED_MEANWHILE)
}

const CHANGED_MEANWHILE = 'Tu cita cambió mientras tanto. Mira la hora que tiene ahora.'

/** @throws Refusal 409 when the business does not let clients cancel so late. */
async function ensureInTime(tx: Tx, { business_id, starts_at }: Row, nowMs: number, whom?: string) {
  const { business_name, cancel_notice_minutes } = await cancelNoticeOf(tx, business_id)
  const refusal = lateCancellation({ starts_at, business_name }, nowMs, cancel_notice_minutes, whom)
  if (refusal) throw new Refusal(409, refusal)
}

/** An appointment as it was, and the previous values of what its cancellation changed. */
export interface Cancelled {
  row: Row
  old: Record<string, unknown>
}

/**
 * Cancels like `cancel`, on the business's `date`, and tells nobody: the caller does.
 * @param ensureMeant throws a Refusal where the appointment, as it is once it is locked, is not what was meant.
 */
export async function cancelUntold(
  tx: Tx,
  key: AppointmentKey,
  { reason, nowMs, date, ...author }: Canceller & { date: string },
  ensureMeant?: (row: Row) => void,
): Promise<Cancelled> {
  const row = await lockAppointment(tx, key)
  if (!row) throw notFound('Cita no encontrada')
  const refusal = canCancel(row, date, author.actor)
  if (refusal) throw new Refusal(409, refusal)
  ensureMeant?.(row)
  const changes = { status: 'cancelled' as const, cancellation_reason: reason ?? '' }
  const { old } = await changeAppointment(tx, row, changes, { change: 'cancelled', nowMs, ...author })
  return { row, old }
}

/** Queues the messages of a cancellation; `others` of the same client were cancelled with it. */
export function tellCancelled(
  tx: Tx,
  { row, old }: Cancelled,
  { nowMs, ...author }: Canceller,
  { others = 0 }: { others?: number } = {},
) {
  return queueChange(tx, {
    kind: 'cancelled',
    business_id: row.business_id,
    appointment_id: row.id,
    actor: author.actor,
    network: networkIn(author),
    at: nowMs,
    old,
    others,
  })
}

import { appointment } from '#domain/api/appointment.ts'
import type { AttendanceInput, StepInput } from '#domain/api/attendance.ts'
import { canMarkArrived, canMarkAttendance, canMarkConfirmed } from '#domain/appointment.ts'
import { nowIn } from '#domain/dates.ts'
import type { By } from '../activity.ts'
import type { Db, Tx } from '../database/db.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { ensureVersion } from '../version.ts'
import { changeAppointment, lockAppointment, type AppointmentKey, type Row } from './change-queries.ts'
import { timezoneOf } from './owner-queries.ts'

/**
 * Records attendance: 'attended', optionally with the price paid (blank means the booked one), 'no_show',
 * optionally with a reason, or 'pending' again. An earlier entry is corrected, and kept in the history;
 * repeating the same one changes nothing.
 * @throws Refusal 404, 409 when attendance cannot be recorded or, with `current`, the `version` is outdated.
 */
export async function recordAttendance(
  db: Db,
  key: AppointmentKey,
  { attendance_status, actual_price, no_show_reason, version }: AttendanceInput,
  by: By,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const isOpen = attendance_status === 'pending'
    const wanted = {
      status: isOpen ? ('scheduled' as const) : ('completed' as const),
      attendance_status,
      actual_price: attendance_status === 'attended' ? actual_price : null,
      no_show_reason: attendance_status === 'no_show' ? no_show_reason : null,
    }
    const row = await locked(tx, key, version, wanted)
    // 'pending' is allowed at any time, so that a premature entry can be undone.
    const now = isOpen ? END_OF_TIME : await clockOf(tx, key, by.nowMs)
    const refusal = canMarkAttendance(row, now)
    if (refusal) throw new Refusal(409, refusal)
    const changes = changesIn(row, wanted)
    if (!changes) return
    const change = row.attendance_status === 'pending' && !isOpen ? attendance_status : 'corrected'
    await changeAppointment(tx, row, changes, { change, actor: 'owner', ...by })
  })
}

/**
 * Records that the client confirmed or arrived, or undoes it. Repeating the same changes nothing.
 * @throws Refusal 404, 409 when it is not the time for it or, with `current`, the `version` is outdated.
 */
export async function noteStep(
  db: Db,
  key: AppointmentKey,
  { step, is_done, version }: StepInput,
  by: By,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const column = step === 'arrived' ? 'arrived_at' : 'client_confirmed_at'
    const isMade = (row: Row) => (row[column] !== null) === is_done
    const row = await locked(tx, key, version, (row) => (isMade(row) ? { [column]: row[column] } : {}))
    const now = await clockOf(tx, key, by.nowMs)
    const refusal = step === 'arrived' ? canMarkArrived(row, now.date) : canMarkConfirmed(row, now)
    if (refusal) throw new Refusal(409, refusal)
    if (isMade(row)) return
    const changes = { [column]: is_done ? new Date(by.nowMs).toISOString() : null }
    await changeAppointment(tx, row, changes, { change: is_done ? step : 'corrected', actor: 'owner', ...by })
  })
}

/**
 * Records several clients as attended, at the booked price, as far as their appointments are open and have
 * begun.
 * @returns how many.
 */
export async function recordAllAttended(
  tx: Tx,
  keyOf: (id: number) => AppointmentKey,
  ids: readonly number[],
  by: By,
): Promise<number> {
  const now = await clockOf(tx, keyOf(0), by.nowMs)
  let marked = 0
  // In ascending order, so that two simultaneous calls wait for each other and never deadlock.
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const row = await lockAppointment(tx, keyOf(id))
    if (!row || row.attendance_status !== 'pending' || canMarkAttendance(row, now)) continue
    const changes = { status: 'completed', attendance_status: 'attended' } as const
    await changeAppointment(tx, row, changes, { change: 'attended', actor: 'owner', ...by })
    marked++
  }
  return marked
}

const END_OF_TIME = { date: '9999-12-31', minute: 0 }

async function locked(
  tx: Tx,
  key: AppointmentKey,
  version: number | undefined,
  wanted: object | ((row: Row) => object),
): Promise<Row> {
  const row = await lockAppointment(tx, key)
  if (!row) throw notFound('Cita no encontrada')
  ensureVersion(row, version, appointment, typeof wanted === 'function' ? wanted(row) : wanted)
  return row
}

const clockOf = async (tx: Tx, { business_id }: { business_id: number }, nowMs: number) =>
  nowIn(await timezoneOf(tx, business_id), nowMs)

/** The values that differ from the row; undefined when none does. */
function changesIn<Values extends Partial<Row>>(row: Row, values: Values): Partial<Values> | undefined {
  const changed = Object.entries(values).filter(([column, value]) => row[column as keyof Row] !== value)
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<Values>) : undefined
}

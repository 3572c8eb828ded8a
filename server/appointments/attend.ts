import { canMarkAttended, canMarkNoShow } from '#domain/appointment.ts'
import { cleanText, errorsOf, isBlank, LIMITS, longText, numberOf } from '#domain/fields.ts'
import { priceError } from '#domain/service.ts'
import { today } from '#domain/zone.ts'
import type { Db } from '../db.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { changeAppointment, lockAppointment, type AppointmentKey } from './change-queries.ts'
import { timezoneOf } from './owner-queries.ts'

/**
 * Notes who came: 'attended', optionally with the price that was paid (blank means the booked one), or 'no_show',
 * optionally with a reason. Either makes the appointment final.
 * @throws Refusal 400 for invalid input, 404, 409 when it cannot be noted.
 */
export async function recordAttendance(
  db: Db,
  key: AppointmentKey,
  input: { attendance_status?: unknown; no_show_reason?: unknown; actual_price?: unknown },
  nowMs: number,
): Promise<void> {
  const { attendance_status: attendance } = input
  if (attendance !== 'attended' && attendance !== 'no_show')
    throw invalid({ attendance_status: 'La asistencia debe ser "attended" o "no_show"' })
  const errors = errorsOf({
    actual_price: isBlank(input.actual_price) ? undefined : priceError(input.actual_price),
    no_show_reason: longText(input.no_show_reason, LIMITS.text),
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)

  await db.transaction().execute(async (tx) => {
    const row = await lockAppointment(tx, key)
    if (!row) throw notFound('Cita no encontrada')
    const refusal =
      attendance === 'attended'
        ? canMarkAttended(row)
        : canMarkNoShow(row, today(await timezoneOf(tx, key.business_id), nowMs))
    if (refusal) throw new Refusal(409, refusal)
    const changes =
      attendance === 'attended'
        ? { actual_price: isBlank(input.actual_price) ? null : numberOf(input.actual_price)! }
        : { no_show_reason: cleanText(input.no_show_reason) || null }
    await changeAppointment(
      tx,
      row,
      { status: 'completed', attendance_status: attendance, ...changes },
      { change: attendance, actor: 'owner', nowMs },
    )
  })
}

import { canCancel, canReschedule, statusLabel } from '#domain/appointment.ts'
import { instantIn, nowIn } from '#domain/dates.ts'
import type { Appointment, Slot } from './portal-data.ts'
import type { Chosen } from './use-free-times.ts'

/** Whether it is upcoming, so that the client may move or cancel it. */
export function upcoming(appointment: Appointment, nowMs: number): boolean {
  const today = nowIn(appointment.timezone, nowMs).date
  const refusal = canCancel(appointment, today, 'client') ?? canReschedule(appointment, today, 'client')
  return !refusal && Date.parse(appointment.starts_at) > nowMs
}

/** How its state reads to its client: of a visit that it is over, since whoever came knows. */
export const stateOf = (appointment: Appointment): string =>
  statusLabel(
    appointment.attendance_status === 'attended' ? { ...appointment, attendance_status: null } : appointment,
  )

/** What a move to another time or professional changes. */
export function moved(was: Appointment, { id, professional_name }: Chosen, to: Slot): Partial<Appointment> {
  const minutes = instantIn(was.timezone, to.date, to.time)
  const starts_at = minutes === undefined ? was.starts_at : new Date(minutes * 60_000).toISOString()
  return {
    professional_id: id,
    professional_name,
    appointment_date: to.date,
    appointment_time: to.time,
    sequence: was.sequence + 1,
    ...(starts_at !== was.starts_at && {
      starts_at,
      rescheduled_from: was.starts_at,
      client_confirmed_at: null,
    }),
  }
}

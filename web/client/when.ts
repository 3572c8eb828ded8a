import { canCancel, canReschedule } from '#domain/appointment.ts'
import { nowIn } from '#domain/dates.ts'
import type { Appointment } from './portal-data.ts'

/** Whether it is upcoming, so that the client may move or cancel it. */
export function upcoming(appointment: Appointment, nowMs: number): boolean {
  const today = nowIn(appointment.timezone, nowMs).date
  const refusal = canCancel(appointment, today, 'client') ?? canReschedule(appointment, today, 'client')
  return !refusal && Date.parse(appointment.starts_at) > nowMs
}

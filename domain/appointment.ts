/**
 * An appointment's states, how they read, and who may move what to what.
 * The fields of its forms: booking.ts, offered from here as well.
 */
import type { IsoDate } from './dates.ts'
import { mediumDate } from './dates.ts'

export { appointmentErrors, bookingErrors, choiceErrors, clientErrors, INCOMPLETE_CHOICE } from './booking.ts'
export { LIMITS } from './fields.ts'
export { DEFAULT_DURATION_MINUTES } from './slots.ts'

export const STATUSES = ['scheduled', 'completed', 'cancelled'] as const
export type Status = (typeof STATUSES)[number]
const ATTENDANCES = ['pending', 'attended', 'no_show'] as const
export type Attendance = (typeof ATTENDANCES)[number]
/** Who changed an appointment, as its history says. */
const ACTORS = ['owner', 'client', 'administrator', 'system'] as const
export type Actor = (typeof ACTORS)[number]

/** What the rules read of an appointment; strings, because older or other data may hold other words. */
export type StatusFields = {
  status?: string | null
  attendance_status?: string | null
  /** Anything but empty when the appointment was moved. */
  rescheduled_from?: unknown
}
/** `appointment_date` may carry a time part after the date. */
export type DatedStatus = StatusFields & { appointment_date: string }

/** The class of a status badge, `st-…`. */
export type StatusTone =
  'programada' | 'completada' | 'cancelada' | 'reprogramada' | 'noasistio' | 'porconfirmar'

/** 'Programada', 'Reprogramada', 'Completada', 'Asistió', 'No asistió' or 'Cancelada'; unknown: 'Programada'. */
export function statusLabel(appointment: StatusFields): string {
  const { status, attendance_status: attendance } = appointment
  if (status === 'cancelled') return 'Cancelada'
  if (attendance === 'attended') return 'Asistió'
  if (attendance === 'no_show') return 'No asistió'
  if (status === 'completed') return 'Completada'
  return wasMoved(appointment) ? 'Reprogramada' : 'Programada'
}

/** The tone beside `statusLabel`. With the business's `today` also 'porconfirmar' for unconfirmed ones. */
export function statusTone(
  appointment: StatusFields & { appointment_date?: string },
  today?: IsoDate,
): StatusTone {
  const { status, attendance_status: attendance, appointment_date } = appointment
  if (status === 'cancelled') return 'cancelada'
  if (attendance === 'no_show') return 'noasistio'
  if (attendance === 'attended' || status === 'completed') return 'completada'
  if (today && appointment_date && isUnconfirmed({ ...appointment, appointment_date }, today))
    return 'porconfirmar'
  return wasMoved(appointment) ? 'reprogramada' : 'programada'
}

/** Scheduled, dated before the business's `today`, attendance pending or empty. */
export function isUnconfirmed(appointment: DatedStatus, today: IsoDate): boolean {
  return isScheduled(appointment) && isPending(appointment) && dateOf(appointment) < today
}

/** Whether the client said to be coming, and that still means something: the appointment is ahead or being attended. */
export function saidToCome(appointment: StatusFields & { client_confirmed_at?: unknown }): boolean {
  return Boolean(appointment.client_confirmed_at) && isScheduled(appointment) && isPending(appointment)
}

/** Why `actor` may not cancel this appointment, in Spanish; undefined when allowed. */
export function canCancel(
  appointment: DatedStatus,
  today: IsoDate,
  actor: Actor = 'owner',
): string | undefined {
  if (appointment.status === 'cancelled') return 'La cita ya está cancelada'
  return onlyScheduled(appointment, 'cancelar') ?? notPast(appointment, today, actor)
}

/** Why `actor` may not move this appointment, in Spanish; undefined when allowed. */
export function canReschedule(
  appointment: DatedStatus,
  today: IsoDate,
  actor: Actor = 'owner',
): string | undefined {
  return onlyScheduled(appointment, 'reagendar') ?? notPast(appointment, today, actor)
}

/** Why the owner may not edit this appointment, in Spanish; undefined when allowed. */
export function canEdit(appointment: StatusFields): string | undefined {
  return onlyScheduled(appointment, 'editar')
}

/** Why the owner may not mark 'attended', in Spanish; undefined when allowed: before, on and after the day. */
export function canMarkAttended(appointment: StatusFields): string | undefined {
  return attendanceRefusal(appointment)
}

/** Why the owner may not mark 'no_show', in Spanish; undefined when allowed: from the appointment's day on. */
export function canMarkNoShow(appointment: DatedStatus, today: IsoDate): string | undefined {
  const date = dateOf(appointment)
  if (date <= today || attendanceRefusal(appointment)) return attendanceRefusal(appointment)
  return `Solo puedes registrar la inasistencia desde el día de la cita, ${mediumDate(date)}`
}

const dateOf = (appointment: DatedStatus): IsoDate => appointment.appointment_date.slice(0, 10)
const wasMoved = ({ status, rescheduled_from }: StatusFields): boolean =>
  status === 'rescheduled' || Boolean(rescheduled_from)
/** An unknown status counts as scheduled, as it reads. */
const isScheduled = ({ status }: StatusFields): boolean => status !== 'cancelled' && status !== 'completed'
const isPending = ({ attendance_status }: StatusFields): boolean =>
  !attendance_status || attendance_status === 'pending'

function onlyScheduled(appointment: StatusFields, verb: string): string | undefined {
  if (isScheduled(appointment) && isPending(appointment)) return undefined
  return `Solo se puede ${verb} una cita programada`
}

/** The owner may tidy up the past; a client could hide a missed appointment that way. */
function notPast(appointment: DatedStatus, today: IsoDate, actor: Actor): string | undefined {
  return actor === 'client' && dateOf(appointment) < today ? 'La fecha de la cita ya pasó' : undefined
}

function attendanceRefusal(appointment: StatusFields): string | undefined {
  if (appointment.status === 'cancelled') return 'La cita está cancelada'
  const isOpen = isScheduled(appointment) && isPending(appointment)
  return isOpen ? undefined : 'La asistencia de esta cita ya fue registrada'
}

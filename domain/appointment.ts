/**
 * An appointment's states, their labels, and who may change what.
 * The fields of its forms are in booking.ts and appointment-input.ts, and re-exported here.
 */
import type { IsoDate, Minute } from './dates.ts'
import { atTime, mediumDate, minutesOf } from './dates.ts'

export { appointmentErrors } from './appointment-input.ts'
export { bookingErrors, choiceErrors, clientErrors } from './booking.ts'
export { INCOMPLETE_CHOICE } from './choice.ts'
export { LIMITS } from './fields.ts'
export { DEFAULT_DURATION_MINUTES } from './slots.ts'

/**
 * 'held' takes up time like the others but is not an appointment yet: it waits for what its hold kind names.
 */
export const STATUSES = ['held', 'scheduled', 'completed', 'cancelled'] as const
export type Status = (typeof STATUSES)[number]
/** The most appointments that are cancelled by one call. */
export const MOST_CANCELLED = 200
export const HOLD_KINDS = ['payment', 'approval', 'offer'] as const
export type HoldKind = (typeof HOLD_KINDS)[number]
export const ATTENDANCES = ['pending', 'attended', 'no_show'] as const
export type Attendance = (typeof ATTENDANCES)[number]
/** Who changed an appointment, as recorded in its history. */
const ACTORS = ['owner', 'client', 'administrator', 'system'] as const
export type Actor = (typeof ACTORS)[number]

/** The columns that the rules read; strings, because older or imported data may hold other values. */
export type StatusFields = {
  status?: string | null
  /** What a held time waits for. */
  hold_kind?: string | null
  attendance_status?: string | null
  /** Not empty when the appointment was moved. */
  rescheduled_from?: unknown
}
/** `appointment_date` may carry a time part after the date. */
export type DatedStatus = StatusFields & { appointment_date: string }

/** As stored: the time may carry seconds. */
export type TimedStatus = DatedStatus & { appointment_time: string }
/** A moment on the business's clocks. */
export type Moment = { date: IsoDate; minute: Minute }

/** The class of a status badge, `st-…`. */
export type StatusTone =
  'programada' | 'completada' | 'cancelada' | 'reprogramada' | 'noasistio' | 'porconfirmar'

const HELD_LABELS: Record<string, string> = {
  payment: 'Pendiente de pago',
  approval: 'Pendiente de aprobación',
  offer: 'Pendiente de respuesta',
} satisfies Record<HoldKind, string>

/**
 * 'Programada', 'Reprogramada', 'Completada', 'Asistió', 'No asistió', 'Cancelada' or 'Pendiente de …'; an
 * unknown status reads 'Programada'.
 */
export function statusLabel(appointment: StatusFields): string {
  const { status, attendance_status: attendance } = appointment
  if (status === 'cancelled') return 'Cancelada'
  if (status === 'held') return HELD_LABELS[appointment.hold_kind ?? ''] ?? 'Pendiente'
  if (attendance === 'attended') return 'Asistió'
  if (attendance === 'no_show') return 'No asistió'
  if (status === 'completed') return 'Completada'
  return wasMoved(appointment) ? 'Reprogramada' : 'Programada'
}

/**
 * The badge tone that goes with `statusLabel`. Given the business's `today`, unconfirmed appointments get
 * 'porconfirmar'.
 */
export function statusTone(
  appointment: StatusFields & { appointment_date?: string },
  today?: IsoDate,
): StatusTone {
  const { status, attendance_status: attendance, appointment_date } = appointment
  if (status === 'cancelled') return 'cancelada'
  if (status === 'held') return 'porconfirmar'
  if (attendance === 'no_show') return 'noasistio'
  if (attendance === 'attended' || status === 'completed') return 'completada'
  if (today && appointment_date && isUnconfirmed({ ...appointment, appointment_date }, today))
    return 'porconfirmar'
  return wasMoved(appointment) ? 'reprogramada' : 'programada'
}

/** Whether it is scheduled, and nobody has said yet how it ended. */
export const isUndecided = (appointment: StatusFields): boolean =>
  isScheduled(appointment) && isPending(appointment)

/** Whether it is scheduled, dated before the business's `today`, and without attendance recorded. */
export function isUnconfirmed(appointment: DatedStatus, today: IsoDate): boolean {
  return isUndecided(appointment) && dateOf(appointment) < today
}

/** Whether the client confirmed and that still matters: the appointment is upcoming or in progress. */
export function isConfirmedByClient(appointment: StatusFields & { client_confirmed_at?: unknown }): boolean {
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

/**
 * Why the owner may not record attendance, in Spanish; undefined when allowed, which is from the start on.
 * Entries can be corrected as often as needed.
 */
export function canMarkAttendance(appointment: TimedStatus, now: Moment): string | undefined {
  const refusal = noVisit(appointment)
  if (refusal || hasStarted(appointment, now)) return refusal
  const { appointment_date, appointment_time } = appointment
  return `La asistencia se marca desde que empieza la cita: el ${mediumDate(appointment_date.slice(0, 10))} ${atTime(appointment_time.slice(0, 5))}`
}

/** Why the owner may not record a confirmation, in Spanish; undefined when allowed, until the start. */
export function canMarkConfirmed(appointment: TimedStatus, now: Moment): string | undefined {
  return unmarked(appointment) ?? (hasStarted(appointment, now) ? 'La cita ya empezó' : undefined)
}

/**
 * Why the owner may not record an arrival, in Spanish; undefined when allowed, from the appointment's day on.
 */
export function canMarkArrived(appointment: DatedStatus, today: IsoDate): string | undefined {
  const refusal = unmarked(appointment)
  if (refusal || dateOf(appointment) <= today) return refusal
  return 'La llegada se marca el día de la cita'
}

/** Whether attendance is recorded, and so can be corrected. */
export const canCorrect = (appointment: StatusFields): boolean =>
  !noVisit(appointment) && !(isScheduled(appointment) && isPending(appointment))

/** Whether it has begun on the business's clocks. */
export function hasStarted(appointment: TimedStatus, now: Moment): boolean {
  const date = dateOf(appointment)
  return date < now.date || (date === now.date && minutesOf(appointment.appointment_time) <= now.minute)
}

/** The step of an open visit: arrived or confirmed; undefined otherwise, and once attendance is recorded. */
export function stepOf(
  appointment: StatusFields & { client_confirmed_at?: unknown; arrived_at?: unknown },
): 'arrived' | 'confirmed' | undefined {
  if (isConfirmedByClient({ ...appointment, client_confirmed_at: appointment.arrived_at })) return 'arrived'
  return isConfirmedByClient(appointment) ? 'confirmed' : undefined
}

const dateOf = (appointment: DatedStatus): IsoDate => appointment.appointment_date.slice(0, 10)
const wasMoved = ({ status, rescheduled_from }: StatusFields): boolean =>
  status === 'rescheduled' || Boolean(rescheduled_from)
/** An unknown status counts as scheduled, in line with its label. */
const isScheduled = ({ status }: StatusFields): boolean =>
  status !== 'held' && status !== 'cancelled' && status !== 'completed'
const isPending = ({ attendance_status }: StatusFields): boolean =>
  !attendance_status || attendance_status === 'pending'

function onlyScheduled(appointment: StatusFields, verb: string): string | undefined {
  if (isScheduled(appointment) && isPending(appointment)) return undefined
  return `Solo se puede ${verb} una cita programada`
}

/** The owner may correct past appointments; a client could use that to hide a missed one. */
function notPast(appointment: DatedStatus, today: IsoDate, actor: Actor): string | undefined {
  return actor === 'client' && dateOf(appointment) < today ? 'La fecha de la cita ya pasó' : undefined
}

function noVisit({ status }: StatusFields): string | undefined {
  if (status === 'cancelled') return 'La cita está cancelada'
  return status === 'held' ? 'La cita todavía no está reservada' : undefined
}

const unmarked = (appointment: StatusFields): string | undefined =>
  noVisit(appointment) ??
  (canCorrect(appointment) ? 'La asistencia de esta cita ya fue registrada' : undefined)

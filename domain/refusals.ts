/** The sentences for a start that cannot be booked. */
import type { Rule } from './availability.ts'
import { DEFAULT_HORIZON_DAYS } from './dates.ts'
import type { FieldErrors } from './fields.ts'
import { counted, spanText } from './numbers.ts'

export const ALREADY_PAST = 'Esa hora ya pasó: elige otra'

/** What a refusal names: the horizon, and the notice, which is the one of a move unless the service demands more. */
export interface Limits {
  horizonDays?: number | undefined
  noticeMinutes?: number | undefined
  isOfMove?: boolean | undefined
}

/** Where the professional has the maximum of appointments on the date. */
export const NO_PLACES = 'No quedan cupos para ese día'

/** By form field; undefined for a taken time, where alternatives are offered instead. */
export function refusalErrors(
  rule: Rule,
  { noticeMinutes = 0, horizonDays, isOfMove }: Limits = {},
): FieldErrors | undefined {
  switch (rule) {
    case 'inactive':
      return { professional_id: 'Este profesional no está disponible' }
    case 'service':
      return { service_id: 'Este servicio no está disponible' }
    case 'specialty':
      return { service_id: 'Este profesional no realiza ese servicio' }
    case 'horizon':
      return { appointment_date: outsideHorizon(horizonDays) }
    case 'past':
      return { appointment_time: ALREADY_PAST }
    case 'notice':
      return {
        appointment_time: isOfMove
          ? `La nueva hora debe ser al menos ${noticeMinutes} minutos después de ahora`
          : `Este servicio se reserva con al menos ${spanText(noticeMinutes)} de anticipación`,
      }
    case 'absence':
    case 'busy':
    case 'limit':
      return undefined
    case 'buffers':
      return { appointment_time: 'A esa hora no caben la preparación y la limpieza dentro del horario' }
    default:
      return { appointment_time: 'Esa hora no está entre los horarios de atención' }
  }
}

export function outsideHorizon(days = DEFAULT_HORIZON_DAYS): string {
  return `Solo se puede reservar desde hoy y hasta ${counted(days, 'día', 'días')} adelante`
}

/** Each rule in the owner's words, for '¿Por qué no hay horarios?'. */
export const RULE_TEXT: Record<Rule, string> = {
  inactive: 'El profesional o el negocio no recibe reservas',
  service: 'El servicio no está activo',
  specialty: 'El profesional no realiza ese servicio',
  horizon: 'La fecha ya pasó o está demasiado lejos',
  skipped: 'A esa hora los relojes se adelantan',
  past: 'La hora ya pasó',
  notice: 'Falta muy poco: anticipación mínima de tus clientes',
  closed: 'El negocio está cerrado',
  break: 'Almuerzo o descanso',
  professional: 'El profesional no trabaja a esa hora',
  grid: 'No cae en los intervalos de la agenda',
  fit: 'El servicio no alcanza a terminar',
  absence: 'Hay tiempo bloqueado',
  busy: 'Ya hay una cita',
  buffers: 'No caben su preparación o su limpieza',
  limit: 'El profesional llegó a su máximo de citas del día: tú sí puedes agendar',
}

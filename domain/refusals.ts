/** The sentences for a start that cannot be booked. */
import type { Rule } from './availability.ts'
import { DEFAULT_HORIZON_DAYS } from './dates.ts'
import type { FieldErrors } from './fields.ts'

export const OUTSIDE_HORIZON = horizonText(DEFAULT_HORIZON_DAYS)
export const ALREADY_PAST = 'Esa hora ya pasó: elige otra'

/** By form field; undefined for a taken time, where alternatives are offered instead. */
export function refusalErrors(
  rule: Rule,
  { noticeMinutes = 0, horizonDays = DEFAULT_HORIZON_DAYS } = {},
): FieldErrors | undefined {
  switch (rule) {
    case 'inactive':
      return { professional_id: 'Este profesional no está disponible' }
    case 'service':
      return { service_id: 'Este servicio no está disponible' }
    case 'specialty':
      return { service_id: 'Este profesional no realiza ese servicio' }
    case 'horizon':
      return { appointment_date: horizonText(horizonDays) }
    case 'past':
      return { appointment_time: ALREADY_PAST }
    case 'notice':
      return {
        appointment_time: `La nueva hora debe ser al menos ${noticeMinutes} minutos después de ahora`,
      }
    case 'absence':
    case 'busy':
    case 'limit':
      return undefined
    default:
      return { appointment_time: 'Esa hora no está entre los horarios de atención' }
  }
}

function horizonText(days: number): string {
  return `Solo se puede reservar desde hoy y hasta ${days} días adelante`
}

/** Each rule in the owner's words, for '¿Por qué no hay horarios?'. */
export const RULE_TEXT: Record<Rule, string> = {
  inactive: 'El profesional o el negocio no recibe reservas',
  service: 'El servicio no está activo',
  specialty: 'El profesional no realiza ese servicio',
  horizon: 'La fecha ya pasó o está demasiado lejos',
  skipped: 'A esa hora los relojes se adelantan',
  past: 'La hora ya pasó',
  notice: 'Falta muy poco tiempo',
  closed: 'El negocio está cerrado',
  break: 'Almuerzo o descanso',
  professional: 'El profesional no trabaja a esa hora',
  grid: 'No cae en los intervalos de la agenda',
  fit: 'El servicio no alcanza a terminar',
  absence: 'Hay tiempo bloqueado',
  busy: 'Ya hay una cita',
  limit: 'Se llegó al máximo de citas del día',
}

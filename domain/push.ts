/** What a telephone says of an appointment on its locked screen: no names, unless its owner wants them. */
import { amPm, daysBetween, type IsoDate, shortDate } from './dates.ts'

const PUSH_KINDS = ['booked', 'moved', 'gone', 'cancelled', 'confirmed'] as const
/** 'gone': moved to somebody else's agenda, which the reader does not see. */
export type PushKind = (typeof PUSH_KINDS)[number]

const TITLES: Record<PushKind, string> = {
  booked: 'Nueva cita',
  moved: 'Cita movida',
  gone: 'Cita que ya no es tuya',
  cancelled: 'Cita cancelada',
  confirmed: 'Confirmó',
}

interface Told {
  kind: PushKind
  appointment_date: IsoDate
  appointment_time: string
  /** In the business's zone. */
  today: IsoDate
}

/** 'Nueva cita: hoy 3:00 pm', 'Cita cancelada: vie 27 nov 10:00 am' */
export function pushTitle({ kind, appointment_date, appointment_time, today }: Told): string {
  const ahead = daysBetween(today, appointment_date)
  const day = ahead === 0 ? 'hoy' : ahead === 1 ? 'mañana' : shortDate(appointment_date)
  return `${TITLES[kind]}: ${day} ${amPm(appointment_time)}`
}

/** 'Ana Gómez · Corte con Luis', for who wants it on the locked screen. */
export const pushBody = (one: { client_name: string; service_name: string; professional_name: string }) =>
  `${one.client_name} · ${one.service_name} con ${one.professional_name}`

/** The telephones of one person; another one takes the place of the oldest. */
export const MOST_PHONES = 10
/** A message that cannot be delivered for this long is of no use any more. */
export const PUSH_TTL_SECONDS = 4 * 3600

export const PUSH_OFF = 'Esta instalación no envía avisos al teléfono'
export const PUSH_INVALID = 'Este navegador no dio una dirección para los avisos. Intenta de nuevo.'

import { amPm, amPmRange, longDate, relativeShortDate } from '#domain/dates.ts'
import { timeElsewhere } from '#domain/elsewhere.ts'
import { parsePhone } from '#domain/phone.ts'
import { zoneCity } from '#domain/timezones.ts'
import type { AppointmentEmail } from './types.ts'

/** Reduced to one line, so that no text that people typed can begin a header of its own. */
export const subjectLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/**
 * 'Cita confirmada: hoy, vie 20 nov, 3:30 pm · Corte y cepillado · Salón Bugambilia'. The time comes first,
 * because lists of mails cut long subjects and names are long.
 */
export function appointmentSubject(
  what: string,
  { appointment, today }: AppointmentEmail,
  ...names: string[]
): string {
  const date = relativeShortDate(appointment.appointment_date, today)
  const moment = `${date.charAt(0).toLowerCase()}${date.slice(1)}, ${amPm(appointment.appointment_time)}`
  return subjectLine([`${what}: ${moment}`, ...names].join(' · '))
}

/** 'Viernes 20 de noviembre de 2026' */
export function dateOf({ appointment }: AppointmentEmail): string {
  const date = longDate(appointment.appointment_date)
  return date.charAt(0).toUpperCase() + date.slice(1)
}

/** '3:30 – 4:30 pm' */
export const timesOf = ({ appointment }: AppointmentEmail): string =>
  amPmRange(appointment.appointment_time, appointment.duration_minutes)

/** To the client: '3:30 – 4:30 pm', with 'hora de Madrid' where the phone that booked shows another time. */
export function clientTimesOf(data: AppointmentEmail): string {
  const zone = zoneName({ ...data.appointment, ...data.client, ...data.business })
  return zone ? `${timesOf(data)} (${zone})` : timesOf(data)
}

type Reader = Pick<AppointmentEmail['appointment'], 'appointment_date' | 'appointment_time'> &
  Pick<AppointmentEmail['client'], 'client_phone' | 'client_timezone'> &
  Pick<AppointmentEmail['business'], 'timezone' | 'phone' | 'is_virtual'>

/**
 * 'hora de Madrid', for a client whose phone shows another time. Of a phone whose zone is unknown the country of its
 * number decides; a virtual business, which has no place, always names its zone.
 */
export function zoneName(reader: Reader): string | undefined {
  const { timezone, is_virtual } = reader
  return is_virtual || isElsewhere(reader) ? `hora de ${zoneCity(timezone)}` : undefined
}

function isElsewhere(reader: Reader): boolean {
  const { appointment_date: date, appointment_time: time, timezone, client_timezone } = reader
  if (client_timezone) return timeElsewhere(timezone, client_timezone, { date, time }) !== undefined
  const [here, theirs] = [reader.phone, reader.client_phone].map((phone) => parsePhone(phone)?.iso)
  return theirs !== undefined && theirs !== here
}

/** With a full stop, unless the text already ends with one: 'Spa S.A.S.' */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** The first name, for the greeting: 'Camila' of 'Camila Rojas Herrera'. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** Paragraphs of a text version: undefined lines are left out, an empty string is an empty line. */
export const lines = (...all: (string | undefined | false)[]): string =>
  all.filter((line) => typeof line === 'string').join('\n') + '\n'

export const PRICE_NOTE = '*Precios de referencia. Sujeto a cambios según personalizaciones del servicio.'

import { amPm, amPmRange, longDate, relativeShortDate, shortDate } from '#domain/dates.ts'
import { inZone, isElsewhere, zoneName } from '#domain/zone-name.ts'
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
  const moment = momentOf(relativeShortDate(appointment.appointment_date, today), appointment)
  return subjectLine([`${what}: ${moment}`, ...names].join(' · '))
}

/**
 * The same to the client. Where another clock is read, which may show another day, the zone is named, and no day is called
 * today.
 */
export function clientSubject(what: string, data: AppointmentEmail): string {
  const { appointment, business, today } = data
  const { appointment_date } = appointment
  const date = isAbroad(data) ? shortDate(appointment_date) : relativeShortDate(appointment_date, today)
  const moment = inZone(momentOf(date, appointment), zoneOf(data))
  return subjectLine([`${what}: ${moment}`, appointment.service_name, business.business_name].join(' · '))
}

const momentOf = (date: string, { appointment_time }: AppointmentEmail['appointment']) =>
  `${date.charAt(0).toLowerCase()}${date.slice(1)}, ${amPm(appointment_time)}`

const readerOf = (data: AppointmentEmail) => ({ ...data.appointment, ...data.client, ...data.business })

/** Whether the client's phone shows another time than the business's. */
export const isAbroad = (data: AppointmentEmail): boolean => isElsewhere(readerOf(data))

/** 'hora de Madrid', where the client has to be told whose time it is. */
export const zoneOf = (data: AppointmentEmail): string | undefined => zoneName(readerOf(data))

/** 'Viernes 20 de noviembre de 2026' */
export function dateOf({ appointment }: AppointmentEmail): string {
  const date = longDate(appointment.appointment_date)
  return date.charAt(0).toUpperCase() + date.slice(1)
}

/** '3:30 – 4:30 pm' */
export const timesOf = ({ appointment }: AppointmentEmail): string =>
  amPmRange(appointment.appointment_time, appointment.duration_minutes)

/** To the client: '3:30 – 4:30 pm', with 'hora de Madrid' where the phone that booked shows another time. */
export const clientTimesOf = (data: AppointmentEmail): string => inZone(timesOf(data), zoneOf(data))

/** With a full stop, unless the text already ends with one: 'Spa S.A.S.' */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** The first name, for the greeting: 'Camila' of 'Camila Rojas Herrera'. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** Paragraphs of a text version: undefined lines are left out, an empty string is an empty line. */
export const lines = (...all: (string | undefined | false)[]): string =>
  all.filter((line) => typeof line === 'string').join('\n') + '\n'

export const PRICE_NOTE = '*Precios de referencia. Sujeto a cambios según personalizaciones del servicio.'

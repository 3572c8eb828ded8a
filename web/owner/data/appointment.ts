/** An appointment as its owner sees it. */
import type { Answer } from '#domain/api/calls.ts'
import { DEFAULT_DURATION_MINUTES } from '#domain/appointment.ts'
import { addDays, amPm, amPmRange, clockTime, minutesOf, shortDate } from '#domain/dates.ts'

export type Appointment = Answer<'GET /api/appointments/:id'>['appointment']

/** What a process of an earlier version does not answer. */
const ADDED_LATER = { price_kind: 'from', variant: null, addons: [], client_confirmed_at: null } as const

/** Normalises older data, which may have a time after the date, seconds, or no duration. */
export const tidy = (appointment: Appointment): Appointment => ({
  ...ADDED_LATER,
  ...appointment,
  appointment_date: appointment.appointment_date.slice(0, 10),
  appointment_time: appointment.appointment_time.slice(0, 5),
  duration_minutes: appointment.duration_minutes || DEFAULT_DURATION_MINUTES,
})

export const startOf = ({ appointment_time }: Appointment): number => minutesOf(appointment_time)

/** The end as HH:MM; wraps around after midnight. */
export const endOf = (appointment: Appointment): string =>
  clockTime(startOf(appointment) + appointment.duration_minutes)

/** '3:30 – 4:30 pm' */
export const hoursOf = ({ appointment_time, duration_minutes }: Appointment): string =>
  amPmRange(appointment_time, duration_minutes)

/** 'hoy 3:30 pm', 'mañana 9:00 am', 'vie 27 nov, 9:00 am' */
export function whenOf(
  {
    appointment_date: date,
    appointment_time: time,
  }: Pick<Appointment, 'appointment_date' | 'appointment_time'>,
  today: string,
): string {
  if (date === today) return `hoy ${amPm(time)}`
  if (date === addDays(today, 1)) return `mañana ${amPm(time)}`
  return `${shortDate(date)}, ${amPm(time)}`
}

export const firstNameOf = ({ client_name }: { client_name: string }): string =>
  client_name.trim().split(/\s+/)[0]!

/** Whether it is a later version than `other`, if there is one. */
export const isLater = (appointment: Appointment, other: Appointment | undefined): boolean =>
  !other || appointment.version > other.version

/** Whether two versions of an appointment look the same everywhere. */
export function isSame(a: Appointment, b: Appointment): boolean {
  return (Object.keys(b) as (keyof Appointment)[]).every(
    // What was chosen of the service is a list.
    (key) => a[key] === b[key] || (Boolean(b[key]) && JSON.stringify(a[key]) === JSON.stringify(b[key])),
  )
}

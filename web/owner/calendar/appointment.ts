/** An appointment as its owner sees it. */
import { DEFAULT_DURATION_MINUTES } from '#domain/appointment.ts'
import { addDays, amPm, amPmRange, clockTime, minutesOf, shortDate } from '#domain/dates.ts'

export interface Appointment {
  id: number
  client_name: string
  client_phone: string
  client_email: string
  client_id: string | null
  service_id: number
  service_name: string
  professional_id: number
  professional_name: string
  /** YYYY-MM-DD */
  appointment_date: string
  /** HH:MM, on the business's clocks. */
  appointment_time: string
  duration_minutes: number
  price: number
  actual_price: number | null
  status: string
  attendance_status: string | null
  no_show_reason: string | null
  cancellation_reason: string | null
  rescheduled_from: string | null
  /** When the client said to be coming to it at this time. */
  client_confirmed_at: string | null
  notes: string | null
  booked_by: string
  created_at: string
}

type Raw = Omit<Appointment, 'duration_minutes'> & { duration_minutes: number | null }

/** As the screens read it: older data may carry a time after the date, seconds, or no duration. */
export const tidy = (raw: Raw): Appointment => ({
  ...raw,
  appointment_date: raw.appointment_date.slice(0, 10),
  appointment_time: raw.appointment_time.slice(0, 5),
  duration_minutes: raw.duration_minutes || DEFAULT_DURATION_MINUTES,
})

export const startOf = (one: Appointment): number => minutesOf(one.appointment_time)

/** HH:MM; past midnight it wraps around. */
export const endOf = (one: Appointment): string => clockTime(startOf(one) + one.duration_minutes)

/** '3:30 – 4:30 pm' */
export const hoursOf = (one: Appointment): string => amPmRange(one.appointment_time, one.duration_minutes)

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

/** Whether two versions of an appointment look the same everywhere. */
export function isSame(a: Appointment, b: Appointment): boolean {
  return (Object.keys(b) as (keyof Appointment)[]).every((key) => a[key] === b[key])
}

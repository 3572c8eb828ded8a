/** What the calls of the dashboard answer. */
import type { Credits } from '#domain/credits.ts'
import { decimal } from '#domain/numbers.ts'
import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import type { Appointment } from '../calendar/appointment.ts'

export type { Appointment, Credits }

export interface Service {
  id: number
  service_name: string
  duration_minutes: number
  price: number
  image_url: string | null
  is_active: boolean
}

export interface Professional {
  id: number
  professional_name: string
  avatar_url: string | null
  is_active: boolean
  has_schedule: number
}

export type OwnDay = ProfessionalDay & { professional_id: number }

/** The weeks by which people are booked; nothing is known without a business's. */
export interface Hours {
  business: BusinessDay[]
  /** Of those who have a week of their own. */
  own: OwnDay[]
}

export interface Stats {
  scheduled_appointments: number
  completed_appointments: number
  cancelled_appointments: number
  active_services: number
  active_professionals: number
  today_appointments: number
}

export interface Metrics {
  total_revenue: number
  no_show_rate: number
  cancellation_rate: number
  new_clients: number
  returning_clients: number
  top_services: { name: string; count: number; revenue: number }[]
  occupation_hours: number
}

export interface Attendance {
  total_appointments: number
  attended: number
  no_shows: number
  attendance_rate: number
}

export interface DayFigures {
  date: string
  appointments: number
  revenue: number
}

export interface Series {
  days: DayFigures[]
  /** Weekday 0 is Sunday. */
  occupancy: { day_of_week: number; hour: number; minutes: number }[]
}

export const PERIODS = [
  ['all', 'Todo', 'desde el comienzo'],
  ['month', 'Este mes', 'este mes'],
  ['30days', 'Últimos 30 días', 'últimos 30 días'],
] as const
export type Period = (typeof PERIODS)[number][0]

export const periodText = (period: Period): string => PERIODS.find(([one]) => one === period)![2]

/** '95 %', '4,5 %' */
export const percent = (rate: number): string => `${decimal(rate)} %`

import { addDays } from '#domain/dates.ts'
import type { Filters } from '../filters.ts'
import type { AppointmentFilter } from '../../data/appointments.ts'

export type Period = 'upcoming' | 'past'

/** Ranges in days from today, both ends included. */
export const WHEN: [value: string, label: string, from: number, to: number][] = [
  ['hoy', 'Hoy', 0, 0],
  ['manana', 'Mañana', 1, 1],
  ['7dias', 'Próximos 7 días', 0, 6],
]

interface Choice {
  period: Period
  when: string
  today: string
  q: string
  status: Filters['status']
  professional: string
}

/** The filter that is sent to the server. */
export function filterOf({ period, when, today, q, status, professional }: Choice): AppointmentFilter {
  const range = WHEN.find(([value]) => value === when)
  const filter: AppointmentFilter = {
    ...(q && { q }),
    ...(status && { status }),
    ...(professional && { professional_id: Number(professional) }),
  }
  if (range) return { ...filter, from: addDays(today, range[2]), to: addDays(today, range[3]), order: 'asc' }
  return period === 'upcoming'
    ? { ...filter, from: today, order: 'asc' }
    : { ...filter, to: addDays(today, -1), order: 'desc' }
}

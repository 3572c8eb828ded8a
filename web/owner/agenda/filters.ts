import { statusLabel } from '#domain/appointment.ts'
import { holdsWords } from '#domain/search-words.ts'
import { useMemo, useState } from 'react'
import type { Appointment } from '../data/appointment.ts'
import type { AppointmentFilter } from '../data/appointments.ts'

type Status = NonNullable<AppointmentFilter['status']>

export const STATUSES: [value: Status, label: string, reads: string[]][] = [
  ['scheduled', 'Programadas', ['Programada']],
  ['rescheduled', 'Reprogramadas', ['Reprogramada']],
  ['completed', 'Completadas', ['Completada', 'Asistió']],
  ['cancelled', 'Canceladas', ['Cancelada']],
  ['no_show', 'No asistieron', ['No asistió']],
]

/** The chosen filters; '' matches everything. */
export interface Filters {
  q: string
  status: Status | ''
  professional: string
}

export const NO_FILTERS: Filters = { q: '', status: '', professional: '' }

export const isEmpty = ({ q, status, professional }: Filters): boolean =>
  !q.trim() && !status && !professional

/** The filters of the calendar. Where chips choose the people, the professional is no filter: nobody could empty it. */
export function useFilters(hasChips: boolean) {
  const [chosen, setChosen] = useState(NO_FILTERS)
  const filters = useMemo(() => (hasChips ? { ...chosen, professional: '' } : chosen), [chosen, hasChips])
  return [filters, setChosen] as const
}

/** Whether an appointment matches, by the same rules as the server's lists. */
export function matchesFilters(appointment: Appointment, { q, status, professional }: Filters): boolean {
  if (professional && appointment.professional_id !== Number(professional)) return false
  const reads = STATUSES.find(([value]) => value === status)?.[2]
  if (reads && !reads.includes(statusLabel(appointment))) return false
  const { client_name, client_email, client_phone, client_id, service_name, professional_name } = appointment
  const texts = [client_name, client_email, client_phone, client_id, service_name, professional_name]
  return holdsWords(texts.join(' '), q)
}

import { statusLabel } from '#domain/appointment.ts'
import type { Appointment } from '../calendar/appointment.ts'

export const STATUSES: [value: string, label: string, reads: string[]][] = [
  ['scheduled', 'Programadas', ['Programada']],
  ['rescheduled', 'Reprogramadas', ['Reprogramada']],
  ['completed', 'Completadas', ['Completada', 'Asistió']],
  ['cancelled', 'Canceladas', ['Cancelada']],
  ['no_show', 'No asistieron', ['No asistió']],
]

/** What people look for; '' is everything. */
export interface Wanted {
  q: string
  status: string
  professional: string
}

export const EVERYTHING: Wanted = { q: '', status: '', professional: '' }

export const isEverything = ({ q, status, professional }: Wanted): boolean =>
  !q.trim() && !status && !professional

/** Whether an appointment is wanted, as the server decides it for the list. */
export function isWanted(one: Appointment, { q, status, professional }: Wanted): boolean {
  if (professional && one.professional_id !== Number(professional)) return false
  const reads = STATUSES.find(([value]) => value === status)?.[2]
  if (reads && !reads.includes(statusLabel(one))) return false
  if (!q.trim()) return true
  const text = plain(
    [
      ...[one.client_name, one.client_email, one.client_phone, one.client_id],
      ...[one.service_name, one.professional_name],
    ].join(' '),
  )
  return plain(q.trim())
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

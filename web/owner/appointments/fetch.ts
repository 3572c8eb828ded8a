/** The calls of this screen. */
import { ownerApi } from '../../account/session.ts'
import { ApiError } from '../../ui/api.ts'
import { type Appointment, tidy } from '../calendar/appointment.ts'
import { signedFetch } from '../live.ts'

export interface Filter {
  from?: string
  to?: string
  status?: string
  professional_id?: number
  q?: string
  order?: 'asc' | 'desc'
}

export function queryOf(filter: Filter & { limit?: number; offset?: number }): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  return String(new URLSearchParams(entries.map(([name, value]) => [name, String(value)])))
}

export async function fetchAppointments(filter: Filter & { limit?: number; offset?: number }) {
  const answer = await ownerApi.get<{ appointments: Appointment[]; total?: number }>(
    `/api/appointments?${queryOf(filter)}`,
  )
  return { appointments: answer.appointments.map(tidy), total: answer.total }
}

export interface Change {
  change: string
  actor: string
  at: string
  old: Record<string, unknown>
}

export async function fetchAppointment(id: number) {
  const answer = await ownerApi.get<{ appointment: Appointment; history: Change[] }>(
    `/api/appointments/${id}`,
  )
  return { appointment: tidy(answer.appointment), history: answer.history }
}

export async function fetchUnconfirmed(): Promise<Appointment[]> {
  const { appointments } = await ownerApi.get<{ appointments: Appointment[] }>(
    '/api/appointments/unconfirmed',
  )
  return appointments.map(tidy)
}

/** What the form sends, for a new appointment and for a changed one. */
export interface Payload {
  client_name: string
  client_phone: string
  client_email: string
  client_id: string
  professional_id: number
  service_id: number
  appointment_date: string
  appointment_time: string
  notes: string
}

export const payloadOf = (one: Appointment): Payload => ({
  client_name: one.client_name,
  client_phone: one.client_phone,
  client_email: one.client_email,
  client_id: one.client_id ?? '',
  professional_id: one.professional_id,
  service_id: one.service_id,
  appointment_date: one.appointment_date,
  appointment_time: one.appointment_time,
  notes: one.notes ?? '',
})

export async function put(id: number, payload: Payload): Promise<Appointment> {
  return tidy(
    (await ownerApi.put<{ appointment: Appointment }>(`/api/appointments/${id}`, payload)).appointment,
  )
}

/** Books; a repeated key never makes a second appointment. */
export async function post(payload: Payload, key: string): Promise<Appointment> {
  const response = await signedFetch('/api/appointments', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(payload),
  }).catch(() => {
    throw new ApiError(0, '')
  })
  const body = await response.json().catch(() => undefined)
  if (!response.ok || !body?.appointment) throw new ApiError(response.status, body?.error ?? '', body)
  return tidy(body.appointment)
}

/** The list as a file that spreadsheets open. */
export async function downloadCsv(filter: Filter) {
  const response = await signedFetch(`/api/appointments/export.csv?${queryOf(filter)}`)
  if (!response.ok) throw new ApiError(response.status, '', await response.json().catch(() => undefined))
  saveFile(await response.blob(), 'citas.csv')
}

export function saveFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

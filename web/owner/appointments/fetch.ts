/** The calls of this screen. */
import { ownerApi } from '../../account/session.ts'
import { ApiError } from '../../ui/api.ts'
import { type Appointment, tidy } from '../calendar/appointment.ts'
import { download } from '../download.ts'
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

/** Past ones of which nobody said who came: the oldest, and how many there are. */
export async function fetchUnconfirmed(
  limit: number,
): Promise<{ appointments: Appointment[]; total: number }> {
  const { appointments, total } = await ownerApi.get<{ appointments: Appointment[]; total: number }>(
    `/api/appointments/unconfirmed?limit=${limit}`,
  )
  return { appointments: appointments.map(tidy), total }
}

export interface Happening extends Pick<
  Appointment,
  'client_name' | 'appointment_date' | 'appointment_time'
> {
  key: string
  change: string
  actor: string
  appointment_id: number
}

/** What happened last, the newest first. */
export async function fetchLatest(): Promise<Happening[]> {
  return (await ownerApi.get<{ happenings: Happening[] }>('/api/appointments/latest')).happenings
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

/** `move_id`: by which it can be taken back; null when it was not moved. */
export async function put(id: number, payload: Payload) {
  const { appointment, move_id } = await ownerApi.put<{ appointment: Appointment; move_id: number | null }>(
    `/api/appointments/${id}`,
    payload,
  )
  return { appointment: tidy(appointment), move_id }
}

/** `is_quiet`: nobody was told of the move, and nobody will be. */
export async function undoMove(id: number, move_id: number) {
  const { appointment, is_quiet } = await ownerApi.post<{ appointment: Appointment; is_quiet: boolean }>(
    `/api/appointments/${id}/undo-move`,
    { move_id },
  )
  return { appointment: tidy(appointment), is_quiet }
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
export const downloadCsv = (filter: Filter) =>
  download(`/api/appointments/export.csv?${queryOf(filter)}`, 'citas.csv')

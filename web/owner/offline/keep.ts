/** Keeps the agenda of today and tomorrow in this browser, to be read when there is no network. */
import { addDays, nowIn } from '#domain/dates.ts'
import { useEffect } from 'react'
import { keepForLater, keptForLater, ownerApi } from '../../account/session.ts'
import { type Appointment, tidy } from '../calendar/appointment.ts'
import { whenChanged } from '../live.ts'

/** After the screen has what it shows itself. */
const FIRST_MS = 2_000
const PAUSE_MS = 1_000
const REFRESH_MS = 10 * 60_000

/** What somebody needs who stands before the client; no more of it lies about. */
const FIELDS = [
  ...(['id', 'client_name', 'client_phone', 'service_name', 'professional_name', 'notes'] as const),
  ...(['appointment_date', 'appointment_time', 'duration_minutes'] as const),
  ...(['status', 'attendance_status', 'rescheduled_from'] as const),
] as const

export type KeptAppointment = Pick<Appointment, (typeof FIELDS)[number]>

export interface KeptAgenda {
  /** When the server said so, in milliseconds since 1970. */
  at: number
  /** The dates that it holds, YYYY-MM-DD. */
  dates: string[]
  appointments: KeptAppointment[]
}

export const keptAgenda = () => keptForLater<KeptAgenda>()

/** While the screen is open the kept agenda is as fresh as the screens; nothing is said when that fails. */
export function useKeptAgenda(timezone: string | undefined) {
  useEffect(() => {
    if (!timezone) return
    let timer = setTimeout(renew, FIRST_MS)
    function soon() {
      clearTimeout(timer)
      timer = setTimeout(renew, PAUSE_MS)
    }
    async function renew() {
      clearTimeout(timer)
      timer = setTimeout(renew, REFRESH_MS)
      if (document.visibilityState === 'visible') await keepAgenda(timezone!).catch(() => {})
    }
    const forget = whenChanged(soon)
    document.addEventListener('visibilitychange', soon)
    addEventListener('online', soon)
    return () => {
      clearTimeout(timer)
      forget()
      document.removeEventListener('visibilitychange', soon)
      removeEventListener('online', soon)
    }
  }, [timezone])
}

async function keepAgenda(timezone: string) {
  const today = nowIn(timezone, Date.now()).date
  const dates = [today, addDays(today, 1)]
  const { appointments } = await ownerApi.get<{ appointments: Appointment[] }>(
    `/api/appointments?from=${dates[0]}&to=${dates[1]}&order=asc`,
  )
  const kept: KeptAgenda = { at: Date.now(), dates, appointments: appointments.map(tidy).map(needed) }
  keepForLater(kept)
}

const needed = (one: Appointment) =>
  Object.fromEntries(FIELDS.map((name) => [name, one[name]])) as unknown as KeptAppointment

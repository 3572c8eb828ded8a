import { statusLabel } from '#domain/appointment.ts'
import { addDays, amPm, longDate, relativeShortDate } from '#domain/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { appointmentsQuery } from '../data/appointments.ts'
import type { Appointment } from '../data/appointment.ts'
import { useDebounced } from '../parts/use-debounced.ts'
import './found.css'

interface Props {
  /** What was typed. */
  q: string
  today: string
  onPick: (about: { id: number; date: string }) => void
}

const TYPING_MS = 250
const SHORTEST = 2
const AHEAD = 6
const BEFORE = 4

/** The appointments of any date that match: the next ones, then the latest past ones. */
export function useFoundAppointments(typed: string, today: string) {
  const q = useDebounced(typed.trim(), TYPING_MS)
  const enabled = q.length >= SHORTEST
  const ahead = useQuery({ ...appointmentsQuery({ q, from: today, order: 'asc', limit: AHEAD }), enabled })
  const yesterday = addDays(today, -1)
  const before = useQuery({
    ...appointmentsQuery({ q, to: yesterday, order: 'desc', limit: BEFORE }),
    enabled,
  })
  return {
    q,
    isAsked: enabled && typed.trim().length >= SHORTEST,
    isBusy: q !== typed.trim() || ahead.isFetching || before.isFetching,
    hasFailed: ahead.isError || before.isError,
    list: enabled ? [...(ahead.data ?? []), ...(before.data ?? [])] : [],
  }
}

/** Below the calendar's search field: the filter looks at the shown days, this at all others too. */
export function FoundAppointments({ q, today, onPick }: Props) {
  const { isAsked, isBusy, hasFailed, list } = useFoundAppointments(q, today)
  if (!isAsked) return null
  return (
    <div className="found" role="group" aria-label="Citas encontradas">
      <h3>En todas las fechas</h3>
      <FoundStatus
        {...{ isBusy, hasFailed }}
        isEmpty={list.length === 0}
        nothing="Ninguna cita con esas palabras."
      />
      <ul>
        {list.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => {
                // The focus would keep the results open over what they led to.
                ;(document.activeElement as HTMLElement | null)?.blur()
                onPick({ id: one.id, date: one.appointment_date })
              }}
            >
              <FoundAppointment appointment={one} today={today} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface StatusProps {
  isBusy: boolean
  hasFailed: boolean
  isEmpty: boolean
  nothing: string
}

export const FoundStatus = ({ isBusy, hasFailed, isEmpty, nothing }: StatusProps) => (
  <div role="status">
    {isEmpty && (
      <p>{isBusy ? 'Buscando…' : hasFailed ? 'No pudimos buscar. Inténtalo de nuevo.' : nothing}</p>
    )}
  </div>
)

/** 'Laura Díaz' and 'jue 3 dic, 3:30 pm · Corte · Valentina' */
export function FoundAppointment({ appointment, today }: { appointment: Appointment; today: string }) {
  const {
    client_name,
    appointment_date: date,
    appointment_time,
    service_name,
    professional_name,
  } = appointment
  const label = statusLabel(appointment)
  // The year matters only where it is another one.
  const day = date.slice(0, 4) === today.slice(0, 4) ? relativeShortDate(date, today) : longDate(date)
  return (
    <>
      <b>{client_name}</b>
      <small>
        {day}, {amPm(appointment_time)} · {service_name} · {professional_name}
        {label !== 'Programada' && ` · ${label}`}
      </small>
    </>
  )
}

import { counted } from '#domain/numbers.ts'
import { nowIn } from '#domain/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { presentMs } from '../../server-clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { type Client, clientsQuery } from '../data/clients.ts'
import { Link } from '../parts/link.tsx'
import { usePhone } from '../phone.ts'
import { SearchBox } from '../parts/states.tsx'
import { FoundAppointment, FoundStatus, useFoundAppointments } from './found-appointments.tsx'
import './search-dialog.css'

interface Props {
  timezone: string
  /** What was typed before this was there. */
  typed: () => string
  onClose: () => void
}

const MOST_CLIENTS = 5
const PLACEHOLDER = 'Nombre, teléfono, cédula o servicio'

/** Finds clients and appointments of any date. Both lists are bounded by the server. */
export function SearchDialog({ timezone, typed, onClose }: Props) {
  const [text, setText] = useState(typed)
  const today = nowIn(timezone, presentMs()).date
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = box.current?.querySelector('input')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const appointments = useFoundAppointments(text, today)
  const { q, isAsked } = appointments
  const people = useQuery({
    ...clientsQuery({ q, sort: 'client_name', order: 'asc', limit: MOST_CLIENTS, offset: 0 }),
    enabled: isAsked,
  })
  const clients = isAsked ? (people.data?.clients ?? []) : []
  // People stand first: appointments that came before them would move under the finger, and Enter would mean another row.
  const found = isAsked && !people.isPending ? appointments.list : []
  const isEmpty = clients.length + found.length === 0

  return (
    <Dialog title="Buscar clientes y citas" className="search-dialog" onClose={onClose}>
      <form
        role="search"
        ref={box}
        onSubmit={(event) => {
          event.preventDefault()
          // Enter leads to the first result, as the eye does.
          event.currentTarget.parentElement!.querySelector<HTMLElement>('.search-found a')?.click()
        }}
      >
        <SearchBox label={PLACEHOLDER} value={text} onChange={setText} />
      </form>
      <div className="search-found">
        {isAsked ? (
          <FoundStatus
            isBusy={appointments.isBusy || people.isFetching}
            hasFailed={appointments.hasFailed || people.isError}
            isEmpty={isEmpty}
            nothing={`Ningún cliente ni cita con “${q}”.`}
          />
        ) : (
          <p className="muted">Escribe al menos dos letras o números.</p>
        )}
        {clients.length > 0 && (
          <section>
            <h3>Clientes</h3>
            <ul>
              {clients.map((client) => (
                <li key={client.id}>
                  <FoundClient client={client} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {found.length > 0 && (
          <section>
            <h3>Citas</h3>
            <ul>
              {found.map((one) => (
                <li key={one.id}>
                  <Link to={`/dashboard/appointments?fecha=${one.appointment_date}&cita=${one.id}`}>
                    <FoundAppointment appointment={one} today={today} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}

function FoundClient({ client }: { client: Client }) {
  const phoneText = usePhone()
  return (
    <Link to={`/dashboard/clients/${client.id}`}>
      <b>{client.client_name}</b>{' '}
      <small>
        {[phoneText(client.client_phone), counted(client.appointments, 'cita')].filter(Boolean).join(' · ')}
      </small>
    </Link>
  )
}

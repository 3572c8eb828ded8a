import { amPm, type IsoDate, relativeShortDate } from '#domain/dates.ts'
import { counted } from '#domain/numbers.ts'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Appointment } from '../../data/appointment.ts'
import { usePhone } from '../../phone.ts'
import { capitals, isSame, type QuickState } from './use-quick.ts'

/** The earlier clients that the name may mean, and somebody new. */
export function Clients({ state }: { state: QuickState }) {
  const phoneText = usePhone()
  const { quick, clients, moreClients, isSeen, hasFailed, client, isNew, pickClient } = state
  if (!quick.client && clients.length === 0) return null
  const isChosen = (one: (typeof clients)[number]) => client !== undefined && isSame(one, client)
  return (
    <>
      <ul className="qk-list" aria-label="Cliente">
        {clients.map((one) => (
          <Choice key={one.id} isPressed={isChosen(one)} onPick={() => pickClient(one)}>
            <Avatar name={one.client_name} />
            <span>
              <b>{one.client_name}</b> <small className="num">{phoneText(one.client_phone)}</small>
            </span>
          </Choice>
        ))}
        {quick.client && (
          <Choice
            isPressed={isNew || (isSeen && clients.length + moreClients === 0)}
            onPick={() => pickClient('new')}
          >
            <span className="qk-plus" aria-hidden="true">
              +
            </span>
            <b>{capitals(quick.client.text)}, cliente nuevo</b>
          </Choice>
        )}
      </ul>
      {hasFailed && (
        <p className="muted" role="status">
          No pudimos buscar entre tus clientes.
        </p>
      )}
      {moreClients > 0 && (
        <p className="muted" role="status">
          Hay {counted(moreClients, 'cliente')} más. Escribe también el apellido.
        </p>
      )}
    </>
  )
}

interface MovedProps {
  state: QuickState
  today: IsoDate
  moved: Appointment | undefined
  onPick: (appointment: Appointment) => void
}

const MORE_APPOINTMENTS = 'Hay más citas con ese nombre. Escribe también el apellido.'

/** The next appointments of the client who was named. */
export function Moved({
  state: { appointments, moreAppointments, isSeen, hasFailed, quick },
  today,
  moved,
  onPick,
}: MovedProps) {
  if (appointments.length === 0)
    return (
      <p className="muted" role="status">
        {moreAppointments
          ? MORE_APPOINTMENTS
          : hasFailed
            ? 'No pudimos buscar sus citas.'
            : !isSeen
              ? 'Buscando...'
              : quick.client
                ? `No encontré citas próximas de ${capitals(quick.client.text)}.`
                : 'Escribe de quién es la cita.'}
      </p>
    )
  return (
    <>
      <ul className="qk-list" aria-label="Cita">
        {appointments.map((one) => (
          <Choice key={one.id} isPressed={one === moved} onPick={() => onPick(one)}>
            <Avatar name={one.client_name} />
            <span>
              <b>{one.client_name}</b>
              <small>
                {relativeShortDate(one.appointment_date, today)}, {amPm(one.appointment_time)} ·{' '}
                {one.service_name} · {one.professional_name}
              </small>
            </span>
          </Choice>
        ))}
      </ul>
      {moreAppointments && (
        <p className="muted" role="status">
          {MORE_APPOINTMENTS}
        </p>
      )}
    </>
  )
}

const Choice = (props: { isPressed: boolean; onPick: () => void; children: ReactNode }) => (
  <li>
    <button type="button" aria-pressed={props.isPressed} onClick={props.onPick}>
      {props.children}
    </button>
  </li>
)

import { amPm, relativeShortDate } from '#domain/dates.ts'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import type { Appointment } from '../data/appointment.ts'

interface Props {
  appointment: Appointment
  today: string
  /** Whether all of the list are of one date, which then goes without saying. */
  isOneDay?: boolean
  /** Whether all of the list are one professional's. */
  isOnePerson?: boolean
  /** What may become of it. */
  children: ReactNode
}

/** An appointment that stands in the way: when and whose it is. */
export function ConflictRow({ appointment, today, isOneDay, isOnePerson, children }: Props) {
  const { client_name, service_name, professional_name, appointment_date, appointment_time } = appointment
  const name = client_name || 'Reserva sin confirmar'
  return (
    <div className="conf-r">
      <div className="conf-who">
        <span className="tm">
          {!isOneDay && <small>{relativeShortDate(appointment_date, today)}</small>}
          {amPm(appointment_time)}
        </span>
        <span>
          <b>{name}</b>
          <small>
            {service_name}
            {!isOnePerson && `, con ${professional_name}`}
          </small>
          {appointment.chosen_by === 'system' && <small>Asignado por el sistema</small>}
        </span>
        <Avatar name={name} />
      </div>
      {children}
    </div>
  )
}

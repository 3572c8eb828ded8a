import { canEdit, hasStarted, type Moment } from '#domain/appointment.ts'
import { amPm, relativeShortDate } from '#domain/dates.ts'
import type { Appointment } from '../data/appointment.ts'
import './conflicts.css'
import { PassOn } from './pass-on.tsx'

interface Props {
  appointment: Appointment
  now: Moment
  onMove: (appointment: Appointment) => void
  onCancel: (appointment: Appointment) => void
  onLeave: () => void
}

/** An appointment that stands in the way, and what may become of it. */
export function ConflictRow({ appointment, now, onMove, onCancel, onLeave }: Props) {
  const { client_name, service_name, professional_name, appointment_date, appointment_time } = appointment
  const isOver = hasStarted(appointment, now)
  return (
    <div className="conf-r">
      <span className="tm">
        <small>{relativeShortDate(appointment_date, now.date)}</small>
        {amPm(appointment_time)}
      </span>
      <span>
        <b>{client_name || 'Reserva sin confirmar'}</b>
        <small>
          {service_name}, con {professional_name}
        </small>
      </span>
      <div className="conf-acts" role="group" aria-label={`Qué hacer con la cita de ${client_name}`}>
        {!canEdit(appointment) && !isOver && (
          <>
            {appointment.chosen_by === 'system' && <PassOn appointment={appointment} onDone={onLeave} />}
            <button type="button" className="btn btn-sm btn-2" onClick={() => onMove(appointment)}>
              Mover
            </button>
            <button type="button" className="btn btn-sm btn-2 bad" onClick={() => onCancel(appointment)}>
              Cancelar
            </button>
          </>
        )}
        <button type="button" className="btn btn-sm btn-3" onClick={onLeave}>
          Dejar la cita
        </button>
      </div>
    </div>
  )
}

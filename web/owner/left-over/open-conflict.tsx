import { canEdit, hasStarted, type Moment } from '#domain/appointment.ts'
import type { Appointment } from '../data/appointment.ts'
import { ConflictRow } from './conflict-row.tsx'
import { PassOn } from './pass-on.tsx'

interface Props {
  appointment: Appointment
  now: Moment
  onMove: (appointment: Appointment) => void
  onCancel: (appointment: Appointment) => void
  onLeave: (pressed: Element) => void
}

/** An appointment about which nobody decided yet; each act is done at once. */
export function OpenConflict({ appointment, now, onMove, onCancel, onLeave }: Props) {
  const isOver = hasStarted(appointment, now)
  return (
    <ConflictRow appointment={appointment} today={now.date}>
      <div
        className="conf-acts"
        role="group"
        data-id={appointment.id}
        tabIndex={-1}
        aria-label={`Qué hacer con la cita de ${appointment.client_name}`}
      >
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
        <button
          type="button"
          className="btn btn-sm btn-3"
          onClick={({ currentTarget }) => onLeave(currentTarget)}
        >
          Dejar la cita
        </button>
      </div>
    </ConflictRow>
  )
}

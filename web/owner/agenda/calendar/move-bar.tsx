import { amPm, mediumDate } from '#domain/dates.ts'
import { useEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { chevronDown } from '../../../ui/icons.ts'
import { type Appointment, firstNameOf } from '../../data/appointment.ts'
import type { Target } from './ghost.ts'
import type { Shift } from './keys.ts'
import './moving.css'

interface Props {
  appointment: Appointment
  target: Target
  conflict: string | undefined
  /** Whether the next column is the next professional's. */
  isByPerson: boolean
  onShift: (by: Shift) => void
  onDrop: () => void
  onCancel: () => void
}

/** Moves an appointment without dragging: by arrow keys (keys.ts), by these buttons, or by pressing on the calendar. */
export function MoveBar({ appointment, target, conflict, isByPerson, onShift, onDrop, onCancel }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  // A card that had the focus goes with the days that it was on, or is rendered anew: the keys would lead nowhere.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  })

  const across = isByPerson ? 'Profesional' : 'Día'
  return (
    <div className="move-bar" role="group" aria-label={`Mover la cita de ${appointment.client_name}`}>
      <p role="status">
        <b>Moviendo a {firstNameOf(appointment)}</b>
        <span>
          {mediumDate(target.date)}, {amPm(target.time)}
          {target.professional_name && `, con ${target.professional_name}`}
          {conflict && <em> ({conflict})</em>}
        </span>
        <small className="only-d">
          Flechas: hora y {across.toLowerCase()} · Enter: dejar aquí · Escape: cancelar
        </small>
      </p>
      <div className="move-keys">
        <Arrow turn={90} name={`${across} anterior`} onPress={() => onShift({ days: -1 })} />
        <Arrow turn={180} name="Más temprano" onPress={() => onShift({ steps: -1 })} />
        <Arrow turn={0} name="Más tarde" onPress={() => onShift({ steps: 1 })} />
        <Arrow turn={270} name={`${across} siguiente`} onPress={() => onShift({ days: 1 })} />
      </div>
      <div className="move-end">
        <button type="button" className="btn btn-sm btn-2" onClick={onCancel}>
          Cancelar
        </button>
        <button ref={button} type="button" className="btn btn-sm" onClick={onDrop}>
          Dejar aquí
        </button>
      </div>
    </div>
  )
}

function Arrow({ turn, name, onPress }: { turn: number; name: string; onPress: () => void }) {
  return (
    <button type="button" className="x" aria-label={name} onClick={onPress}>
      <span style={{ rotate: `${turn}deg` }}>
        <Icon d={chevronDown} />
      </span>
    </button>
  )
}

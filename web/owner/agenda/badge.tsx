import { statusLabel, statusTone, stepOf } from '#domain/appointment.ts'
import type { Appointment } from '../data/appointment.ts'
import './badge.css'

/** The appointment's status as a word and a colour. */
export function Badge({ appointment, today }: { appointment: Appointment; today: string }) {
  return <span className={`badge st-${statusTone(appointment, today)}`}>{statusLabel(appointment)}</span>
}

/** Whether the client has arrived or confirmed; nothing otherwise. */
export function Coming({ appointment }: { appointment: Appointment }) {
  const step = stepOf(appointment)
  if (!step) return null
  return step === 'arrived' ? (
    <span className="coming-word here">Llegó</span>
  ) : (
    <span className="coming-word">Confirmó que viene</span>
  )
}

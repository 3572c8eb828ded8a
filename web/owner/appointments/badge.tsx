import { saidToCome, statusLabel, statusTone } from '#domain/appointment.ts'
import type { Appointment } from '../calendar/appointment.ts'
import './badge.css'

/** How an appointment stands, as a word and a colour; and that its client said to be coming. */
export function Badge({ one, today }: { one: Appointment; today: string }) {
  return (
    <span className="stand">
      <span className={`badge st-${statusTone(one, today)}`}>{statusLabel(one)}</span>
      {saidToCome(one) && <span className="coming-word">Confirmó que viene</span>}
    </span>
  )
}

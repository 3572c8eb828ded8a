import { saidToCome, statusLabel, statusTone } from '#domain/appointment.ts'
import type { Appointment } from '../calendar/appointment.ts'
import './badge.css'

/** How an appointment stands, as a word and a colour. */
export function Badge({ one, today }: { one: Appointment; today: string }) {
  return <span className={`badge st-${statusTone(one, today)}`}>{statusLabel(one)}</span>
}

/** That its client said to be coming; nothing when that is not so. */
export function Coming({ one }: { one: Appointment }) {
  return saidToCome(one) && <span className="coming-word">Confirmó que viene</span>
}

import { statusLabel, statusTone } from '#domain/appointment.ts'
import type { Appointment } from '../calendar/appointment.ts'

/** How an appointment stands, as a word and a colour. */
export function Badge({ one, today }: { one: Appointment; today: string }) {
  return <span className={`badge st-${statusTone(one, today)}`}>{statusLabel(one)}</span>
}

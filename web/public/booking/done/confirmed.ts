import type { Appointment } from '../../business/types.ts'
import type { ShownTerms } from '../choose/terms.ts'

/** A booked appointment, as it stands now, with the token that opens it in the portal. */
export interface Confirmed {
  appointment: Omit<Appointment, 'status'> & {
    status: string
    /** How often it changed; missing as it was booked. */
    sequence?: number
  }
  token?: string | undefined
  /** What it was said to cost and take when it was confirmed here. */
  shown?: ShownTerms | undefined
  /** The address of the step from which it was sent here. */
  from?: string | undefined
  /** It was moved to the time it shows. */
  isMoved?: boolean
  /** Its token opens it no longer, though it is ahead: it was given to somebody else, or its client was forgotten. */
  isGone?: boolean
  /** Until when its e-mail can be corrected, by this device's clock; for whoever booked it here. */
  until?: number | undefined
}

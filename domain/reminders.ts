/** When an appointment's reminders are due. Specification 000 §9; decisions, Messages and credits. */

/** The owner's choice of the first reminder, in hours before. */
export const REMINDER_HOURS = [12, 24] as const
export const DEFAULT_REMINDER_HOURS = 24

const HOUR_MS = 3_600_000
/** The extra reminder, always sent. */
export const LAST_REMINDER_HOURS = 2

export type Reminder = { kind: 'advance' | 'two_hours'; due_ms: number }

/**
 * The reminders of an appointment, in order, without those whose moment had passed when it was booked (or
 * moved). All times in epoch milliseconds; `reminder_hours` is the business's choice, 12 or 24.
 */
export function reminderMoments(appointment: {
  starts_at_ms: number
  reminder_hours: number
  booked_at_ms: number
}): Reminder[] {
  const { starts_at_ms, reminder_hours, booked_at_ms } = appointment
  const all: Reminder[] = [
    { kind: 'advance', due_ms: starts_at_ms - reminder_hours * HOUR_MS },
    { kind: 'two_hours', due_ms: starts_at_ms - LAST_REMINDER_HOURS * HOUR_MS },
  ]
  return all.filter(({ due_ms }) => due_ms > booked_at_ms)
}

/** What a professional's day is at: who is here, and who comes. */
import { isUndecided, stepOf, type Moment, type TimedStatus } from './appointment.ts'
import { daysBetween, minutesOf } from './dates.ts'

type Own = TimedStatus & { duration_minutes: number; client_confirmed_at?: unknown; arrived_at?: unknown }

/**
 * Of the appointments of a day, and of the night before it, those that are under way, and those still to come, each by their time. Who has arrived is here
 * until it is noted how the visit ended; who neither came nor was marked is neither.
 */
export function nowAndLater<One extends Own>(
  appointments: readonly One[],
  now: Moment,
): { now: One[]; later: One[] } {
  const startOf = (one: One) =>
    minutesOf(one.appointment_time.slice(0, 5)) +
    1440 * daysBetween(now.date, one.appointment_date.slice(0, 10))
  const isOfToday = (one: One) => startOf(one) < 1440 && startOf(one) + one.duration_minutes > 0
  const open = appointments
    .filter((one) => isOfToday(one) && isUndecided(one))
    .toSorted((a, b) => startOf(a) - startOf(b))
  const hasArrived = (one: One) => stepOf(one) === 'arrived'
  const lasts = (one: One) => startOf(one) <= now.minute && now.minute < startOf(one) + one.duration_minutes
  return {
    now: open.filter((one) => hasArrived(one) || lasts(one)),
    later: open.filter((one) => !hasArrived(one) && startOf(one) > now.minute),
  }
}

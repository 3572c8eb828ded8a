/** The grid of offered times and how lists of free times are shown. Which ones are free: availability.ts. */
import type { ClockTime, IsoDate } from './dates.ts'
import { daysBetween, minutesOf } from './dates.ts'

/** The duration, in minutes, of an appointment or a request without a service. Specification 000 §9. */
export const DEFAULT_DURATION_MINUTES = 60
export const DEFAULT_SLOT_INTERVAL_MINUTES = 30

/**
 * Minutes between two offered starts: the service's own interval, or the business's, at most 15 for services
 * shorter than 30.
 */
export function slotStep(
  durationMinutes: number,
  slotIntervalMinutes = DEFAULT_SLOT_INTERVAL_MINUTES,
  ofService?: number | null,
): number {
  if (ofService) return ofService
  return durationMinutes < 30 ? Math.min(slotIntervalMinutes, 15) : slotIntervalMinutes
}

type Start = { date: IsoDate; time: ClockTime }

/**
 * The `n` free starts nearest to the requested one (the earlier of two equally near), in chronological
 * order.
 */
export function nearestStarts<T extends Start>(starts: readonly T[], requested: Start, n = 4): T[] {
  const ahead = (s: Start): number =>
    daysBetween(requested.date, s.date) * 1440 + minutesOf(s.time) - minutesOf(requested.time)
  return [...starts]
    .sort((a, b) => Math.abs(ahead(a)) - Math.abs(ahead(b)) || ahead(a) - ahead(b))
    .slice(0, n)
    .sort((a, b) => ahead(a) - ahead(b))
}

export type SlotGroup = { label: 'Mañana' | 'Tarde' | 'Noche'; times: ClockTime[] }

/** Groups times under the headings of the booking page. 6:00 pm is still 'Tarde'; 'Noche' begins at 18:30. */
export function slotGroups(times: readonly ClockTime[]): SlotGroup[] {
  const groups: SlotGroup[] = [
    { label: 'Mañana', times: times.filter((t) => minutesOf(t) < 720) },
    { label: 'Tarde', times: times.filter((t) => minutesOf(t) >= 720 && minutesOf(t) < 1110) },
    { label: 'Noche', times: times.filter((t) => minutesOf(t) >= 1110) },
  ]
  return groups.filter((group) => group.times.length > 0)
}

/** '5 horarios libres': announced when the times have loaded. */
export const freeTimesText = ({ length }: readonly ClockTime[]): string =>
  length === 1 ? '1 horario libre' : `${length} horarios libres`

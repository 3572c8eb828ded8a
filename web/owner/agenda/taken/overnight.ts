/** An appointment that ends after midnight lies on the day after its own, too: what is left of it there. */
import { addDays } from '#domain/dates.ts'
import { type Appointment, startOf } from '../../data/appointment.ts'
import { keepParts, partsIn } from './parts.ts'

const MIDNIGHT = 1440

const rests = new WeakMap<Appointment, Appointment>()
const wholes = new WeakMap<Appointment, Appointment>()

/** What of it lies on the next day, from midnight on: the same object each time, so that its card is not rendered again. */
export function restOf(appointment: Appointment): Appointment | undefined {
  const ends = startOf(appointment) + appointment.duration_minutes
  if (ends <= MIDNIGHT) return undefined
  const known = rests.get(appointment)
  if (known) return known
  const rest = {
    ...appointment,
    appointment_date: addDays(appointment.appointment_date, 1),
    appointment_time: '00:00',
    duration_minutes: ends - MIDNIGHT,
  }
  const before = MIDNIGHT - startOf(appointment)
  const parts = partsIn(appointment).filter(([, to]) => to > before)
  keepParts(
    rest,
    parts.map(([from, to]) => [Math.max(0, from - before), to - before]),
  )
  rests.set(appointment, rest)
  wholes.set(rest, appointment)
  return rest
}

/** The appointment as it was agreed, also of what is left of it on the next day. */
export const wholeOf = (shown: Appointment): Appointment => wholes.get(shown) ?? shown

export const isRest = (shown: Appointment): boolean => wholes.has(shown)

/** Of what its card is in the calendar. What is left of the day before is opened, and neither moved nor stretched from there. */
export const cardData = (shown: Appointment) =>
  isRest(shown) ? { 'data-rest': shown.id } : { 'data-id': shown.id }

/** The appointment whose card was pressed, or whose block behind other cards. */
export function pressedId(target: Element): number | undefined {
  const card = target.closest<HTMLElement>('[data-id], [data-rest]')
  return card ? Number(card.dataset['id'] ?? card.dataset['rest']) : undefined
}

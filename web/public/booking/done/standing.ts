import type { Answer } from '#domain/api/calls.ts'
import { DEFAULT_DURATION_MINUTES } from '#domain/slots.ts'
import { TITLES } from '../steps.tsx'
import type { Confirmed } from './confirmed.ts'

/** What stands of the appointment that a token opens. */
export function confirmedIn(
  token: string,
  { appointments, client }: Answer<'GET /api/client-auth/validate-token'>,
): Confirmed | undefined {
  const [found] = appointments
  if (!found) return undefined
  const appointment = { ...found, client_name: client.client_name }
  return { token, appointment, isMoved: found.rescheduled_from !== null }
}

export const endOf = ({ starts_at, duration_minutes }: Confirmed['appointment']): number =>
  Date.parse(starts_at) + (duration_minutes || DEFAULT_DURATION_MINUTES) * 60_000

export const isAhead = ({ appointment }: Confirmed, now: number): boolean => endOf(appointment) > now

/** What the owner changed after the page was opened and before it was booked: it stands as it is now. */
export function changedBefore({ appointment, shown }: Confirmed): string {
  // Later changes are told by mail.
  if (!shown || appointment.sequence) return ''
  const { price, duration_minutes, more } = shown
  const isOther = (now: number, least: number, more = 0) => now < least || now > least + more
  return [
    isOther(appointment.price, price, more?.price) && 'el precio',
    isOther(appointment.duration_minutes, duration_minutes, more?.minutes) && 'la duración',
  ]
    .filter(Boolean)
    .join(' y ')
}

export function titleOf({ appointment, isGone }: Confirmed): string {
  if (isGone) return 'Ya no podemos mostrar esta cita'
  return appointment.status === 'cancelled' ? 'Cita cancelada' : TITLES.lista
}

/** A link is refused for either: a day after its end, as it was moved since, or to whom it is no longer. */
export const GONE = 'Puede que ya haya pasado o que ya no esté a tu nombre. Pregúntale al negocio.'

/** When an appointment can be on a day, as far as this screen knows. The server has the last word. */
import { dayOfWeek } from '#domain/dates.ts'
import { dayRanges } from '#domain/schedule.ts'
import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import { DEFAULT_SLOT_INTERVAL_MINUTES, isFree, slotStep, startsOfDay } from '#domain/slots.ts'
import { type Appointment, startOf } from './appointment.ts'

/** What is known of a professional's time; the rest is assumed as the product's defaults. */
export interface Rules {
  week: readonly BusinessDay[]
  professionalWeek?: readonly ProfessionalDay[]
  interval?: number
}

export interface Day {
  date: string
  appointments: readonly Appointment[]
}

export const stepOf = ({ duration_minutes }: Appointment, { interval }: Rules): number =>
  slotStep(duration_minutes, interval ?? DEFAULT_SLOT_INTERVAL_MINUTES)

/** The starts of the day's grid, taken ones too. */
export function gridOf(one: Appointment, date: string, rules: Rules): number[] {
  return startsOfDay({
    ranges: dayRanges(rules.week, rules.professionalWeek ?? [], dayOfWeek(date)),
    // Wall-clock minutes are exact enough here, also on the two odd nights of the year.
    instant: (minute) => minute,
    busy: [],
    durationMinutes: one.duration_minutes,
    stepMinutes: stepOf(one, rules),
    nowMs: -Infinity,
  })
}

/** The start nearest to a wished minute: of the day's grid, or a plain step where the day has none near. */
export function nearest(one: Appointment, date: string, wished: number, rules: Rules): number {
  const step = stepOf(one, rules)
  const near = gridOf(one, date, rules).reduce<number | undefined>(
    (best, start) =>
      best === undefined || Math.abs(start - wished) < Math.abs(best - wished) ? start : best,
    undefined,
  )
  return near !== undefined && Math.abs(near - wished) <= step
    ? near
    : Math.max(0, Math.round(wished / step) * step)
}

/** Why it cannot be then, in a word; undefined when it seems free. */
export function objection(
  one: Appointment,
  { date, appointments }: Day,
  minute: number,
  rules: Rules,
  now: { date: string; minute: number },
): string | undefined {
  if (date < now.date || (date === now.date && minute <= now.minute)) return 'ya pasó'
  if (!gridOf(one, date, rules).includes(minute)) return 'fuera de horario'
  const busy = appointments
    .filter((other) => other.id !== one.id && other.professional_id === one.professional_id)
    .filter(({ status }) => status !== 'cancelled')
    .map((other) => [startOf(other), startOf(other) + other.duration_minutes] as const)
  return isFree(minute, minute + one.duration_minutes, busy) ? undefined : 'ocupado'
}

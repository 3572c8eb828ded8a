/** When an appointment can be on a day, by the data of this screen. The server decides. */
import { availability, type Availability, type Rule } from '#domain/availability.ts'
import type { ZoneClock } from '#domain/availability-facts.ts'
import { clockTime, daysBetween, minutesOf } from '#domain/dates.ts'
import type { Hours } from '#domain/schedule.ts'
import { DEFAULT_SLOT_INTERVAL_MINUTES, slotStep } from '#domain/slots.ts'
import type { Professional } from '#domain/api/professional.ts'
import { doesService } from '#domain/specialties.ts'
import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import { type Appointment, startOf } from '../../data/appointment.ts'
import { type Block, takes } from '../../data/dates/use-blocks.ts'
import { partsIn } from '../taken/parts.ts'
import type { Place } from './ghost.ts'

/** The known hours of a professional; the product's defaults apply to the rest. */
export interface Rules {
  week: readonly BusinessDay[]
  professionalWeek?: readonly ProfessionalDay[]
  interval?: number
  /** The service's own. */
  serviceInterval?: number | null | undefined
  horizonDays?: number
  /** By date, where the hours are not those of the week. */
  special?: Hours['special_hours']
}

/** A date with its appointments. */
export interface Day {
  date: string
  appointments: readonly Appointment[]
  /** Its blocked time, in minutes. */
  absences?: readonly { from: number; to: number }[]
}

export const stepOf = (
  { duration_minutes }: Appointment,
  { interval = DEFAULT_SLOT_INTERVAL_MINUTES, serviceInterval }: Rules,
): number => slotStep(duration_minutes, interval, serviceInterval)

/**
 * The availability of a day for the appointment, by the appointments and hours that this screen has loaded.
 */
function availabilityOf(
  appointment: Appointment,
  { date, appointments, absences = [] }: Day,
  rules: Rules,
  now: { date: string; minute: number },
): Availability {
  const at = (minute: number): number => wallClock.day(date).instant(minute)!
  return availability({
    business_week: rules.week,
    professional_week: rules.professionalWeek ?? [],
    special_hours: rules.special,
    duration_minutes: appointment.duration_minutes,
    parts: partsIn(appointment),
    slot_interval_minutes: rules.interval ?? DEFAULT_SLOT_INTERVAL_MINUTES,
    service_interval_minutes: rules.serviceInterval,
    horizonDays: rules.horizonDays,
    busy: appointments
      .filter(
        ({ professional_id, status }) =>
          professional_id === appointment.professional_id && status !== 'cancelled',
      )
      .flatMap((other) =>
        partsIn(other).map(
          ([from, to]) => [at(startOf(other)) + from, at(startOf(other)) + to, other.id] as const,
        ),
      ),
    absences: absences.map(({ from, to }) => ({ from: at(from), to: at(to) })),
    movingId: appointment.id,
    nowMs: wallClock.day(now.date).instant(now.minute)! * 60_000,
    clock: wallClock,
  })
}

/** Treats wall-clock times as instants, which is exact enough here, even on days of clock changes. */
const wallClock: ZoneClock = {
  today: (epochMs) => new Date(epochMs).toISOString().slice(0, 10),
  day(date) {
    const startEpoch = daysBetween('1970-01-01', date) * 1440
    return { startEpoch, instant: (minute) => startEpoch + minute }
  },
}

/** The start of the day's grid nearest to a minute, or a plain multiple of `step` if none is near. */
function nearest({ grid }: Availability, date: string, wished: number, step: number): number {
  const near = grid(date)
    .map(minutesOf)
    .reduce<number | undefined>(
      (best, start) =>
        best === undefined || Math.abs(start - wished) < Math.abs(best - wished) ? start : best,
      undefined,
    )
  if (near !== undefined && Math.abs(near - wished) <= step) return near
  // Midnight is the beginning of the day, and not where somebody drops what is dragged to its end.
  const last = Math.floor(1439 / step) * step
  return Math.min(last, Math.max(0, Math.round(wished / step) * step))
}

const REASONS: Partial<Record<Rule, string>> = {
  horizon: 'fuera de plazo',
  past: 'ya pasó',
  absence: 'bloqueado',
  busy: 'ocupado',
  buffers: 'sin tiempo antes o después',
  limit: 'sin cupos',
}

/** The reason, in a word, why the appointment cannot be then; undefined when it seems free. */
function conflictReason(
  { refusal }: Availability,
  date: string,
  minute: number,
  today: string,
): string | undefined {
  if (date < today) return REASONS.past
  const rule = refusal(date, clockTime(minute))
  return rule && (REASONS[rule] ?? 'fuera de horario')
}

/**
 * Whether a professional does the service of an appointment, as far as this screen knows. With whom it was agreed it stays,
 * whatever that professional does by now.
 */
function does(
  whose: number,
  { professional_id, service_id }: Appointment,
  professionals: Professional[] | undefined,
): boolean {
  const professional = professionals?.find(({ id }) => id === whose)
  return whose === professional_id || !professional || doesService(professional.specialties, service_id)
}

/** Whether a professional takes no appointments any more, and none of theirs at another time: inactive, or gone. */
const isAway = (whose: number, professionals: Professional[] | undefined): boolean =>
  professionals !== undefined && !professionals.some(({ id, is_active }) => id === whose && is_active)

interface Shown {
  catalogue: {
    rulesOf: (professional_id: number, service_id: number) => Rules
    professionals?: Professional[] | undefined
  }
  layout: {
    specialOf: (professional_id: number) => Rules['special']
    blocksOn: (date: string) => readonly Block[]
  }
  listOn: (date: string) => readonly Appointment[] | undefined
  now: { date: string; minute: number }
}

const NONE: readonly Appointment[] = []

/** The start nearest to a minute where an appointment may be dropped, and why it cannot be there. */
export const snapTo =
  ({ catalogue: { rulesOf, professionals }, layout, listOn, now }: Shown) =>
  (taken: Appointment, { date, professional_id: whose = taken.professional_id }: Place, wished: number) => {
    const appointment = { ...taken, professional_id: whose }
    const rules = { ...rulesOf(whose, appointment.service_id), special: layout.specialOf(whose) }
    const absences = layout.blocksOn(date).filter((block) => takes(block, whose))
    const day = { date, appointments: listOn(date) ?? NONE, absences }
    const known = availabilityOf(appointment, day, rules, now)
    const minute = nearest(known, date, wished, stepOf(appointment, rules))
    if (isAway(whose, professionals)) return { minute, conflict: 'no atiende' }
    if (!does(whose, taken, professionals)) return { minute, conflict: 'no hace este servicio' }
    return { minute, conflict: conflictReason(known, date, minute, now.date) }
  }

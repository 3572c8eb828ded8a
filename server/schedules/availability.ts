import { availability, type Availability, type TakenStarts } from '#domain/availability.ts'
import type { AvailabilityFacts } from '#domain/availability-facts.ts'
import { addDays, dayOfWeek, DEFAULT_HORIZON_DAYS } from '#domain/dates.ts'
import type { ClockTime, IsoDate } from '#domain/dates.ts'
import { DEFAULT_DURATION_MINUTES } from '#domain/slots.ts'
import { doesService } from '#domain/specialties.ts'
import { closedReason, specialHours } from '#domain/special-days.ts'
import { zoneClock } from '#domain/zone.ts'
import type { Db, Tx } from '../db.ts'
import { professionalWithBusy, type BookableProfessional, type TakenTime } from './queries.ts'

/** The professional, the service and the purpose of a query for free times. */
export interface Asked {
  professional_id: number
  /** Null for an appointment of the default length. */
  service_id: number | null
  /** The appointment being moved: its present time counts as free. */
  moving?: CurrentSlot | undefined
  /** The minimum notice of a start, in minutes. */
  noticeMinutes?: number | undefined
}

export interface WindowDay {
  date: IsoDate
  times: ClockTime[]
  /** Why the whole business is closed, where it said so of the date. */
  closed?: string
}

/** The time that an appointment takes until it is moved. */
export interface CurrentSlot {
  id: number
  business_id: number
  professional_id: number
  service_id: number
  appointment_date: IsoDate
  appointment_time: ClockTime
  /** As booked, even if the service's duration has changed. */
  duration_minutes: number
}

/** The free starts of one date, ascending; undefined when there is no such professional. */
export async function slotsOfDate(
  db: Db,
  nowMs: number,
  date: IsoDate,
  asked: Asked,
): Promise<ClockTime[] | undefined> {
  const { professional_id, service_id } = asked
  const weekdays = [dayOfWeek(date)]
  const found = await professionalWithBusy(db, nowMs, professional_id, service_id, weekdays, [date, date])
  return found && availabilityOf(found, asked, nowMs, [date, date], found).starts(date)
}

/** The free starts of one of the owner's dates and what each rule took; undefined when there is no such professional. */
export async function explanationOfDate(
  db: Db,
  nowMs: number,
  owner: number,
  date: IsoDate,
  asked: Asked,
): Promise<{ free: ClockTime[]; rules: TakenStarts[] } | undefined> {
  const { professional_id, service_id } = asked
  const weekdays = [dayOfWeek(date)]
  const found = await professionalWithBusy(db, nowMs, professional_id, service_id, weekdays, [date, date])
  if (found?.business_id !== owner) return undefined
  const { starts, explain } = availabilityOf(found, asked, nowMs, [date, date], found)
  return { free: starts(date), rules: explain(date) }
}

/**
 * The free starts of every bookable date, today first; undefined when there is no such professional, or the
 * appointment to move belongs to another business.
 */
export async function slotsOfWindow(
  db: Db | Tx,
  nowMs: number,
  asked: Asked,
): Promise<WindowDay[] | undefined> {
  const { professional_id, service_id, moving } = asked
  // The business's zone is not known yet: one more day is read on either side of today's UTC date.
  const utc = new Date(nowMs).toISOString().slice(0, 10)
  const dates: [IsoDate, IsoDate] = [addDays(utc, -1), addDays(utc, DEFAULT_HORIZON_DAYS + 1)]
  const found = await professionalWithBusy(db, nowMs, professional_id, service_id, EVERY_DAY, dates)
  if (!found || (moving && moving.business_id !== found.business_id)) return undefined
  const days: WindowDay[] = availabilityOf(found, asked, nowMs, dates, found).days()
  return days.map((day) => {
    const closed = day.times.length === 0 ? closedReason(found, day.date) : undefined
    return closed === undefined ? day : { ...day, closed }
  })
}

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

/**
 * Whether an appointment can begin at a time on `dates`, first and last. Without `taken` it checks the rules alone: the database then
 * decides whether the time is free.
 */
export function availabilityOf(
  found: BookableProfessional,
  asked: Asked,
  nowMs: number,
  dates: readonly [IsoDate, IsoDate],
  taken: Pick<TakenTime, 'busy' | 'absences'> = { busy: [], absences: [] },
): Availability {
  const { moving, noticeMinutes } = asked
  // An unchanged service keeps the duration it was booked with.
  const booked = moving && moving.service_id === asked.service_id ? moving : undefined
  return availability({
    business_week: found.business_week,
    professional_week: found.professional_week,
    special_hours: specialHours(found, dates),
    unavailable: unavailability(found, asked),
    duration_minutes: booked?.duration_minutes ?? found.duration_minutes ?? DEFAULT_DURATION_MINUTES,
    slot_interval_minutes: found.slot_interval_minutes,
    busy: taken.busy,
    absences: taken.absences,
    movingId: moving?.id,
    noticeMinutes,
    nowMs,
    clock: zoneClock(found.timezone),
  })
}

function unavailability(
  found: BookableProfessional,
  { service_id, professional_id, moving }: Asked,
): AvailabilityFacts['unavailable'] {
  if (!found.is_bookable) return 'inactive'
  if (service_id === null) return undefined
  const isBooked = moving?.service_id === service_id
  // The professional of an appointment may still do its service after that was deleted.
  if (isBooked && moving.professional_id === professional_id) return undefined
  if (!isBooked && found.service_id === null) return 'service'
  return doesService(found.specialties, service_id) ? undefined : 'specialty'
}

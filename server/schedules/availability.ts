import {
  addDays,
  BOOKING_WINDOW_DAYS,
  bookingWindow,
  clockTime,
  dayOfWeek,
  inBookingWindow,
} from '#domain/dates.ts'
import type { ClockTime, IsoDate } from '#domain/dates.ts'
import { doesService } from '#domain/specialties.ts'
import { dayRanges } from '#domain/schedule.ts'
import { DEFAULT_DURATION_MINUTES, slotStep, startsOfDay } from '#domain/slots.ts'
import { dayClock, today } from '#domain/zone.ts'
import type { Db } from '../db.ts'
import { availabilityFacts, type Facts, type Offer } from './queries.ts'

/** The free starts of one date, ascending; undefined when there is no such professional. */
export async function slotsOfDate(
  db: Db,
  nowMs: number,
  professionalId: number,
  date: IsoDate,
  serviceId: number | null,
): Promise<ClockTime[] | undefined> {
  const facts = await availabilityFacts(db, professionalId, serviceId, date, date, [dayOfWeek(date)])
  return facts && freeStarts(facts, date, nowMs, serviceId)
}

/** An appointment that is to be moved: the time it holds is free for itself. */
export interface Held {
  business_id: number
  professional_id: number
  service_id: number
  /** Epoch milliseconds. */
  starts_at: number
  /** As it was booked, whatever the service takes by now. */
  duration_minutes: number
}

/**
 * The free starts of every date that can be booked, today first; undefined when there is no such professional, or not
 * in the business of the appointment that is to be moved.
 */
export async function slotsOfWindow(
  db: Db,
  nowMs: number,
  professionalId: number,
  serviceId: number | null,
  held?: Held,
): Promise<{ date: IsoDate; times: ClockTime[] }[] | undefined> {
  // The business's zone is not known yet: read a day more on both sides of today's UTC date.
  const utc = new Date(nowMs).toISOString().slice(0, 10)
  const found = await availabilityFacts(
    db,
    professionalId,
    serviceId,
    addDays(utc, -1),
    addDays(utc, BOOKING_WINDOW_DAYS + 1),
    [0, 1, 2, 3, 4, 5, 6],
  )
  if (!found || (held && held.business_id !== found.business_id)) return undefined
  const facts = held ? without(held, found, professionalId, serviceId) : found
  const { first } = bookingWindow(today(facts.timezone, nowMs))
  return Array.from({ length: BOOKING_WINDOW_DAYS + 1 }, (_, i) => {
    const date = addDays(first, i)
    return { date, times: freeStarts(facts, date, nowMs, serviceId) }
  })
}

/** The facts as they are for the appointment itself. Its start names it among a professional's, which never overlap. */
function without(held: Held, facts: Facts, professionalId: number, serviceId: number | null): Facts {
  const { service_id, duration_minutes, professional_id, starts_at } = held
  const booked = serviceId === service_id && { service_id, duration_minutes }
  if (professionalId !== professional_id) return { ...facts, ...booked }
  return {
    ...facts,
    ...booked,
    // A service that was deleted since can still be done by whoever was to do it.
    ...(booked && { specialties: null }),
    busy: facts.busy.filter(([from]) => from * 60_000 !== starts_at),
  }
}

/**
 * The free starts: none for a service the professional does not do, or a professional who cannot be booked.
 * Without a service: 60 minutes.
 */
function freeStarts(facts: Facts, date: IsoDate, nowMs: number, serviceId: number | null): ClockTime[] {
  if (!facts.is_bookable) return []
  if (serviceId !== null && (facts.service_id === null || !doesService(facts.specialties, serviceId)))
    return []
  return gridStarts(facts, date, nowMs, facts.busy)
}

/** The slot grid of a date by the facts, past times and `busy` left out; empty outside the booking window. */
export function gridStarts(
  facts: Offer,
  date: IsoDate,
  nowMs: number,
  busy: readonly [number, number][] = [],
): ClockTime[] {
  if (!inBookingWindow(date, today(facts.timezone, nowMs))) return []
  const durationMinutes = facts.duration_minutes ?? DEFAULT_DURATION_MINUTES
  return startsOfDay({
    ranges: dayRanges(facts.business_week, facts.professional_week, dayOfWeek(date)),
    instant: dayClock(date, facts.timezone).instant,
    busy,
    durationMinutes,
    stepMinutes: slotStep(durationMinutes, facts.slot_interval_minutes),
    nowMs,
  }).map(clockTime)
}

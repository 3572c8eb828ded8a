import { availability, type Availability, type Rule, type TakenStarts } from '#domain/availability.ts'
import type { AvailabilityFacts } from '#domain/availability-facts.ts'
import { waivedWhereItIs } from '#domain/counter.ts'
import { dayOfWeek, isIsoDate, type ClockTime, type IsoDate } from '#domain/dates.ts'
import { partsOf, type Part } from '#domain/occupied.ts'
import { doesService } from '#domain/specialties.ts'
import { specialHours } from '#domain/special-days.ts'
import type { ChosenOptions } from '#domain/terms.ts'
import { zoneClock } from '#domain/zone.ts'
import type { Db, Tx } from '../database/db.ts'
import { invalid } from '../http/refusal.ts'
import { bookedParts } from '../database/occupied.ts'
import { professionalOnDates } from './window-queries.ts'
import { professionalWithBusy, type BookableProfessional, type TakenTime } from './queries.ts'
import { staysAsBooked, termsFor, unknownErrorsFor, type BookedTerms } from './terms.ts'
import { datesFrom, isFullOn, isOpenedOn, withOthers, withReasons, type WindowDay } from './window-days.ts'

/** The professional, the service and the purpose of a query for free times. */
export interface Asked extends ChosenOptions {
  professional_id: number
  /** Null for an appointment of the default length. */
  service_id: number | null
  /** The appointment being moved: its present time counts as free. */
  moving?: CurrentSlot | undefined
  /** The owner begins it this minute, or changes what has begun. */
  starts_now?: boolean | undefined
  /** The minimum notice of a move, in minutes. */
  noticeMinutes?: number | undefined
  /** The business that asks itself, of its own professional: its minimum notice is for customers. */
  owner?: number | undefined
}

/** The time that an appointment takes until it is moved. */
export interface CurrentSlot extends BookedTerms {
  id: number
  business_id: number
  professional_id: number
  appointment_date: IsoDate
  appointment_time: ClockTime
  starts_at: number
  /** What it takes of its professional, as booked. */
  occupied: string
}

/** @throws Refusal 400 unless an address names a date. */
export function ensureDate(date: string): void {
  if (!isIsoDate(date)) throw invalid({ date: 'La fecha no es válida: usa el formato AAAA-MM-DD' })
}

/**
 * The free starts of one date, ascending, and whether customers have no place left; undefined when there is no such
 * professional.
 */
export async function slotsOfDate(
  db: Db,
  nowMs: number,
  date: IsoDate,
  asked: Asked,
): Promise<{ times: ClockTime[]; isFull: boolean } | undefined> {
  const { professional_id, service_id } = asked
  const weekdays = [dayOfWeek(date)]
  const found = await professionalWithBusy(db, nowMs, professional_id, service_id, weekdays, [date, date])
  if (!found || isOthers(found, asked)) return undefined
  return { times: daySlots(found, asked, nowMs, date).times, isFull: isFullOn(found, date) }
}

/**
 * The free starts of a date, ascending, and until when they are the same if nothing but the clock moves, in epoch
 * milliseconds.
 * @throws Refusal 400 for a variant or an add-on that is not the service's.
 */
export function daySlots(
  found: BookableProfessional & TakenTime,
  asked: Asked,
  nowMs: number,
  date: IsoDate,
): { times: ClockTime[]; unchangedUntil: number } {
  ensureKnown(found, asked)
  const { starts, unchangedUntil } = availabilityOf(found, asked, nowMs, [date, date], found)
  const times = starts(date)
  return { times, unchangedUntil: unchangedUntil(date, times) }
}

/** Whether a business asks itself of a professional that is not its own. */
const isOthers = (found: BookableProfessional, { owner }: Asked) =>
  owner !== undefined && owner !== found.business_id

/** @throws Refusal 400 for a variant or an add-on that is not the service's. */
export function ensureKnown(found: BookableProfessional, asked: Asked): void {
  const fields = unknownErrorsFor(found, asked)
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

/**
 * The free starts of a date and what each rule took, as customers have them; undefined when the business has no such
 * professional.
 */
export async function explanationOfDate(
  db: Db,
  nowMs: number,
  date: IsoDate,
  asked: Asked,
): Promise<{ free: ClockTime[]; rules: TakenStarts[] } | undefined> {
  const { professional_id, service_id } = asked
  const weekdays = [dayOfWeek(date)]
  const found = await professionalWithBusy(db, nowMs, professional_id, service_id, weekdays, [date, date])
  if (!found || isOthers(found, asked)) return undefined
  ensureKnown(found, asked)
  const { variant_id, addon_ids } = asked
  const { starts, explain } = availabilityOf(
    // What the business books itself is explained, too.
    { ...found, is_bookable_online: true },
    { professional_id, service_id, variant_id, addon_ids },
    nowMs,
    [date, date],
    found,
  )
  return { free: starts(date), rules: explain(date) }
}

/**
 * The free starts of the bookable dates from `from` on (today first), at most `MOST_DATES`; undefined when there
 * is no such professional, or the appointment to move belongs to another business.
 */
export async function slotsOfWindow(
  db: Db | Tx,
  nowMs: number,
  asked: Asked,
  from?: IsoDate,
): Promise<WindowDay[] | undefined> {
  const { professional_id, service_id, moving } = asked
  const dates = datesFrom(nowMs, from)
  const found = await professionalOnDates(db, nowMs, { professional_id, service_id, dates })
  if (!found || isOthers(found, asked)) return undefined
  if (moving && moving.business_id !== found.business_id) return undefined
  ensureKnown(found, asked)
  const known = availabilityOf(found, asked, nowMs, dates, found)
  const days = known.days(from).map((day) => {
    if (asked.owner !== undefined) return withOwnTime(day, found, asked, nowMs)
    const { shortest_minutes: shortest } = found
    return shortest === null ? day : withOthers(day, known.leavingGaps(day.date, shortest, day.times))
  })
  const isFull = (date: IsoDate) => isFullOn(found, date, moving?.id)
  const { duration_minutes: minutes } = termsFor(found, asked)
  const isOpened = (date: IsoDate) => isOpenedOn(found, date)
  return withReasons(found, days, { ...asked, isFull, isOpened, nowMs, minutes })
}

/** With the time that the appointment has, where its owner may leave it there. */
function withOwnTime(
  day: WindowDay,
  found: BookableProfessional & TakenTime,
  { moving, ...asked }: Asked,
  nowMs: number,
): WindowDay {
  if (moving?.appointment_date !== day.date) return day
  const { appointment_time: time } = moving
  if (day.times.includes(time) || refusalWhereItIs(found, { ...asked, moving }, nowMs, found)) return day
  return { ...day, times: [...day.times, time].sort() }
}

/** The rule against an appointment that stays at its time while its owner changes something else of it. */
export function refusalWhereItIs(
  found: BookableProfessional,
  asked: Asked & { moving: CurrentSlot },
  nowMs: number,
  taken?: TakenTime,
): Rule | undefined {
  const { appointment_date: date, appointment_time: time, professional_id } = asked.moving
  const waived = waivedWhereItIs(professional_id === asked.professional_id)
  const starts_now = hasBegun(asked.moving, nowMs)
  return availabilityOf(found, { ...asked, starts_now }, nowMs, [date, date], taken).refusal(
    date,
    time,
    waived,
  )
}

export const hasBegun = ({ starts_at }: CurrentSlot, nowMs: number) => starts_at <= nowMs

/**
 * Whether an appointment can begin at a time on `dates`, first and last. Without `taken` it checks the rules alone: the database then
 * decides whether the time is free.
 */
export function availabilityOf(
  found: BookableProfessional,
  asked: Asked,
  nowMs: number,
  dates: readonly [IsoDate, IsoDate],
  taken: Pick<TakenTime, 'busy' | 'begun' | 'absences'> = { busy: [], begun: [], absences: [] },
): Availability {
  return availability({
    business_week: found.business_week,
    professional_week: found.professional_week,
    special_hours: specialHours(found, dates),
    unavailable: unavailability(found, asked),
    duration_minutes: termsFor(found, asked).duration_minutes,
    parts: partsFor(found, asked),
    slot_interval_minutes: found.slot_interval_minutes,
    service_interval_minutes: found.service_interval_minutes,
    busy: taken.busy,
    absences: taken.absences,
    begun: taken.begun,
    buffersInsideHours: found.buffers_inside_hours,
    movingId: asked.moving?.id,
    ...limitsOf(found, asked),
    nowMs,
    clock: zoneClock(found.timezone),
  })
}

/** What the appointment takes: as it was booked, unless something else is chosen. */
export function partsFor(found: BookableProfessional, asked: Asked): Part[] {
  if (asked.moving && staysAsBooked(asked)) return bookedParts(asked.moving)
  const { buffer_before, buffer_after, gap_from, gap_minutes } = found
  return partsOf(termsFor(found, asked).duration_minutes, {
    // What begins now was prepared before.
    buffer_before: asked.starts_now ? preparedBefore(asked.moving) : (buffer_before ?? 0),
    buffer_after: buffer_after ?? 0,
    gap_from,
    gap_minutes,
  })
}

const preparedBefore = (moving: CurrentSlot | undefined) => (moving ? -bookedParts(moving)[0]![0] : 0)

/** How soon and how far ahead a start may be for whoever asks, as `availability` and the refusals take it. */
export function limitsOf(
  found: BookableProfessional,
  { noticeMinutes: ofMove = 0, owner, moving }: Asked,
): { noticeMinutes: number; horizonDays: number; dailyLimit: number | undefined; isOfMove: boolean } {
  const ofService = owner !== undefined ? 0 : found.min_notice_minutes
  return {
    dailyLimit: owner !== undefined ? undefined : (found.daily_limit ?? undefined),
    noticeMinutes: Math.max(ofMove, ofService),
    horizonDays: found.horizon_days,
    isOfMove: moving !== undefined && ofMove >= ofService,
  }
}

function unavailability(
  found: BookableProfessional,
  { service_id, professional_id, moving, owner }: Asked,
): AvailabilityFacts['unavailable'] {
  if (!found.is_bookable) return 'inactive'
  if (service_id === null) return undefined
  const isBooked = moving?.service_id === service_id
  // The professional of an appointment may still do its service after that was deleted.
  if (isBooked && moving.professional_id === professional_id) return undefined
  if (!isBooked && found.service_id === null) return 'service'
  if (!isBooked && owner === undefined && !found.is_bookable_online) return 'service'
  return doesService(found.specialties, service_id) ? undefined : 'specialty'
}

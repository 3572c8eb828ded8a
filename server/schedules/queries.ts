import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import { statement, type Db, type Tx } from '../db.ts'

/** What a professional offers: hours and service, whether or not a time is taken. */
export interface Offer {
  business_id: number
  business_name: string
  business_address: string | null
  timezone: string
  slot_interval_minutes: number
  professional_name: string
  specialties: string | null
  /** Bookable at all: neither professional nor business is inactive, deleted or suspended. */
  is_bookable: boolean
  /** The business, by an administrator. */
  is_suspended: boolean
  /** Null when the business has no such service. */
  service_id: number | null
  service_name: string | null
  duration_minutes: number | null
  price: number | null
  business_week: BusinessDay[]
  professional_week: ProfessionalDay[]
}

/** All that decides which times of a professional are free, read in one round trip. */
export interface Facts extends Offer {
  /** Taken time as [from, to) in epoch minutes. */
  busy: [number, number][]
}

interface OfferRow extends Omit<Offer, 'business_week' | 'professional_week'> {
  business_week: WeekRow[] | null
  professional_week: WeekRow[] | null
}
type WeekRow = [number, boolean, string | null, string | null, string | null, string | null]

// Weeks and taken times come as one value each: small sub-selects cost less than the rows of a join.
const offerOf = (more = '') => `
  select b.id as business_id, b.business_name, b.address as business_address, b.timezone, b.slot_interval_minutes,
    p.professional_name, p.specialties,
    p.is_active and p.deleted_at is null and b.suspended_at is null as is_bookable,
    b.suspended_at is not null as is_suspended,
    s.id as service_id, s.service_name, s.duration_minutes, s.price,
    (select json_agg(json_build_array(h.day_of_week, h.is_open, h.open_time, h.close_time,
        h.lunch_start_time, h.lunch_end_time))
      from business_hours h where h.business_id = b.id and h.day_of_week = any($3::smallint[])) as business_week,
    (select json_agg(json_build_array(h.day_of_week, h.is_available, h.start_time, h.end_time,
        h.lunch_start_time, h.lunch_end_time))
      from professional_hours h
      where h.business_id = b.id and h.professional_id = p.id and h.day_of_week = any($3::smallint[])) as professional_week
    ${more}
  from professionals p
  join businesses b on b.id = p.business_id
  left join services s on s.business_id = b.id and s.id = $2::bigint and s.is_active and s.deleted_at is null
  where p.id = $1::bigint`

type OfferParams = [professionalId: number, serviceId: number | null, weekdays: number[]]
const offer = statement<OfferRow, OfferParams>(offerOf())
// No appointment lasts longer than twelve hours, so none that began before then reaches into the first date.
const facts = statement<OfferRow & { busy: string | null }, [...OfferParams, from: string, to: string]>(
  offerOf(`,
    (select string_agg((extract(epoch from a.starts_at)::bigint / 60)::text || '+' || a.duration_minutes, ',')
      from appointments a
      where a.business_id = b.id and a.professional_id = p.id and a.status <> 'cancelled'
        and a.starts_at < ($5::date + 1)::timestamp at time zone b.timezone
        and a.starts_at > $4::date::timestamp at time zone b.timezone - interval '12 hours') as busy`),
)

/** What a professional offers on some weekdays; undefined when there is no such professional. */
export async function offerFacts(
  db: Db | Tx,
  professionalId: number,
  serviceId: number | null,
  weekdays: number[],
): Promise<Offer | undefined> {
  const [row] = await offer(db, professionalId, serviceId, weekdays)
  return row && { ...row, ...weeksOf(row) }
}

/** The facts for the dates `from` to `to` (inclusive, in the business's zone). */
export async function availabilityFacts(
  db: Db,
  professionalId: number,
  serviceId: number | null,
  from: string,
  to: string,
  weekdays: number[],
): Promise<Facts | undefined> {
  const [row] = await facts(db, professionalId, serviceId, weekdays, from, to)
  return row && { ...row, ...weeksOf(row), busy: row.busy ? row.busy.split(',').map(taken) : [] }
}

// A stored week always has seven rows, so a weekday's row tells whether the professional has a schedule at all.
const weeksOf = (row: OfferRow) => ({
  business_week: (row.business_week ?? []).map(businessDay),
  professional_week: (row.professional_week ?? []).map(professionalDay),
})

const clock = (time: string | null) => time && time.slice(0, 5)

const businessDay = ([day_of_week, is_open, open, close, lunchStart, lunchEnd]: WeekRow): BusinessDay => ({
  day_of_week,
  is_open,
  open_time: clock(open),
  close_time: clock(close),
  lunch_start_time: clock(lunchStart),
  lunch_end_time: clock(lunchEnd),
})

const professionalDay = ([
  day_of_week,
  is_available,
  start,
  end,
  lunchStart,
  lunchEnd,
]: WeekRow): ProfessionalDay => ({
  day_of_week,
  is_available,
  start_time: clock(start),
  end_time: clock(end),
  lunch_start_time: clock(lunchStart),
  lunch_end_time: clock(lunchEnd),
})

function taken(text: string): [number, number] {
  const plus = text.indexOf('+')
  const from = Number(text.slice(0, plus))
  return [from, from + Number(text.slice(plus + 1))]
}

import type { Absence, Begun, Busy } from '#domain/availability-facts.ts'
import type { AskingEmail } from '#domain/business.ts'
import { dayOfWeek } from '#domain/dates.ts'
import type { Buffers } from '#domain/occupied.ts'
import type { PriceKind } from '#domain/money.ts'
import type { HolidayPolicy } from '#domain/holidays.ts'
import type { Closing } from '#domain/special-dates.ts'
import type { SpecialDay } from '#domain/special-hours.ts'
import type { Option, OwnTerms } from '#domain/terms.ts'
import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import { closingJson } from '../businesses/queries.ts'
import { statement, type Db, type Tx } from '../database/db.ts'
import { absencesOf, busyOf, weeksOf, type AbsenceRow, type WeekRows } from './rows.ts'

/** A professional with hours and the requested service, regardless of taken times. */
export interface BookableProfessional extends BuffersOfService {
  business_id: number
  business_name: string
  business_address: string | null
  timezone: string
  asks_email: AskingEmail
  writes_whatsapp: boolean
  slot_interval_minutes: number
  /** The service's own. */
  service_interval_minutes: number | null
  /** For customers: the service's, or else the business's. */
  min_notice_minutes: number
  horizon_days: number
  /** Whether what is before and after an appointment must lie within the hours. */
  buffers_inside_hours: boolean
  /** The shortest service that customers book, where the page lists starts last that leave less; else null. */
  shortest_minutes: number | null
  /** How many appointments of the professional may begin on a date when customers book; null: any number. */
  daily_limit: number | null
  professional_id: number
  professional_name: string
  specialties: string | null
  /** Whether it can be booked: neither professional nor business is inactive, deleted or suspended. */
  is_bookable: boolean
  /** Whether an administrator suspended the business. */
  is_suspended: boolean
  /** Null when the business has no such service. */
  service_id: number | null
  service_name: string | null
  /** Counts the changes of the service, of what it costs with whom too. */
  service_version: number | null
  duration_minutes: number | null
  price: number | null
  price_kind: PriceKind | null
  variants: Option[] | null
  addons: Option[] | null
  /** Whether customers book it themselves. */
  is_bookable_online: boolean | null
  /** What the service costs and takes with this professional, where that is something else. */
  own: OwnTerms | null
  business_week: BusinessDay[]
  professional_week: ProfessionalDay[]
  /** What is said of single dates, of the business and of this professional. */
  special_days: SpecialDay[]
  holiday_country: string | null
  holiday_policy: HolidayPolicy
  /** Counts the changes of hours, of weeks and of single dates. */
  dates_version: number
}

type BuffersOfService = { [Name in keyof Buffers]: Buffers[Name] | null }

export type Row = Omit<BookableProfessional, keyof WeekRows> & WeekRows

// The rows that free times are made of, once for what reads them and for the stamp that tells whether they are still the same.
export const WHO = `from professionals p
  join businesses b on b.id = p.business_id
  left join services s on s.business_id = b.id and s.id = $2::bigint and s.is_active and s.deleted_at is null`
export const OWN_TERMS = `from professional_services t
      where t.business_id = b.id and t.professional_id = p.id and t.service_id = s.id`
export const BUSINESS_WEEK = `from business_hours h where h.business_id = b.id and h.day_of_week = any($3::smallint[])`
export const PROFESSIONAL_WEEK = `from professional_hours h
      where h.business_id = b.id and h.professional_id = p.id and h.day_of_week = any($3::smallint[])`
export const SPECIAL_DAYS = `from special_days d
      where d.business_id = b.id and (d.professional_id is null or d.professional_id = p.id)
        and d.date <= $5::date and (d.date >= $4::date or d.is_yearly)`
// No appointment takes longer than sixteen hours, and what is booked takes at most two before the first date and two
// after the last one. Nothing after the horizon is read, whatever the last date: the first is yesterday or later.
export const TAKEN = `from appointments a
        where a.business_id = b.id and a.professional_id = p.id and a.status <> 'cancelled'
          and (a.hold_expires_at is null or a.hold_expires_at > $6::timestamptz)
          and lower(a.occupied) < (least($5::date, $4::date + b.horizon_days + 2) + 1)::timestamp at time zone b.timezone + interval '2 hours'
          and lower(a.occupied) > $4::date::timestamp at time zone b.timezone - interval '18 hours'`
export const TIME_OFF = `from time_off t
      where t.business_id = b.id and (t.professional_id is null or t.professional_id = p.id)
        and t.ends_at > $4::date::timestamp at time zone b.timezone - interval '2 hours'
        and t.starts_at < ($5::date + 1)::timestamp at time zone b.timezone + interval '2 hours'`

// Weeks and taken times arrive as one value each: small sub-selects cost less than the rows of a join.
export const selectProfessionals = (of: string, more = '') => `
  select b.id as business_id, b.business_name, b.address as business_address, b.timezone, b.asks_email, b.slot_interval_minutes,
    b.reminder_channel <> 'email' as writes_whatsapp, b.horizon_days, coalesce(s.min_notice_minutes, b.min_notice_minutes) as min_notice_minutes,
    s.slot_interval_minutes as service_interval_minutes, s.buffer_before, s.buffer_after, s.gap_from, s.gap_minutes,
    case when b.suggests_compact then (
      select min(short.duration_minutes) from services short
      where short.business_id = b.id and short.is_active and short.is_bookable_online and short.deleted_at is null)
      end as shortest_minutes,
    b.buffers_inside_hours, p.id as professional_id, p.daily_limit, p.professional_name, p.specialties,
    p.is_active and p.deleted_at is null and b.suspended_at is null as is_bookable,
    b.suspended_at is not null as is_suspended, b.holiday_country, b.holiday_policy, b.dates_version,
    s.id as service_id, s.version as service_version, s.service_name, s.duration_minutes, s.price, s.price_kind, s.variants, s.addons,
    s.is_bookable_online,
    case when s.terms_version > 0 then (
      select json_build_object('price', t.price, 'duration_minutes', t.duration_minutes) ${OWN_TERMS}) end as own,
    (select json_agg(json_build_array(h.day_of_week, h.is_open, h.open_time, h.close_time,
        h.lunch_start_time, h.lunch_end_time, h.breaks))
      ${BUSINESS_WEEK}) as business_week,
    (select json_agg(json_build_array(h.day_of_week, h.is_available, h.start_time, h.end_time,
        h.lunch_start_time, h.lunch_end_time, h.breaks))
      ${PROFESSIONAL_WEEK}) as professional_week,
    (select json_agg(json_build_object('date', d.date, 'professional_id', d.professional_id, 'is_open', d.is_open,
        'intervals', d.intervals, 'label', d.label, 'opens_business', d.opens_business, 'is_yearly', d.is_yearly))
      ${SPECIAL_DAYS}) as special_days
    ${more}
  ${WHO}
  where ${of}`

export type Params = [id: number, serviceId: number | null, weekdays: number[], from: string, to: string]
// The columns of what is asked, in place of the parameters of one.
const COLUMNS = [
  'asked.professional',
  'asked.service',
  'array[asked.weekday]',
  'asked.date',
  'asked.date',
  '$2',
]
export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const COLUMNS_OF_DATES = COLUMNS.with(2, `'{${EVERY_DAY.join()}}'::smallint[]`)
  .with(3, 'asked.first')
  .with(4, 'asked.last')
const byColumns = (columns: readonly string[]) => (text: string) =>
  text.replace(/\$(\d)/g, (_, n) => columns[Number(n) - 1]!)
/** A text that reads by `Params` and `$6` as one that reads by the columns of `asked`, and `$2`. */
export const ofAsked = byColumns(COLUMNS)
/** The same of several dates, on every weekday. */
export const ofAskedDates = byColumns(COLUMNS_OF_DATES)

export const ONE = 'p.id = $1::bigint'
/** Those of a business whom the system chooses. */
const ANY_OF_BUSINESS =
  'b.id = $1::bigint and p.is_active and p.deleted_at is null and p.weight > 0 order by p.id'
const professional = statement<Row, Params>(selectProfessionals(ONE))
// Minutes are rounded outward. (unnest costs half as much here as among the tables.)
export type TakenRow = Row & { busy: string | null; begun: Begun[] | null; absences: AbsenceRow[] | null }
export const TAKEN_TIME = `,
    (select string_agg(concat(floor(date_part('epoch', lower(part)))::bigint / 60, '-',
        (ceil(date_part('epoch', upper(part)))::bigint + 59) / 60, '#', id), ',')
      from (select a.id, unnest(a.occupied) as part ${TAKEN}) taken) as busy,
    case when p.daily_limit is not null then (
      select json_agg(json_build_array(a.appointment_date, a.id)) from appointments a
      where a.business_id = b.id and a.professional_id = p.id and a.status <> 'cancelled'
        and (a.hold_expires_at is null or a.hold_expires_at > $6::timestamptz)
        and lower(a.occupied) < (least($5::date, $4::date + b.horizon_days + 2) + 1)::timestamp at time zone b.timezone
        and lower(a.occupied) > $4::date::timestamp at time zone b.timezone - interval '3 hours') end as begun,
    (select json_agg(json_build_array(floor(date_part('epoch', t.starts_at))::bigint / 60,
        (ceil(date_part('epoch', t.ends_at))::bigint + 59) / 60,
        case when t.professional_id is null then ${closingJson('t')} end))
      ${TIME_OFF}) as absences`
const withBusy = (text: string) => statement<TakenRow, [...Params, now: string]>(text)
const professionalAndBusy = withBusy(selectProfessionals(ONE, TAKEN_TIME))
// By the parameter, the week that all of them share is read once.
const WEEK_OF_ALL = BUSINESS_WEEK.replace('b.id', '$1::bigint')
const anyAndBusy = withBusy(
  selectProfessionals(ANY_OF_BUSINESS, TAKEN_TIME).replace(BUSINESS_WEEK, WEEK_OF_ALL),
)

/** A professional with the hours of a date; undefined when there is no such professional. */
export async function bookableProfessional(
  db: Db | Tx,
  professionalId: number,
  serviceId: number | null,
  date: string,
): Promise<BookableProfessional | undefined> {
  const [row] = await professional(db, professionalId, serviceId, [dayOfWeek(date)], date, date)
  return row && withWeeks(row)
}

export const withWeeks = <Read extends Row>(row: Read) => ({ ...row, ...weeksOf(row) })

/** Whether the service is still as it was read: its minutes, what surrounds them, its options, what it costs. */
export async function isAtVersion(
  tx: Tx,
  { business_id, service_id, service_version }: BookableProfessional,
): Promise<boolean> {
  const row = await tx
    .selectFrom('services')
    .select('version')
    .where('business_id', '=', business_id)
    .where('id', '=', service_id)
    .executeTakeFirst()
  return (row?.version ?? null) === service_version
}

/**
 * The same, with the taken times and the time off on the dates `from` to `to` (inclusive, in the business's zone), in one
 * round trip. Expired holds count as free, and booking treats them the same way.
 */
export async function professionalWithBusy(
  db: Db | Tx,
  nowMs: number,
  professionalId: number,
  serviceId: number | null,
  weekdays: number[],
  [from, to]: [from: string, to: string],
): Promise<(BookableProfessional & TakenTime) | undefined> {
  const now = new Date(nowMs).toISOString()
  const [row] = await professionalAndBusy(db, professionalId, serviceId, weekdays, from, to, now)
  return row && withTaken(row)
}

/** The same of all professionals of a business whom the system chooses, as its page lists them, in one statement. */
export async function anyWithBusy(
  db: Db | Tx,
  nowMs: number,
  businessId: number,
  serviceId: number | null,
  weekdays: number[],
  [from, to]: [from: string, to: string],
): Promise<(BookableProfessional & TakenTime)[]> {
  const now = new Date(nowMs).toISOString()
  return (await anyAndBusy(db, businessId, serviceId, weekdays, from, to, now)).map(withTaken)
}

/** The active professionals whom the system never chooses. */
export const unassigned = (db: Db, businessId: number) =>
  db
    .selectFrom('professionals')
    .select('professional_name')
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('weight', '=', 0)
    .orderBy('id')
    .execute()

export const withTaken = <Read extends TakenRow>(row: Read) => ({
  ...row,
  ...weeksOf(row),
  busy: row.busy ? row.busy.split(',').map(busyOf) : [],
  begun: row.begun ?? [],
  ...absencesOf(row.absences ?? []),
})

/** What takes a professional's time. */
export interface TakenTime {
  busy: Busy[]
  /** Known of a professional with a daily limit. */
  begun: Begun[]
  absences: Absence[]
  /** Those of the whole business, as its page may tell them. */
  closings: Closing[]
}

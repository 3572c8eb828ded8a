import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../accounts/scope.ts'

/** Dates of a period, inclusive; all time when both are null. */
export interface Period {
  from: string | null
  to: string | null
}

/** Whether the SQL expression `date` lies in the period. */
const within = (date: RawBuilder<unknown>, { from, to }: Period) =>
  sql`(${from}::date is null or ${date} >= ${from}::date) and (${to}::date is null or ${date} <= ${to}::date)`

/**
 * The sums over appointments `a`, without holds, grouped as the caller likes; the same columns as
 * figures_by_day.
 */
export const sums = sql`
  count(*)::int as appointments,
  count(*) filter (where a.status = 'scheduled')::int as scheduled,
  count(*) filter (where a.status = 'completed' and a.attendance_status <> 'no_show')::int as completed,
  count(*) filter (where a.status = 'cancelled')::int as cancelled,
  count(*) filter (where a.attendance_status = 'attended')::int as attended,
  count(*) filter (where a.attendance_status = 'no_show')::int as no_shows,
  coalesce(sum(a.duration_minutes) filter (where a.status <> 'cancelled'), 0)::int as minutes,
  coalesce(sum(coalesce(a.actual_price, a.price)) filter (where a.attendance_status = 'attended'), 0) as revenue`

/** The service of an appointment `a` by its name, whatever was chosen with it. */
export const ofCatalogue = sql`coalesce(a.catalogue_name, a.service_name) as service_name`

const staleDays = ({ business_id }: Scope, period: Period) => sql`
  select distinct s.appointment_date from figures_stale s
  where s.business_id = ${business_id} and ${within(sql`s.appointment_date`, period)}`

/** The appointments `a` that count: one professional's in a scope that covers no others. */
const counted = ({ business_id, professional_id }: Scope) => sql`
  a.business_id = ${business_id} and a.hold_kind is null
  and ${professional_id === undefined ? sql`true` : sql`a.professional_id = ${professional_id}`}`

/** Sums by day and service, or by day and hour: of one professional's appointments counted as asked, else kept ready. */
export const byDay = (scope: Scope, period: Period) =>
  scope.professional_id === undefined ? wholeByDay(scope, period) : ownByDay(scope, period)
export const byHour = (scope: Scope, period: Period) =>
  scope.professional_id === undefined ? wholeByHour(scope, period) : ownByHour(scope, period)

const ownByDay = (scope: Scope, period: Period) => sql`(
  select a.appointment_date, ${ofCatalogue}, ${sums} from appointments a
  where ${counted(scope)} and ${within(sql`a.appointment_date`, period)}
  group by 1, 2)`

const ownByHour = (scope: Scope, period: Period) => sql`(
  select a.appointment_date, ${hourAndMinutes} from appointments a ${inItsHours}
  where ${counted(scope)} and a.status <> 'cancelled' and ${within(sql`a.appointment_date`, period)}
  group by 1, 2)`

/** The hours `n` that an appointment `a` lies in: one of an hour and a half from 9:30 in two. */
export const inItsHours = sql`
  cross join lateral (select extract(epoch from a.appointment_time)::int / 60 as begins) clock
  cross join lateral generate_series(begins / 60, (begins + a.duration_minutes - 1) / 60) n`

/** With `inItsHours`: the minutes in each hour. Those after midnight count in the small hours of the appointment's own date. */
export const hourAndMinutes = sql`
  (n % 24)::smallint as hour,
  sum(least(begins + a.duration_minutes, n * 60 + 60) - greatest(begins, n * 60))::int as minutes`

/**
 * The rows of figures_by_day as of now: those that are up to date, and the others recounted. A single
 * statement sees a single snapshot, so nothing is counted twice or missed while the job runs.
 */
const wholeByDay = (scope: Scope, period: Period) => sql`(
  select f.* from figures_by_day f
  where f.business_id = ${scope.business_id} and ${within(sql`f.appointment_date`, period)}
    and f.appointment_date not in (${staleDays(scope, period)})
  union all
  select ${scope.business_id}::bigint, stale.appointment_date, fresh.*
  from (${staleDays(scope, period)}) stale
  cross join lateral (
    select ${ofCatalogue}, ${sums} from appointments a
    where ${counted(scope)} and a.appointment_date = stale.appointment_date
    group by 1) fresh)`

/** The same for figures_by_hour. */
const wholeByHour = (scope: Scope, period: Period) => sql`(
  select f.* from figures_by_hour f
  where f.business_id = ${scope.business_id} and ${within(sql`f.appointment_date`, period)}
    and f.appointment_date not in (${staleDays(scope, period)})
  union all
  select ${scope.business_id}::bigint, stale.appointment_date, fresh.*
  from (${staleDays(scope, period)}) stale
  cross join lateral (
    select ${hourAndMinutes} from appointments a ${inItsHours}
    where ${counted(scope)} and a.appointment_date = stale.appointment_date and a.status <> 'cancelled'
    group by 1) fresh)`

/**
 * By whom an appointment `a` was: its card; whoever left nothing to be known by is somebody else each time, and a number
 * that no card has.
 */
const person = sql`coalesce(a.card_id, -a.id)`

/** The clients who came in the period, each once. */
export const clientsWhoCame = (scope: Scope, period: Period) => sql`(
  select distinct ${person} as client from appointments a
  where ${counted(scope)} and a.attendance_status = 'attended' and ${within(sql`a.appointment_date`, period)})`

/** Whether a client came before a date; nobody did before all time, nor anybody who has no card. */
export const cameBefore = (scope: Scope, from: string | null, client: RawBuilder<unknown>) => sql`exists (
  select from appointments a
  where ${counted(scope)} and a.card_id = ${client} and a.attendance_status = 'attended'
    and a.appointment_date < ${from}::date)`

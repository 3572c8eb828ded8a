import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../db.ts'

/** An appointment as its owner sees it. */
const columns = [
  ...(['id', 'business_id', 'client_name', 'client_phone', 'client_email', 'client_id'] as const),
  ...(['service_id', 'service_name', 'professional_id', 'professional_name'] as const),
  ...(['appointment_date', 'appointment_time', 'duration_minutes', 'starts_at', 'ends_at'] as const),
  ...(['price', 'actual_price', 'status', 'attendance_status', 'no_show_reason'] as const),
  ...(['cancellation_reason', 'rescheduled_from', 'client_confirmed_at'] as const),
  ...(['notes', 'booked_by', 'created_at'] as const),
] as const

const own = (db: Db | Tx, owner: BusinessId) =>
  db.selectFrom('appointments').select(columns).where('business_id', '=', owner)

export type OwnAppointment = Awaited<ReturnType<typeof ownAppointment>> & {}

export function ownAppointment(db: Db | Tx, owner: BusinessId, id: number) {
  return own(db, owner).where('id', '=', id).executeTakeFirst()
}

/** What a list shows: every part may be left out. */
export interface Filter {
  /** First and last date, YYYY-MM-DD. */
  from?: string | undefined
  to?: string | undefined
  status?: 'scheduled' | 'rescheduled' | 'completed' | 'cancelled' | 'no_show' | undefined
  professional_id?: number | undefined
  /** Words in the client's name, phone, e-mail or document, the service or the professional. */
  q?: string | undefined
  /** Earliest first; newest first when left out. */
  order?: 'asc' | 'desc' | undefined
}

/** Text as `like` takes it for itself. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function filtered(db: Db, owner: BusinessId, { from, to, status, professional_id, q }: Filter) {
  let rows = db.selectFrom('appointments').where('business_id', '=', owner)
  if (from) rows = rows.where('appointment_date', '>=', from)
  if (to) rows = rows.where('appointment_date', '<=', to)
  if (professional_id) rows = rows.where('professional_id', '=', professional_id)
  // As it reads: a scheduled one that was moved is 'rescheduled', one that nobody came to is 'no_show'.
  if (status === 'no_show') rows = rows.where('attendance_status', '=', 'no_show')
  else if (status === 'completed')
    rows = rows.where('status', '=', 'completed').where('attendance_status', '<>', 'no_show')
  else if (status === 'cancelled') rows = rows.where('status', '=', 'cancelled')
  else if (status)
    rows = rows
      .where('status', '=', 'scheduled')
      .where('rescheduled_from', status === 'rescheduled' ? 'is not' : 'is', null)
  for (const word of (q ?? '').split(/\s+/).filter(Boolean).slice(0, 6))
    // A subselect is worked out once, a bare expression for every row.
    rows = rows.where('words', 'like', sql<string>`(select '%' || plain(${literal(word)}) || '%')`)
  return rows
}

/** Appointments by date and time. */
export function listAppointments(db: Db, owner: BusinessId, filter: Filter = {}) {
  const order = filter.order ?? 'desc'
  return filtered(db, owner, filter)
    .select(columns)
    .orderBy('appointment_date', order)
    .orderBy('appointment_time', order)
    .orderBy('id', order)
    .execute()
}

/**
 * What `listAppointments` gives, a page after the other. Which they are, and their order, is read at once: whatever is
 * moved meanwhile comes once, as it is when its page is read.
 */
export async function* pagesOfAppointments(db: Db, owner: BusinessId, filter: Filter = {}, size = 1000) {
  const order = filter.order ?? 'desc'
  const found = await filtered(db, owner, filter)
    .select('id')
    .orderBy('appointment_date', order)
    .orderBy('appointment_time', order)
    .orderBy('id', order)
    .execute()
  for (let from = 0; from < found.length; from += size) {
    const ids = found.slice(from, from + size).map(({ id }) => id)
    const rows = await own(db, owner)
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  }
}

/** `limit` appointments by date and time, from `offset`, and how many there are in all. */
export async function pageOfAppointments(
  db: Db,
  owner: BusinessId,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ appointments: OwnAppointment[]; total: number }> {
  const order = filter.order ?? 'desc'
  // The index alone finds the page, and then only its rows are read.
  const found = filtered(db, owner, filter)
    .select('id')
    .orderBy('appointment_date', order)
    .orderBy('appointment_time', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
  const appointments = await own(db, owner)
    .where('id', 'in', found)
    .orderBy('appointment_date', order)
    .orderBy('appointment_time', order)
    .orderBy('id', order)
    .execute()
  const last = appointments.at(-1)
  if (last && appointments.length < limit) return { appointments, total: offset + appointments.length }
  if (!last && offset === 0) return { appointments, total: 0 }
  // What the page's query has gone through is not gone through again: only what follows is counted.
  const rest = last
    ? sql<boolean>`(appointment_date, appointment_time, id) ${sql.raw(order === 'asc' ? '>' : '<')}
        (${last.appointment_date}::date, ${last.appointment_time}::time, ${last.id}::bigint)`
    : sql<boolean>`true`
  const row = await filtered(db, owner, filter)
    .where(rest)
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { appointments, total: row.total + (last ? offset + appointments.length : 0) }
}

/** Scheduled, dated before `today`, nothing said about who came. Oldest first; all of them without `limit`. */
export function unconfirmedAppointments(db: Db, owner: BusinessId, today: string, limit?: number) {
  const rows = own(db, owner)
    .where('status', '=', 'scheduled')
    .where('attendance_status', '=', 'pending')
    .where('appointment_date', '<', today)
    .orderBy('appointment_date')
    .orderBy('appointment_time')
    .orderBy('id')
  return (limit === undefined ? rows : rows.limit(limit)).execute()
}

export async function countUnconfirmed(db: Db, owner: BusinessId, today: string): Promise<number> {
  const row = await db
    .selectFrom('appointments')
    .select((count) => count.fn.countAll<number>().as('total'))
    .where('business_id', '=', owner)
    .where('status', '=', 'scheduled')
    .where('attendance_status', '=', 'pending')
    .where('appointment_date', '<', today)
    .executeTakeFirstOrThrow()
  return row.total
}

/** What happened to an appointment after it was booked, in order. */
export function historyOf(db: Db, owner: BusinessId, id: number) {
  return db
    .selectFrom('appointment_history')
    .select(['id', 'change', 'actor', 'at', 'old'])
    .where('business_id', '=', owner)
    .where('appointment_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Something that happened to an appointment, with the appointment as it is now. */
export interface Happening {
  /** Of the change; two never have the same. */
  key: string
  change: string
  actor: string
  /** Epoch milliseconds. */
  at: number
  appointment_id: number
  client_name: string
  appointment_date: string
  appointment_time: string
}

/** What happened last in the business, whatever the date of the appointment: at most `limit`, the latest first. */
export async function latestHappenings(db: Db, owner: BusinessId, limit: number): Promise<Happening[]> {
  const { rows } = await sql<Happening>`
    select happening.key, change, actor, at, appointment_id, client_name, appointment_date, appointment_time
    from (
      (select 'b' || id as key, id as appointment_id, 'booked' as change, booked_by as actor, created_at as at
       from appointments where business_id = ${owner} order by id desc limit ${limit})
      union all
      (select 'c' || id, appointment_id, change, actor, at
       from appointment_history where business_id = ${owner} order by id desc limit ${limit})
    ) happening
    join appointments a on a.business_id = ${owner} and a.id = happening.appointment_id
    order by at desc, happening.key desc limit ${limit}`.execute(db)
  return rows
}

export async function timezoneOf(db: Db | Tx, businessId: number): Promise<string> {
  const row = await db
    .selectFrom('businesses')
    .select('timezone')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  return row.timezone
}

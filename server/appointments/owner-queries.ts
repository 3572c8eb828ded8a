import { keysOf } from '#domain/api/answer.ts'
import { appointment, type Appointment } from '#domain/api/appointment.ts'
import type { ActivityEvent, Filter } from '#domain/api/calls/appointments.ts'
import { sql } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import type { Db, Tx } from '../database/db.ts'
import { beginsWordOf, likeWord, wordsOf } from '../database/search-queries.ts'

/** An appointment as its owner sees it. */
const columns = keysOf(appointment)

/**
 * The appointments that a member may see: every query of this file begins here, or with `isSeen`, so that no list
 * forgets whose they are.
 */
function seen(db: Db | Tx, { business_id, professional_id }: Scope) {
  const rows = db
    .selectFrom('appointments')
    .where('business_id', '=', business_id)
    .where('hold_kind', 'is', null)
  return professional_id === undefined ? rows : rows.where('professional_id', '=', professional_id)
}

/** The same as a condition of SQL, on appointments `a`. */
const isSeen = ({ business_id, professional_id }: Scope) => sql<boolean>`a.business_id = ${business_id}
  and a.hold_kind is null
  and ${professional_id === undefined ? sql`true` : sql`a.professional_id = ${professional_id}`}`

const own = (db: Db | Tx, scope: Scope) => seen(db, scope).select(columns)

export function ownAppointment(db: Db | Tx, scope: Scope, id: number) {
  return own(db, scope).where('id', '=', id).executeTakeFirst()
}

/**
 * Changes whenever an appointment or time off that is seen does, comes or goes, or what became of a message about one of
 * these days: whoever sees their own ones only hears of no others. What is older than three months is not watched.
 */
export async function markOf(db: Db, scope: Scope, nowMs: number): Promise<string> {
  const { business_id, professional_id } = scope
  const since = new Date(nowMs - 92 * 24 * 3_600_000).toISOString()
  const recently = new Date(nowMs - 2 * 24 * 3_600_000).toISOString()
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(' ', count(*), sum(version), max(id), (
      select concat_ws(' ', count(*), sum(t.version), max(t.id)) from time_off t
      where t.business_id = ${business_id} and t.ends_at > ${since}
        and (t.professional_id is null or t.professional_id = ${professional_id ?? null})), (
      select concat_ws(' ', count(m.settled_at), count(m.delivered_at), count(m.read_at), sum(answers.count))
      from appointments a
      left join messages m on m.business_id = a.business_id and m.appointment_id = a.id and m.channel = 'whatsapp'
      cross join lateral (select count(*) from inbound_messages i
        where i.business_id = a.business_id and i.appointment_id = a.id) answers
      where ${isSeen(scope)} and lower(a.occupied) > ${recently}), (
      select dates_version from businesses where id = ${business_id})) as mark
    from appointments a where ${isSeen(scope)} and lower(a.occupied) > ${since}`.execute(db)
  return rows[0]!.mark
}

function filtered(db: Db, scope: Scope, { from, to, status, professional_id, q = '', by }: Filter) {
  let rows = seen(db, scope)
  if (from) rows = rows.where('appointment_date', '>=', from)
  if (to) rows = rows.where('appointment_date', '<=', to)
  if (professional_id) rows = rows.where('professional_id', '=', professional_id)
  // The status as shown: a scheduled appointment that was moved is 'rescheduled', a missed one is 'no_show'.
  if (status === 'no_show') rows = rows.where('attendance_status', '=', 'no_show')
  else if (status === 'completed')
    rows = rows.where('status', '=', 'completed').where('attendance_status', '<>', 'no_show')
  else if (status === 'cancelled') rows = rows.where('status', '=', 'cancelled')
  else if (status)
    rows = rows
      .where('status', '=', 'scheduled')
      .where('rescheduled_from', status === 'rescheduled' ? 'is not' : 'is', null)
  for (const word of wordsOf(q, by)) {
    if (by === 'name') rows = rows.where(beginsWordOf(sql`plain(client_name)`, word))
    // A subselect is evaluated once, a bare expression for every row.
    rows = rows.where(
      // A phone that is not seen is not found by its digits either.
      scope.seesContacts ? sql.ref('words') : sql`plain(client_name || ' ' || service_name)`,
      'like',
      sql<string>`(select '%' || plain(${likeWord(word)}) || '%')`,
    )
  }
  return rows
}

/** Orders appointments by date and time; the first `most`. */
export function listAppointments(db: Db, scope: Scope, filter: Filter, most: number) {
  const order = filter.order ?? 'desc'
  return filtered(db, scope, filter)
    .select(columns)
    .orderBy('appointment_date', order)
    .orderBy('appointment_time', order)
    .orderBy('id', order)
    .limit(most)
    .execute()
}

/**
 * The appointments of `listAppointments`, page by page. Their set and order are read at the start: one that
 * is moved meanwhile appears once, as it is when its page is read.
 */
export async function* pagesOfAppointments(db: Db, scope: Scope, filter: Filter = {}, size = 1000) {
  const order = filter.order ?? 'desc'
  const found = await filtered(db, scope, filter)
    .select('id')
    .orderBy('appointment_date', order)
    .orderBy('appointment_time', order)
    .orderBy('id', order)
    .execute()
  for (let from = 0; from < found.length; from += size) {
    const ids = found.slice(from, from + size).map(({ id }) => id)
    const rows = await own(db, scope)
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  }
}

/** `limit` appointments by date and time, from `offset`, and the total number. */
export async function pageOfAppointments(
  db: Db,
  scope: Scope,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ appointments: Appointment[]; total: number }> {
  const order = filter.order ?? 'desc'
  // The index alone finds the page; only its rows are then read.
  const found = filtered(db, scope, filter)
    .select('id')
    .orderBy('appointment_date', order)
    .orderBy('appointment_time', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
  const appointments = await own(db, scope)
    .where('id', 'in', found)
    .orderBy('appointment_date', order)
    .orderBy('appointment_time', order)
    .orderBy('id', order)
    .execute()
  const last = appointments.at(-1)
  if (last && appointments.length < limit) return { appointments, total: offset + appointments.length }
  if (!last && offset === 0) return { appointments, total: 0 }
  // The page's query has already passed these rows: only the following ones are counted.
  const rest = last
    ? sql<boolean>`(appointment_date, appointment_time, id) ${sql.raw(order === 'asc' ? '>' : '<')}
        (${last.appointment_date}::date, ${last.appointment_time}::time, ${last.id}::bigint)`
    : sql<boolean>`true`
  const row = await filtered(db, scope, filter)
    .where(rest)
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { appointments, total: row.total + (last ? offset + appointments.length : 0) }
}

/** `limit` appointments from `offset`, those that arrived last first, and the total number. */
export async function latestBooked(
  db: Db,
  scope: Scope,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ appointments: Appointment[]; total: number }> {
  const all = filtered(db, scope, filter)
  const [appointments, { total }] = await Promise.all([
    // Ids are given in the order of arrival, and are the key: no sorting.
    own(db, scope)
      .where('id', 'in', all.select('id').orderBy('id', 'desc').limit(limit).offset(offset))
      .orderBy('id', 'desc')
      .execute(),
    all.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { appointments, total }
}

/**
 * Scheduled, dated before `today`, without attendance recorded. Oldest first; all of them without `limit`.
 */
export function unconfirmedAppointments(db: Db, scope: Scope, today: string, limit: number) {
  return own(db, scope)
    .where('status', '=', 'scheduled')
    .where('attendance_status', '=', 'pending')
    .where('appointment_date', '<', today)
    .orderBy('appointment_date')
    .orderBy('appointment_time')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countUnconfirmed(db: Db, scope: Scope, today: string): Promise<number> {
  const row = await seen(db, scope)
    .select((count) => count.fn.countAll<number>().as('total'))
    .where('status', '=', 'scheduled')
    .where('attendance_status', '=', 'pending')
    .where('appointment_date', '<', today)
    .executeTakeFirstOrThrow()
  return row.total
}

/** What one looks through; an appointment may have been changed thousands of times. */
const MOST_CHANGES = 200

/**
 * The last changes of an appointment that is seen after it was booked, at most 200, in order; a role is the person's
 * present one.
 */
export async function historyOf(db: Db, { business_id }: Scope, id: number) {
  const latest = await db
    .selectFrom('appointment_history as h')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.business_id', '=', 'h.business_id').onRef('m.user_id', '=', 'h.user_id'),
    )
    .select(['h.id', 'h.change', 'h.actor', 'h.user_id', 'u.name as user_name', 'm.role as user_role'])
    .select(['h.at', 'h.old'])
    .where('h.business_id', '=', business_id)
    .where('h.appointment_id', '=', id)
    .orderBy('h.id', 'desc')
    .limit(MOST_CHANGES)
    .execute()
  return latest.reverse()
}

/** The member of the business who booked it; undefined when a client did or it is unknown. */
export function bookerOf(db: Db, { business_id }: Scope, id: number) {
  return db
    .selectFrom('appointments as a')
    .innerJoin('users as u', 'u.id', 'a.booked_by_user_id')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.business_id', '=', 'a.business_id').onRef('m.user_id', '=', 'u.id'),
    )
    .select(['u.id', 'u.name', 'm.role'])
    .where('a.business_id', '=', business_id)
    .where('a.id', '=', id)
    .executeTakeFirst()
}

/** The latest changes in the business, whatever the appointment's date: at most `limit`, latest first. */
export async function latestHappenings(db: Db, scope: Scope, limit: number): Promise<ActivityEvent[]> {
  const { rows } = await sql<ActivityEvent>`
    select happening.key, change, actor, at, appointment_id, client_name, appointment_date, appointment_time
    from (
      (select 'b' || id as key, id as appointment_id, 'booked' as change, booked_by as actor, created_at as at
       from appointments a where ${isSeen(scope)} order by id desc limit ${limit})
      union all
      (select 'c' || id, appointment_id, change, actor, at
       from appointment_history h where business_id = ${scope.business_id} and exists (
         select from appointments a where ${isSeen(scope)} and a.id = h.appointment_id)
       order by id desc limit ${limit})
    ) happening
    join appointments a on a.business_id = ${scope.business_id} and a.id = happening.appointment_id
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

/** How long before an appointment its client can still cancel it. */
export function cancelNoticeOf(db: Db | Tx, businessId: number) {
  return db
    .selectFrom('businesses')
    .select(['business_name', 'cancel_notice_minutes'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
}

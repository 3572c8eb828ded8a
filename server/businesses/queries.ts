import { keysOf } from '#domain/api/answer.ts'
import { storedBusiness } from '#domain/api/business.ts'
import { businessDay } from '#domain/api/hours.ts'
import type { Interval } from '#domain/special-day-rules.ts'
import type { SpecialDate } from '#domain/schedule.ts'
import { specialDates, type Closing, type PublicFacts } from '#domain/special-dates.ts'
import type { SpecialDay } from '#domain/special-hours.ts'
import type { BusinessDay } from '#domain/week.ts'
import { sql } from 'kysely'
import { inLineOf } from '../turns/business-turns.ts'
import { instant, statement, type Db, type Tx } from '../database/db.ts'
import type { Transact } from '../once.ts'
import { notFound } from '../http/refusal.ts'
import { together } from '../turns/together.ts'

const open = (db: Db) =>
  db
    .selectFrom('businesses')
    .select([...keysOf(storedBusiness), 'reminder_channel', 'listed_at'])
    .where('suspended_at', 'is', null)

export function publicBusiness(db: Db, id: number) {
  return open(db).where('id', '=', id).executeTakeFirst()
}

/** A business by its present address or a former one. */
export function publicBusinessBySlug(db: Db, slug: string) {
  return open(db)
    .where('id', '=', (query) =>
      query.selectFrom('slugs').select('business_id').where('slugs.slug', '=', slug),
    )
    .executeTakeFirst()
}

const idsOf = statement<{ id: number }, [ids: number[]]>(
  'select id from businesses where id = any($1::bigint[]) and suspended_at is null',
)
const readers = new WeakMap<Db, (id: number) => Promise<boolean>>()

/** Whether there is such a business and it is not suspended. The calls that a page makes at once ask together. */
export function businessExists(db: Db, id: number): Promise<boolean> {
  let exists = readers.get(db)
  if (!exists) {
    exists = together(async (ids: number[]) => {
      const found = new Set((await idsOf(db, [...new Set(ids)])).map((row) => row.id))
      return ids.map((one) => found.has(one))
    })
    readers.set(db, exists)
  }
  return exists(id)
}

/**
 * What is read of a business, while it is asked whether there is such a business.
 * @throws Refusal 404 when there is none, whatever became of the reading
 */
export async function ofBusiness<Read>(db: Db, id: number, reading: Promise<Read>): Promise<Read> {
  const [exists, read] = await Promise.allSettled([businessExists(db, id), reading])
  if (exists.status === 'rejected') throw exists.reason
  if (!exists.value) throw notFound('Negocio no encontrado')
  if (read.status === 'rejected') throw read.reason
  return read.value
}

/** The opening hours of a business, Sunday first. */
export async function businessWeek(db: Db | Tx, businessId: number): Promise<BusinessDay[]> {
  const days = await db
    .selectFrom('business_hours')
    .select(keysOf(businessDay))
    .where('business_id', '=', businessId)
    .orderBy('day_of_week')
    .execute()
  return days.map(withoutNoBreaks)
}

/** A weekday as it is answered: breaks are named where there are some. */
export function withoutNoBreaks<Day extends { breaks: Interval[] }>({ breaks, ...day }: Day) {
  return { ...day, ...(breaks.length > 0 && { breaks }) }
}

/** The mean of all ratings, to one decimal, and the newest reviews. */
export async function businessReviews(db: Db, businessId: number, newest: number) {
  const of = db.selectFrom('reviews').where('business_id', '=', businessId)
  const [rating, reviews] = await Promise.all([
    of
      .select((row) => [
        row.fn.countAll<number>().as('count'),
        sql<number>`round(avg(rating), 1)::double precision`.as('average'),
      ])
      .executeTakeFirstOrThrow(),
    of
      .select(['rating', 'comment', 'author_name', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(newest)
      .execute(),
  ])
  return { rating: rating.count > 0 ? rating : null, reviews }
}

/**
 * Takes a shared lock until the transaction ends: the data from which times are computed does not change
 * meanwhile. migrations/0100_booking_gate.sql does the same for bookings.
 * @param lockTimeoutMs for whatever the transaction waits for.
 */
export async function joinBookings(tx: Tx, businessId: number, lockTimeoutMs?: number) {
  const settings = lockTimeoutMs && sql`set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true),`
  await sql`
    select ${settings ?? sql``} pg_advisory_xact_lock_shared(hashtextextended(${String(businessId)}, 2))`.execute(
    tx,
  )
}

/** Transactions of one of those of which a few of a business wait at once. */
export const inTurnOf =
  (db: Db, businessId: number): Transact =>
  (work) =>
    inLineOf(db, businessId, (lockTimeoutMs) =>
      db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(tx)
        return work(tx)
      }),
    )

/** Runs changes of bookings in a transaction under that lock: the caller's, or one of those of which a few of a business wait at once. */
export async function joiningBookings<T>(
  db: Db | Tx,
  businessId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const join = async (tx: Tx, lockTimeoutMs?: number) => {
    await joinBookings(tx, businessId, lockTimeoutMs)
    return work(tx)
  }
  if (db.isTransaction) return join(db as Tx)
  return inLineOf(db, businessId, (lockTimeoutMs) =>
    db.transaction().execute((tx) => join(tx, lockTimeoutMs)),
  )
}

/**
 * Waits for bookings and moves in progress, and holds up new ones until the transaction ends. If the
 * business's own row is locked too, that lock comes first.
 */
export async function stopBookings(tx: Tx, businessId: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${String(businessId)}, 2))`.execute(tx)
}

/**
 * To be called before hours are written, of a week or of single dates: waits for the bookings and moves in progress,
 * holds up new ones until the transaction ends, and lets none be written that was computed before.
 */
export async function changeHours(tx: Tx, businessId: number) {
  await tx
    .updateTable('businesses')
    .set((row) => ({ dates_version: row('dates_version', '+', 1) }))
    .where('id', '=', businessId)
    .execute()
  await stopBookings(tx, businessId)
}

/** A time off of the whole business as JSON, with its reason only where everybody may read it. */
export const closingJson = (t: string) => `json_build_object('kind', ${t}.kind,
  'first_date', ${t}.first_date, 'last_date', ${t}.last_date,
  'from_time', left(${t}.from_time::text, 5), 'to_time', left(${t}.to_time::text, 5),
  'reason', case when ${t}.show_reason then ${t}.reason end, 'show_reason', ${t}.show_reason)`

type Facts = Omit<PublicFacts, 'business_week' | 'closings' | 'special_days'>
const exceptionsOf = statement<
  Facts & { special_days: SpecialDay[] | null; closings: Closing[] | null },
  [businessId: number, first: string, last: string]
>(`
  select b.holiday_country, b.holiday_policy,
    (select json_agg(json_build_object('date', d.date, 'professional_id', null, 'is_open', d.is_open,
        'intervals', d.intervals, 'label', d.label, 'opens_business', false, 'is_yearly', d.is_yearly))
      from special_days d
      where d.business_id = b.id and d.professional_id is null
        and d.date <= $3::date and (d.date >= $2::date or d.is_yearly)) as special_days,
    (select json_agg(${closingJson('t')} order by t.starts_at, t.id)
      from time_off t
      where t.business_id = b.id and t.professional_id is null
        and t.ends_at > ($2::date - 1)::timestamp and t.first_date <= $3::date and t.last_date >= $2::date) as closings
  from businesses b where b.id = $1::bigint`)

/** Tells, of a business's week, the dates from `first` to `last` on which its hours are not those. */
export async function publicSpecialDates(
  db: Db,
  id: number,
  first: string,
  last: string,
): Promise<(business_week: BusinessDay[]) => SpecialDate[]> {
  const [row] = await exceptionsOf(db, id, first, last)
  if (!row) return () => []
  const facts = { ...row, special_days: row.special_days ?? [], closings: row.closings ?? [] }
  return (business_week) => specialDates({ ...facts, business_week }, first, last)
}

/** Who registered with this e-mail, in any case, by this key within the last 24 hours. */
export function registeredBy(db: Db, { email, key, nowMs }: { email: string; key: string; nowMs: number }) {
  return db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .innerJoin('idempotency_keys as k', 'k.business_id', 'm.business_id')
    .select(['m.business_id', 'm.user_id', 'u.password_hash'])
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .where('k.key', '=', key)
    .where('k.created_at', '>', instant(nowMs - 24 * 3_600_000))
    .executeTakeFirst()
}

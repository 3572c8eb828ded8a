import { keysOf } from '#domain/api/answer.ts'
import { storedBusiness } from '#domain/api/business.ts'
import { businessDay } from '#domain/api/hours.ts'
import type { BusinessDay } from '#domain/week.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'

const open = (db: Db) =>
  db.selectFrom('businesses').select(keysOf(storedBusiness)).where('suspended_at', 'is', null)

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

export async function businessExists(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The opening hours of a business, Sunday first. */
export function businessWeek(db: Db | Tx, businessId: number): Promise<BusinessDay[]> {
  return db
    .selectFrom('business_hours')
    .select(keysOf(businessDay))
    .where('business_id', '=', businessId)
    .orderBy('day_of_week')
    .execute()
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
 */
export async function joinBookings(tx: Tx, businessId: number) {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${String(businessId)}, 2))`.execute(tx)
}

/**
 * Waits for bookings and moves in progress, and holds up new ones until the transaction ends. If the
 * business's own row is locked too, that lock comes first.
 */
export async function stopBookings(tx: Tx, businessId: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${String(businessId)}, 2))`.execute(tx)
}

import type { BusinessDay } from '#domain/week.ts'
import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** What anybody may know of a business. */
const publicColumns = [
  'id',
  'slug',
  'business_name',
  'description',
  'address',
  'city',
  'phone',
  'email',
  'business_type',
  'timezone',
  'currency',
  'brand_color',
  'brand_color_secondary',
  'logo_url',
  'gallery_images',
  'latitude',
  'longitude',
  'facebook',
  'instagram',
  'whatsapp',
  'price_range',
  'meta_title',
  'meta_description',
  'featured_image',
  'created_at',
] as const

const open = (db: Db) => db.selectFrom('businesses').select(publicColumns).where('suspended_at', 'is', null)

export function publicBusiness(db: Db, id: number) {
  return open(db).where('id', '=', id).executeTakeFirst()
}

/** By its address, or one that it had before. */
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
export function businessWeek(db: Db, businessId: number): Promise<BusinessDay[]> {
  return db
    .selectFrom('business_hours')
    .select(['day_of_week', 'is_open', 'open_time', 'close_time', 'lunch_start_time', 'lunch_end_time'])
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

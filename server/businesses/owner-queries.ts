import type { BusinessDay } from '#domain/week.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../db.ts'
import type { Tables } from '../tables.ts'

const profileColumns = [
  ...(['id', 'business_name', 'business_type', 'email', 'phone', 'is_virtual', 'address', 'city'] as const),
  ...(['state', 'country', 'latitude', 'longitude', 'description', 'website', 'facebook'] as const),
  ...(['instagram', 'twitter', 'whatsapp', 'price_range', 'timezone', 'currency'] as const),
  ...(['reminder_hours', 'slot_interval_minutes', 'slug', 'meta_title', 'meta_description'] as const),
  ...(['featured_image', 'brand_color', 'brand_color_secondary', 'logo_url', 'gallery_images'] as const),
  'created_at',
] as const

export function businessProfile(db: Db, owner: BusinessId) {
  return db.selectFrom('businesses').select(profileColumns).where('id', '=', owner).executeTakeFirstOrThrow()
}

export type Profile = Awaited<ReturnType<typeof businessProfile>>

/** The profile, which nobody else changes until the transaction ends. */
export function lockedProfile(tx: Tx, owner: BusinessId): Promise<Profile> {
  return tx
    .selectFrom('businesses')
    .select(profileColumns)
    .where('id', '=', owner)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateProfile(tx: Tx, owner: BusinessId, changes: Updateable<Tables['businesses']>) {
  await tx.updateTable('businesses').set(changes).where('id', '=', owner).execute()
}

export async function insertBusiness(tx: Tx, business: Insertable<Tables['businesses']>): Promise<number> {
  const { id } = await tx.insertInto('businesses').values(business).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The address; it must be held (slugs.ts) when the transaction ends. */
export async function setSlug(tx: Tx, business_id: number, slug: string) {
  await tx.updateTable('businesses').set({ slug }).where('id', '=', business_id).execute()
}

/** Writes all the days of `week`, whatever was there. */
export async function saveBusinessWeek(db: Db | Tx, business_id: number, week: readonly BusinessDay[]) {
  await db
    .insertInto('business_hours')
    .values(week.map((day) => ({ business_id, ...day })))
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'day_of_week']).doUpdateSet((row) => ({
        is_open: row.ref('excluded.is_open'),
        open_time: row.ref('excluded.open_time'),
        close_time: row.ref('excluded.close_time'),
        lunch_start_time: row.ref('excluded.lunch_start_time'),
        lunch_end_time: row.ref('excluded.lunch_end_time'),
      })),
    )
    .execute()
}

/** Adds a picture unless the gallery has `max`; undefined then. One statement: simultaneous ones never pass the limit. */
export async function addToGallery(tx: Tx, owner: BusinessId, url: string, max: number) {
  const row = await tx
    .updateTable('businesses')
    .set({ gallery_images: sql`(gallery_images::jsonb || to_jsonb(${url}::text))::text` })
    .where('id', '=', owner)
    .where(sql<boolean>`jsonb_array_length(gallery_images::jsonb) < ${max}`)
    .returning('gallery_images')
    .executeTakeFirst()
  return row?.gallery_images
}

/** Takes a picture out of the gallery; undefined when it is not there. */
export async function removeFromGallery(db: Db, owner: BusinessId, url: string) {
  const row = await db
    .updateTable('businesses')
    .set({ gallery_images: sql`(gallery_images::jsonb - ${url}::text)::text` })
    .where('id', '=', owner)
    .where(sql<boolean>`gallery_images::jsonb ? ${url}::text`)
    .returning('gallery_images')
    .executeTakeFirst()
  return row?.gallery_images
}

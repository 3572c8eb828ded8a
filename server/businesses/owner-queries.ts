import { keysOf } from '#domain/api/answer.ts'
import { storedProfile, type Profile } from '#domain/api/business.ts'
import type { BusinessDay } from '#domain/week.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'

const profileColumns = keysOf(storedProfile)

export function businessProfile(db: Db, owner: BusinessId): Promise<Profile> {
  return db.selectFrom('businesses').select(profileColumns).where('id', '=', owner).executeTakeFirstOrThrow()
}

/** The telephone of a business, whose country its clients' have too. */
export async function phoneOf(db: Db | Tx, owner: BusinessId): Promise<string> {
  const row = await db.selectFrom('businesses').select('phone').where('id', '=', owner).executeTakeFirst()
  return row?.phone ?? ''
}

/** The profile, locked until the transaction ends. */
export function lockedProfile(tx: Tx, owner: BusinessId): Promise<Profile> {
  return tx
    .selectFrom('businesses')
    .select(profileColumns)
    .where('id', '=', owner)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** @returns the new version. */
export async function updateProfile(
  tx: Tx,
  owner: BusinessId,
  changes: Updateable<Tables['businesses']>,
): Promise<number> {
  const { version } = await tx
    .updateTable('businesses')
    .set(changes)
    .where('id', '=', owner)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function insertBusiness(tx: Tx, business: Insertable<Tables['businesses']>): Promise<number> {
  const { id } = await tx.insertInto('businesses').values(business).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Sets the address, which must be reserved (slugs.ts) when the transaction ends. */
export async function setSlug(tx: Tx, business_id: number, slug: string) {
  await tx.updateTable('businesses').set({ slug }).where('id', '=', business_id).execute()
}

/** Replaces all the days of `week`. */
export async function saveBusinessWeek(db: Db | Tx, business_id: number, week: readonly BusinessDay[]) {
  await db
    .insertInto('business_hours')
    .values(week.map((day) => ({ business_id, ...day, breaks: JSON.stringify(day.breaks ?? []) })))
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'day_of_week']).doUpdateSet((row) => ({
        is_open: row.ref('excluded.is_open'),
        open_time: row.ref('excluded.open_time'),
        close_time: row.ref('excluded.close_time'),
        lunch_start_time: row.ref('excluded.lunch_start_time'),
        lunch_end_time: row.ref('excluded.lunch_end_time'),
        breaks: row.ref('excluded.breaks'),
      })),
    )
    .execute()
}

/** Increments the version of the opening hours; concurrent saves wait until the transaction ends. */
export async function countHours(tx: Tx, owner: BusinessId): Promise<number> {
  const { hours_version } = await tx
    .updateTable('businesses')
    .set((row) => ({ hours_version: row('hours_version', '+', 1) }))
    .where('id', '=', owner)
    .returning('hours_version')
    .executeTakeFirstOrThrow()
  return hours_version
}

/**
 * Adds a picture; undefined when the gallery already has `max`. One statement: simultaneous ones never pass
 * the limit.
 */
export function addToGallery(tx: Tx, owner: BusinessId, url: string, max: number) {
  return tx
    .updateTable('businesses')
    .set({ gallery_images: sql`(gallery_images::jsonb || to_jsonb(${url}::text))::text` })
    .where('id', '=', owner)
    .where(sql<boolean>`jsonb_array_length(gallery_images::jsonb) < ${max}`)
    .returning(['gallery_images', 'version'])
    .executeTakeFirst()
}

/** Removes a picture from the gallery; undefined when it is not there. */
export function removeFromGallery(db: Db, owner: BusinessId, url: string) {
  return db
    .updateTable('businesses')
    .set({ gallery_images: sql`(gallery_images::jsonb - ${url}::text)::text` })
    .where('id', '=', owner)
    .where(sql<boolean>`gallery_images::jsonb ? ${url}::text`)
    .returning(['gallery_images', 'version'])
    .executeTakeFirst()
}

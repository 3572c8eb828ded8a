import type { Db } from '../db.ts'

/** What the public page shows of a business's services, in the owner's order. */
export function publicServices(db: Db, businessId: number) {
  return db
    .selectFrom('services')
    .select(['id', 'service_name', 'description', 'duration_minutes', 'price', 'image_url'])
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

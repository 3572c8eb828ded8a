import type { Db } from '../db.ts'

/** What the public page shows of a business's professionals: active ones only. */
export function publicProfessionals(db: Db, businessId: number) {
  return db
    .selectFrom('professionals')
    .select(['id', 'professional_name', 'avatar_url', 'is_active', 'business_id', 'specialties'])
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

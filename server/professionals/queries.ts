import { publicProfessionalColumns } from '#domain/api/professional.ts'
import type { Db } from '../database/db.ts'

/** A business's active professionals, as the public page shows them. */
export function publicProfessionals(db: Db, businessId: number) {
  return db
    .selectFrom('professionals')
    .select(publicProfessionalColumns)
    .select((row) => row('weight', '>', 0).$castTo<boolean>().as('is_assigned'))
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

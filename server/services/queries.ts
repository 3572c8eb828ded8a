import { keysOf } from '#domain/api/answer.ts'
import { publicService } from '#domain/api/service.ts'
import type { Db } from '../db.ts'

/** A business's services in the owner's order, as the public page shows them. */
export function publicServices(db: Db, businessId: number) {
  return db
    .selectFrom('services')
    .select(keysOf(publicService))
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

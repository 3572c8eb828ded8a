import type { Named } from '#domain/import/names.ts'
import type { BusinessId } from '../../accounts/owner.ts'
import type { Db, Tx } from '../../database/db.ts'

export interface Offer {
  services: Named[]
  professionals: Named[]
}

/** What a business's appointments can be of, and with whom. */
export async function offerOf(db: Db | Tx, owner: BusinessId): Promise<Offer> {
  const services = await db
    .selectFrom('services')
    .select(['id', 'service_name as name'])
    .where('business_id', '=', owner)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const professionals = await db
    .selectFrom('professionals')
    .select(['id', 'professional_name as name'])
    .where('business_id', '=', owner)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return { services, professionals }
}

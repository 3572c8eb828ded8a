import { keysOf } from '#domain/api/answer.ts'
import { publicCategory, publicService } from '#domain/api/service.ts'
import type { ProfessionalTerms } from '#domain/options.ts'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** What a service of `services` costs and takes with those professionals who differ. */
export const byProfessional = sql<
  ProfessionalTerms[]
>`case when services.terms_version = 0 then '[]' else coalesce((
  select json_agg(json_build_object('professional_id', t.professional_id, 'price', t.price,
    'duration_minutes', t.duration_minutes) order by t.professional_id)
  from professional_services t
  join professionals p on p.business_id = t.business_id and p.id = t.professional_id and p.deleted_at is null
  where t.business_id = services.business_id and t.service_id = services.id), '[]') end`

const columns = keysOf(publicService.omit({ by_professional: true }))

/**
 * A business's services in the owner's order, as the public page shows them: without the hidden ones, except the one
 * whose link was followed.
 */
export function publicServices(db: Db, businessId: number, linked?: number) {
  return db
    .selectFrom('services')
    .select(columns)
    .select(byProfessional.as('by_professional'))
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('is_hidden', '=', false), eb('id', '=', linked ?? null)]))
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The categories of a business in the owner's order. */
export function publicCategories(db: Db, businessId: number) {
  return db
    .selectFrom('service_categories')
    .select(keysOf(publicCategory))
    .where('business_id', '=', businessId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

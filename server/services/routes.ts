import { ofBusiness } from '../businesses/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { publicCategories, publicServices } from './queries.ts'

export function serviceRoutes(api: Api, { db }: Deps) {
  route(
    api,
    'GET /api/businesses/:businessId/services',
    { access: 'public', shared: true },
    async ({ params: { businessId }, query }) => {
      const lists = Promise.all([
        publicServices(db, businessId, query.service),
        publicCategories(db, businessId),
      ])
      const [services, all] = await ofBusiness(db, businessId, lists)
      const categories = all.filter(({ id }) => services.some(({ category_id }) => category_id === id))
      return { success: true, services, categories }
    },
  )
}

import { businessExists } from '../businesses/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { notFound } from '../refusal.ts'
import { route } from '../route.ts'
import { publicServices } from './queries.ts'

export function serviceRoutes(api: Api, { db }: Deps) {
  route(
    api,
    'GET /api/businesses/:businessId/services',
    { access: 'public', shared: true },
    async ({ params: { businessId } }) => {
      if (!(await businessExists(db, businessId))) throw notFound('Negocio no encontrado')
      return { success: true, services: await publicServices(db, businessId) }
    },
  )
}

import { businessExists } from '../businesses/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { notFound } from '../refusal.ts'
import { route } from '../route.ts'
import { publicProfessionals } from './queries.ts'

export function professionalRoutes(api: Api, { db }: Deps) {
  route(
    api,
    'GET /api/businesses/:businessId/professionals',
    { access: 'public', shared: true },
    async ({ params: { businessId } }) => {
      if (!(await businessExists(db, businessId))) throw notFound('Negocio no encontrado')
      return { success: true, professionals: await publicProfessionals(db, businessId) }
    },
  )
}

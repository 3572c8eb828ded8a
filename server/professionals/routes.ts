import { ofBusiness } from '../businesses/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { publicProfessionals } from './queries.ts'

export function professionalRoutes(api: Api, { db }: Deps) {
  route(
    api,
    'GET /api/businesses/:businessId/professionals',
    { access: 'public', shared: true },
    async ({ params: { businessId } }) => {
      const professionals = await ofBusiness(db, businessId, publicProfessionals(db, businessId))
      return { success: true, professionals }
    },
  )
}

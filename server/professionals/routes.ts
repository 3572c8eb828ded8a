import { z } from 'zod'
import { businessExists } from '../businesses/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { failure, idParam } from '../http.ts'
import { notFound } from '../refusal.ts'
import { publicProfessionals } from './queries.ts'

const publicProfessional = z.object({
  id: z.int(),
  professional_name: z.string(),
  avatar_url: z.string().nullable(),
  is_active: z.boolean(),
  business_id: z.int(),
  specialties: z
    .string()
    .nullable()
    .meta({ description: 'JSON text: ids of services; null or other text means all' }),
})

export function professionalRoutes(api: Api, { db }: Deps) {
  api.get(
    '/businesses/:businessId/professionals',
    {
      config: { access: 'public', shared: true },
      schema: {
        tags: ['public'],
        summary: 'The professionals who can be booked',
        params: z.object({ businessId: idParam }),
        response: {
          200: z.object({ success: z.literal(true), professionals: z.array(publicProfessional) }),
          '4xx': failure,
        },
      },
    },
    async ({ params: { businessId } }) => {
      if (!(await businessExists(db, businessId))) throw notFound('Negocio no encontrado')
      return { success: true as const, professionals: await publicProfessionals(db, businessId) }
    },
  )
}

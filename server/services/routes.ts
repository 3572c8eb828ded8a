import { z } from 'zod'
import { businessExists } from '../businesses/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { failure, idParam } from '../http.ts'
import { notFound } from '../refusal.ts'
import { publicServices } from './queries.ts'

const publicService = z.object({
  id: z.int(),
  service_name: z.string(),
  description: z.string().nullable(),
  duration_minutes: z.int(),
  price: z.number(),
  image_url: z.string().nullable(),
})

export function serviceRoutes(api: Api, { db }: Deps) {
  api.get(
    '/businesses/:businessId/services',
    {
      config: { access: 'public', shared: true },
      schema: {
        tags: ['public'],
        summary: 'The services that can be booked',
        params: z.object({ businessId: idParam }),
        response: {
          200: z.object({ success: z.literal(true), services: z.array(publicService) }),
          '4xx': failure,
        },
      },
    },
    async ({ params: { businessId } }) => {
      if (!(await businessExists(db, businessId))) throw notFound('Negocio no encontrado')
      return { success: true as const, services: await publicServices(db, businessId) }
    },
  )
}

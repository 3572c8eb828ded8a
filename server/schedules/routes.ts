import { isIsoDate } from '#domain/dates.ts'
import { z } from 'zod'
import { businessExists, businessWeek } from '../businesses/queries.ts'
import { businessDay } from '../businesses/routes.ts'
import { idParam, failure } from '../http.ts'
import { invalid, notFound } from '../refusal.ts'
import type { Api, Deps } from '../deps.ts'
import { slotsOfDate, slotsOfWindow } from './availability.ts'

const time = z.string().meta({ description: 'HH:MM', example: '09:30' })
export const freeDay = z.object({ date: z.string(), times: z.array(time) })
const serviceQuery = z.object({ serviceId: idParam.optional() })

// The busiest answers of all, made in one place from nothing but dates and times: written as they are.
const asMade = () => (answer: unknown) => JSON.stringify(answer)

export function scheduleRoutes(api: Api, { db, now }: Deps) {
  api.get(
    '/schedules/available-slots/:professionalId/:date',
    {
      config: { access: 'public' },
      serializerCompiler: asMade,
      schema: {
        tags: ['public'],
        summary: 'Free times of a professional on a date, for a service (60 minutes without one)',
        params: z.object({ professionalId: idParam, date: z.string() }),
        querystring: serviceQuery,
        response: {
          200: z.object({ success: z.literal(true), slots: z.array(z.object({ time })) }),
          '4xx': failure,
        },
      },
    },
    async ({ params, query }, reply) => {
      if (!isIsoDate(params.date)) throw invalid({ date: 'La fecha no es válida: usa el formato AAAA-MM-DD' })
      const times = await slotsOfDate(db, now(), params.professionalId, params.date, query.serviceId ?? null)
      if (!times) throw notFound('Profesional no encontrado')
      reply.header('cache-control', 'no-store')
      return { success: true as const, slots: times.map((time) => ({ time })) }
    },
  )

  api.get(
    '/schedules/available-days/:professionalId',
    {
      config: { access: 'public' },
      serializerCompiler: asMade,
      schema: {
        tags: ['public'],
        summary: 'Free times of a professional on every date that can be booked, today first',
        params: z.object({ professionalId: idParam }),
        querystring: serviceQuery,
        response: {
          200: z.object({
            success: z.literal(true),
            days: z.array(freeDay),
          }),
          '4xx': failure,
        },
      },
    },
    async ({ params, query }, reply) => {
      const days = await slotsOfWindow(db, now(), params.professionalId, query.serviceId ?? null)
      if (!days) throw notFound('Profesional no encontrado')
      reply.header('cache-control', 'no-store')
      return { success: true as const, days }
    },
  )

  api.get(
    '/schedules/business/:id',
    {
      config: { access: 'public', shared: true },
      schema: {
        tags: ['public'],
        summary: 'Opening hours of a business, Sunday first: the bare list',
        params: z.object({ id: idParam }),
        response: { 200: z.array(businessDay), '4xx': failure },
      },
    },
    async ({ params }) => {
      if (!(await businessExists(db, params.id))) throw notFound('Negocio no encontrado')
      return businessWeek(db, params.id)
    },
  )
}

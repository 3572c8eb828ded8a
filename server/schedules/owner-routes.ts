import { z } from 'zod'
import { ensureOwn, ownerOf } from '../accounts/owner.ts'
import { businessWeek } from '../businesses/queries.ts'
import { businessDay } from '../businesses/routes.ts'
import type { Api, Deps } from '../deps.ts'
import { failure, idParam } from '../http.ts'
import { ownProfessional } from '../professionals/owner-queries.ts'
import { NO_PROFESSIONAL } from '../professionals/save.ts'
import { notFound } from '../refusal.ts'
import { professionalWeek, professionalWeeks } from './owner-queries.ts'
import { setBusinessWeek, setProfessionalWeek } from './save.ts'

const time = z.string().nullable().meta({ description: 'HH:MM', example: '09:00' })
const professionalDay = z.object({
  day_of_week: z.int().meta({ description: '0 Sunday … 6 Saturday' }),
  is_available: z.boolean(),
  start_time: time,
  end_time: time,
  lunch_start_time: time,
  lunch_end_time: time,
})

const params = z.object({ id: idParam })
const week = z.unknown().meta({ description: 'A list of days, or {schedules: list}' })
const message = 'Horarios actualizados exitosamente'
const tags = ['schedules']
const config = { access: 'owner' as const }

export function scheduleOwnerRoutes(api: Api, { db }: Deps) {
  api.get(
    '/schedules/professional/:id',
    {
      config,
      schema: {
        tags,
        summary: "A professional's own week; an empty list follows the business",
        params,
        response: {
          200: z.object({ success: z.literal(true), schedule: z.array(professionalDay) }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const [owner, { id }] = [ownerOf(request), request.params]
      if (!(await ownProfessional(db, owner, id))) throw notFound(NO_PROFESSIONAL)
      return { success: true as const, schedule: await professionalWeek(db, owner, id) }
    },
  )

  api.get(
    '/schedules/professionals',
    {
      config,
      schema: {
        tags,
        summary: 'The own weeks of all professionals; who is not in it follows the business',
        response: {
          200: z.object({
            success: z.literal(true),
            schedules: z.array(professionalDay.extend({ professional_id: z.int() })),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => ({
      success: true as const,
      schedules: await professionalWeeks(db, ownerOf(request)),
    }),
  )

  api.put(
    '/schedules/professional/:id',
    {
      config,
      schema: {
        tags,
        summary: "Sets a professional's own week; an empty list removes it",
        params,
        body: week,
        response: {
          200: z.object({
            success: z.literal(true),
            message: z.string(),
            schedule: z.array(professionalDay),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const [owner, { id }] = [ownerOf(request), request.params]
      await setProfessionalWeek(db, owner, id, request.body)
      return { success: true as const, message, schedule: await professionalWeek(db, owner, id) }
    },
  )

  api.put(
    '/schedules/business/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Sets the opening hours',
        params,
        body: week,
        response: {
          200: z.object({ success: z.literal(true), message: z.string(), schedules: z.array(businessDay) }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      ensureOwn(owner, request.params.id)
      await setBusinessWeek(db, owner, request.body)
      return { success: true as const, message, schedules: await businessWeek(db, owner) }
    },
  )
}

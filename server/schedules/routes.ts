import type { ClockTime } from '#domain/dates.ts'
import { businessWeek, ofBusiness } from '../businesses/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { networkTurns } from '../turns/network-turns.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { anySlotsOfDate, anySlotsOfWindow } from './any.ts'
import { ensureDate, slotsOfWindow } from './availability.ts'
import { keptSlots } from './kept.ts'
import { WINDOWS_AT_ONCE } from './window-queries.ts'

// The most frequent answers, built in one place from dates and times only: serialised without a schema.
export const asMade = () => (answer: unknown) => JSON.stringify(answer)
const SLOTS_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const busy = { access: 'public', serializerCompiler: asMade } as const

interface ServiceQuery {
  serviceId?: number | undefined
  variantId?: number | undefined
  addonIds?: number[] | undefined
}

/** What is asked for in a query. */
export const askedOf = (query: ServiceQuery) => ({
  service_id: query.serviceId ?? null,
  variant_id: query.variantId,
  addon_ids: query.addonIds,
})
export const askedIn = (professional_id: number, query: ServiceQuery) => ({
  professional_id,
  ...askedOf(query),
})

const ofAny = ({ businessId, ...query }: ServiceQuery & { businessId: number }) => ({
  business_id: businessId,
  ...askedOf(query),
})

const answerOf = (times: ClockTime[]) => ({ success: true as const, slots: times.map((time) => ({ time })) })

export function scheduleRoutes(api: Api, { db, now }: Deps) {
  const inLine = networkTurns()
  const inLineOfWindows = networkTurns(WINDOWS_AT_ONCE)
  const slots = keptSlots(db, now, (times) => JSON.stringify(answerOf(times)))

  route(
    api,
    'GET /api/schedules/available-slots/:professionalId/:date',
    busy,
    async ({ params, query }, reply) => {
      ensureDate(params.date)
      const answer = await slots(params.date, askedIn(params.professionalId, query))
      if (answer === undefined) throw notFound('Profesional no encontrado')
      // Text already: nothing is left to serialise.
      return reply.headers(SLOTS_HEADERS).send(answer)
    },
  )

  route(api, 'GET /api/schedules/available-slots/any/:date', busy, async (request, reply) => {
    const { params, query } = request
    ensureDate(params.date)
    const times = await inLine(request, () =>
      ofBusiness(db, query.businessId, anySlotsOfDate(db, now(), params.date, ofAny(query))),
    )
    reply.header('cache-control', 'no-store')
    return answerOf(times)
  })

  route(api, 'GET /api/schedules/available-days/any', busy, async (request, reply) => {
    const { query } = request
    const days = await inLine(request, () =>
      ofBusiness(db, query.businessId, anySlotsOfWindow(db, now(), ofAny(query), query.from)),
    )
    reply.header('cache-control', 'no-store')
    return { success: true, days }
  })

  route(api, 'GET /api/schedules/available-days/:professionalId', busy, async (request, reply) => {
    const { params, query } = request
    const asked = askedIn(params.professionalId, query)
    const days = await inLineOfWindows(request, () => slotsOfWindow(db, now(), asked, query.from))
    if (!days) throw notFound('Profesional no encontrado')
    reply.header('cache-control', 'no-store')
    return { success: true, days }
  })

  route(api, 'GET /api/schedules/business/:id', { access: 'public', shared: true }, async ({ params }) => {
    return ofBusiness(db, params.id, businessWeek(db, params.id))
  })
}

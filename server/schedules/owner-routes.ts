import type { TakenStarts } from '#domain/availability.ts'
import { RULE_TEXT } from '#domain/refusals.ts'
import { ownerOf, sessionOf, type BusinessId } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { businessWeek } from '../businesses/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { stillLeft } from '../professionals/owner-queries.ts'
import { NO_PROFESSIONAL } from '../professionals/save.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { anySlotsOfDate, anySlotsOfWindow, explanationOfAny } from './any.ts'
import { ensureDate, explanationOfDate, slotsOfDate, slotsOfWindow } from './availability.ts'
import { askedIn, askedOf, asMade } from './routes.ts'
import { hoursVersion, professionalWeek, professionalWeeks } from './owner-queries.ts'
import { setBusinessWeek, setProfessionalWeek } from './save.ts'

const message = 'Horarios actualizados exitosamente'
const read = { needs: 'hours:read' } as const
const write = { needs: 'hours:write' } as const

const ofAny = (owner: BusinessId, query: Parameters<typeof askedOf>[0]) => ({
  business_id: owner,
  ...askedOf(query),
  owner,
})

const inWords = (rules: TakenStarts[]) =>
  rules.map(({ rule, times }) => ({
    rule,
    text: RULE_TEXT[rule],
    takes: times.length === 1 ? 'quita 1 horario' : `quita ${times.length} horarios`,
    times,
  }))

export function scheduleOwnerRoutes(api: Api, { db, now, live }: Deps) {
  route(api, 'GET /api/schedules/explain', read, async (request) => {
    const { date, service_id = null, ...chosen } = request.query
    const asked = { ...chosen, service_id, owner: ownerOf(request) }
    const found = await explanationOfDate(db, now(), date, asked)
    if (!found) throw notFound(NO_PROFESSIONAL)
    return { success: true, free: found.free, rules: inWords(found.rules) }
  })

  route(api, 'GET /api/schedules/explain/any', read, async (request) => {
    const { date, service_id = null, ...chosen } = request.query
    const asked = { ...chosen, service_id, business_id: ownerOf(request) }
    const { people, ...all } = await explanationOfAny(db, now(), date, asked)
    return {
      success: true,
      ...all,
      rules: inWords(all.rules),
      people: people.map((one) => ({ ...one, rules: inWords(one.rules) })),
    }
  })

  const free = { ...read, serializerCompiler: asMade }

  route(
    api,
    'GET /api/schedules/owner/available-slots/:professionalId/:date',
    free,
    async (request, reply) => {
      const { professionalId: professional_id, date } = request.params
      ensureDate(date)
      const asked = { ...askedIn(professional_id, request.query), owner: ownerOf(request) }
      const found = await slotsOfDate(db, now(), date, asked)
      if (!found) throw notFound(NO_PROFESSIONAL)
      reply.header('cache-control', 'no-store')
      const slots = found.times.map((time) => ({ time }))
      return { success: true, slots, ...(found.isFull && { full: true as const }) }
    },
  )

  route(api, 'GET /api/schedules/owner/available-slots/any/:date', free, async (request, reply) => {
    const { date } = request.params
    ensureDate(date)
    const times = await anySlotsOfDate(db, now(), date, ofAny(ownerOf(request), request.query))
    reply.header('cache-control', 'no-store')
    return { success: true, slots: times.map((time) => ({ time })) }
  })

  route(
    api,
    'GET /api/schedules/owner/available-days/any',
    { ...free, isDear: true },
    async (request, reply) => {
      const { query } = request
      const days = await anySlotsOfWindow(db, now(), ofAny(ownerOf(request), query), query.from)
      reply.header('cache-control', 'no-store')
      return { success: true, days }
    },
  )

  route(
    api,
    'GET /api/schedules/owner/available-days/:professionalId',
    { ...free, isDear: true },
    async (request, reply) => {
      const { professionalId: professional_id } = request.params
      const asked = { ...askedIn(professional_id, request.query), owner: ownerOf(request) }
      const days = await slotsOfWindow(db, now(), asked, request.query.from)
      if (!days) throw notFound(NO_PROFESSIONAL)
      reply.header('cache-control', 'no-store')
      return { success: true, days }
    },
  )

  route(api, 'GET /api/schedules/professional/:id', read, async (request) => {
    const [owner, { id }] = [ownerOf(request), request.params]
    const hours_version = await hoursVersion(db, owner, id)
    if (hours_version === undefined) throw notFound(NO_PROFESSIONAL)
    return { success: true, schedule: await professionalWeek(db, owner, id), hours_version }
  })

  route(api, 'GET /api/schedules/professionals', read, async (request) => {
    const owner = ownerOf(request)
    const [schedules, business_week] = await Promise.all([
      professionalWeeks(db, owner),
      businessWeek(db, owner),
    ])
    return { success: true, schedules, business_week }
  })

  route(api, 'PUT /api/schedules/professional/:id', write, async (request) => {
    const [owner, { id }] = [ownerOf(request), request.params]
    const by = { nowMs: now(), user_id: sessionOf(request).user_id }
    const { ids, total, ...saved } = await onceBy({ db, now }, request, (tx) =>
      setProfessionalWeek(tx, owner, id, request.body, by),
    )
    live.changed(owner)
    return { success: true, message, ...saved, ...(await stillLeft(db, owner, { ids, total }, now())) }
  })

  route(api, 'PUT /api/schedules/business/:id', { ...write, businessParam: 'id' }, async (request) => {
    const owner = ownerOf(request)
    const by = { nowMs: now(), user_id: sessionOf(request).user_id }
    const { ids, total, ...saved } = await onceBy({ db, now }, request, (tx) =>
      setBusinessWeek(tx, owner, request.body, by),
    )
    live.changed(owner)
    return { success: true, message, ...saved, ...(await stillLeft(db, owner, { ids, total }, now())) }
  })
}

import type { FastifyRequest } from 'fastify'
import { REVIEWS } from '#domain/api/calls/businesses.ts'
import { addDays, nowIn } from '#domain/dates.ts'
import { idParam } from '#domain/api/request.ts'
import { SPECIAL_DATES_AHEAD } from '#domain/schedule.ts'
import { today } from '#domain/zone.ts'
import type { Api, Deps } from '../deps.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { presentPolicy } from './policy.ts'
import { policyOf } from './policy-queries.ts'
import {
  businessReviews,
  businessWeek,
  ofBusiness,
  publicBusiness,
  publicBusinessBySlug,
  publicSpecialDates,
} from './queries.ts'
import { countBusinessesRead } from './seen.ts'
import { sharePath } from './share.ts'

const shared = { access: 'public', shared: true } as const

export function businessRoutes(api: Api, deps: Deps) {
  const { db, now, config } = deps
  const counted = countBusinessesRead(deps)

  async function whole(request: FastifyRequest, found: Awaited<ReturnType<typeof publicBusiness>>) {
    if (!found) throw notFound('Negocio no encontrado')
    await counted(request, found.id)
    const first = today(found.timezone, now())
    const [schedules, specialDatesWith, policy] = await Promise.all([
      businessWeek(db, found.id),
      publicSpecialDates(db, found.id, first, addDays(first, SPECIAL_DATES_AHEAD)),
      presentPolicy(db, found.id, now()),
    ])
    const special_dates = specialDatesWith(schedules)
    const { reminder_channel, listed_at, ...business } = found
    const takes_whatsapp = config.whatsapp !== undefined && reminder_channel !== 'email'
    return {
      ...business,
      is_listed: listed_at !== null,
      policy,
      share_image: sharePath(found),
      schedules,
      special_dates,
      takes_whatsapp,
    }
  }

  route(api, 'GET /api/businesses/public/slug/:slug', shared, async (request) => {
    const { slug } = request.params
    const business = await whole(request, await publicBusinessBySlug(db, slug.toLowerCase()))
    return { success: true, business }
  })

  route(api, 'GET /api/businesses/public/slug/:slug/policy', shared, async (request) => {
    const { slug } = request.params
    const found = await publicBusinessBySlug(db, slug.toLowerCase())
    if (!found) throw notFound('Negocio no encontrado')
    await counted(request, found.id, 'policy')
    await presentPolicy(db, found.id, now())
    const policy = await policyOf(db, found.id, request.query.version)
    if (!policy) throw notFound('Esa versión no existe')
    const { timezone } = found
    return { success: true, policy: { ...policy, since_date: nowIn(timezone, policy.since).date } }
  })

  route(api, 'GET /api/businesses/public/:idOrSlug', shared, async (request) => {
    const { idOrSlug } = request.params
    // A slug contains a letter, so it is never mistaken for an id.
    const bySlug = await publicBusinessBySlug(db, idOrSlug.toLowerCase())
    const id = idParam.safeParse(idOrSlug)
    const found = bySlug ?? (id.success ? await publicBusiness(db, id.data) : undefined)
    return { success: true, business: await whole(request, found) }
  })

  route(api, 'GET /api/businesses/:id', shared, async (request) => {
    const { id } = request.params
    return { success: true, business: await whole(request, await publicBusiness(db, id)) }
  })

  route(api, 'GET /api/businesses/:id/reviews', shared, async ({ params: { id } }) => {
    return { success: true, ...(await ofBusiness(db, id, businessReviews(db, id, REVIEWS))) }
  })
}

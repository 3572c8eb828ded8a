import { REVIEWS } from '#domain/api/calls/businesses.ts'
import { idParam } from '#domain/api/request.ts'
import type { Db } from '../db.ts'
import type { Api, Deps } from '../deps.ts'
import { notFound } from '../refusal.ts'
import { route } from '../route.ts'
import {
  businessExists,
  businessReviews,
  businessWeek,
  publicBusiness,
  publicBusinessBySlug,
} from './queries.ts'
import { countBusinessesRead } from './seen.ts'
import { sharePath } from './share.ts'

const shared = { access: 'public', shared: true } as const

export function businessRoutes(api: Api, deps: Deps) {
  const { db } = deps
  const counted = countBusinessesRead(deps)

  route(api, 'GET /api/businesses/public/slug/:slug', shared, async (request) => {
    const { slug } = request.params
    await counted(request, slug)
    const business = await whole(db, await publicBusinessBySlug(db, slug.toLowerCase()))
    return { success: true, business }
  })

  route(api, 'GET /api/businesses/public/:idOrSlug', shared, async (request) => {
    const { idOrSlug } = request.params
    await counted(request, idOrSlug)
    // A slug contains a letter, so it is never mistaken for an id.
    const bySlug = await publicBusinessBySlug(db, idOrSlug.toLowerCase())
    const id = idParam.safeParse(idOrSlug)
    const found = bySlug ?? (id.success ? await publicBusiness(db, id.data) : undefined)
    return { success: true, business: await whole(db, found) }
  })

  route(api, 'GET /api/businesses/:id', shared, async (request) => {
    const { id } = request.params
    await counted(request, id)
    return { success: true, business: await whole(db, await publicBusiness(db, id)) }
  })

  route(api, 'GET /api/businesses/:id/reviews', shared, async ({ params: { id } }) => {
    if (!(await businessExists(db, id))) throw notFound('Negocio no encontrado')
    return { success: true, ...(await businessReviews(db, id, REVIEWS)) }
  })
}

async function whole(db: Db, found: Awaited<ReturnType<typeof publicBusiness>>) {
  if (!found) throw notFound('Negocio no encontrado')
  return { ...found, share_image: sharePath(found), schedules: await businessWeek(db, found.id) }
}

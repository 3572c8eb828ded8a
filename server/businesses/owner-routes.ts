import { cleanText } from '#domain/fields.ts'
import { parseGallery } from '#domain/images.ts'
import { slugError } from '#domain/slug.ts'
import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { invalid, notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { businessProfile, removeFromGallery } from './owner-queries.ts'
import { arrangeGallery, changeProfile, SLUG_TAKEN, wholeProfile } from './profile.ts'
import { freeSlug } from './slugs.ts'

const read = { needs: 'settings:read' } as const
const write = { needs: 'settings:write' } as const

export function businessOwnerRoutes(api: Api, { db, now, messagesQueued }: Deps) {
  route(api, 'GET /api/businesses/profile', read, async (request) => ({
    success: true,
    business: await wholeProfile(db, ownerOf(request)),
  }))

  for (const key of ['PUT /api/businesses/profile', 'PATCH /api/businesses/profile'] as const)
    route(api, key, write, async (request) => {
      await changeProfile(db, sessionOf(request), request.body, {
        nowMs: now(),
        network: networkOf(request.ip),
      })
      messagesQueued()
      return { success: true, business: await wholeProfile(db, ownerOf(request)) }
    })

  route(api, 'GET /api/businesses/slug-available', write, async (request) => {
    const slug = request.query.slug.trim()
    const fault = slugError(slug)
    const free = fault ? null : await freeSlug(db, ownerOf(request), slug)
    const available = free === slug
    return {
      success: true,
      slug,
      available,
      reason: fault ?? (available ? null : SLUG_TAKEN),
      suggestion: available ? null : free,
    }
  })

  route(api, 'PUT /api/businesses/gallery', write, async (request) => {
    const { only_order, ...list } = request.body
    if (only_order) await arrangeGallery(db, ownerOf(request), parseGallery(list.gallery_images))
    else await changeProfile(db, sessionOf(request), list, { nowMs: now(), network: networkOf(request.ip) })
    const { gallery_images, version } = await businessProfile(db, ownerOf(request))
    return { success: true, gallery_images, version }
  })

  route(api, 'DELETE /api/businesses/gallery/image', write, async (request) => {
    const url = request.body?.image_url || cleanText(request.query.image_url)
    if (!url) throw invalid({ image_url: 'Falta la imagen' })
    const rest = await onceBy({ db, now }, request, async (tx) => {
      const rest = await removeFromGallery(tx, ownerOf(request), url)
      if (!rest) throw notFound('Imagen no encontrada')
      return rest
    })
    return { success: true, ...rest }
  })
}

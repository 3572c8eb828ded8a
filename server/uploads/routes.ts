import { GALLERY_FULL, GALLERY_MAX, parseGallery } from '#domain/images.ts'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { enterAgain, ownerOf, sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { spend } from '../limits/attempts.ts'
import { businessProfile } from '../businesses/owner-queries.ts'
import type { Api, Deps } from '../deps.ts'
import { ownProfessional } from '../professionals/owner-queries.ts'
import { NO_PROFESSIONAL } from '../professionals/save.ts'
import { networkOf } from '../limits/network.ts'
import { keyOf } from '../once.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { ownService } from '../services/owner-queries.ts'
import { NO_SERVICE } from '../services/save.ts'
import { cardFileRoutes } from './card-file-routes.ts'
import { fileOf, limits, refuseTooLarge } from './multipart.ts'
import { withPlace } from './places.ts'
import { rawId } from './raw-id.ts'
import { asLogo, inGallery, ofProfessional, ofService, putImage, storePicture, type Place } from './store.ts'

export function uploadRoutes(api: Api, deps: Deps) {
  const { db, now } = deps

  /** Refuses whatever can be refused before the body is read. */
  const before = (isThere: (request: FastifyRequest) => Promise<void>) => [
    isThere,
    refuseTooLarge,
    (request: FastifyRequest) =>
      spend(db, now(), [
        { subject: `uploads by user ${sessionOf(request).user_id}`, max: 300, minutes: 60 },
        { subject: `uploads of ${ownerOf(request)}`, max: 300, minutes: 60 },
        { subject: `uploads of ${ownerOf(request)} in a day`, max: 1500, minutes: 24 * 60 },
        { subject: `uploads from ${networkOf(request.ip)}`, max: 1500, minutes: 60 },
      ]),
  ]
  const upload = (request: FastifyRequest, field: string, place: Place) => {
    const owner = ownerOf(request)
    return withPlace(request, owner, async () => {
      const bytes = await fileOf(request, field)
      await enterAgain(deps, request)
      let image: Awaited<ReturnType<typeof storePicture>> | undefined
      const admit = async () => {
        image = await storePicture(deps, owner, bytes)
      }
      return onceBy({ db, now, admit }, request, (tx) => putImage(tx, owner, image!, place))
    })
  }

  void api.register(async (scope) => {
    await scope.register(multipart, { limits })
    const uploads = scope.withTypeProvider<ZodTypeProvider>()
    cardFileRoutes(uploads, deps)

    const ownServiceOnly = before(async (request) => {
      if (!(await ownService(db, ownerOf(request), rawId(request)))) throw notFound(NO_SERVICE)
    })
    route(
      uploads,
      'POST /api/uploads/service/:id/image',
      { needs: 'services:write', onRequest: ownServiceOnly },
      async (request) => {
        const { url, version } = await upload(request, 'image', ofService(request.params.id))
        return { success: true, image_url: url, version }
      },
    )

    const ownProfessionalOnly = before(async (request) => {
      if (!(await ownProfessional(db, ownerOf(request), rawId(request)))) throw notFound(NO_PROFESSIONAL)
    })
    route(
      uploads,
      'POST /api/uploads/professional/:id/avatar',
      { needs: 'professionals:write', onRequest: ownProfessionalOnly },
      async (request) => {
        const { url, version } = await upload(request, 'avatar', ofProfessional(request.params.id))
        return { success: true, avatar_url: url, version }
      },
    )

    route(
      uploads,
      'POST /api/uploads/business/logo',
      { needs: 'settings:write', onRequest: before(async () => {}) },
      async (request) => {
        const { url, version } = await upload(request, 'logo', asLogo)
        return { success: true, logo_url: url, version }
      },
    )

    const whileNotFull = before(async (request) => {
      // Sent again, the last one that fitted has its answer.
      if (keyOf(request, '') !== undefined) return
      const { gallery_images } = await businessProfile(db, ownerOf(request))
      if (parseGallery(gallery_images).length >= GALLERY_MAX) throw new Refusal(400, GALLERY_FULL)
    })
    route(
      uploads,
      'POST /api/uploads/business/gallery',
      { needs: 'settings:write', onRequest: whileNotFull },
      async (request) => {
        const { url, gallery_images, version } = await upload(request, 'image', inGallery)
        return { success: true, image_url: url, gallery_images: gallery_images!, version }
      },
    )
  })
}

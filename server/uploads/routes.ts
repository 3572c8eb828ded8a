import { GALLERY_FULL, GALLERY_MAX, parseGallery } from '#domain/images.ts'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ownerOf } from '../accounts/owner.ts'
import { spend } from '../attempts.ts'
import { businessProfile } from '../businesses/owner-queries.ts'
import type { Api, Deps } from '../deps.ts'
import { failure, idParam } from '../http.ts'
import { ownProfessional } from '../professionals/owner-queries.ts'
import { NO_PROFESSIONAL } from '../professionals/save.ts'
import { notFound, Refusal } from '../refusal.ts'
import { ownService } from '../services/owner-queries.ts'
import { NO_SERVICE } from '../services/save.ts'
import { fileOf, limits, refuseTooLarge } from './multipart.ts'
import { asLogo, inGallery, ofProfessional, ofService, storeImage, type Place } from './store.ts'

const success = z.literal(true)
const url = z.string().meta({ description: '/files/…: the largest size' })
const params = z.object({ id: idParam })

export function uploadRoutes(api: Api, deps: Deps) {
  const { db, now } = deps

  /** All that can be refused without the body is refused before it is read. */
  const before = (isThere: (request: FastifyRequest) => Promise<void>) => [
    isThere,
    refuseTooLarge,
    (request: FastifyRequest) =>
      spend(db, now(), [{ subject: `uploads of ${ownerOf(request)}`, max: 300, minutes: 60 }]),
  ]
  const upload = async (request: FastifyRequest, field: string, place: Place) =>
    storeImage(deps, ownerOf(request), await fileOf(request, field), place)

  void api.register(async (scope) => {
    await scope.register(multipart, { limits })
    const uploads = scope.withTypeProvider<ZodTypeProvider>()
    const options = (summary: string, field: string) => ({
      config: { access: 'owner' as const },
      common: {
        tags: ['uploads'],
        summary,
        description: `multipart/form-data, the file in the field '${field}': JPEG, PNG, GIF or WebP, at most 5 MB`,
        consumes: ['multipart/form-data'],
      },
    })

    const service = options('Sets the picture of a service', 'image')
    uploads.post(
      '/uploads/service/:id/image',
      {
        config: service.config,
        onRequest: before(async (request) => {
          if (!(await ownService(db, ownerOf(request), rawId(request)))) throw notFound(NO_SERVICE)
        }),
        schema: {
          ...service.common,
          params,
          response: { 200: z.object({ success, image_url: url }), '4xx': failure },
        },
      },
      async (request) => {
        const { url } = await upload(request, 'image', ofService(request.params.id))
        return { success: true as const, image_url: url }
      },
    )

    const avatar = options('Sets the picture of a professional', 'avatar')
    uploads.post(
      '/uploads/professional/:id/avatar',
      {
        config: avatar.config,
        onRequest: before(async (request) => {
          if (!(await ownProfessional(db, ownerOf(request), rawId(request)))) throw notFound(NO_PROFESSIONAL)
        }),
        schema: {
          ...avatar.common,
          params,
          response: { 200: z.object({ success, avatar_url: url }), '4xx': failure },
        },
      },
      async (request) => {
        const { url } = await upload(request, 'avatar', ofProfessional(request.params.id))
        return { success: true as const, avatar_url: url }
      },
    )

    const logo = options('Sets the logo', 'logo')
    uploads.post(
      '/uploads/business/logo',
      {
        config: logo.config,
        onRequest: before(async () => {}),
        schema: { ...logo.common, response: { 200: z.object({ success, logo_url: url }), '4xx': failure } },
      },
      async (request) => {
        const { url } = await upload(request, 'logo', asLogo)
        return { success: true as const, logo_url: url }
      },
    )

    const gallery = options(`Adds a picture to the gallery, which holds ${GALLERY_MAX}`, 'image')
    uploads.post(
      '/uploads/business/gallery',
      {
        config: gallery.config,
        onRequest: before(async (request) => {
          const { gallery_images } = await businessProfile(db, ownerOf(request))
          if (parseGallery(gallery_images).length >= GALLERY_MAX) throw new Refusal(400, GALLERY_FULL)
        }),
        schema: {
          ...gallery.common,
          response: {
            200: z.object({ success, image_url: url, gallery_images: z.string() }),
            '4xx': failure,
          },
        },
      },
      async (request) => {
        const { url, gallery_images } = await upload(request, 'image', inGallery)
        return { success: true as const, image_url: url, gallery_images: gallery_images! }
      },
    )
  })
}

/** The id in the address, before the route's schema has read it. */
function rawId(request: FastifyRequest): number {
  const id = idParam.safeParse((request.params as { id?: string }).id)
  if (!id.success) throw notFound()
  return id.data
}

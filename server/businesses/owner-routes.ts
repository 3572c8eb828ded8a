import { GALLERY_MAX } from '#domain/images.ts'
import { cleanText } from '#domain/fields.ts'
import { slugError } from '#domain/slug.ts'
import { z } from 'zod'
import { ownerOf, type BusinessId } from '../accounts/owner.ts'
import type { Db } from '../db.ts'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
import { invalid, notFound } from '../refusal.ts'
import { businessProfile, removeFromGallery } from './owner-queries.ts'
import { changeProfile, PROFILE_FIELDS, SLUG_TAKEN } from './profile.ts'
import { businessWeek } from './queries.ts'
import { businessDay } from './routes.ts'
import { freeSlug } from './slugs.ts'

const text = z.string().nullable()
const profile = z.object({
  id: z.int(),
  business_name: z.string(),
  business_type: z.string(),
  email: z.string(),
  phone: z.string(),
  is_virtual: z.boolean(),
  address: text,
  city: text,
  state: text,
  country: text,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  description: text,
  website: text,
  facebook: text,
  instagram: text,
  twitter: text,
  whatsapp: text,
  price_range: text,
  timezone: z.string(),
  currency: z.string(),
  reminder_hours: z.int(),
  slot_interval_minutes: z.int(),
  slug: z.string(),
  meta_title: text,
  meta_description: text,
  featured_image: text,
  brand_color: text,
  brand_color_secondary: text,
  logo_url: text,
  gallery_images: z.string().meta({ description: 'JSON text: a list of addresses' }),
  created_at: z.string().meta({ format: 'date-time' }),
  schedules: z.array(businessDay),
})

const profileAnswer = { 200: z.object({ success: z.literal(true), business: profile }), '4xx': failure }
const galleryAnswer = {
  200: z.object({ success: z.literal(true), gallery_images: z.string() }),
  '4xx': failure,
}

// The values are checked by the rules of domain/; here stands only which there are.
const profileBody = z.object(Object.fromEntries(PROFILE_FIELDS.map((name) => [name, z.unknown().optional()])))

export function businessOwnerRoutes(api: Api, { db, now, messagesQueued }: Deps) {
  api.get(
    '/businesses/profile',
    {
      config: { access: 'owner' },
      schema: { tags: ['business'], summary: 'All fields of the own business', response: profileAnswer },
    },
    async (request) => ({ success: true as const, business: await wholeProfile(db, ownerOf(request)) }),
  )

  api.put(
    '/businesses/profile',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['business'],
        summary: 'Changes the fields that are sent; the others stay',
        body: profileBody,
        response: profileAnswer,
      },
    },
    async (request) => {
      await changeProfile(db, ownerOf(request), request.body, now())
      messagesQueued()
      return { success: true as const, business: await wholeProfile(db, ownerOf(request)) }
    },
  )

  api.get(
    '/businesses/slug-available',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['business'],
        summary: 'Whether the business can take this address, and one that it can',
        querystring: z.object({ slug: z.string().max(200) }),
        response: {
          200: z.object({
            success: z.literal(true),
            slug: z.string(),
            available: z.boolean(),
            reason: text,
            suggestion: text,
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => {
      const slug = request.query.slug.trim()
      const fault = slugError(slug)
      const free = fault ? null : await freeSlug(db, ownerOf(request), slug)
      const available = free === slug
      return {
        success: true as const,
        slug,
        available,
        reason: fault ?? (available ? null : SLUG_TAKEN),
        suggestion: available ? null : free,
      }
    },
  )

  api.put(
    '/businesses/gallery',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['business'],
        summary: `The gallery's pictures in their order, at most ${GALLERY_MAX}`,
        body: z.object({ gallery_images: z.unknown().meta({ type: 'string', description: 'JSON text' }) }),
        response: galleryAnswer,
      },
    },
    async (request) => {
      const { gallery_images } = request.body
      if (gallery_images === undefined) throw invalid({ gallery_images: 'Falta la lista de imágenes' })
      await changeProfile(db, ownerOf(request), { gallery_images }, now())
      const business = await businessProfile(db, ownerOf(request))
      return { success: true as const, gallery_images: business.gallery_images }
    },
  )

  api.delete(
    '/businesses/gallery/image',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['business'],
        summary: 'Takes a picture out of the gallery',
        body: z.object({ image_url: z.unknown().optional().meta({ type: 'string' }) }).nullish(),
        querystring: z.object({ image_url: z.string().optional() }),
        response: galleryAnswer,
      },
    },
    async (request) => {
      const url = cleanText(request.body?.image_url ?? request.query.image_url)
      if (!url) throw invalid({ image_url: 'Falta la imagen' })
      const gallery_images = await removeFromGallery(db, ownerOf(request), url)
      if (gallery_images === undefined) throw notFound('Imagen no encontrada')
      return { success: true as const, gallery_images }
    },
  )
}

async function wholeProfile(db: Db, owner: BusinessId) {
  const [business, schedules] = await Promise.all([businessProfile(db, owner), businessWeek(db, owner)])
  return { ...business, created_at: new Date(business.created_at).toISOString(), schedules }
}

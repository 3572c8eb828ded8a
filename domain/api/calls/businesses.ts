import { z } from 'zod'
import { PROFILE_RULES } from '../../business.ts'
import { GALLERY_MAX, parseGallery } from '../../images.ts'
import { instant, movedOn, ok, textOrNull, version } from '../answer.ts'
import { profile, profileChanges, publicBusiness } from '../business.ts'
import type { Calls } from '../call.ts'
import { byId, field, queryNumber, text, idempotencyHeaders } from '../request.ts'

const forAll = ['public']
const tags = ['business']
const one = ok({ business: publicBusiness })
const own = ok({ business: profile })
const galleryText = z.string().meta({ description: 'JSON text: a list of addresses' })
const gallery = ok({ gallery_images: galleryText, version })
const change = { tags, body: profileChanges, answer: own, refusals: movedOn(profile) }

/** The maximum number of reviews in an answer. */
export const REVIEWS = 5

export const businessCalls = {
  'GET /api/businesses/public/slug/:slug': {
    tags: forAll,
    summary: 'A business by its address (a former one too), with its opening hours',
    params: z.object({ slug: z.string() }),
    answer: one,
  },
  'GET /api/businesses/public/slug/:slug/policy': {
    tags: forAll,
    summary: 'How a business treats the data of its clients: the present text, or that of a version',
    params: z.object({ slug: z.string() }),
    query: z.object({ version: queryNumber(1, 9999).optional() }),
    answer: ok({
      policy: z.object({
        version: z.int(),
        hash: z.string().meta({ description: 'SHA-256 of the text' }),
        sections: z.array(z.object({ heading: z.string(), text: z.array(z.string()) })),
        since: instant,
        since_date: z.string().meta({ description: 'Its date where the business is' }),
      }),
    }),
  },
  'GET /api/businesses/public/:idOrSlug': {
    tags: forAll,
    summary: 'A business by its address or its id, with its opening hours',
    params: z.object({ idOrSlug: z.string() }),
    answer: one,
  },
  'GET /api/businesses/:id': {
    tags: forAll,
    summary: 'A business by its id: its public fields',
    params: byId,
    answer: one,
  },
  'GET /api/businesses/:id/reviews': {
    tags: forAll,
    summary: `What people said of a business: the mean, and the newest ${REVIEWS}. For structured data only`,
    params: byId,
    answer: ok({
      rating: z.object({ average: z.number(), count: z.int() }).nullable(),
      reviews: z.array(
        z.object({
          rating: z.int(),
          comment: textOrNull,
          author_name: z.string(),
          created_at: instant,
        }),
      ),
    }),
  },
  'GET /api/businesses/profile': { tags, summary: 'All fields of the own business', answer: own },
  'PUT /api/businesses/profile': {
    ...change,
    summary: 'Changes the fields that are sent; the others stay',
  },
  'PATCH /api/businesses/profile': {
    ...change,
    summary: 'Changes the fields that are sent; the others stay',
  },
  'GET /api/businesses/slug-available': {
    tags,
    summary: 'Whether the business can take this address, and one that it can',
    query: z.object({ slug: z.string().max(200) }),
    answer: ok({ slug: z.string(), available: z.boolean(), reason: textOrNull, suggestion: textOrNull }),
  },
  'PUT /api/businesses/gallery': {
    tags,
    summary: `The gallery's pictures in their order, at most ${GALLERY_MAX}`,
    body: z.object({
      gallery_images: field<string>({
        error: (value) =>
          value === undefined ? 'Falta la lista de imágenes' : PROFILE_RULES.gallery_images(value),
        read: (value) => JSON.stringify(parseGallery(value)),
        json: { type: 'string', description: 'JSON text: a list of addresses' },
      }),
      only_order: z
        .boolean()
        .optional()
        .meta({ description: 'Adds and removes none: pictures that the list leaves out follow' }),
    }),
    answer: gallery,
  },
  'DELETE /api/businesses/gallery/image': {
    tags,
    summary: 'Takes a picture out of the gallery',
    headers: idempotencyHeaders,
    query: z.object({ image_url: text().optional() }),
    body: z.object({ image_url: text().optional() }).nullish(),
    answer: gallery,
  },
} satisfies Calls

import { z } from 'zod'
import type { Db } from '../db.ts'
import type { Api, Deps } from '../deps.ts'
import { failure, idParam } from '../http.ts'
import { notFound } from '../refusal.ts'
import {
  businessExists,
  businessReviews,
  businessWeek,
  publicBusiness,
  publicBusinessBySlug,
} from './queries.ts'
import { sharePath } from './share.ts'

const time = z.string().meta({ description: 'HH:MM', example: '09:00' })

export const businessDay = z.object({
  day_of_week: z.int().meta({ description: '0 Sunday … 6 Saturday' }),
  is_open: z.boolean(),
  open_time: time.nullable(),
  close_time: time.nullable(),
  lunch_start_time: time.nullable(),
  lunch_end_time: time.nullable(),
})

const text = z.string().nullable()
const business = z.object({
  id: z.int(),
  slug: z.string(),
  business_name: z.string(),
  description: text,
  address: text,
  city: text,
  phone: z.string(),
  email: z.string(),
  business_type: z.string(),
  timezone: z.string(),
  currency: z.string(),
  brand_color: text,
  brand_color_secondary: text,
  logo_url: text,
  gallery_images: z.string().meta({ description: 'JSON text: a list of addresses' }),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  facebook: text,
  instagram: text,
  whatsapp: text,
  price_range: text,
  meta_title: text,
  meta_description: text,
  featured_image: text,
  share_image: z.string().meta({ description: 'Path of the picture for chats, 1200×630' }),
  created_at: z.string().meta({ format: 'date-time' }),
  schedules: z.array(businessDay),
})

const reviewsAnswer = z.object({
  success: z.literal(true),
  rating: z.object({ average: z.number(), count: z.int() }).nullable(),
  reviews: z.array(
    z.object({
      rating: z.int(),
      comment: text,
      author_name: z.string(),
      created_at: z.string().meta({ format: 'date-time' }),
    }),
  ),
})

export function businessRoutes(api: Api, { db }: Deps) {
  const answer = { 200: z.object({ success: z.literal(true), business }), '4xx': failure }

  api.get(
    '/businesses/public/slug/:slug',
    {
      config: { access: 'public', shared: true },
      schema: {
        tags: ['public'],
        summary: 'A business by its address (a former one too), with its opening hours',
        params: z.object({ slug: z.string() }),
        response: answer,
      },
    },
    async ({ params }) => withSchedules(db, await publicBusinessBySlug(db, params.slug.toLowerCase())),
  )

  api.get(
    '/businesses/public/:idOrSlug',
    {
      config: { access: 'public', shared: true },
      schema: {
        tags: ['public'],
        summary: 'A business by its address or its id, with its opening hours',
        params: z.object({ idOrSlug: z.string() }),
        response: answer,
      },
    },
    async ({ params: { idOrSlug } }) => {
      // A slug holds a letter, so no slug can be taken for an id.
      const bySlug = await publicBusinessBySlug(db, idOrSlug.toLowerCase())
      const id = idParam.safeParse(idOrSlug)
      return withSchedules(db, bySlug ?? (id.success ? await publicBusiness(db, id.data) : undefined))
    },
  )

  api.get(
    '/businesses/:id',
    {
      config: { access: 'public', shared: true },
      schema: {
        tags: ['public'],
        summary: 'A business by its id: its public fields',
        params: z.object({ id: idParam }),
        response: answer,
      },
    },
    async ({ params }) => withSchedules(db, await publicBusiness(db, params.id)),
  )

  api.get(
    '/businesses/:id/reviews',
    {
      config: { access: 'public', shared: true },
      schema: {
        tags: ['public'],
        summary: `What people said of a business: the mean, and the newest ${REVIEWS}. For structured data only`,
        params: z.object({ id: idParam }),
        response: { 200: reviewsAnswer, '4xx': failure },
      },
    },
    async ({ params: { id } }) => {
      if (!(await businessExists(db, id))) throw notFound('Negocio no encontrado')
      const { rating, reviews } = await businessReviews(db, id, REVIEWS)
      return {
        success: true as const,
        rating,
        reviews: reviews.map((review) => ({
          ...review,
          created_at: new Date(review.created_at).toISOString(),
        })),
      }
    },
  )
}

const REVIEWS = 5

async function withSchedules(db: Db, found: Awaited<ReturnType<typeof publicBusiness>>) {
  if (!found) throw notFound('Negocio no encontrado')
  return {
    success: true as const,
    business: {
      ...found,
      share_image: sharePath(found),
      created_at: new Date(found.created_at).toISOString(),
      schedules: await businessWeek(db, found.id),
    },
  }
}

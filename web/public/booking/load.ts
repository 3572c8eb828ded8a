import { brandVars } from '#domain/colour.ts'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { type ApiCall, contexts } from '../../context.ts'
import { choiceOf } from './address.ts'
import { possible, settled } from './choose.ts'
import { bookingData, bookingHead } from './head.ts'
import { galleryOf, imageUrl } from './images.ts'
import { legalText } from './legal-text.ts'
import { serviceIcon } from './service-icon.ts'
import type { BookingData, Business, Choice, Day, Professional, Service } from './types.ts'

interface Args {
  request: Request
  params: { slug?: string; businessId?: string }
  context: Readonly<RouterContextProvider>
}

/** What is said instead of the page when the business cannot be shown. */
export interface Failure {
  failure: string
}

/**
 * Everything the page shows for what its address says.
 * @throws a 404 for an unknown business, a permanent redirect for a former slug
 */
export async function loadBooking({ request, params, context }: Args) {
  const api = context.get(contexts.api)
  const url = new URL(request.url)
  const name = params.slug ?? params.businessId ?? ''
  const answer = await findBusiness(api, name).catch(() => undefined)
  if (answer?.status === 404) throw data(null, 404)
  if (!answer?.body?.success) return failed(answer)
  const { business } = answer.body
  if (!/^\d+$/.test(name) && name !== business.slug)
    throw redirect(`/negocio/${business.slug}${url.search}`, 301)

  const lists = await Promise.all([
    api(`/api/businesses/${business.id}/services`),
    api(`/api/businesses/${business.id}/professionals`),
    api(`/api/businesses/${business.id}/reviews`),
  ]).catch(() => undefined)
  if (!lists?.every(({ body }) => body?.success)) return failed(undefined)
  const services: Service[] = lists[0].body.services.map(service)
  const professionals = lists[1].body.professionals.filter(isActive).map(professional)

  const wanted = possible(choiceOf(url.searchParams), { services, professionals })
  const days = await availableDays(api, wanted)
  const site = context.get(contexts.site)
  const brand = brandVars(business.brand_color, business.brand_color_secondary)
  const shown = publicBusiness(business)
  const { price_range, share_image } = business
  const told = { ...shown, price_range, share_image }
  const legal = legalText(url.searchParams.get('ver'), business.business_name)
  if (!legal) context.set(contexts.structured, bookingData(told, services, lists[2].body, site))
  return {
    site,
    brand,
    business: shown,
    head: bookingHead(told, site, { themeColour: brand['--brand'], legal }),
    services,
    professionals,
    choice: days ? settled(wanted, days) : wanted,
    days,
    now: context.get(contexts.now)(),
    legal,
  } satisfies BookingData
}

async function findBusiness(api: ApiCall, name: string) {
  const bySlug = await api(`/api/businesses/public/slug/${encodeURIComponent(name)}`)
  return bySlug.status === 404 ? api(`/api/businesses/public/${encodeURIComponent(name)}`) : bySlug
}

function failed(answer: { status: number; body: any } | undefined) {
  const isRefused = answer !== undefined && answer.status < 500 && answer.body?.success === false
  const failure = isRefused ? 'Negocio no encontrado' : 'Error cargando información del negocio'
  return data<Failure>({ failure }, isRefused ? 404 : 503)
}

async function availableDays(api: ApiCall, { service, professional }: Choice): Promise<Day[] | undefined> {
  if (!service || !professional) return undefined
  const answer = await api(`/api/schedules/available-days/${professional}?serviceId=${service}`).catch(
    () => undefined,
  )
  return answer?.body?.success ? answer.body.days : undefined
}

const isActive = ({ is_active }: { is_active?: unknown }): boolean => is_active !== false && is_active !== 0

// Only what the page shows travels to the browser.

function publicBusiness(b: Business & { gallery_images: string | null }): Business {
  const { id, slug, business_name, description, address, city, phone, business_type, timezone, currency } = b
  const { latitude, longitude, facebook, instagram, whatsapp, meta_title, meta_description } = b
  const { featured_image, schedules } = b
  return {
    ...{ id, slug, business_name, description, address, city, phone, business_type, timezone, currency },
    ...{ latitude, longitude, facebook, instagram, whatsapp, meta_title, meta_description },
    ...{ featured_image, schedules },
    logo_url: imageUrl(b.logo_url),
    gallery: galleryOf(b.gallery_images),
  }
}

const service = ({
  id,
  service_name,
  description,
  duration_minutes,
  price,
  image_url,
}: Service): Service => ({
  ...{ id, service_name, description, duration_minutes, price },
  image_url: imageUrl(image_url),
  icon: serviceIcon(service_name),
})

const professional = ({ id, professional_name, avatar_url, specialties }: Professional): Professional => ({
  ...{ id, professional_name, specialties },
  avatar_url: imageUrl(avatar_url),
})

import type { Answer, CallRequest, KeyOf, Path } from '#domain/api/calls.ts'
import { ANY } from '#domain/choice.ts'
import { brandVars } from '#domain/colour.ts'
import { addDays } from '#domain/dates.ts'
import { countryOfPhone } from '#domain/phone.ts'
import { serviceCategory } from '#domain/service-category.ts'
import { zoneCity } from '#domain/timezones.ts'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { type ApiCall, contexts } from '../../context.ts'
import { choiceOf } from './address.ts'
import { possible, settled } from '../booking/choose/choose.ts'
import { bookingData, bookingHead } from './head.ts'
import { galleryOf, imageUrl } from './images.ts'
import type { LegalText } from '../../legal/legal-text.ts'
import { policyText } from '../../legal/policy-text.ts'
import { terms } from '../booking/client/legal-text.ts'
import { saidOf } from './said.ts'
import { serviceIcon } from '../../ui/service-icon.ts'
import { addressOf } from '../../ui/api.ts'
import type {
  Business,
  Choice,
  Day,
  Loaded,
  Professional,
  PublicBusiness,
  PublicProfessional,
  PublicService,
  Service,
} from './types.ts'

interface Args {
  request: Request
  params: { slug?: string; businessId?: string }
  context: Readonly<RouterContextProvider>
}

/** The message shown when the business's page cannot be. */
export interface Failure {
  failure: string
}

/**
 * Loads everything that the page shows for its address.
 * @throws a 404 for an unknown business, a permanent redirect for a former slug; but for the answer to a form, whose booking would
 * be lost with it
 */
export async function loadBooking({ request, params, context }: Args) {
  const api = context.get(contexts.api)
  const url = new URL(request.url)
  const name = params.slug ?? params.businessId ?? ''
  const answer = await findBusiness(api, name).catch(() => undefined)
  if (answer?.status === 404) throw data(null, 404)
  if (!answer?.body?.success) return failed(answer)
  const { business } = answer.body
  if (!/^\d+$/.test(name) && name !== business.slug && !context.get(contexts.isPosted))
    throw redirect(`/negocio/${business.slug}${url.search}`, 301)

  const linked = choiceOf(url.searchParams).service
  const ofBusiness = { params: { businessId: business.id } }
  const lists = await Promise.all([
    // A hidden service is there for whoever has its link.
    read(api, '/api/businesses/:businessId/services', {
      ...ofBusiness,
      query: linked === undefined ? {} : { service: linked },
    }),
    read(api, '/api/businesses/:businessId/professionals', ofBusiness),
    read(api, '/api/businesses/:id/reviews', { params: { id: business.id } }),
  ]).catch(() => undefined)
  if (!lists) return failed(undefined)
  const [{ body: offer }, { body: people }, { body: reviews }] = lists
  if (!offer?.success || !people?.success || !reviews?.success) return failed(undefined)
  const professionals = people.professionals.filter(({ is_active }) => is_active).map(professional)
  const services = grouped(offer, business, professionals)

  const asked = choiceOf(url.searchParams)
  const requested = withTimeOf(asked, possible(asked, { services, professionals }))
  const days = await availableDays(api, business.id, requested)
  const site = context.get(contexts.site)
  const brand = brandVars(business.brand_color, business.brand_color_secondary)
  const shown = publicBusiness(business)
  const { price_range, share_image, is_listed } = business
  const facts = { ...shown, price_range, share_image, is_listed }
  const legal = await legalText(api, business, url.searchParams)
  if (legal && 'init' in legal) return legal
  if (!legal) context.set(contexts.structured, bookingData(facts, services, reviews, site))
  return {
    site,
    brand,
    business: shown,
    head: bookingHead(facts, site, { themeColour: brand['--brand'], legal }),
    services,
    isGrouped: offer.categories.length > 0,
    professionals,
    search: url.search,
    choice: days ? settled(requested, days) : requested,
    days,
    now: context.get(contexts.now)(),
    legal,
  } satisfies Loaded
}

/** Where something else is chosen by itself than was asked for, the time that was chosen with that goes, too. */
function withTimeOf(asked: Choice, { time, ...chosen }: Choice): Choice {
  const { service = chosen.service, variant, addons = [], professional } = asked
  const isAsked =
    service === chosen.service &&
    variant === chosen.variant &&
    addons.every((id) => chosen.addons?.includes(id)) &&
    (typeof professional !== 'number' || professional === chosen.professional)
  return { ...chosen, ...(time && isAsked && { time }) }
}

/** The text that `?ver=terminos` or `?ver=datos` asks for; of the policy, `&version=` names an earlier one. */
async function legalText(
  api: ApiCall,
  { slug, business_name }: PublicBusiness,
  search: URLSearchParams,
): Promise<LegalText | ReturnType<typeof failed> | undefined> {
  if (search.get('ver') === 'terminos') return terms(business_name)
  if (search.get('ver') !== 'datos') return undefined
  const version = Number(search.get('version')) || undefined
  const answer = await read(api, '/api/businesses/public/slug/:slug/policy', {
    params: { slug },
    query: version === undefined ? {} : { version },
  }).catch(() => undefined)
  if (answer?.status === 404) throw data(null, 404)
  return answer?.body?.success ? policyText(answer.body.policy) : failed(answer)
}

async function findBusiness(api: ApiCall, name: string) {
  const bySlug = await read(api, '/api/businesses/public/slug/:slug', { params: { slug: name } })
  if (bySlug.status !== 404) return bySlug
  return read(api, '/api/businesses/public/:idOrSlug', { params: { idOrSlug: name } })
}

/** Calls our own API in this process. The body is unchecked when `success` is not true. */
async function read<P extends Path<'GET'>>(api: ApiCall, path: P, request: CallRequest<KeyOf<'GET', P>>) {
  const { status, body } = await api(addressOf(path, request as object))
  return { status, body: body as (Answer<KeyOf<'GET', P>> & { success: boolean }) | undefined }
}

function failed(answer: { status: number; body: any } | undefined) {
  if (answer?.status === 429) return data<Failure>({ failure: answer.body.error }, 429)
  const isPassing = answer === undefined || answer.status >= 500
  const isMissing = !isPassing && answer.body?.success === false
  const failure = isMissing ? 'Negocio no encontrado' : 'Error cargando información del negocio'
  return data<Failure>({ failure }, isMissing ? 404 : 503)
}

async function availableDays(
  api: ApiCall,
  businessId: number,
  { service, variant, addons, professional, date }: Choice,
): Promise<Day[] | undefined> {
  if (!service || !professional) return undefined
  const options = {
    ...(variant && { variantId: variant }),
    ...(addons && { addonIds: addons.join() }),
  }
  const ask = async (from?: string) => {
    const query = { serviceId: service, ...options, ...(from && { from }) }
    const answer =
      professional === ANY
        ? await read(api, '/api/schedules/available-days/any', { query: { ...query, businessId } })
        : await read(api, '/api/schedules/available-days/:professionalId', {
            params: { professionalId: professional },
            query,
          })
    return answer.body?.success ? answer.body.days : undefined
  }
  const days = await ask().catch(() => undefined)
  // A date that was chosen further ahead, in the address.
  for (let last = days?.at(-1); days && last && date && date > last.date;) {
    const more: Day[] = (await ask(addDays(last.date, 1)).catch(() => undefined)) ?? []
    days.push(...more)
    last = more.at(-1)
  }
  return days
}

// Only what the page shows is sent to the browser.

function publicBusiness(b: PublicBusiness): Business {
  const { id, slug, business_name, description, address, city, phone, business_type, timezone, currency } = b
  const { horizon_days, asks_email, takes_whatsapp, policy } = b
  const { latitude, longitude, facebook, instagram, whatsapp, meta_title, meta_description } = b
  const { featured_image, is_virtual, schedules, special_dates } = b
  return {
    id,
    slug,
    business_name,
    description,
    address,
    city,
    phone,
    business_type,
    timezone,
    horizon_days,
    asks_email,
    takes_whatsapp,
    policy,
    currency,
    latitude,
    longitude,
    facebook,
    instagram,
    whatsapp,
    meta_title,
    meta_description,
    featured_image,
    is_virtual,
    phone_country: countryOfPhone(phone),
    zone_city: zoneCity(timezone),
    schedules,
    special_dates,
    logo_url: imageUrl(b.logo_url),
    gallery: galleryOf(b.gallery_images),
  }
}

/** In the order of the owner's categories, if there are some; what is in none comes last. */
function grouped(
  { services, categories }: Answer<'GET /api/businesses/:businessId/services'>,
  business: PublicBusiness,
  professionals: Professional[],
): Service[] {
  const shown = (one: PublicService) => service(one, business, professionals)
  if (categories.length === 0) return services.map(shown)
  const all = [...categories, { id: null, category_name: 'Otros' }]
  return all.flatMap(({ id, category_name }) =>
    services
      .filter(({ category_id }) => category_id === id)
      .map((one) => ({ ...shown(one), category: category_name })),
  )
}

const service = (
  one: PublicService,
  { currency, business_type }: PublicBusiness,
  professionals: Professional[],
): Service => {
  const {
    id,
    service_name,
    description,
    duration_minutes,
    price,
    image_url,
    price_kind,
    variants,
    addons,
    is_bookable_online,
  } = one
  return {
    ...(price_kind !== 'from' && { price_kind }),
    ...(variants.length > 0 && { variants }),
    ...(addons.length > 0 && { addons }),
    ...saidOf(one, currency, professionals),
    ...(!is_bookable_online && { is_bookable_online }),
    id,
    service_name,
    description,
    duration_minutes,
    price,
    image_url: imageUrl(image_url),
    icon: serviceIcon(service_name),
    category: serviceCategory(service_name, business_type),
  }
}

const professional = ({
  id,
  professional_name,
  avatar_url,
  specialties,
  is_assigned,
}: PublicProfessional): Professional => ({
  id,
  professional_name,
  specialties,
  is_assigned,
  avatar_url: imageUrl(avatar_url),
})

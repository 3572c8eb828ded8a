import { socialUrl } from '#domain/contact.ts'
import { money } from '#domain/money.ts'
import { addDays, clockTime } from '#domain/dates.ts'
import { endTime, MIDNIGHT } from '#domain/end-time.ts'
import { openRanges, type SpecialDate } from '#domain/schedule.ts'
import type { BusinessDay } from '#domain/week.ts'
import type { Business, Service } from './types.ts'

/** Reviews, for search engines only. */
export interface Reviews {
  rating: { average: number; count: number } | null
  reviews: { rating: number; comment: string | null; author_name: string; created_at: string }[]
}

/** More reviews tell a search engine nothing new and make the page heavier. */
const MAX_OFFERS = 40

/** The business as schema.org data. `url` and `images` are absolute. */
export function localBusiness(
  business: Business & { price_range: string | null },
  services: Service[],
  { rating, reviews }: Reviews,
  {
    url,
    images,
    logo,
    description,
  }: { url: string; images: string[]; logo: string | undefined; description: string },
) {
  const { business_name, phone, address, city, latitude, longitude, currency } = business
  const offered = services.filter(({ is_bookable_online }) => is_bookable_online !== false)
  return {
    '@context': 'https://schema.org',
    '@type': TYPES[business.business_type] ?? 'LocalBusiness',
    '@id': url,
    url,
    name: business_name,
    description,
    image: images.length > 0 ? images : undefined,
    logo,
    telephone: phone ?? undefined,
    priceRange: business.price_range || rangeOf(offered, currency),
    currenciesAccepted: currency,
    address: address
      ? { '@type': 'PostalAddress', streetAddress: address, addressLocality: city ?? undefined }
      : undefined,
    geo:
      latitude !== null && longitude !== null
        ? { '@type': 'GeoCoordinates', latitude, longitude }
        : undefined,
    sameAs: linksOf(business),
    openingHoursSpecification: openingHours(business.schedules),
    specialOpeningHoursSpecification: specialHours(business.special_dates),
    hasOfferCatalog:
      offered.length > 0
        ? {
            '@type': 'OfferCatalog',
            name: 'Servicios',
            itemListElement: offered.slice(0, MAX_OFFERS).map((service) => ({
              '@type': 'Offer',
              price: leastOf(service),
              priceCurrency: currency,
              url: `${url}?servicio=${service.id}`,
              itemOffered: { '@type': 'Service', name: service.service_name },
            })),
          }
        : undefined,
    aggregateRating: rating
      ? { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count }
      : undefined,
    review: rating
      ? reviews.map((review) => ({
          '@type': 'Review',
          author: { '@type': 'Person', name: review.author_name },
          datePublished: review.created_at.slice(0, 10),
          reviewBody: review.comment ?? undefined,
          reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5, worstRating: 1 },
        }))
      : undefined,
    potentialAction: {
      '@type': 'ReserveAction',
      target: { '@type': 'EntryPoint', urlTemplate: url, inLanguage: 'es-CO' },
      result: { '@type': 'Reservation', name: 'Reserva tu cita' },
    },
  }
}

/** The nearest schema.org type; LocalBusiness when there is none. */
const TYPES: Record<string, string> = {
  'Spa / Centro de Estética': 'DaySpa',
  'Peluquería / Barbería': 'HairSalon',
  'Salón de Manicura': 'NailSalon',
  'Consultorio Médico': 'MedicalClinic',
  'Consultorio Dental': 'Dentist',
  'Centro de Masajes': 'HealthAndBeautyBusiness',
  Consultoría: 'ProfessionalService',
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Search engines read a closing at midnight as 23:59, and 00:00 until 00:00 as closed. */
const closing = (end: string) => (end === MIDNIGHT ? '23:59' : end)

/** Groups days with the same hours; a break makes two groups of one day. */
function openingHours(week: BusinessDay[]) {
  const days = new Map<string, string[]>()
  for (const day of week) {
    const ranges = openRanges(week, day.day_of_week).map(
      ([from, to]) => `${clockTime(from)}-${closing(endTime(to))}`,
    )
    for (const range of ranges) days.set(range, [...(days.get(range) ?? []), DAYS[day.day_of_week]!])
  }
  return [...days].map(([range, dayOfWeek]) => {
    const [opens, closes] = range.split('-')
    return { '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }
  })
}

/** Dates with hours of their own; closed ones that follow each other are one, and open for no time at all. */
function specialHours(dates: SpecialDate[]) {
  const stretches: { first: string; last: string; opens: string; closes: string }[] = []
  for (const { date, intervals } of dates) {
    const before = stretches.at(-1)
    const isClosed = intervals.length === 0
    if (isClosed && before?.opens === before?.closes && before?.last === addDays(date, -1)) before.last = date
    else if (isClosed) stretches.push({ first: date, last: date, opens: '00:00', closes: '00:00' })
    for (const { start_time, end_time } of intervals)
      stretches.push({ first: date, last: date, opens: start_time, closes: closing(end_time) })
  }
  if (stretches.length === 0) return undefined
  return stretches.map(({ first, last, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: first,
    validThrough: last,
    opens,
    closes,
  }))
}

/** What is paid for it: of a service with variants nobody pays its own price, and one 'A convenir' has none. */
function pricesOf({ price, price_kind, variants = [] }: Service): number[] {
  if (price_kind === 'ask') return []
  return variants.length > 0 ? variants.map(({ price }) => price) : [price]
}

function leastOf(service: Service): number | undefined {
  const prices = pricesOf(service)
  return prices.length > 0 ? Math.min(...prices) : undefined
}

function rangeOf(services: Service[], currency: string): string | undefined {
  const prices = services.flatMap(pricesOf).filter((price) => price > 0)
  if (prices.length === 0) return undefined
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  return least === most ? money(least, currency) : `${money(least, currency)} - ${money(most, currency)}`
}

function linksOf({ facebook, instagram }: Business): string[] | undefined {
  const links = [socialUrl('facebook', facebook), socialUrl('instagram', instagram)].filter(
    (link) => link !== undefined,
  )
  return links.length > 0 ? links : undefined
}

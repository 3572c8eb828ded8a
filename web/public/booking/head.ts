import type { MetaDescriptor } from 'react-router'
import type { Site } from '../../context.ts'
import { social } from '../../head.ts'
import type { Business } from './types.ts'

/** Title, description, address and structured data of a business's page. */
export function bookingHead(business: Business, site: Site, themeColour: string): MetaDescriptor[] {
  const title = business.meta_title || `Agendar Cita - ${business.business_name}`
  const description =
    business.meta_description ||
    business.description ||
    `Agenda tu cita en línea con ${business.business_name}.`
  const url = `${site.publicUrl}/negocio/${business.slug}`
  const image = absolute(business.featured_image ?? business.gallery[0] ?? business.logo_url, site.publicUrl)
  return [
    { title },
    { name: 'description', content: description },
    { name: 'theme-color', content: themeColour },
    ...social({ title, description, url, ...(image && { image }) }),
    { 'script:ld+json': localBusiness(business, url, image, description) },
  ]
}

function localBusiness(business: Business, url: string, image: string | undefined, description: string) {
  const { business_name, phone, address, city, latitude, longitude, facebook, instagram, schedules } =
    business
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': url,
    url,
    description,
    name: business_name,
    telephone: phone ?? undefined,
    image,
    address: address
      ? { '@type': 'PostalAddress', streetAddress: address, addressLocality: city ?? undefined }
      : undefined,
    geo:
      latitude !== null && longitude !== null
        ? { '@type': 'GeoCoordinates', latitude, longitude }
        : undefined,
    sameAs: [facebook, instagram].filter((link) => /^https?:/.test(link ?? '')),
    openingHoursSpecification: schedules
      .filter((day) => day.is_open)
      .map((day) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: SCHEMA_DAYS[day.day_of_week],
        opens: day.open_time,
        closes: day.close_time,
      })),
    potentialAction: { '@type': 'ReserveAction', target: url },
  }
}

const SCHEMA_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const absolute = (url: string | null, base: string): string | undefined =>
  url ? new URL(url, base).href : undefined

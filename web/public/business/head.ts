import type { MetaDescriptor } from 'react-router'
import type { Site } from '../../context.ts'
import { social } from '../../head.ts'
import type { LegalText } from '../../legal/legal-text.ts'
import { localBusiness, type Reviews } from './structured.ts'
import type { Business, Service } from './types.ts'

/** Facts for search engines and chats that the page itself does not show. */
export interface Told extends Business {
  price_range: string | null
  share_image: string
  is_listed: boolean
}

/** Title, description, address and share picture of a business's page. */
export function bookingHead(
  business: Told,
  site: Site,
  { themeColour, legal }: { themeColour: string; legal: LegalText | undefined },
): MetaDescriptor[] {
  const title = legal
    ? `${legal.title} - ${business.business_name}`
    : business.meta_title || `Agendar Cita - ${business.business_name}`
  const description = descriptionOf(business)
  return [
    { title },
    { name: 'description', content: description },
    // Until its e-mail was confirmed once, anybody may have made the page.
    ...(legal || !business.is_listed ? [{ name: 'robots', content: 'noindex' }] : []),
    { name: 'theme-color', content: themeColour },
    ...social({
      title,
      description,
      url: addressOf(business, site),
      image: site.publicUrl + business.share_image,
      drawnFor: `${business.business_name}: reserva tu cita en línea`,
    }),
  ]
}

/** The same for search engines, as JSON-LD. */
export function bookingData(business: Told, services: Service[], reviews: Reviews, site: Site) {
  const absolute = (url: string | null) => (url ? URL.parse(url, site.publicUrl)?.href : undefined)
  const pictures = [business.featured_image, ...business.gallery, business.logo_url].map(absolute)
  return localBusiness(business, services, reviews, {
    url: addressOf(business, site),
    description: descriptionOf(business),
    images: [...new Set(pictures)].filter((url) => url !== undefined),
    logo: absolute(business.logo_url),
  })
}

const addressOf = ({ slug }: Business, { publicUrl }: Site) => `${publicUrl}/negocio/${slug}`

const descriptionOf = (business: Business): string =>
  business.meta_description ||
  shortened(business.description ?? '') ||
  `Agenda tu cita en línea con ${business.business_name}.`

/** Shortened between words to the length that search results show. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 160
    ? line
    : `${[...line]
        .slice(0, 159)
        .join('')
        .replace(/\s+\S*$/, '')}…`
}

import { imageOfWidth, parseGallery, uploadedImage } from '#domain/images.ts'
import { createHash } from 'node:crypto'

/** The version of the picture's design. */
const DESIGN = 1

interface Business {
  slug: string
  business_name: string
  business_type: string
  city: string | null
  brand_color: string | null
  brand_color_secondary: string | null
  logo_url: string | null
  featured_image: string | null
  gallery_images: string
}

/**
 * The content of a business's share picture. Only pictures of our own store: no other server is ever
 * contacted.
 */
export function shareFacts(business: Business) {
  const own = (url: string | null | undefined, width: number) =>
    url && uploadedImage(url) ? imageOfWidth(url, width) : undefined
  const kind = business.business_type === 'Otro' ? '' : business.business_type
  return {
    name: business.business_name,
    about: [kind, business.city?.trim()].filter(Boolean).join(' · '),
    brand: business.brand_color,
    secondary: business.brand_color_secondary,
    logo: own(business.logo_url, 320),
    photo: own(business.featured_image ?? parseGallery(business.gallery_images)[0], 1280),
  }
}

/** 16 hexadecimal digits that change whenever the picture would look different. */
export function shareVersion(business: Business): string {
  const facts = JSON.stringify([DESIGN, shareFacts(business)])
  return createHash('sha256').update(facts).digest('hex').slice(0, 16)
}

/**
 * '/negocio/{slug}/share-{version}.jpg': a changed picture has a new address, so each may be cached for
 * ever.
 */
export function sharePath(business: Business): string {
  return `/negocio/${business.slug}/share-${shareVersion(business)}.jpg`
}

import { imageOfWidth, parseGallery, uploadedImage } from '#domain/images.ts'
import { createHash } from 'node:crypto'

/** Counts the changes of how the picture is drawn. */
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

/** What a business's share picture shows. Pictures of our own store only: no other server is ever asked for one. */
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

/** '/negocio/{slug}/share-{version}.jpg': another picture has another address, so each may be kept for ever. */
export function sharePath(business: Business): string {
  return `/negocio/${business.slug}/share-${shareVersion(business)}.jpg`
}

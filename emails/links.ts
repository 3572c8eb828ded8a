import { fullAddress, whatsappUrl } from '#domain/contact.ts'
import type { EmailBusiness } from './types.ts'

/** 'Cra. 76 # 33A-21, Medellín'; undefined for a business without a location. */
export const placeOf = (business: EmailBusiness): string | undefined =>
  business.is_virtual ? undefined : fullAddress(business)

/** Directions in any maps program: to the coordinates when known, else to the address. */
export function directionsUrl(business: EmailBusiness): string | undefined {
  const place = placeOf(business)
  if (!place) return undefined
  const { latitude, longitude } = business
  const to = latitude !== null && longitude !== null ? `${latitude},${longitude}` : place
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}`
}

/** 'tel:+573001234567' */
export const telUrl = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** The business's WhatsApp link, from a number or a link. */
export const businessWhatsapp = ({ whatsapp }: EmailBusiness): string | undefined => whatsappUrl(whatsapp)

/** How a business is reached, from what is stored as its owner typed it. */
import { cleanText } from './fields.ts'

const NETWORKS = { facebook: 'facebook.com/', instagram: 'instagram.com/', twitter: 'x.com/', website: '' }

/**
 * The http(s) address that a profile's link field points to, from 'salon.co', '@salon' or a whole address.
 */
export function socialUrl(network: keyof typeof NETWORKS, value: unknown): string | undefined {
  return linkUrl(cleanText(value), NETWORKS[network])
}

/** What begins with '@', or has no host before a slash, is an account of the network: its names may have dots. */
export function linkUrl(text: string, network: string): string | undefined {
  if (/^https?:\/\/[^\s/]\S*$/i.test(text)) return text
  // A leading colon or slash would change the scheme or the host.
  if (!/^@?[^\s:/@\\]+(\/[^\s\\]*)?$/.test(text)) return undefined
  const isHost = /^[^@/]*\.[^/]*\//.test(text) || /^www\./i.test(text)
  return `https://${isHost ? '' : network}${text.replace(/^@/, '')}`
}

/** 'https://wa.me/573001234567' from a phone, or from a link with a number; digits only (001 §2). */
export function whatsappUrl(value: unknown): string | undefined {
  const text = cleanText(value)
  const isLink = /:\/\/|\bwa\.\w+\/|whatsapp\.com/i.test(text)
  // In a link, what is beside the number may hold digits as well.
  const number = isLink ? /(?:\bwa\.me\/(?:c\/)?|[?&]phone=)([^/?&#]*)/i.exec(text)?.[1] : text
  const digits = number?.replace(/%[\da-f]{2}|\D/gi, '') ?? ''
  return /^\d{7,15}$/.test(digits) ? `https://wa.me/${digits}` : undefined
}

interface Place {
  address: string | null
  city: string | null
}

/** 'Cra. 76 # 33A-21, Medellín'; the city once. */
export function fullAddress({ address, city }: Place): string | undefined {
  const here = address?.trim()
  if (!here) return undefined
  return city && !here.toLowerCase().includes(city.toLowerCase()) ? `${here}, ${city}` : here
}

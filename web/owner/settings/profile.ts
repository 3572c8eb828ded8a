import type { BusinessDay } from '#domain/week.ts'

/** The owner's business with every field that these screens can change. */
export interface Profile {
  id: number
  business_name: string
  business_type: string
  email: string
  phone: string
  is_virtual: boolean
  address: string | null
  city: string | null
  state: string | null
  country: string | null
  latitude: number | null
  longitude: number | null
  description: string | null
  website: string | null
  facebook: string | null
  instagram: string | null
  twitter: string | null
  whatsapp: string | null
  price_range: string | null
  timezone: string
  currency: string
  reminder_hours: number
  slot_interval_minutes: number
  slug: string
  meta_title: string | null
  meta_description: string | null
  featured_image: string | null
  brand_color: string | null
  brand_color_secondary: string | null
  logo_url: string | null
  /** JSON text: a list of addresses. */
  gallery_images: string
  schedules: BusinessDay[]
}

/** What a call may change of it. */
export type Changes = Partial<Omit<Profile, 'id' | 'schedules'>>

/** What every tab gets. */
export interface SectionProps {
  profile: Profile
  /** Tells the page what is stored now. */
  onStored: (changes: Partial<Profile>) => void
}

/** What of `now` differs from `before`: nothing else is sent. */
export function changesOf(before: Changes, now: Changes): Changes {
  const known = before as Record<string, unknown>
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== known[name]))
}

/** Characters as the rules count them: an emoji is one. */
export const lengthOf = (text: string): number => [...text.trim()].length

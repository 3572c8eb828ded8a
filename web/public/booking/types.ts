import type { BrandVars } from '#domain/colour.ts'
import type { BusinessDay } from '#domain/week.ts'
import type { MetaDescriptor } from 'react-router'
import type { Site } from '../../context.ts'
import type { LegalText } from '../../legal/types.ts'

export interface Business {
  id: number
  slug: string
  business_name: string
  description: string | null
  address: string | null
  city: string | null
  phone: string | null
  business_type: string
  timezone: string
  currency: string
  logo_url: string | null
  gallery: string[]
  latitude: number | null
  longitude: number | null
  facebook: string | null
  instagram: string | null
  whatsapp: string | null
  meta_title: string | null
  meta_description: string | null
  featured_image: string | null
  schedules: BusinessDay[]
}

export interface Service {
  id: number
  service_name: string
  description: string | null
  duration_minutes: number
  price: number
  image_url: string | null
  /** Path of the drawing that stands for it. */
  icon: string
}

export interface Professional {
  id: number
  professional_name: string
  avatar_url: string | null
  specialties: string | null
}

/** The free times of a date. */
export interface Day {
  date: string
  times: string[]
}

export interface Slot {
  date: string
  time: string
}

/** What the visitor has chosen so far; each needs the ones before it. */
export interface Choice {
  service?: number
  professional?: number
  date?: string
  time?: string
}

export type Step = 'cita' | 'datos' | 'confirmar' | 'lista'

export interface Appointment {
  id: number
  service_name: string
  professional_name: string
  business_name: string
  business_address: string | null
  appointment_date: string
  appointment_time: string
  duration_minutes: number | null
  client_email: string
  starts_at: string
}

/** All that the page needs, as its loader hands it over. */
export interface BookingData {
  site: Site
  brand: BrandVars
  business: Business
  services: Service[]
  professionals: Professional[]
  choice: Choice
  /** Of the chosen professional and service; missing when they are not chosen or could not be loaded. */
  days?: Day[] | undefined
  /** The server's clock, epoch milliseconds. */
  now: number
  /** Title, description and the like. */
  head: MetaDescriptor[]
  /** A legal text was asked for by its address. */
  legal?: LegalText | undefined
}

import type { Answer } from '#domain/api/calls.ts'
import type { ANY } from '#domain/choice.ts'
import type { BrandVars } from '#domain/colour.ts'
import type { MetaDescriptor } from 'react-router'
import type { Site } from '../../context.ts'
import type { LegalText } from '../../legal/legal-text.ts'

type PublicBusiness = Answer<'GET /api/businesses/:id'>['business']
export type PublicService = Answer<'GET /api/businesses/:businessId/services'>['services'][number]
export type PublicProfessional =
  Answer<'GET /api/businesses/:businessId/professionals'>['professionals'][number]

/** The public fields of a business that the page does not need. */
type Unused =
  | 'email'
  | 'brand_color'
  | 'brand_color_secondary'
  | 'gallery_images'
  | 'price_range'
  | 'share_image'
  | 'created_at'
export interface Business extends Omit<PublicBusiness, Unused> {
  gallery: string[]
  /** What its time zone is called: 'Bogotá'. */
  zone_city: string
}

/** The fields of few services: sent where they say something. */
type Special = 'price_kind' | 'variants' | 'addons' | 'by_professional' | 'is_bookable_online'

/** All public fields of a service. */
export interface Service
  extends Omit<PublicService, Special | 'category_id'>, Partial<Pick<PublicService, Special>> {
  /** The path of its icon. */
  icon: string
  /** By which many services are narrowed down. */
  category: string
}

export type Professional = Omit<PublicProfessional, 'business_id' | 'is_active'>

/** The free times of a date. */
export type Day = Answer<'GET /api/schedules/available-days/:professionalId'>['days'][number]

export interface Slot {
  date: string
  time: string
}

/** The visitor's choice so far; each part requires the ones before it. */
export interface Choice {
  service?: number
  /** 'any': whoever is free. */
  professional?: number | typeof ANY
  date?: string
  time?: string
}

export type Step = 'cita' | 'datos' | 'confirmar' | 'lista'

export type Appointment = Answer<'POST /api/appointments/public'>['appointment']

/** All data of the page, as its loader returns them. */
export interface BookingData {
  site: Site
  brand: BrandVars
  business: Business
  services: Service[]
  professionals: Professional[]
  choice: Choice
  /** For the chosen professional and service; missing when none is chosen or loading failed. */
  days?: Day[] | undefined
  /** The server's clock, epoch milliseconds. */
  now: number
  /** Title, description and similar metadata. */
  head: MetaDescriptor[]
  /** Set when the address requests a legal text. */
  legal?: LegalText | undefined
}

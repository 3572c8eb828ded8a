import type { Answer } from '#domain/api/calls.ts'
import type { ANY } from '#domain/choice.ts'
import type { BrandVars } from '#domain/colour.ts'
import type { MetaDescriptor } from 'react-router'
import type { Site } from '../../context.ts'
import type { LegalText } from '../../legal/legal-text.ts'

export type PublicBusiness = Answer<'GET /api/businesses/:id'>['business']
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
  | 'is_listed'
export interface Business extends Omit<PublicBusiness, Unused> {
  gallery: string[]
  /** Of its phone: a client's is taken to be of the same one until another is chosen. */
  phone_country: string
  /** What its time zone is called: 'Bogotá'. */
  zone_city: string
}

/** The fields of few services: sent where they say something. */
type Special = 'price_kind' | 'variants' | 'addons' | 'is_bookable_online'

/** All public fields of a service. */
export interface Service
  extends
    Omit<PublicService, Special | 'category_id' | 'by_professional'>,
    Partial<Pick<PublicService, Special>> {
  /** The path of its icon. */
  icon: string
  /** 'Desde 30 min' and 'A convenir', where it is not its duration and 'Desde' its price. */
  said?: [minutes: string, price: string]
  /** Those who take other minutes or another price, and whoever is free, where it is not the same with all. */
  by_professional?: ShownTerms[]
  /** By which many services are narrowed down. */
  category: string
}

type ShownTerms = Omit<PublicService['by_professional'][number], 'professional_id'> & {
  professional_id: number | typeof ANY
  /** As the card of the professional says it. */
  said?: string
  /** How much more it may be with some of those who may be it: they are the least. */
  more?: { price: number; minutes: number }
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
  /** One of the service's variants, if it has some, and any of its add-ons. */
  variant?: number
  addons?: number[]
  /** 'any': whoever is free. */
  professional?: number | typeof ANY
  date?: string
  time?: string
}

/** Of which nothing is missing that has to be chosen. */
export type WholeChoice = Choice & Required<Omit<Choice, 'variant' | 'addons'>>

export type Step = 'cita' | 'datos' | 'confirmar' | 'lista'

export type Appointment = Answer<'POST /api/appointments/public'>['appointment']

/** All that the page shows. */
export interface BookingData {
  site: Site
  brand: BrandVars
  business: Business
  services: Service[]
  /** Whether the services come in the owner's own categories. */
  isGrouped: boolean
  professionals: Professional[]
  choice: Choice
  /** The address's part after '?', with it. */
  search: string
  /** For the chosen professional and service; missing when none is chosen or loading failed. */
  days?: Day[] | undefined
  /** The server's clock, epoch milliseconds. */
  now: number
  /** Set when the address requests a legal text. */
  legal?: LegalText | undefined
}

/** What the loader returns: with what only the document says, its title, description and similar metadata. */
export interface Loaded extends BookingData {
  head: MetaDescriptor[]
}

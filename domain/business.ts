/** The profile of a business: choices, limits and messages. Specification 000 §2, §3, §5, §9. */
import { ASSIGNMENTS } from './assignment.ts'
import { isHexColour } from './colour.ts'
import { linkUrl, whatsappUrl } from './contact.ts'
import type { FieldErrors, FieldRule, Input } from './fields.ts'
import { emailError } from './email.ts'
import {
  errorsBy,
  errorsOf,
  inputOf,
  isBlank,
  LIMITS,
  longText,
  numberOf,
  cleanText,
  optionalText,
  requiredText,
  urlError,
} from './fields.ts'
import { galleryError } from './images.ts'
import { legalIdError } from './legal-id.ts'
import { horizonError, isWhole, noticeError, slotIntervalError } from './limits.ts'
import { CURRENCIES } from './money.ts'
import { countryOfPhone, e164, fullPhoneError, nationalNumber, normalisePhone, phoneError } from './phone.ts'
import { REMINDER_HOURS } from './reminders.ts'
import { slugError } from './slug.ts'
import { isTimeZone } from './timezones.ts'

export const BUSINESS_TYPES = [
  'Spa / Centro de Estética',
  'Peluquería / Barbería',
  'Salón de Manicura',
  'Consultorio Médico',
  'Consultorio Dental',
  'Centro de Masajes',
  'Taller de Reparación',
  'Consultoría',
  'Centro de Capacitación',
  'Otro',
] as const

export const META_TITLE_MAX = 60
export const META_DESCRIPTION_MAX = 160
/** How many appointments ahead a client may hold, by booking on the page, that a business can choose. */
export const MAX_FUTURE_APPOINTMENTS = [1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 100] as const
/** The initial centre of maps: Bogotá. */
export const MAP_DEFAULT = { latitude: 4.711, longitude: -74.0721, zoom: 16 } as const

/** Error of a business's name: missing or too long. */
export function businessNameError(value: unknown): string | undefined {
  return requiredText(value, 'Nombre del negocio es requerido')
}

/** 'Tipo de negocio es requerido', also for an unknown type. */
export function businessTypeError(value: unknown): string | undefined {
  return BUSINESS_TYPES.some((type) => type === value) ? undefined : 'Tipo de negocio es requerido'
}

/** The error of each field of the profile. */
export const PROFILE_RULES = {
  business_name: businessNameError,
  business_type: businessTypeError,
  email: emailError,
  phone: fullPhoneError,
  address: (value) => longText(value),
  description: (value) => longText(value),
  city: (value) => optionalText(value),
  state: (value) => optionalText(value),
  country: (value) => optionalText(value),
  price_range: (value) => optionalText(value),
  website: linkError,
  facebook: linkError,
  instagram: linkError,
  twitter: linkError,
  whatsapp: whatsappError,
  logo_url: urlError,
  featured_image: urlError,
  gallery_images: galleryError,
  meta_title: (value) => optionalText(value, META_TITLE_MAX),
  meta_description: (value) => longText(value, META_DESCRIPTION_MAX),
  slug: (value) => (isBlank(value) ? undefined : slugError(value)),
  brand_color: colourError,
  brand_color_secondary: colourError,
  timezone: (value) => (isTimeZone(value) ? undefined : 'Zona horaria no disponible'),
  currency: (value) => (CURRENCIES.some((c) => c === value) ? undefined : 'Moneda no disponible'),
  reminder_hours: (value) =>
    REMINDER_HOURS.some((n) => n === value)
      ? undefined
      : 'El recordatorio solo puede ser 12 o 24 horas antes',
  slot_interval_minutes: slotIntervalError,
  min_notice_minutes: noticeError,
  horizon_days: horizonError,
  cancel_notice_minutes: noticeError,
  max_future_appointments: (value) =>
    MAX_FUTURE_APPOINTMENTS.some((n) => n === value) ? undefined : 'Número de citas no disponible',
  asks_email: (value) =>
    ASKING_EMAIL.some((way) => way === value) ? undefined : 'El correo es obligatorio u opcional',
  assignment: (value) => (ASSIGNMENTS.some((way) => way === value) ? undefined : 'Elige una de las formas'),
  latitude: (value) => coordinateError(value, 90),
  longitude: (value) => coordinateError(value, 180),
  legal_name: (value) => optionalText(value),
  legal_id: legalIdError,
  legal_address: (value) => longText(value),
  legal_email: (value) => (isBlank(value) ? undefined : emailError(value)),
} satisfies Record<string, FieldRule>

/** Whether customers leave an e-mail to book. */
export const ASKING_EMAIL = ['required', 'optional'] as const
export type AskingEmail = (typeof ASKING_EMAIL)[number]
export const ASKING_EMAIL_TEXT: Record<AskingEmail, string> = {
  required: 'Obligatorio',
  optional: 'Opcional',
}

/** How many services and professionals a business may have: by itself, and at most. */
export const OFFER_LIMITS = {
  services: { usual: 100, most: 1000 },
  professionals: { usual: 60, most: 500 },
  mails: { most: 100_000 },
} as const

/** Errors of the limits that an administrator sets for a business; one that is missing stays as it is. */
export function offerLimitErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  const error = (value: unknown, { most }: { most: number }) => {
    return value === undefined || isWhole(value, 1, most) ? undefined : `Debe ser un número de 1 a ${most}`
  }
  return errorsOf({
    max_services: error(form['max_services'], OFFER_LIMITS.services),
    max_professionals: error(form['max_professionals'], OFFER_LIMITS.professionals),
    max_mails: isBlank(form['max_mails']) ? undefined : error(form['max_mails'], OFFER_LIMITS.mails),
  })
}

/** Errors of the profile fields that are present; a missing field stays unchanged (decisions, Answers). */
export function profileErrors(input: unknown): FieldErrors {
  const form: Input = inputOf(input)
  const given = Object.entries(PROFILE_RULES).filter(([name]) => form[name] !== undefined)
  return errorsBy(Object.fromEntries(given), form)
}

/** Error of an optional coordinate, within ± `limit` degrees. */
export function coordinateError(value: unknown, limit: 90 | 180): string | undefined {
  if (isBlank(value)) return undefined
  const degrees = numberOf(value)
  return degrees !== undefined && Math.abs(degrees) <= limit ? undefined : 'Coordenada inválida'
}

/** Error of an optional #RRGGBB. */
function colourError(value: unknown): string | undefined {
  return isBlank(value) || isHexColour(value) ? undefined : 'El color debe tener el formato #RRGGBB'
}

/** A web address, with or without https://, or an account name such as '@salon'. */
function linkError(value: unknown): string | undefined {
  const error = optionalText(value, LIMITS.url)
  if (error || isBlank(value)) return error
  return linkUrl(cleanText(value), '') ? undefined : 'Dirección web inválida'
}

function whatsappError(value: unknown): string | undefined {
  const error = optionalText(value, LIMITS.url)
  return error || isBlank(value) || whatsappUrl(value) ? error : 'Número de WhatsApp inválido'
}

/**
 * What is stored of a WhatsApp number: one without its country's code gets that of the business's telephone, because wa.me takes
 * '3004128819' for a Greek one. What has a plus, or is a link, stays as it was typed.
 */
export function whatsappWithCode(typed: string, phone: string): string {
  if (/[+:/]/.test(typed)) return typed
  const iso = countryOfPhone(phone)
  const national = nationalNumber(iso, typed)
  return phoneError(iso, national) ? (normalisePhone(typed) ?? typed) : e164(iso, national)
}

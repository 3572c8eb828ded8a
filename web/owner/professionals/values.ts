import { countryOfPhone, e164, parsePhone } from '#domain/phone.ts'
import { professionalErrors } from '#domain/professional.ts'
import { parseSpecialties } from '#domain/specialties.ts'
import { resolverOf } from '../../ui/resolver.ts'
import type { Professional } from './types.ts'

/** A professional as the form shows them. `country` is what a new phone starts with. */
export function valuesOf(professional: Professional | undefined, country: string) {
  const phone = parsePhone(professional?.phone)
  return {
    professional_name: professional?.professional_name ?? '',
    phone_country: phone?.iso ?? country,
    phone: phone?.national ?? professional?.phone ?? '',
    email: professional?.email ?? '',
    bio: professional?.bio ?? '',
    // As checkboxes have them.
    services: (parseSpecialties(professional?.specialties) ?? []).map(String),
    is_active: professional?.is_active ?? true,
  }
}
export type Values = ReturnType<typeof valuesOf>

/** What the form's values mean. Free text in `specialties` stays until services are chosen. */
export function bodyOf(values: Values, before: Professional | undefined) {
  const { services, phone_country, phone, ...rest } = values
  const digits = phone.replace(/[\s().-]/g, '')
  const freeText = parseSpecialties(before?.specialties) ? null : (before?.specialties ?? null)
  return {
    ...rest,
    phone: digits ? e164(phone_country, digits) : null,
    specialties: services.length > 0 ? JSON.stringify(services.map(Number)) : freeText,
  }
}

export const resolver = resolverOf<Values>((values) => professionalErrors(bodyOf(values, undefined)))

export const countryFor = (businessPhone: unknown): string => countryOfPhone(businessPhone)

import { countryOfPhone, e164, nationalNumber, parsePhone } from '#domain/phone.ts'
import { professionalErrors } from '#domain/professional.ts'
import { parseSpecialties } from '#domain/specialties.ts'
import type { Professional } from '#domain/api/professional.ts'

/** A professional as form values. `country` is the default for a new phone. */
export function valuesOf(professional: Professional | undefined, country: string) {
  const phone = parsePhone(professional?.phone)
  return {
    professional_name: professional?.professional_name ?? '',
    phone_country: phone?.iso ?? country,
    phone: phone?.national ?? professional?.phone ?? '',
    email: professional?.email ?? '',
    bio: professional?.bio ?? '',
    // Service ids, as checkboxes hold them.
    specialties: (parseSpecialties(professional?.specialties) ?? []).map(String),
    daily_limit: String(professional?.daily_limit ?? ''),
    weight: String(professional?.weight ?? 1),
    is_active: professional?.is_active ?? true,
  }
}
export type Values = ReturnType<typeof valuesOf>

/** The form's values as a request body. Free text in `specialties` stays until services are chosen. */
export function bodyOf(values: Values, before: Professional | undefined) {
  const { specialties, phone_country, phone, daily_limit, weight, ...rest } = values
  const digits = nationalNumber(phone_country, phone)
  const freeText = parseSpecialties(before?.specialties) ? null : (before?.specialties ?? null)
  return {
    ...rest,
    weight: Number(weight),
    daily_limit: daily_limit === '' ? null : Number(daily_limit),
    phone: digits ? e164(phone_country, digits) : null,
    specialties: specialties.length > 0 ? JSON.stringify(specialties.map(Number)) : freeText,
  }
}

export const rule = (values: Values) => professionalErrors(bodyOf(values, undefined))

export const countryFor = (businessPhone: unknown): string => countryOfPhone(businessPhone)

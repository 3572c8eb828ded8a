/** A professional's fields. Their services are in specialties.ts. Specification 000 §3, §5. */
import type { FieldErrors } from './fields.ts'
import { emailError, errorsBy, inputOf, isBlank, longText, requiredText, urlError } from './fields.ts'
import { fullPhoneError } from './phone.ts'

/** The JSON text of `specialties` may hold many ids. */
export const SPECIALTIES_MAX = 4000

/** The error of each field; only the name is required. */
export const PROFESSIONAL_RULES = {
  professional_name: (value: unknown) => requiredText(value, 'Nombre es requerido'),
  email: (value: unknown) => (isBlank(value) ? undefined : emailError(value)),
  phone: (value: unknown) => (isBlank(value) ? undefined : fullPhoneError(value)),
  bio: (value: unknown) => longText(value),
  specialties: (value: unknown) => longText(value, SPECIALTIES_MAX),
  avatar_url: urlError,
}

/** Errors of professional_name, email, phone, bio, specialties and avatar_url. */
export const professionalErrors = (input: unknown): FieldErrors =>
  errorsBy(PROFESSIONAL_RULES, inputOf(input))

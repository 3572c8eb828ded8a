/** A professional's fields. Their services are in specialties.ts. Specification 000 §3, §5. */
import { WEIGHT_MAX } from './assignment.ts'
import type { FieldErrors } from './fields.ts'
import { emailError } from './email.ts'
import { errorsBy, inputOf, isBlank, longText, requiredText, urlError } from './fields.ts'
import { isWhole } from './limits.ts'
import { fullPhoneError } from './phone.ts'

/** The JSON text of `specialties` holds the ids of as many services as an administrator may grant. */
export const SPECIALTIES_MAX = 20_000
/** Appointments of one date. */
export const DAILY_LIMIT_MAX = 100

/** The error of each field; only the name is required. */
export const PROFESSIONAL_RULES = {
  professional_name: (value: unknown) => requiredText(value, 'Nombre es requerido'),
  email: (value: unknown) => (isBlank(value) ? undefined : emailError(value)),
  phone: (value: unknown) => (isBlank(value) ? undefined : fullPhoneError(value)),
  bio: (value: unknown) => longText(value),
  specialties: (value: unknown) => longText(value, SPECIALTIES_MAX),
  avatar_url: urlError,
  daily_limit: (value: unknown) =>
    isBlank(value) || isWhole(value, 1, DAILY_LIMIT_MAX)
      ? undefined
      : `Debe ser un número de 1 a ${DAILY_LIMIT_MAX}`,
  weight: (value: unknown) =>
    value === undefined || isWhole(value, 0, WEIGHT_MAX)
      ? undefined
      : `Debe ser un número de 0 a ${WEIGHT_MAX}`,
}

/** Errors of professional_name, email, phone, bio, specialties, avatar_url, daily_limit and weight. */
export const professionalErrors = (input: unknown): FieldErrors =>
  errorsBy(PROFESSIONAL_RULES, inputOf(input))

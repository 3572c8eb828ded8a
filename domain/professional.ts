/** A professional's fields. The services they do: specialties.ts. Specification 000 §3, §5. */
import type { FieldErrors } from './fields.ts'
import { emailError, errorsOf, inputOf, isBlank, longText, requiredText, urlError } from './fields.ts'
import { fullPhoneError } from './phone.ts'

/** The JSON text of `specialties` may hold many ids. */
const SPECIALTIES_MAX = 4000

/** Errors of professional_name, email, phone, bio, specialties and avatar_url; only the name is required. */
export function professionalErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  return errorsOf({
    professional_name: requiredText(form['professional_name'], 'Nombre es requerido'),
    email: isBlank(form['email']) ? undefined : emailError(form['email']),
    phone: isBlank(form['phone']) ? undefined : fullPhoneError(form['phone']),
    bio: longText(form['bio']),
    specialties: longText(form['specialties'], SPECIALTIES_MAX),
    avatar_url: urlError(form['avatar_url']),
  })
}

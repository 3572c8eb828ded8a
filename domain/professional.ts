/** A professional and the services they do. Specification 000 §3, §5. */
import type { FieldErrors } from './fields.ts'
import { emailError, errorsOf, idOf, inputOf, isBlank, longText, requiredText, urlError } from './fields.ts'
import { fullPhoneError } from './phone.ts'

/** The JSON text of `specialties` may hold many ids. */
export const SPECIALTIES_MAX = 4000

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

/**
 * The service ids in `specialties`, a JSON list of ids. null means all services: nothing chosen, free text, or
 * JSON that is no list of ids (decisions, Appointments).
 */
export function parseSpecialties(text: unknown): number[] | null {
  if (typeof text !== 'string') return null
  try {
    const list: unknown = JSON.parse(text)
    const ids = Array.isArray(list) ? list.map(idOf).filter((id) => id !== undefined) : []
    return ids.length > 0 ? [...new Set(ids)] : null
  } catch {
    return null
  }
}

/** Whether a professional with these `specialties` does the service. */
export function doesService(specialties: unknown, serviceId: number): boolean {
  return parseSpecialties(specialties)?.includes(serviceId) ?? true
}

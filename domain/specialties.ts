/** Which services a professional does. Specification 000 §3. */
import { idOf } from './fields.ts'

/**
 * The service ids in `specialties`, a JSON list of ids. null means all services: nothing chosen, free text,
 * or JSON that is not a list of ids (decisions, Appointments).
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

/** Whether a professional with these `specialties` offers the service. */
export function doesService(specialties: unknown, serviceId: number): boolean {
  return parseSpecialties(specialties)?.includes(serviceId) ?? true
}

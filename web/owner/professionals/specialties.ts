import { parseSpecialties } from '#domain/specialties.ts'
import type { Service } from '#domain/api/service.ts'

const MOST_NAMED = 3

/** The services on a professional's card: at most three names, and the number of the others. */
export function specialtyNames(specialties: string | null, services: Service[]): string[] {
  const ids = parseSpecialties(specialties)
  const text = specialties?.trim() ?? ''
  // Older data contains words instead of ids.
  if (!ids) return [text && !/^[[{"]|^null$|^\d+$/.test(text) ? text : 'Todos los servicios']
  const names = services.filter(({ id }) => ids.includes(id)).map(({ service_name }) => service_name)
  if (names.length === 0) return ['Sin servicios']
  const more = names.length - MOST_NAMED
  return more > 0 ? [...names.slice(0, MOST_NAMED), `y ${more} más`] : names
}

import { ownerApi } from '../../account/session.ts'
import type { Service } from '../services/types.ts'
import type { Professional } from './types.ts'

/** Only the professionals could not be loaded. */
class ProfessionalsMissing extends Error {}

/** All that the screen shows. */
export async function fetchAll() {
  const [people, offer] = await Promise.allSettled([
    ownerApi.get<{ professionals: Professional[] }>('/api/professionals'),
    ownerApi.get<{ services: Service[] }>('/api/services'),
  ])
  if (offer.status === 'rejected') throw offer.reason
  if (people.status === 'rejected') throw new ProfessionalsMissing('', { cause: people.reason })
  return { professionals: people.value.professionals, services: offer.value.services }
}

export const loadFailure = (error: unknown): string =>
  error instanceof ProfessionalsMissing ? 'Error cargando profesionales' : 'Error cargando datos'

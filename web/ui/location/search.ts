import { api, ApiError } from '../api.ts'
import { toast } from '../toast.tsx'
import type { Place } from './leaflet-map.ts'

export interface Found extends Place {
  label: string
}

/** Looks up an address and reports the result. 'failed' when the search is unavailable. */
export async function searchAddress(address: string): Promise<Found[] | 'missing' | 'failed' | 'empty'> {
  if (address.trim() === '') {
    toast.error('Por favor ingresa una dirección')
    return 'empty'
  }
  try {
    const { results } = await api.get('/api/location/search', { query: { q: address.trim() } })
    if (results.length === 0) throw new ApiError(404, 'No se pudo encontrar la dirección')
    toast.success('Ubicación encontrada')
    return results
  } catch (error) {
    const { status, message } = error as ApiError
    const isSaid = status === 404 || status === 429
    toast.error(isSaid ? message : 'Error al buscar la dirección')
    return status === 404 ? 'missing' : 'failed'
  }
}

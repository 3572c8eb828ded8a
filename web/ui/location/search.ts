import { api, ApiError } from '../api.ts'
import { toast } from '../toast.tsx'
import type { Place } from './leaflet-map.ts'

export interface Found extends Place {
  label: string
}

/** Looks an address up, and says how it went. 'failed' when nobody could be asked. */
export async function searchAddress(address: string): Promise<Found[] | 'missing' | 'failed' | 'empty'> {
  if (address.trim() === '') {
    toast.error('Por favor ingresa una dirección')
    return 'empty'
  }
  try {
    const path = `/api/location/search?q=${encodeURIComponent(address.trim())}`
    const { results } = await api.get<{ results: Found[] }>(path)
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

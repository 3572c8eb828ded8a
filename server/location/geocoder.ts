import type { Config } from '../config.ts'

export interface Place {
  label: string
  latitude: number
  longitude: number
}

/** Finds places by free text. Chosen by configuration; the rest of the server knows only this interface. */
export interface Geocoder {
  /** The key by which turns are counted: two processes that ask the same geocoder share them. */
  name: string
  /** Best match first; empty when nothing is found. @throws when the geocoder is unavailable. */
  find(query: string): Promise<Place[]>
}

export function geocoderOf(config: Pick<Config, 'geocoder' | 'publicUrl'>): Geocoder {
  return nominatim({ ...config.geocoder, agent: `enpunto (${config.publicUrl})` })
}

const PATIENCE_MS = 5_000
const MOST = 5

/**
 * Nominatim and compatible services: self-hosted, OpenStreetMap's, or those that need a key (LocationIQ and
 * others).
 */
export function nominatim({ url, key, agent }: { url: string; key?: string; agent: string }): Geocoder {
  return {
    name: url,
    async find(query) {
      const address = new URL(`${url.replace(/\/+$/, '')}/search`)
      const parameters = {
        q: query,
        format: 'jsonv2',
        limit: String(MOST),
        'accept-language': 'es',
        ...(key && { key }),
      }
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
      const response = await fetch(address, {
        headers: { 'user-agent': agent, accept: 'application/json' },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      // Some services answer 404 for an unknown place.
      if (response.status === 404 && key) return []
      if (!response.ok) throw new Error(`The geocoder answered ${response.status}`)
      const found = (await response.json()) as { display_name?: unknown; lat?: unknown; lon?: unknown }[]
      if (!Array.isArray(found)) throw new Error('The geocoder answered no list')
      return found
        .map(({ display_name, lat, lon }) => ({
          label: String(display_name).slice(0, 300),
          latitude: Number(lat),
          longitude: Number(lon),
        }))
        .filter(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
        .slice(0, MOST)
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import type { Geocoder, Place } from './geocoder.ts'
import { keepPlaces, keptPlaces, nextTurn } from './queries.ts'

const LONGEST = 200
const PATIENCE_MS = 5_000

const underWay = new Map<string, Promise<Place[]>>()

/**
 * Finds a place: among the answers that are kept, else by the geocoder, which is asked once a second at most.
 * @throws Refusal 400 without a query, 404 when nothing is found, 503 when the geocoder cannot be asked.
 */
export async function findPlaces(
  { db, geocoder, now }: { db: Db; geocoder: Geocoder; now: () => number },
  query: string,
): Promise<Place[]> {
  const text = query.trim().replace(/\s+/g, ' ').toLowerCase()
  if (text === '') throw invalid({ q: 'Por favor ingresa una dirección' })
  if (text.length > LONGEST) throw invalid({ q: `No puede exceder ${LONGEST} caracteres` })
  const places = (await keptPlaces(db, text, now())) ?? (await ask())
  if (places.length === 0) throw notFound('No se pudo encontrar la dirección')
  return places

  async function ask() {
    const key = `${geocoder.name} ${text}`
    const asked = underWay.get(key) ?? askInTurn().finally(() => underWay.delete(key))
    underWay.set(key, asked)
    try {
      return await asked
    } catch {
      throw new Refusal(503, 'Error al buscar la dirección')
    }
  }

  async function askInTurn() {
    const wait = await nextTurn(db, geocoder.name, PATIENCE_MS)
    if (wait === undefined) throw new Error('too many are waiting for the geocoder')
    await sleep(wait)
    const found = await geocoder.find(text)
    await keepPlaces(db, text, found, now())
    return found
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { spend } from '../limits/attempts.ts'
import type { Db } from '../database/db.ts'
import { invalid, notFound, Refusal } from '../http/refusal.ts'
import type { Geocoder, Place } from './geocoder.ts'
import { keepPlaces, keptPlaces, nextTurn } from './queries.ts'

const LONGEST = 200
const PATIENCE_MS = 5_000

// People search, wait for the answer, and search again; more at once would make everybody wait.
const MOST_AT_ONCE = 2
const asking = new Map<string, Promise<unknown>[]>()

const underWay = new Map<string, Promise<Place[]>>()

/**
 * Finds a place among the cached answers, else through the geocoder, at most once a second. Searches of one
 * network are sent one after the other, so that each network has one place in the queue; of IPv6 a whole /48 has one.
 * @throws Refusal 400 without a query, 404 when nothing is found, 429 when the network searches too much, 503
 * when the geocoder is unavailable.
 */
export async function findPlaces(
  { db, geocoder, now }: { db: Db; geocoder: Geocoder; now: () => number },
  query: string,
  network: string,
): Promise<Place[]> {
  const text = query.trim().replace(/\s+/g, ' ').toLowerCase()
  if (text === '') throw invalid({ q: 'Por favor ingresa una dirección' })
  if (text.length > LONGEST) throw invalid({ q: `No puede exceder ${LONGEST} caracteres` })
  const places = await ask()
  if (places.length === 0) throw notFound('No se pudo encontrar la dirección')
  return places

  async function ask() {
    const key = `${geocoder.name} ${text}`
    const lookUp = underWay.get(key) ?? keptOrAsked().finally(() => underWay.delete(key))
    underWay.set(key, lookUp)
    return lookUp
  }

  async function keptOrAsked() {
    const kept = await keptPlaces(db, text, now())
    if (kept) return kept
    try {
      return await afterOwn()
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw new Refusal(503, 'Error al buscar la dirección')
    }
  }

  async function afterOwn() {
    const own = asking.get(network) ?? []
    if (own.length >= MOST_AT_ONCE)
      throw new Refusal(429, 'Espera la respuesta anterior para buscar de nuevo', { retryAfter: 5 })
    const turn = Promise.allSettled(own).then(async () => {
      await spend(db, now(), [{ subject: `geocoder from ${network}`, max: 40, minutes: 10 }])
      return askInTurn()
    })
    asking.set(network, [...own, turn])
    try {
      return await turn
    } finally {
      const left = asking.get(network)!.filter((other) => other !== turn)
      if (left.length > 0) asking.set(network, left)
      else asking.delete(network)
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

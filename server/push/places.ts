import type { Db } from '../database/db.ts'

/** So many of the pushes at once may be of one business: another one's finds a place. */
const MOST_OF_BUSINESS = 2
/** Services answer in a fraction of it. */
const SLOW_MS = 2000
const SLOW_FOR_MS = 10 * 60_000
const MOST_REMEMBERED = 10_000

interface Places {
  underWay: Map<number, number>
  /** Until when a business counts as slow, and whether a push of such a one is under way: they share one place, however many they are. */
  slow: Map<number, number>
  isSlowUnderWay: boolean
}
const all = new WeakMap<Db, Places>()

const placesOf = (db: Db): Places =>
  all.getOrInsertComputed(db, () => ({ underWay: new Map(), slow: new Map(), isSlowUnderWay: false }))

const isSlow = ({ slow }: Places, business_id: number) => (slow.get(business_id) ?? 0) > performance.now()

const isFull = (places: Places, business_id: number) =>
  (places.underWay.get(business_id) ?? 0) >= MOST_OF_BUSINESS ||
  (places.isSlowUnderWay && isSlow(places, business_id))

/** The businesses for whose pushes there is no place: whatever is due of them stays as it is until there is one. */
export function withoutPlace(db: Db): number[] {
  const places = placesOf(db)
  const known = new Set([...places.underWay.keys(), ...places.slow.keys()])
  return [...known].filter((business_id) => isFull(places, business_id))
}

/**
 * A place among the pushes of this process for one of a business; undefined while there is none.
 * @returns what gives it back: told how long its service took, it says whether that was slow.
 */
export function takePlace(db: Db, business_id: number): ((ms: number) => boolean) | undefined {
  const places = placesOf(db)
  if (isFull(places, business_id)) return undefined
  const { underWay, slow } = places
  underWay.set(business_id, (underWay.get(business_id) ?? 0) + 1)
  const isOneOfSlow = isSlow(places, business_id)
  if (isOneOfSlow) places.isSlowUnderWay = true
  return (ms) => {
    const left = underWay.get(business_id)! - 1
    if (left > 0) underWay.set(business_id, left)
    else underWay.delete(business_id)
    if (isOneOfSlow) places.isSlowUnderWay = false
    if (ms < SLOW_MS) return false
    if (slow.size >= MOST_REMEMBERED) slow.clear()
    slow.set(business_id, performance.now() + SLOW_FOR_MS)
    return true
  }
}

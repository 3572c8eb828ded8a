import { ensureLeft, spend, countsOf, type Limit } from '../attempts.ts'
import type { Limits } from '../limits.ts'
import type { Db } from '../db.ts'
import { businessOfSlug } from './queries.ts'

/** A booking by the public page, as it is counted: for an hour, from the first on. */
export interface Counted {
  business_id: number
  client_email: string | null
  client_phone: string
  network: string
}

const subjectOf = (business_id: number, network: string) => `bookings in ${business_id} from ${network}`

function limitsOf({ business_id, client_email, client_phone, network }: Counted, limits: Limits): Limit[] {
  const ofEmail = `bookings of ${client_email?.toLowerCase()}`
  return [
    ...(client_email === null ? [] : [{ subject: ofEmail, max: limits.bookingsOfPerson, minutes: 60 }]),
    { subject: `bookings of ${client_phone}`, max: limits.bookingsOfPerson, minutes: 60 },
    { subject: subjectOf(business_id, network), max: limits.bookingsFromNetwork, minutes: 60 },
    { subject: `bookings in ${business_id}`, max: limits.bookingsInBusiness, minutes: 60 },
  ]
}

/**
 * Refuses bookings that are too many for people.
 * @returns the least work that this one must bring: half of what is asked, since others book while somebody types.
 * @throws Refusal 429 when one of its limits is used up.
 */
export async function ensureNoCrowd(db: Db, nowMs: number, booking: Counted, limits: Limits) {
  const asked = limitsOf(booking, limits)
  const counts = await ensureLeft(db, nowMs, asked, CROWD)
  const shared = subjectOf(booking.business_id, booking.network)
  return Math.max(1, workAfter(counts[asked.findIndex(({ subject }) => subject === shared)]!) / 2)
}
const CROWD = 'Hubo muchas reservas en poco tiempo. Intenta más tarde o escríbele al negocio.'

/** Counts a booking that was made. */
export const countBooking = (db: Db, nowMs: number, booking: Counted, limits: Limits) =>
  spend(
    db,
    nowMs,
    limitsOf(booking, limits).map((limit) => ({ ...limit, max: Infinity })),
  )

/**
 * How much work the human check asks of the next booking, in units of the ordinary one: the more bookings of that business
 * came from that network within the hour, the more. A full salon behind one carrier's address (300) pays little.
 */
export async function workOfNext(db: Db, nowMs: number, business_id: number, network: string) {
  const [count = 0] = await countsOf(db, nowMs, [subjectOf(business_id, network)])
  return workAfter(count)
}

/** The same for whoever is on a page, of which browsers tell us the address: on all but the businesses' own, the ordinary one. */
export async function workOfPage(db: Db, nowMs: number, page: string, network: string) {
  const slug = /\/negocio\/([^/?#]+)/.exec(page)?.[1]
  const business_id = slug && (await businessOfSlug(db, slug))
  return business_id ? workOfNext(db, nowMs, business_id, network) : 1
}

const workAfter = (bookings: number) => Math.min(8, 1 + Math.max(0, bookings - 150) / 150)

import {
  countLater,
  countsOf,
  ensureLeft,
  hashOf,
  pendingOf,
  spendIfLeft,
  type CountedJson,
  type Limit,
} from '../limits/attempts.ts'
import type { Limits } from '../limits/limits.ts'
import type { Db } from '../database/db.ts'
import { businessOfSlug } from './queries.ts'

/** A booking by the public page, as it is counted: for an hour, from the first on. */
export interface Counted {
  business_id: number
  client_email: string | null
  client_phone: string
  network: string
}

const subjectOf = (business_id: number, network: string) => `bookings in ${business_id} from ${network}`

/** By what a booking is counted, and by which limit. */
function countedBy({ business_id, client_email, client_phone, network }: Counted): [string, keyof Limits][] {
  return [
    ...(client_email === null ? [] : [ofPerson(client_email.toLowerCase())]),
    ofPerson(client_phone),
    [subjectOf(business_id, network), 'bookingsFromNetwork'],
    [`bookings in ${business_id}`, 'bookingsInBusiness'],
  ]
}

const ofPerson = (who: string): [string, keyof Limits] => [`bookings of ${who}`, 'bookingsOfPerson']

const limitsOf = (booking: Counted, limits: Limits): Limit[] =>
  countedBy(booking).map(([subject, name]) => ({ subject, max: limits[name], minutes: 60 }))

/** What is to be read of it for `ensureNoCrowd`. */
export const subjectsOf = (booking: Counted): Buffer[] =>
  countedBy(booking).map(([subject]) => hashOf({ subject }))

/**
 * Refuses bookings that are too many for people.
 * @param read the counts of its subjects, where they were read already.
 * @returns the least work that this one must bring: half of what is asked, since others book while somebody types.
 * @throws Refusal 429 when one of its limits is used up.
 */
export async function ensureNoCrowd(
  db: Db,
  nowMs: number,
  booking: Counted,
  limits: Limits,
  read?: CountedJson,
) {
  const asked = limitsOf(booking, limits)
  const counts = await ensureLeft(db, nowMs, asked, { sentence: CROWD, read })
  const shared = subjectOf(booking.business_id, booking.network)
  return Math.max(1, workAfter(counts[asked.findIndex(({ subject }) => subject === shared)]!) / 2)
}
const CROWD = 'Hubo muchas reservas en poco tiempo. Intenta más tarde o escríbele al negocio.'

/**
 * What is left of its limits, for the statement that writes it; undefined where this process alone may have used one up. (The statement
 * looks at what was written: of a subject that never was it would find nothing.)
 */
export function leftOfCrowd(db: Db, nowMs: number, booking: Counted, limits: Limits) {
  const subjects = subjectsOf(booking).map((hash) => hash.toString('hex'))
  const most = limitsOf(booking, limits).map(({ max }, i) => max - pendingOf(db, nowMs, subjects[i]!))
  return most.some((one) => one <= 0) ? undefined : { subjects, most }
}

/** Counts a booking that was made. */
export const countBooking = (db: Db, nowMs: number, booking: Counted, limits: Limits) =>
  countLater(db, nowMs, limitsOf(booking, limits))

/**
 * Whether a stranger's refusal is kept for its key: as many as a network may book, so that nobody fills the disk with
 * requests that need no proof.
 */
export const mayKeepRefusal = (db: Db, nowMs: number, network: string, limits: Limits): Promise<boolean> =>
  spendIfLeft(db, nowMs, [
    { subject: `refusals kept of ${network}`, max: limits.bookingsFromNetwork, minutes: 60 },
  ])

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

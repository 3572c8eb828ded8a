/** How often something may be done; what is more waits, or is refused. */
export type Limits = Record<keyof typeof LIMITS, number>

/** By which settings operators change them, and what holds without. */
const LIMITS = {
  /** Bookings by the page within an hour, of one e-mail or phone, over all businesses. */
  bookingsOfPerson: ['BOOKINGS_PER_PERSON', 20],
  /** To one business from one network: a salon's Saturday behind one carrier's address is 300. */
  bookingsFromNetwork: ['BOOKINGS_PER_NETWORK', 600],
  bookingsInBusiness: ['BOOKINGS_PER_BUSINESS', 3000],
} as const satisfies Record<string, [name: string, most: number]>

/** Reads the limits; what is wrong with one is added to `faults`. */
export function readLimits(env: NodeJS.ProcessEnv, faults: string[]): Limits {
  const read = Object.entries(LIMITS).map(([key, [name, most]]) => {
    const value = env[name]?.trim() || String(most)
    if (!/^[1-9]\d{0,8}$/.test(value))
      faults.push(`${name} must be a whole number from 1 on, for example ${most}.`)
    return [key, Number(value)]
  })
  return Object.fromEntries(read) as Limits
}

/** How often something may be done; what is more waits, or is refused. */
export type Limits = Record<keyof typeof LIMITS, number>

/** By which settings operators change them, and what holds without. */
const LIMITS = {
  /** Bookings by the page within an hour, of one e-mail or phone, over all businesses. */
  bookingsOfPerson: ['BOOKINGS_PER_PERSON', 20],
  /** To one business from one network: a salon's Saturday behind one carrier's address is 300. As many of its refusals are kept. */
  bookingsFromNetwork: ['BOOKINGS_PER_NETWORK', 600],
  bookingsInBusiness: ['BOOKINGS_PER_BUSINESS', 3000],
  /** Changes within an hour by a member, and in a business by all of its members. */
  changesOfMember: ['CHANGES_PER_MEMBER', 10_000],
  changesInBusiness: ['CHANGES_PER_BUSINESS', 30_000],
  /** Mails about appointments to one address, over all businesses; then one digest a day. */
  mailsPerHour: ['MAILS_PER_HOUR', 10],
  mailsPerDay: ['MAILS_PER_DAY', 30],
  /** Reminders of each kind within a day to one address, over all businesses. */
  remindersPerDay: ['REMINDERS_PER_DAY', 5],
  /** Mails in a day of a business to its clients, reminders aside: a large salon's day has some 1,500. */
  mailsOfBusiness: ['MAILS_PER_BUSINESS', 3000],
  /** The same of a business of the last fourteen days that paid nothing, but for what its clients book, move and cancel. */
  mailsOfYoung: ['MAILS_PER_YOUNG_BUSINESS', 300],
  /** Mails in a day about what clients of one network book, move and cancel, over all businesses. */
  mailsFromNetwork: ['MAILS_PER_NETWORK', 3000],
  /** Mails in a day of a business that has not confirmed its e-mail. */
  mailsUnconfirmed: ['MAILS_UNCONFIRMED', 20],
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

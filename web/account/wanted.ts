import type { Member } from './stored.ts'

/** What a screen that needs a session leaves for the log-in, in the history's state: no link can set it. */
export interface Wanted {
  /** Path and query of the screen. */
  wanted: string
  /** The business whose session ended there; undefined when there was none. */
  business: number | undefined
  /** Whose session that was, when known. */
  user: number | undefined
}

const HOME = '/dashboard'
const wantedIn = (state: unknown) => (state ?? {}) as Partial<Wanted>

/** Where a log-in leads: to the screen that was wanted, if it is an owner's and was not another member's. */
export function afterLogin(state: unknown, { business, user }: Member): string {
  const { wanted, business: before } = wantedIn(state)
  const isOwners = typeof wanted === 'string' && /^\/dashboard(?![^/?])/.test(wanted)
  const isTheirs = before === undefined || wantedBusiness(state, user) === business
  return isOwners && isTheirs ? wanted : HOME
}

/** The business in which this user's session ended on a screen, which a log-in leads back to without a question. */
export function wantedBusiness(state: unknown, user: number | undefined): number | undefined {
  const before = wantedIn(state)
  return user !== undefined && before.user === user ? before.business : undefined
}

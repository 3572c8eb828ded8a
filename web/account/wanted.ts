/** What a screen that needs a session leaves for the log-in, in the history's state: no link can set it. */
export interface Wanted {
  /** Path and query of the screen. */
  wanted: string
  /** The business whose session ended there; undefined when there was none. */
  business: number | undefined
}

const HOME = '/dashboard'

/** Where a log-in leads: to the screen that was wanted, if it is an owner's and was not another account's. */
export function afterLogin(state: unknown, business: number): string {
  const { wanted, business: before } = (state ?? {}) as Partial<Wanted>
  const isOwn = typeof wanted === 'string' && /^\/dashboard(?![^/?])/.test(wanted)
  return isOwn && (before === undefined || before === business) ? wanted : HOME
}

/** The business whose session ended on a screen, which a log-in leads back to without a question. */
export const wantedBusiness = (state: unknown): number | undefined =>
  ((state ?? {}) as Partial<Wanted>).business

/** What of a session outlives a page load. */

/** The business as signing in tells it. */
export interface SessionBusiness {
  id: number
  business_name: string
  slug: string
  email: string
  phone: string
  timezone: string
  currency: string
  logo_url: string | null
  brand_color: string | null
  is_suspended: boolean
}

export interface Stored {
  token: string
  business: SessionBusiness
}

export const KEY = 'enpunto.session'

/** A session that is not remembered belongs to its tab, and goes before one that is. */
const stores = (): Storage[] => [sessionStorage, localStorage]

export function readSession(): Stored | undefined {
  return (attempt(stores) ?? []).map(storedIn).find((stored) => stored !== undefined)
}

/** A new session takes the place of every other. */
export function writeSession(session: Stored, remember: boolean) {
  for (const store of attempt(stores) ?? []) store.removeItem(KEY)
  attempt(() => (remember ? localStorage : sessionStorage).setItem(KEY, JSON.stringify(session)))
}

/** Replaces the stored session where it is; elsewhere may be another. */
export function rewriteSession(session: Stored) {
  const store = storeOf(session.token)
  if (store) attempt(() => store.setItem(KEY, JSON.stringify(session)))
}

export function clearSession(token: string) {
  storeOf(token)?.removeItem(KEY)
}

const storeOf = (token: string) => (attempt(stores) ?? []).find((store) => storedIn(store)?.token === token)

function storedIn(store: Storage): Stored | undefined {
  const stored = attempt(() => JSON.parse(store.getItem(KEY) ?? 'null') as Stored | null)
  return stored?.token && stored.business ? stored : undefined
}

/** Browsers may refuse storage; a session then lasts as long as the page. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

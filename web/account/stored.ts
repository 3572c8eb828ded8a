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
/** Lies beside the session, in the same store, and goes with it. */
const KEPT = 'enpunto.kept'

/** A session that is not remembered belongs to its tab, and goes before one that is. */
const stores = (): Storage[] => [sessionStorage, localStorage]

export function readSession(): Stored | undefined {
  return (attempt(stores) ?? []).map(storedIn).find((stored) => stored !== undefined)
}

/** A new session takes the place of every other. */
export function writeSession(session: Stored, remember: boolean) {
  for (const store of attempt(stores) ?? []) forget(store)
  attempt(() => (remember ? localStorage : sessionStorage).setItem(KEY, JSON.stringify(session)))
}

/** Replaces the stored session where it is; elsewhere may be another. */
export function rewriteSession(session: Stored) {
  const store = storeOf(session.token)
  if (store) attempt(() => store.setItem(KEY, JSON.stringify(session)))
}

export function clearSession(token: string) {
  const store = storeOf(token)
  if (store) forget(store)
}

/** Keeps something of the business for as long as the session: nobody else is to find it in this browser. */
export function keep({ token, business }: Stored, value: object) {
  const store = storeOf(token)
  if (store) attempt(() => store.setItem(KEPT, JSON.stringify({ ...value, business: business.id })))
}

/** What was kept last under this session. */
export function kept<T>({ token, business }: Stored): T | undefined {
  const store = storeOf(token)
  const found = attempt(() => JSON.parse(store?.getItem(KEPT) ?? 'null') as (T & { business: number }) | null)
  return found?.business === business.id ? found : undefined
}

function forget(store: Storage) {
  store.removeItem(KEY)
  store.removeItem(KEPT)
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

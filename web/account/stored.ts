/** The part of a session that outlives a page load. */
import type { Answer } from '#domain/api/calls.ts'

/** The business as the log-in returns it. */
export type SessionBusiness = Answer<'GET /api/auth/verify'>['business'] & {
  /** What the user may do in it; unknown in what an earlier version stored, until the session is checked. */
  access?: Access | undefined
}
type Verified = Answer<'GET /api/auth/verify'>
export type Access = Pick<Verified, 'role' | 'professional_id' | 'permissions' | 'businesses'> &
  Partial<Pick<Verified, 'offer' | 'user'>>

/** Who had a session: one user of a business. */
export interface Member {
  business: number
  /** Unknown in what an earlier version stored. */
  user: number | undefined
}
export const memberOf = ({ id, access }: SessionBusiness): Member => ({
  business: id,
  user: access?.user?.id,
})

export interface Stored {
  token: string
  business: SessionBusiness
}

export const KEY = 'enpunto.session'
/** Stored beside the session, in the same storage, and removed with it. */
const KEPT = 'enpunto.kept'

/** A session that is not remembered belongs to its tab, and takes precedence over a remembered one. */
const stores = (): Storage[] => [sessionStorage, localStorage]

export function readSession(): Stored | undefined {
  return (attempt(stores) ?? []).map(storedIn).find((stored) => stored !== undefined)
}

/** Stores a new session in place of every other. */
export function writeSession(session: Stored, remember: boolean) {
  for (const store of attempt(stores) ?? []) forget(store)
  attempt(() => (remember ? localStorage : sessionStorage).setItem(KEY, JSON.stringify(session)))
}

/** Updates the stored session in its own storage; the other storage may hold a different one. */
export function rewriteSession(session: Stored) {
  const store = storeOf(session.token)
  if (store) attempt(() => store.setItem(KEY, JSON.stringify(session)))
}

/** Whether a session was asked to last. */
export const isKeptLong = (token: string): boolean => storeOf(token) === attempt(() => localStorage)

export function clearSession(token: string) {
  const store = storeOf(token)
  if (store) forget(store)
}

/** Stores data of the business for as long as the session: nobody else is to find it in this browser. */
export function keep({ token, business }: Stored, value: object) {
  const store = storeOf(token)
  if (store) attempt(() => store.setItem(KEPT, JSON.stringify({ ...value, business: business.id })))
}

/** The data last stored under this session. */
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

/** Browsers may deny storage; a session then lasts as long as the page. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

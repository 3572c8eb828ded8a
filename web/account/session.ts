/** The owner's session in this browser: the signed-in owner and the API client with their token. */
import { useEffect, useSyncExternalStore } from 'react'
import { noteServerTime } from '../server-clock.ts'
import { ApiError, createApi } from '../ui/api.ts'
import { endLeftOver, endOnServer } from '../ui/sessions/ending.ts'
import { toast } from '../ui/toast.tsx'
import { draftsOf, dropDrafts } from './draft.ts'
import { isYoung, takePreloaded } from './preload.ts'
import {
  type Access,
  clearSession,
  isKeptLong,
  keep,
  kept,
  KEY,
  type Member,
  memberOf,
  readSession,
  rewriteSession,
  type SessionBusiness,
  type Stored,
  writeSession,
} from './stored.ts'

export { type DraftRow, draftsOf, dropDraft, keepDraft } from './draft.ts'
export type { Wanted } from './wanted.ts'
export { type Access, memberOf, type SessionBusiness }

type State =
  | { status: 'loading'; business: undefined }
  | { status: 'in'; business: SessionBusiness }
  /** The session cannot be verified at present: the cached agenda may be read, and nothing more. */
  | { status: 'unreached'; business: SessionBusiness }
  /** `exit` is where a protected page sends a visitor without a session. */
  | { status: 'out'; business: undefined; exit: '/login' | '/' }

// People treat a network without an answer for this long as offline, and so does this.
const PATIENCE_MS = 8_000
// What failed on the way or in the server says nothing of the session.
const isAway = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

// Shown longer than other messages: it appears unprompted, along with another screen.
const READ_MS = 8_000

const LOADING: State = { status: 'loading', business: undefined }
const out = (exit: '/login' | '/'): State => ({ status: 'out', business: undefined, exit })

let state: State = LOADING
let current: Stored | undefined
let hasStarted = false
const listeners = new Set<() => void>()
const holders = new Set<() => void>()

/**
 * `forget` is called whenever a session ends or another begins, because a business's cached data end with
 * its session.
 */
export const whenSessionEnds = (forget: () => void) => void holders.add(forget)
const forgetData = () => holders.forEach((forget) => forget())

/** Calls on the owner's behalf; a 401 ends the session: without a word where a stored one is checked at the start. */
export const ownerApi = createApi({
  token: () => current?.token,
  onRefused: (token) => token === current?.token && (state.status === 'loading' ? end('/login') : expire()),
  asked: (path) => current && takePreloaded(current.token, path),
})

/** This page's session; another tab may have stored another one since. */
export const pageSession = (): Readonly<Stored> | undefined => current

let ended: Member | undefined
/** Whose session ended by itself in this page; undefined after a log-out here. */
export const endedFor = (): Member | undefined => (state.status === 'out' ? ended : undefined)

/** Whether somebody is signed in at present. */
export const isIn = (): boolean => state.status === 'in'

export function useSession() {
  const session = useSyncExternalStore(
    subscribe,
    () => state,
    () => LOADING,
  )
  useEffect(() => void startSession(), [])
  return { ...session, update, logout }
}

/** After signing in or up. */
export function enter(token: string, business: SessionBusiness, remember = false) {
  hasStarted = true
  endLeftOver()
  forgetData()
  current = { token, business }
  if (draftsOf(memberOf(business)).length === 0) dropDrafts()
  writeSession(current, remember)
  change({ status: 'in', business })
}

/** Whether the signed-in user may do something; the server decides, and the screens offer nothing that it refuses. */
export const may = ({ access }: SessionBusiness, permission: Access['permissions'][number]): boolean =>
  access?.permissions?.includes(permission) ?? true

/** Opens the same person's session in another of their businesses, and ends the one here. */
export async function switchBusiness(to: number) {
  if (!current) return
  const isRemembered = isKeptLong(current.token)
  const { token, business } = await openIn(current.token, to)
  enter(token, business, isRemembered)
}

/** A session in another business of whoever has that one, which ends. */
export async function openIn(token: string, to: number) {
  const answer = await createApi({ token: () => token }).post('/api/auth/switch', { body: { to } })
  endOnServer('/api/auth/logout', token)
  return { token: answer.token, business: { ...answer.business, access: answer.access } }
}

type Changes = Partial<SessionBusiness>

/** Applies changes of the business, which the frame shows at once. */
export function update(changes: Changes | ((before: SessionBusiness) => Changes)) {
  if (!current) return
  const { business } = current
  const made = typeof changes === 'function' ? changes(business) : changes
  current = { ...current, business: { ...business, ...made } }
  rewriteSession(current)
  change({ status: 'in', business: current.business })
}

/** Ends the session here at once, and on the server as soon as it can be reached. */
function logout() {
  if (current) endOnServer('/api/auth/logout', current.token)
  end('/')
}

/** Ends the session here where it may just have been ended on the server, without a word: another person's goes on. */
export async function endIfOver() {
  const asked = current
  if (!asked) return
  const isOver = await createApi({ token: () => asked.token })
    .get('/api/auth/verify')
    .then(
      () => false,
      (error) => error instanceof ApiError && error.status === 401,
    )
  if (isOver && current === asked) end('/')
}

/** Ends the session here: on the server there is none any more, because its person left the business. */
export const forgetSession = () => end('/')

/**
 * The check at start: a stored session counts only if the server still accepts it.
 * @returns whether calls on the owner's behalf make sense: somebody is signed in, or seems to be.
 */
export function startSession(): boolean {
  if (!hasStarted) {
    hasStarted = true
    endLeftOver()
    current = readSession()
    if (current) check()
    else change(out('/login'))
  }
  return current !== undefined
}

function check() {
  document.documentElement.dataset['session'] = 'checking'
  // The document came from the cache: the server could not be reached a moment ago.
  if (isKeptPage()) lose()
  void ask()
}

/** Checks the session again when the server may be reachable. */
export function ask() {
  const checked = current
  const checkedAt = Date.now()
  // In a young page it may have been asked for in advance, when the page began.
  const askedAt = isYoung() ? checkedAt - performance.now() : checkedAt
  const isLate = setTimeout(() => current === checked && lose(), PATIENCE_MS)
  return ownerApi
    .get('/api/auth/verify')
    .then(
      ({ success: _, now, business, ...access }) => {
        noteReached()
        noteServerTime(now, askedAt)
        // What an answer leaves out stays as it was stored.
        if (current === checked) update({ ...business, ...(access.permissions && { access }) })
      },
      (error) => {
        if (!isAway(error)) noteReached()
        if (current === checked && !(isAway(error) && lose())) end('/login')
      },
    )
    .finally(() => clearTimeout(isLate))
}

/**
 * Asks what the member may do by now, and whether the business is suspended: the server closes a stream when the one changed, and
 * announces the other as a change.
 * @returns whether it is something else.
 */
export async function refreshAccess(): Promise<boolean> {
  const before = current
  if (!before) return false
  const askedAt = Date.now()
  const { success: _, now: time, business, ...access } = await ownerApi.get('/api/auth/verify')
  noteServerTime(time, askedAt)
  if (current?.token !== before.token) return false
  // What an answer leaves out stays as it was.
  const now = { ...current.business, ...business, ...(access.permissions && { access }) }
  // What is as it was draws nothing anew.
  if (JSON.stringify(now) !== JSON.stringify(current.business)) update(now)
  return rightsOf(before.business.access) !== rightsOf(now.access)
}
type Rights = Pick<Access, 'role' | 'professional_id' | 'permissions'>
const rightsOf = (access: Rights | undefined) =>
  access && [access.role, access.professional_id, ...(access.permissions ?? [])].join()

/** Whether that is what this page knows of what the member may do, and of the business's suspension. */
export const isAccess = (told: Rights & { is_suspended: boolean }): boolean =>
  current?.business.is_suspended === told.is_suspended && rightsOf(current.business.access) === rightsOf(told)

/** @returns whether there is cached data to show until the server can be reached. */
function lose(): boolean {
  const hasKept = current !== undefined && kept(current) !== undefined
  if (hasKept && state.status === 'loading') change({ status: 'unreached', business: current!.business })
  return hasKept
}

/** Whether this page came from the browser's cache because the server could not be reached. */
export const isKeptPage = (): boolean => 'kept' in document.documentElement.dataset
const noteReached = () => void delete document.documentElement.dataset['kept']

/** The data that the owner may read offline, until the session ends. */
export function keepForLater(value: { business: number }) {
  // What was asked for in an earlier session may arrive in a later one.
  if (current?.business.id === value.business) keep(current, value)
}
export const keptForLater = <T>(): T | undefined => current && kept<T>(current)

/** Redirects to the log-in, with an explanation. */
function expire() {
  end('/login')
  toast.error('Tu sesión terminó. Inicia sesión para continuar.', { duration: READ_MS })
}

function end(exit: '/login' | '/') {
  forgetData()
  ended = exit === '/login' && current ? memberOf(current.business) : undefined
  if (current) clearSession(current.token)
  current = undefined
  change(out(exit))
}

function change(next: State) {
  state = next
  delete document.documentElement.dataset['session']
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', endElsewhere)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', endElsewhere)
  }
}

/** Signing out in another tab signs out here too, and so does signing in there as somebody else in this one's place. */
function endElsewhere({ key }: StorageEvent) {
  if ((key !== KEY && key !== null) || !current) return
  const stored = readSession()
  if (!stored || !isSameMember(stored, current)) end('/login')
}

function isSameMember(one: Stored, other: Stored): boolean {
  const [a, b] = [memberOf(one.business), memberOf(other.business)]
  return one.token === other.token || (a.business === b.business && a.user === b.user)
}

/** The owner's session in this browser: who is signed in, and the client that calls on their behalf. */
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, createApi } from '../ui/api.ts'
import { toast } from '../ui/toast.tsx'
import { takeAsked } from './asked.ts'
import {
  clearSession,
  keep,
  kept,
  KEY,
  readSession,
  rewriteSession,
  type SessionBusiness,
  type Stored,
  writeSession,
} from './stored.ts'

export type { SessionBusiness }

type State =
  | { status: 'loading'; business: undefined }
  | { status: 'in'; business: SessionBusiness }
  /** Nobody can say whether the session still counts: what was kept of the agenda may be read, and nothing more. */
  | { status: 'unreached'; business: SessionBusiness }
  /** `exit` is where a protected page sends its visitor. */
  | { status: 'out'; business: undefined; exit: '/login' | '/' }

// As a person would: a network that says nothing for longer is none.
const PATIENCE_MS = 8_000
// What proxies answer while the server behind them is away.
const AWAY = [0, 502, 503, 504]

// Longer than other sentences: it comes unasked, with another screen.
const READ_MS = 8_000

const LOADING: State = { status: 'loading', business: undefined }
const out = (exit: '/login' | '/'): State => ({ status: 'out', business: undefined, exit })

let state: State = LOADING
let current: Stored | undefined
let hasStarted = false
const listeners = new Set<() => void>()

/** Calls on the owner's behalf; a 401 ends the session. */
export const ownerApi = createApi({
  token: () => current?.token,
  onRefused: (token) => token === current?.token && expire(),
  asked: (path) => current && takeAsked(current.token, path),
})

/** Whether somebody is signed in at this moment. */
export const isIn = (): boolean => state.status === 'in'

export function useSession() {
  const session = useSyncExternalStore(
    subscribe,
    () => state,
    () => LOADING,
  )
  useEffect(start, [])
  return { ...session, update, logout }
}

/** After signing in or up. */
export function enter(token: string, business: SessionBusiness, remember = false) {
  hasStarted = true
  current = { token, business }
  writeSession(current, remember)
  change({ status: 'in', business })
}

/** What changed of the business; the frame shows it at once. */
export function update(changes: Partial<SessionBusiness>) {
  if (!current) return
  current = { ...current, business: { ...current.business, ...changes } }
  rewriteSession(current)
  change({ status: 'in', business: current.business })
}

/** Ends the session here at once, and on the server as soon as it hears of it. */
export function logout() {
  ownerApi.post('/api/auth/logout').catch(() => {})
  end('/')
}

/** The check at start: what was stored counts only if the server still accepts it. */
function start() {
  if (hasStarted) return
  hasStarted = true
  current = readSession()
  if (!current) return change(out('/login'))
  document.documentElement.dataset['session'] = 'checking'
  // A document that was kept: the server could not be reached a moment ago.
  if (isKeptPage()) lose()
  ask()
}

/** Asks again whether the session counts, when the server may be back. */
export function ask() {
  const asked = current
  const isLate = setTimeout(() => current === asked && lose(), PATIENCE_MS)
  return ownerApi
    .get<{ business: SessionBusiness }>('/api/auth/verify')
    .then(
      ({ business }) => {
        noteReached()
        if (current === asked) update(business)
      },
      (error) => {
        const isAway = error instanceof ApiError && AWAY.includes(error.status)
        if (!isAway) noteReached()
        if (current === asked && !(isAway && lose())) end('/login')
      },
    )
    .finally(() => clearTimeout(isLate))
}

/** @returns whether there is anything to show until the server can be reached. */
function lose(): boolean {
  const hasKept = current !== undefined && kept(current) !== undefined
  if (hasKept && state.status === 'loading') change({ status: 'unreached', business: current!.business })
  return hasKept
}

/** Whether this page came from what the browser keeps, since the server could not be reached. */
export const isKeptPage = (): boolean => 'kept' in document.documentElement.dataset
const noteReached = () => void delete document.documentElement.dataset['kept']

/** What the owner may read without a network, until the session ends. */
export const keepForLater = (value: object) => void (current && keep(current, value))
export const keptForLater = <T>(): T | undefined => current && kept<T>(current)

/** The log-in does not come in place of the screen without a word. */
function expire() {
  end('/login')
  toast.error('Tu sesión terminó. Inicia sesión para continuar.', { duration: READ_MS })
}

function end(exit: '/login' | '/') {
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

/** Signing out in another tab signs out here. */
function endElsewhere({ key, newValue }: StorageEvent) {
  if ((key === KEY || key === null) && newValue === null && current && !readSession()) end('/login')
}

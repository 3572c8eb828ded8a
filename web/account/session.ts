/** The owner's session in this browser: who is signed in, and the client that calls on their behalf. */
import { useEffect, useSyncExternalStore } from 'react'
import { createApi } from '../ui/api.ts'
import {
  clearSession,
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
  /** `exit` is where a protected page sends its visitor. */
  | { status: 'out'; business: undefined; exit: '/login' | '/' }

const LOADING: State = { status: 'loading', business: undefined }
const out = (exit: '/login' | '/'): State => ({ status: 'out', business: undefined, exit })

let state: State = LOADING
let current: Stored | undefined
let hasStarted = false
const listeners = new Set<() => void>()

/** Calls on the owner's behalf; a 401 ends the session. */
export const ownerApi = createApi({
  token: () => current?.token,
  onRefused: (token) => token === current?.token && end('/login'),
})

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
  const asked = current
  document.documentElement.dataset['session'] = 'checking'
  ownerApi.get<{ business: SessionBusiness }>('/api/auth/verify').then(
    ({ business }) => current === asked && update(business),
    () => current === asked && end('/login'),
  )
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

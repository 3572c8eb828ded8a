/** The administrator's session in this browser, independent of an owner's. */
import { useEffect, useSyncExternalStore } from 'react'
import { createApi } from '../ui/api.ts'
import { endLeftOver, endOnServer } from '../ui/sessions/ending.ts'

export interface Administrator {
  id: number
  email: string
}

type Status = 'loading' | 'in' | 'out'

const TOKEN = 'adminToken'
const USER = 'adminUser'

let status: Status = 'loading'
let token: string | undefined
const listeners = new Set<() => void>()
const holders = new Set<() => void>()

/** `forget` is called whenever the session ends, to delete the platform's data. */
export const whenSessionEnds = (forget: () => void) => void holders.add(forget)

/** Calls on the administrator's behalf; a 401 ends the session. */
export const adminApi = createApi({
  token: () => token,
  onRefused: (refused) => refused === token && end(),
})

export function useAdministrator(): Status {
  const now = useSyncExternalStore(
    subscribe,
    () => status,
    () => 'loading' as const,
  )
  useEffect(() => void startSession(), [])
  return now
}

export function enter(newToken: string, user: Administrator) {
  endLeftOver()
  token = newToken
  keep(() => {
    localStorage.setItem(TOKEN, newToken)
    localStorage.setItem(USER, JSON.stringify(user))
  })
  change('in')
}

/** Ends the session here at once, and on the server as soon as it can be reached. */
export function logout() {
  if (token) endOnServer('/api/admin/logout', token)
  end()
}

/** Looks for a session in this browser, once. @returns whether somebody is signed in. */
export function startSession(): boolean {
  if (status !== 'loading') return status === 'in'
  endLeftOver()
  token = keep(() => localStorage.getItem(TOKEN)) ?? undefined
  change(token ? 'in' : 'out')
  return token !== undefined
}

function end() {
  token = undefined
  keep(() => {
    localStorage.removeItem(TOKEN)
    localStorage.removeItem(USER)
  })
  for (const forget of holders) forget()
  change('out')
}

function change(next: Status) {
  status = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', follow)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', follow)
  }
}

/** Signing out in another tab signs out here. */
function follow({ key, newValue }: StorageEvent) {
  if ((key === TOKEN || key === null) && newValue === null && token) end()
}

/** Browsers may deny storage; a session then lasts as long as the page. */
function keep<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** A change without an answer yet, stored across reloads so that it can be sent again. */
import type { Attempt } from '../ui/delivery/deliver.ts'
import type { Access } from './portal-data.ts'

export type Kind = 'cancel' | 'move'

export interface Pending {
  kind: Kind
  path: string
  attempt: Attempt
  access: Access
  /** When it was first sent, in epoch milliseconds. */
  at: number
}

const KEY = 'enpunto.portal'
/** The server remembers a key for 24 hours: later, the same request would be a new change. */
const KNOWN_MS = 23 * 3_600_000

export function readPending(): Pending | undefined {
  const pending = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Pending | null)
  return pending && Date.now() - pending.at < KNOWN_MS ? pending : undefined
}

export function writePending(pending: Pending) {
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(pending)))
}

export function clearPending() {
  attempt(() => sessionStorage.removeItem(KEY))
}

/** Browsers may deny storage; a reload then only shows the present state. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

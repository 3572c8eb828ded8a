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
  /** It was answered with an error that does not tell whether it was made, and its sender was told: only a press sends it again. */
  isFailed?: true
}

/** What is asked, whoever proves to be a person. */
export function requestOf(path: string, payload: object): string {
  const { recaptcha_token: _, ...asked } = payload as Record<string, unknown>
  return JSON.stringify([path, asked])
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

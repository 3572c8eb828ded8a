/** Changes without an answer yet, stored across reloads so that they can be sent again. */
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

/** What is asked, whoever proves to be a person, and whatever the screen shows by then. */
export function requestOf(path: string, payload: object): string {
  const { recaptcha_token: _proof, starts_at: _seen, ...asked } = payload as Record<string, unknown>
  return JSON.stringify([path, asked])
}

const KEY = 'enpunto.portal'
/** The server remembers a key for 24 hours: later, the same request would be a new change. */
const KNOWN_MS = 23 * 3_600_000

export function readPending(): Pending[] {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Pending[] | Pending)
  // A page of the version before kept only one.
  return [stored ?? []].flat().filter(({ at }) => Date.now() - at < KNOWN_MS)
}

/** Keeps it in place of what was asked before in the same way of the same appointment. */
export function writePending(pending: Pending) {
  store([...readPending().filter(({ path }) => path !== pending.path), pending])
}

/** Forgets what was asked by one path, or everything. */
export function clearPending(path?: string) {
  store(path === undefined ? [] : readPending().filter((one) => one.path !== path))
}

function store(pending: Pending[]) {
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(pending)))
}

/** Browsers may deny storage; a reload then only shows the present state. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

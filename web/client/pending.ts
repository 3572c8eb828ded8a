/** A change that was sent and not answered yet: kept over a reload, so that it can be asked for again. */
import type { Attempt } from '../ui/deliver.ts'
import type { Access } from './types.ts'

export type Kind = 'cancel' | 'move'

export interface Pending {
  kind: Kind
  path: string
  attempt: Attempt
  access: Access
  /** When it was sent first, epoch milliseconds. */
  at: number
}

const KEY = 'enpunto.portal'
/** The server knows a key for 24 hours: sent later, it would be another change. */
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

/** Browsers may refuse storage; a reload then only shows what is. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

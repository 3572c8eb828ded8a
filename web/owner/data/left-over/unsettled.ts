/**
 * Blocks that were sent while it was not decided yet what becomes of the appointments in them. Their tab remembers them until
 * all is decided, so that a page that goes away in between asks about the rest when it is there again. Nobody's name is kept.
 */
import type { TimeOffBody } from '../time-off.ts'

const KEY = 'enpunto.unsettled'

export interface Unsettled {
  business: number
  /** When and whose the block is, without its reason. */
  body: TimeOffBody
  /** The appointments that stay by choice. */
  left: readonly number[]
}

export function noteUnsettled({ business, body, left }: Unsettled) {
  const { reason: _, ...clock } = body
  write([...unsettledOf(business), { business, body: clock, left }])
}

/** What this tab has not settled in a business; another one's ends with it. */
export function unsettledOf(business: number): Unsettled[] {
  const all = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Unsettled[])
  return Array.isArray(all) ? all.filter((one) => one.business === business) : []
}

/** These stay as they are, by a later choice. */
export const leaveUnsettled = (business: number, ids: readonly number[]) =>
  write(unsettledOf(business).map((one) => ({ ...one, left: [...one.left, ...ids] })))

/** Nothing is left to be decided. */
export const settle = () => void attempt(() => sessionStorage.removeItem(KEY))

const write = (all: readonly Unsettled[]) =>
  void attempt(() =>
    all.length === 0 ? sessionStorage.removeItem(KEY) : sessionStorage.setItem(KEY, JSON.stringify(all)),
  )

/** Browsers may deny storage; nothing is kept then. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/**
 * The present time as the server has it. A computer at a counter may be hours off: in another time zone, with a clock that was set
 * by hand until it looked right. By such a clock 'Ahora' would book hours late, and 'Hoy' would be another day.
 */

/** A device that is off by less goes by its own clock: how long an answer was on its way is not known. */
const NEARLY_MS = 60_000
/** An answer that took longer may have waited while the device slept. */
const LONGEST_WAY_MS = 15_000

let aheadMs = 0
const listeners = new Set<() => void>()

/** Milliseconds since 1970. */
export const presentMs = (): number => Date.now() + aheadMs

/**
 * @param now the server's time in an answer
 * @param askedAt when it was asked for, by the device's clock
 */
export function noteServerTime(now: string | undefined, askedAt: number) {
  const [at, device] = [Date.parse(now ?? ''), Date.now()]
  const way = device - askedAt
  if (Number.isNaN(at) || way < 0 || way > LONGEST_WAY_MS) return
  const ahead = Math.abs(at - device) < NEARLY_MS ? 0 : at - device
  const isKnown = (ahead === 0) === (aheadMs === 0) && Math.abs(ahead - aheadMs) < NEARLY_MS
  if (isKnown) return
  aheadMs = ahead
  for (const listener of listeners) listener()
}

/** Calls the listener when the present time turns out to be another, until the returned function is called. */
export function whenClockIsSet(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** When the page began, by the device's clock: it is another time once that clock was set, or the device slept. */
const beganMs = () => Date.now() - performance.now()
let began = beganMs()

/** Whether the device's clock was set, or the device slept, since the last call: how far off it is has to be asked anew. */
export function hasLeapt(): boolean {
  const before = began
  began = beganMs()
  return Math.abs(began - before) > NEARLY_MS
}

import { Refusal } from '../http/refusal.ts'

const MOST_WAITING = 64
const waiting = new Map<string, { last: Promise<unknown>; count: number }>()

const BUSY = 'Hay demasiadas solicitudes en este momento. Intenta de nuevo en unos segundos.'
export const busy = () => new Refusal(503, BUSY, { retryAfter: 2 })

/**
 * Runs the tasks with the same names one after the other, within this process. Names are locked in the given
 * order, which must be the same everywhere.
 * @throws Refusal 503 when too many wait for one of them.
 */
export async function inTurn<T>([name, ...others]: string[], work: () => Promise<T>): Promise<T> {
  if (name === undefined) return work()
  const line = waiting.get(name) ?? { last: Promise.resolve(), count: 0 }
  if (line.count >= MOST_WAITING) throw busy()
  line.count++
  waiting.set(name, line)
  const mine = line.last.then(() => inTurn(others, work))
  line.last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    if (--line.count === 0) waiting.delete(name)
  }
}

import { atMost } from './at-most.ts'
import { sqlState, type Db } from '../database/db.ts'
import { busy } from './in-turn.ts'
import { whileUsed } from './while-used.ts'

/** Longer than a booking takes; who waits for more lets others go first. */
const LOCK_TIMEOUT_MS = 250
/** Of one business: each of them may hold a connection as long as a lock of it is held by somebody else. */
const AT_ONCE = { briefly: 3, patiently: 3 }
/** As long as a statement may take: nobody waits for more, wherever they do. */
const MOST_WAIT_MS = 7_000

type Line = keyof typeof AT_ONCE
const linesOf = () =>
  whileUsed<number, Record<Line, ReturnType<typeof atMost>>>(() => ({
    briefly: atMost(AT_ONCE.briefly),
    patiently: atMost(AT_ONCE.patiently),
  }))
const lines = new WeakMap<Db, ReturnType<typeof linesOf>>()

/** Writes something, and gives up with 55P03 at a lock that is held for longer. */
export type Write<T> = (lockTimeoutMs: number) => Promise<T>

/** When who asks now has waited long enough. */
export const waitsUntil = () => performance.now() + MOST_WAIT_MS

/**
 * Writes something of a business whose locks may be held, a few at once: whatever they wait for, connections are left for others.
 * Who meets a lock that is held for long waits for it beside those who do not, so that it may be written twice.
 * @throws Refusal 503 when those ahead take too long.
 */
export async function inLineOf<T>(
  db: Db,
  business_id: number,
  write: Write<T>,
  until = waitsUntil(),
): Promise<T> {
  try {
    return await briefly(db, business_id, write, until)
  } catch (error) {
    if (sqlState(error) !== '55P03') throw error
    const left = () => Math.max(1, Math.ceil(until - performance.now()))
    return inLine(db, { business_id, line: 'patiently', until }, () => write(left()))
  }
}

/** @throws 55P03 where a lock is held for longer than a booking takes. */
export const briefly = <T>(db: Db, business_id: number, write: Write<T>, until: number): Promise<T> =>
  inLine(db, { business_id, line: 'briefly', until }, () => write(LOCK_TIMEOUT_MS))

function inLine<T>(
  db: Db,
  { business_id, line, until }: { business_id: number; line: Line; until: number },
  work: () => Promise<T>,
): Promise<T> {
  const within = lines.getOrInsertComputed(db, linesOf)
  return new Promise((resolve, reject) => {
    let isLate = false
    const refuse = setTimeout(() => {
      isLate = true
      reject(busy())
    }, until - performance.now())
    const begin = async () => {
      if (isLate) return
      clearTimeout(refuse)
      await (async () => work())().then(resolve, reject)
    }
    void within(business_id, (own) => own[line](begin))
  })
}

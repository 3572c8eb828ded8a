import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until `work` ends, at most `ms`.
 * @returns whether it ended.
 * @throws what `work` throws meanwhile.
 */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const patience = new AbortController()
  const over = sleep(ms, false, { signal: patience.signal })
  over.catch(() => {})
  try {
    return await Promise.race([work.then(() => true), over])
  } finally {
    patience.abort()
  }
}

import { fairQueue, QueueFull } from './fair-queue.ts'
import { busy } from './in-turn.ts'
import { networkOf } from './network.ts'

/**
 * Runs what takes the process's one thread for long, a few at once: networks take turns, so that many questions from one do not
 * hold up everybody else's.
 * @throws Refusal 503 when too many wait, of that network or in all.
 */
export function networkTurns() {
  const queue = fairQueue({ atOnce: 4, perLane: 200, total: 2000 })
  return async function inLine<T>(ip: string, work: () => Promise<T>): Promise<T> {
    try {
      return await queue.run({ lane: networkOf(ip) }, work)
    } catch (error) {
      throw error instanceof QueueFull ? busy() : error
    }
  }
}

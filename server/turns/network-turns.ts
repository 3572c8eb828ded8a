import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { fairQueue, QueueFull } from './fair-queue.ts'
import { busy } from './in-turn.ts'
import { networkOf, siteOf } from '../limits/network.ts'

/**
 * Runs what takes the process's one thread for long, a few at once: networks take turns, so that many questions from one do not
 * hold up everybody else's. The networks of a /48 of IPv6, which may be one customer of a provider or a region of a carrier, share one
 * turn, and take turns in it. What is read together with what others ask may run more at once.
 * @throws Refusal 503 when too many wait, of that network or in all.
 */
export function networkTurns(atOnce = 4) {
  const queue = fairQueue({ atOnce, perLane: 200, perGroup: 600, total: 2000 })
  return async function inLine<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (isOfPage(asker)) return work()
    try {
      return await queue.run({ lane: networkOf(asker.ip), group: siteOf(asker.ip) }, work)
    } catch (error) {
      throw error instanceof QueueFull ? busy() : error
    }
  }
}

type Asker = Pick<FastifyRequest, 'ip' | 'headers'>

const HAS_TURN = 'x-enpunto-turn'
// Nobody outside of this process knows it.
const OURS = randomUUID()

/** Whether a page that we draw asks, and not somebody from outside. */
export const isOfPage = ({ headers }: Pick<Asker, 'headers'>): boolean => headers[HAS_TURN] === OURS

/** Headers of a call that is part of what has its turn already: it waits in no second line, with the first one's place kept. */
export const withinTurn = { [HAS_TURN]: OURS }

import { fairQueue, QueueFull } from '../turns/fair-queue.ts'
import { Refusal } from '../http/refusal.ts'

// A large draft takes a connection for some seconds.
const queue = fairQueue({ atOnce: 2, perLane: 3, total: 30 })

/** Looks through drafts, two at a time and the businesses in turn. @throws Refusal 503 when too many wait. */
export async function lookInTurn<T>(business_id: number, look: () => Promise<T>): Promise<T> {
  try {
    return await queue.run({ lane: String(business_id), isKnown: true }, look)
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new Refusal(503, 'Estamos revisando otros archivos. Intenta de nuevo en un momento.', {
      retryAfter: 5,
    })
  }
}

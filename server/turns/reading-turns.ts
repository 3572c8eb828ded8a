import type { FastifyInstance, FastifyRequest } from 'fastify'
import { atMost } from './at-most.ts'
import { fairQueue, QueueFull } from './fair-queue.ts'
import { busy } from './in-turn.ts'
import { whileUsed } from './while-used.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The place of a member's reading call, from the gate until its answer begins. */
    place: Place | null
  }
  interface FastifyContextConfig {
    /** A call that reads much of a business: fewer of them are answered at once. */
    isDear?: true
    /** A call whose answer goes on for as long as somebody listens: it waits for nobody, and nobody for it. */
    isStream?: true
  }
}

interface Place {
  leave: () => void
  /** Runs what the answer still reads after its beginning. */
  goOn: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Of one business, whose people take turns: the other connections of the pool are for everybody else. A screen asks for ten
 * things at once, and every window of a salon asks for some when its appointments change; a hundred windows may have one log-in.
 */
const READS = { atOnce: 4, perLane: 400, total: 1000 }
/** Each of them takes a core of the database for a tenth of a second and more. */
const DEAR = { atOnce: 2, perLane: 40, total: 100 }
/** Of all businesses. */
const MOST_DEAR = 4

interface Lines {
  reads: ReturnType<typeof fairQueue>
  dear: ReturnType<typeof fairQueue>
  goOn: ReturnType<typeof atMost>
}

/**
 * Lets the reading calls of a business take turns with each other, within this process, so that however many are asked for at once
 * leave connections for others. A place is given back when the answer begins, and not when its reader leaves: the database
 * goes on with what it was asked.
 */
export function readingTurns(app: FastifyInstance) {
  const within = whileUsed<number, Lines>(linesOfOne)
  const dearOfAll = atMost(MOST_DEAR)
  app.decorateRequest('place', null)
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.place?.leave()
    done(null, payload)
  })

  /** @throws Refusal 503 when too many wait, of that person or in the business. */
  return async (request: FastifyRequest, { business_id, user_id }: Reader): Promise<void> => {
    const { isDear, isStream } = request.routeOptions.config
    if (isStream) return
    const ofAll = isDear ? dearOfAll : <T>(work: () => Promise<T>) => work()
    await new Promise<void>((come, refuse) => {
      const { promise: over, resolve: leave } = Promise.withResolvers<void>()
      const goOn: Place['goOn'] = (work) => within(business_id, (lines) => lines.goOn(() => ofAll(work)))
      const stay = () => {
        request.place = { leave, goOn }
        come()
        return over
      }
      within(business_id, ({ reads, dear }) =>
        (isDear ? dear : reads).run({ lane: String(user_id) }, () => ofAll(stay)),
      ).catch((error: unknown) => refuse(error instanceof QueueFull ? busy() : error))
    })
  }
}

interface Reader {
  business_id: number
  user_id: number
}

const linesOfOne = (): Lines => ({
  reads: fairQueue(READS),
  dear: fairQueue(DEAR),
  goOn: atMost(1),
})

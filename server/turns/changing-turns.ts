import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fairQueue, QueueFull } from './fair-queue.ts'
import { busy } from './in-turn.ts'
import { whileUsed } from './while-used.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the place of a member's change, from when its input is read until its answer begins. */
    leaveTurn: (() => void) | null
  }
}

/**
 * Of one business, whose people take turns: most of its changes lock the same row, and each holds a connection while it waits
 * for those before it. A new time zone moves every appointment, and a script sends a hundred of them at once.
 */
const CHANGES = { atOnce: 4, perLane: 400, total: 1000 }
/** As long as a statement may take: who waited for longer is told so, and nothing of theirs is done. */
const MOST_WAIT_MS = 7_000

/**
 * Lets the changes by the people of a business take turns with each other, within this process, so that however many are sent at
 * once leave connections for others. Uploads have places of their own (`uploads/places.ts`): theirs arrive slowly.
 */
export function changingTurns(app: FastifyInstance) {
  const within = whileUsed<number, ReturnType<typeof fairQueue>>(() => fairQueue(CHANGES))
  app.decorateRequest('leaveTurn', null)
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveTurn?.()
    done(null, payload)
  })

  /** @throws Refusal 503 when too many wait, of that person or in the business, or for too long. */
  return async (request: FastifyRequest, { business_id, user_id }: Member): Promise<void> => {
    const { schema } = request.routeOptions
    if ((schema as { consumes?: string[] } | undefined)?.consumes) return
    await new Promise<void>((come, refuse) => {
      const { promise: over, resolve: leave } = Promise.withResolvers<void>()
      const late = setTimeout(() => {
        leave()
        refuse(busy())
      }, MOST_WAIT_MS)
      const stay = () => {
        clearTimeout(late)
        request.leaveTurn = leave
        come()
        return over
      }
      within(business_id, (changes) => changes.run({ lane: String(user_id) }, stay)).catch(
        (error: unknown) => {
          clearTimeout(late)
          refuse(error instanceof QueueFull ? busy() : error)
        },
      )
    })
  }
}

interface Member {
  business_id: number
  user_id: number
}

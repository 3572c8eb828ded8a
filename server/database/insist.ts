import type { FastifyError } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAway } from '../http/http.ts'

/** What a database that is there refuses for so long, it will hardly take later. */
const FAULT_MS = 30_000
const TOLD_EVERY_MS = 60_000
const SHORTEST_MS = 100
const LONGEST_MS = 2000

export type Pause = (ms: number) => Promise<unknown>

export interface Insisting {
  log: { warn(about: object, text: string): void }
  pause?: Pause | undefined
}

// A process that was stopped does not wait for it.
const pauseUnheld: Pause = (ms) => sleep(ms, undefined, { ref: false })

/** The errors of a pool that was ended, of Kysely and of pg: whoever stops waits for nothing. */
const ENDED = /driver has already been destroyed|after calling end on the pool/

/** Writes again until it succeeds: for as long as the database is away, for half a minute otherwise. It is said once a minute that it waits. */
export async function insist(
  write: () => Promise<void>,
  { log, pause = pauseUnheld }: Insisting,
): Promise<void> {
  let waited = 0
  let faulty = 0
  for (;;) {
    const begun = performance.now()
    try {
      return await write()
    } catch (error) {
      const isOutage = isAway(error as FastifyError)
      if (ENDED.test((error as Error).message) || (!isOutage && faulty >= FAULT_MS)) throw error
      const ms = Math.min(Math.max(waited / 10, SHORTEST_MS), LONGEST_MS)
      const took = performance.now() - begun + ms
      if (Math.floor((waited + took) / TOLD_EVERY_MS) > Math.floor(waited / TOLD_EVERY_MS))
        log.warn({ err: error }, 'what became of messages cannot be stored yet')
      waited += took
      if (!isOutage) faulty += took
      await pause(ms)
    }
  }
}

/**
 * The same for several, one after the other on one connection, since many would take the pool from everybody. One that is refused
 * holds up no other.
 * @throws the last error, when all but those that fail are written.
 */
export async function insistEach<T>(
  each: T[],
  write: (one: T) => Promise<void>,
  deps: Insisting,
): Promise<void> {
  let open = each
  await insist(async () => {
    const left: T[] = []
    let failed: unknown
    for (const [n, one] of open.entries())
      try {
        await write(one)
      } catch (error) {
        failed = error
        const isOver = isAway(error as FastifyError)
        left.push(...(isOver ? open.slice(n) : [one]))
        if (isOver) break
      }
    open = left
    if (open.length > 0) throw failed
  }, deps)
}

import type { FastifyError } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusalOf } from './http.ts'

/** Also a database that recovers, or that another one takes over, is back within this time. */
const OUTAGE_MS = 10 * 60_000
/** Anything else will hardly be over later. */
const FAULT_MS = 30_000
const SHORTEST_MS = 100
const LONGEST_MS = 2000

export type Pause = (ms: number) => Promise<unknown>

// A process that was stopped does not wait for it.
const pauseUnheld: Pause = (ms) => sleep(ms, undefined, { ref: false })

/** Writes again until it succeeds: for ten minutes during an outage of the database, for half a minute otherwise. */
export async function insist(write: () => Promise<void>, pause = pauseUnheld): Promise<void> {
  for (let waited = 0; ;) {
    const begun = performance.now()
    try {
      return await write()
    } catch (error) {
      const isOutage = refusalOf(error as FastifyError).status === 503
      if (waited >= (isOutage ? OUTAGE_MS : FAULT_MS)) throw error
    }
    const ms = Math.min(Math.max(waited / 10, SHORTEST_MS), LONGEST_MS)
    waited += performance.now() - begun + ms
    await pause(ms)
  }
}

import type { FastifyError } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusalOf } from './http.ts'

/** Anything but an outage will hardly be over later. */
const FAULT_MS = 30_000
const SHORTEST_MS = 100
const LONGEST_MS = 2000

export type Pause = (ms: number) => Promise<unknown>

// A process that was stopped does not wait for it.
const pauseUnheld: Pause = (ms) => sleep(ms, undefined, { ref: false })

/** Writes again until it succeeds: for as long as an outage of the database lasts, for half a minute otherwise. */
export async function insist(write: () => Promise<void>, pause = pauseUnheld): Promise<void> {
  let waited = 0
  let faulty = 0
  for (;;) {
    const begun = performance.now()
    let isOutage: boolean
    try {
      return await write()
    } catch (error) {
      isOutage = refusalOf(error as FastifyError).status === 503
      if (!isOutage && faulty >= FAULT_MS) throw error
    }
    const ms = Math.min(Math.max(waited / 10, SHORTEST_MS), LONGEST_MS)
    const took = performance.now() - begun + ms
    waited += took
    if (!isOutage) faulty += took
    await pause(ms)
  }
}

/** The same for several, of which none waits for another. @throws the first error, when all have ended. */
export async function insistEach<T>(
  each: T[],
  write: (one: T) => Promise<void>,
  pause?: Pause,
): Promise<void> {
  const ended = await Promise.allSettled(each.map((one) => insist(() => write(one), pause)))
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

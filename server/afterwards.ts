import type { FastifyError, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusalOf } from './http/http.ts'

const PAUSES_MS = [200, 800, 2000]

/**
 * Does what follows a change that stands; doing it again must add nothing. An outage is outlasted for three seconds; then the
 * request fails if it has a key, since its repetition makes up for it. What would fail again is only logged.
 * @param trouble what is logged.
 */
export async function afterwards(
  request: FastifyRequest,
  work: () => Promise<void>,
  trouble: string,
): Promise<void> {
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      return await work()
    } catch (error) {
      const isOutage = refusalOf(error as FastifyError).status === 503
      if (!isOutage || (pause === undefined && request.headers['idempotency-key'] === undefined))
        return request.log.error({ err: error }, trouble)
      if (pause === undefined) throw error
      await sleep(pause)
    }
  }
}

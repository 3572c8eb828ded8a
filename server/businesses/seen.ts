import type { FastifyRequest } from 'fastify'
import { spend } from '../attempts.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../network.ts'

const HOUR = 3_600_000
const MOST_KEPT = 100_000

/**
 * Limits how many different businesses a network reads. Profiles contain e-mail and telephone: customers read
 * a few, and nobody should be able to read all of them. Only the first look at a business within an hour is
 * recorded, so repeated visits cost nothing.
 * @throws Refusal 429 beyond `businessesPerNetwork` in an hour.
 */
export function countBusinessesRead({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>) {
  const seen = new Map<string, number>()
  return async (request: FastifyRequest, business: string | number): Promise<void> => {
    const network = networkOf(request.ip)
    const look = `${network} ${String(business).toLowerCase()}`
    const at = now()
    if ((seen.get(look) ?? 0) > at) return
    await spend(db, at, [
      { subject: `businesses read from ${network}`, max: config.businessesPerNetwork, minutes: 60 },
    ])
    if (seen.size >= MOST_KEPT) seen.clear()
    seen.set(look, at + HOUR)
  }
}

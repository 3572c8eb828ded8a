import type { FastifyRequest } from 'fastify'
import { spend } from '../limits/attempts.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { isOfPage } from '../turns/network-turns.ts'

const HOUR = 3_600_000
const MOST_KEPT = 100_000

/**
 * Limits how many different businesses a network reads. Profiles contain the e-mail of the log-in: customers read
 * a few, and nobody should be able to read all of them. Only the first look at a business within an hour is
 * recorded, so repeated visits cost nothing. Pages are not counted, as they are drawn without that e-mail: who shares a carrier's
 * address sees all of them, whatever others read. Those of policies name it, and are counted by themselves.
 * @throws Refusal 429 beyond `businessesPerNetwork` in an hour.
 */
export function countBusinessesRead({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>) {
  const seen = new Map<string, number>()
  return async (
    request: FastifyRequest,
    business_id: number,
    what: 'profile' | 'policy' = 'profile',
  ): Promise<void> => {
    const isPage = isOfPage(request)
    if (isPage && what === 'profile') return
    const network = networkOf(request.ip)
    const subject = isPage ? `policies read from ${network}` : `businesses read from ${network}`
    const look = `${subject} ${business_id}`
    const at = now()
    if ((seen.get(look) ?? 0) > at) return
    await spend(db, at, [{ subject, max: config.businessesPerNetwork, minutes: 60 }])
    if (seen.size >= MOST_KEPT) seen.clear()
    seen.set(look, at + HOUR)
  }
}

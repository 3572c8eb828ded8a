import type { FastifyRequest } from 'fastify'
import { busy } from '../turns/in-turn.ts'
import { siteOf } from '../limits/network.ts'

// Each file is held in memory while it arrives and until it is read, as long as its sender takes: 5 MB at most. One address may be a
// carrier's, with many people behind it: it, or a /48 of IPv6, has a third, so that whoever fills it from there keeps nobody else from uploading.
const MOST = { perBusiness: 10, perNetwork: 20, total: 60 }

/** Bounds what is done at the same time: of each business, from each network, and in all. */
function places({ perBusiness, perNetwork, total }: typeof MOST) {
  const taken = new Map<string, number>()
  /** @throws Refusal 503 at once when no place is left. */
  return async <T>(
    { ip }: Pick<FastifyRequest, 'ip'>,
    business_id: number,
    work: () => Promise<T>,
  ): Promise<T> => {
    const bounds: [name: string, most: number][] = [
      ['all', total],
      [`business ${business_id}`, perBusiness],
      [`network ${siteOf(ip)}`, perNetwork],
    ]
    if (bounds.some(([name, most]) => (taken.get(name) ?? 0) >= most)) throw busy()
    for (const [name] of bounds) taken.set(name, (taken.get(name) ?? 0) + 1)
    try {
      return await work()
    } finally {
      for (const [name] of bounds) {
        const left = taken.get(name)! - 1
        if (left > 0) taken.set(name, left)
        else taken.delete(name)
      }
    }
  }
}

/** Receives a file of a business and does `work` with it. */
export const withPlace = places(MOST)

import { busy } from '../in-turn.ts'

// Each file is held in memory while it arrives and until it is read, as long as its sender takes: 5 MB at most.
const MOST = { perBusiness: 10, total: 60 }

/** Bounds what is done at the same time, of each business and of all of them. */
export function places({ perBusiness, total }: typeof MOST) {
  const taken = new Map<number, number>()
  let all = 0
  /** @throws Refusal 503 at once when no place is left. */
  return async <T>(business_id: number, work: () => Promise<T>): Promise<T> => {
    const theirs = taken.get(business_id) ?? 0
    if (all >= total || theirs >= perBusiness) throw busy()
    all++
    taken.set(business_id, theirs + 1)
    try {
      return await work()
    } finally {
      all--
      const left = taken.get(business_id)! - 1
      if (left > 0) taken.set(business_id, left)
      else taken.delete(business_id)
    }
  }
}

/** Receives a file of a business and does `work` with it. */
export const withPlace = places(MOST)

import { attempt, sqlState, type Tx } from '../database/db.ts'

const FOREIGN_KEY = '23503'

/**
 * Removes rows, all at once where that is possible: what something else refers to stays.
 * @returns the ids of those that are gone.
 */
export async function removeUnreferenced(
  tx: Tx,
  ids: number[],
  remove: (ids: number[]) => Promise<void>,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  if (await isRemoved(ids)) return new Set(ids)
  const gone = new Set<number>()
  for (const id of ids) if (await isRemoved([id])) gone.add(id)
  return gone

  async function isRemoved(some: number[]): Promise<boolean> {
    try {
      await attempt(tx, () => remove(some))
      return true
    } catch (error) {
      if (sqlState(error) !== FOREIGN_KEY) throw error
      return false
    }
  }
}

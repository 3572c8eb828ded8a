import { sqlState } from './db.ts'

/** Tries again what gave way to somebody who changes an appointment of the cards that it holds: a merge, or who forgets a client. */
export async function givingWay<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === MOST_TRIES || !GAVE_WAY.includes(sqlState(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80))
    }
  }
}
const GAVE_WAY = ['55P03', '40P01']
const MOST_TRIES = 8

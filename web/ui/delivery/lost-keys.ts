import { newKey } from './new-key.ts'

/**
 * Keys of changes whose answer got lost: when the same is asked for again, the server knows it by its key and says what became
 * of it, instead of refusing what is done already. Whatever else is changed meanwhile makes it another wish, with another key.
 */
export function lostKeys() {
  const lost = new Map<string, string>()
  return {
    /** The key of a change, by all that it asks for. */
    keyOf: (wish: string): string => lost.get(wish) ?? newKey(),
    /** To be told how each change ended: the HTTP status, 0 without an answer. */
    ended(wish: string, key: string, status: number) {
      if (status >= 200 && status < 300) lost.clear()
      // Limits, outages and a session that ended are judged before the key.
      else if ([400, 404, 409].includes(status)) lost.delete(wish)
      else lost.set(wish, key)
    },
  }
}

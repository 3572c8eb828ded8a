import { isIn } from '../../../account/session.ts'

let last: Promise<unknown> = Promise.resolve()

/** One after the other, so that what was said last of a date stands. */
export function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const turn = last.then(() => {
    // What waited belongs to the session that ended, not to the next one.
    if (!isIn()) throw new Error('the session has ended')
    return send()
  })
  last = turn.catch(() => {})
  return turn
}

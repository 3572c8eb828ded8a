/**
 * Waits that one event cuts short, such as the end of a connection. A promise keeps whatever ever waited for it: one that stands for
 * that event would grow by each wait for as long as the event does not happen.
 */
export function cutShort() {
  let over: { error: unknown } | undefined
  let cut: (error: unknown) => void = () => {}
  return {
    /** Ends the wait under way and all later ones with that error. Only the first call counts. */
    cut(error: unknown) {
      over ??= { error }
      cut(over.error)
    },
    /**
     * Resolves as `answer` does. One at a time.
     * @throws what `cut` was called with, as soon as it is.
     */
    wait<T>(answer: Promise<T>): Promise<T> {
      const { promise, reject } = Promise.withResolvers<never>()
      cut = reject
      if (over) reject(over.error)
      return Promise.race([answer, promise])
    },
  }
}

/**
 * Runs `work` in a separate task, so that pending taps are handled first. It uses a message instead of a
 * timer, because a timer waits behind those of the page, and for as long as a test holds the clock.
 * @returns a function that cancels it.
 */
export function inOwnTask(work: () => unknown): () => void {
  const { port1, port2 } = new MessageChannel()
  const close = () => port1.close()
  port1.onmessage = () => {
    close()
    work()
  }
  port2.postMessage(undefined)
  return close
}

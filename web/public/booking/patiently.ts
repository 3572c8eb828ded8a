const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

/** Loads a part of the page that may get lost on a bad network: asks again until it is there. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await load()
    } catch (error) {
      // On the server nothing gets lost: what fails is an error.
      if (typeof window === 'undefined') throw error
      await new Promise<void>((resolve) => {
        setTimeout(resolve, pause)
        addEventListener('online', () => resolve(), { once: true })
      })
    }
  }
}

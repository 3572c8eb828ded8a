import { again } from '../../ui/loading/again.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

/** Loads a part of the page that may get lost on a bad network: asks again until it is there. `onLost` hears of it. */
export async function patiently<T extends { default: unknown }>(
  load: () => Promise<T>,
  onLost?: () => void,
): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await again(load, (module) => (module.default === undefined ? undefined : module))
    } catch (error) {
      // On the server nothing gets lost: what fails is an error.
      if (typeof window === 'undefined') throw error
      onLost?.()
      await new Promise<void>((resolve) => {
        setTimeout(resolve, pause)
        addEventListener('online', () => resolve(), { once: true })
      })
    }
  }
}

import { startTransition, useEffect, useState } from 'react'
import { inOwnTask } from '../../ui/own-task.ts'

/**
 * Something that the screen can do without: undefined until it is known; what cannot be had is `empty`, or stays as it
 * was. Fetched again when `key` changes; until the answer is there, the old one is shown. A screen has many of these:
 * each call goes out in a task of its own, and what the answers change is drawn in slices.
 */
export function useQuiet<T>(key: string, fetcher: () => Promise<T>, empty: T): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => {
    let isGone = false
    const show = (next: (before: T | undefined) => T) => isGone || startTransition(() => setValue(next))
    const callOff = inOwnTask(() =>
      fetcher().then(
        (found) => show(() => found),
        () => show((before) => before ?? empty),
      ),
    )
    return () => {
      isGone = true
      callOff()
    }
    // The key says all that the call depends on.
  }, [key])
  return value
}

import { useEffect, useState } from 'react'

/**
 * Something that the screen can do without: undefined until it is known; what cannot be had is `empty`, or stays as it
 * was. Fetched again when `key` changes; until the answer is there, the old one is shown.
 */
export function useQuiet<T>(key: string, fetcher: () => Promise<T>, empty: T): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => {
    let isGone = false
    fetcher().then(
      (found) => isGone || setValue(found),
      () => isGone || setValue((before) => before ?? empty),
    )
    return () => {
      isGone = true
    }
    // The key says all that the call depends on.
  }, [key])
  return value
}

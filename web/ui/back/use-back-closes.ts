import { useEffect, useRef } from 'react'
import { closedByBack } from './entries.ts'

/** Makes the back button close what shows it; `close` answers true when that stays open, because it asks first. */
export function useBackCloses(close: () => boolean | void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => closedByBack(() => latest.current()), [])
}

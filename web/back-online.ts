import { useEffect, useEffectEvent } from 'react'

/** Calls `ask` as soon as there is a connection again, where a lost one kept something back. */
export function useBackOnline(isLost: boolean, ask: () => void) {
  const again = useEffectEvent(ask)
  useEffect(() => {
    if (!isLost) return
    const listener = () => again()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [isLost])
}

import { useEffect, useEffectEvent } from 'react'

/** On return to the tab sooner, nothing is asked. */
const AWAY_MS = 60_000

/** Calls `ask` when the page is brought back by a step back, and on return to its tab after a while. */
export function useShownAgain(ask: () => void) {
  const again = useEffectEvent(ask)
  useEffect(() => {
    let asked = Date.now()
    function look(event: Event) {
      const isBroughtBack = 'persisted' in event && event.persisted
      if (document.visibilityState !== 'visible' || (!isBroughtBack && Date.now() - asked < AWAY_MS)) return
      asked = Date.now()
      again()
    }
    addEventListener('pageshow', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('pageshow', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
}

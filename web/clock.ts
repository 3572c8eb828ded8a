import { useEffect, useState } from 'react'

const REFRESH_MS = 60_000

/**
 * The server's time, refreshed every minute and on return to the tab. Phones are often set to a wrong time,
 * so only elapsed time is taken from them.
 */
export function useNow(serverNow: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // A page restored from what the browser kept carries an old server time; one that was asked for anew does not.
    const isKept = navigation?.type === 'back_forward' && navigation.transferSize === 0
    const ahead = isKept ? 0 : serverNow - Date.now()
    const tick = () => setNow(Date.now() + ahead)
    tick()
    const timer = setInterval(tick, REFRESH_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [serverNow])
  return now
}

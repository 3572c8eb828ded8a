import { useEffect, useState } from 'react'

const REFRESH_MS = 60_000

/**
 * The time by the server's clock, refreshed every minute and on return to the tab. Telephones are often set to a
 * wrong time; only how much time has passed is taken from them.
 */
export function useNow(serverNow: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // A page out of the history brings the server's time of long ago.
    const ahead = navigation?.type === 'back_forward' ? 0 : serverNow - Date.now()
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

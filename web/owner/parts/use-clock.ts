import { nowIn } from '#domain/dates.ts'
import { useEffect, useState } from 'react'

const REFRESH_MS = 60_000

/** Date and minute in the business's time zone, updated every minute. */
export function useClock(timezone: string) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, REFRESH_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return nowIn(timezone, now)
}

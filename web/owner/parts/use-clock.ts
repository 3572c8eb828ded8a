import { nowIn } from '#domain/dates.ts'
import { useEffect, useState } from 'react'
import { refreshAccess } from '../../account/session.ts'
import { hasLeapt, presentMs, whenClockIsSet } from '../../server-clock.ts'

const REFRESH_MS = 60_000

/** Date and minute in the business's time zone, updated every minute. */
export function useClock(timezone: string) {
  const [now, setNow] = useState(presentMs)
  useEffect(() => {
    const show = () => setNow(presentMs())
    const tick = () => {
      // Its answer tells the time. Without one, that of the device has to do.
      if (hasLeapt()) void refreshAccess().catch(() => {})
      show()
    }
    const timer = setInterval(tick, REFRESH_MS)
    document.addEventListener('visibilitychange', tick)
    const end = whenClockIsSet(show)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
      end()
    }
  }, [])
  return nowIn(timezone, now)
}

import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'

/**
 * Leads who is signed in from a log-in to their screen. The router loads the page anew where that screen's script gets lost: it is
 * then asked for at its own address, since the log-in would lead to the same script, and be loaded anew, without an end.
 */
export function Enter({ to }: { to: string }) {
  const [isAgain] = useState(isReloaded)
  useEffect(() => {
    if (isAgain) location.replace(to)
  }, [isAgain, to])
  return isAgain ? null : <Navigate to={to} replace />
}

const isReloaded = () => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'reload'
}

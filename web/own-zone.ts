import { useEffect, useState } from 'react'

/** The zone of this phone or computer. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The same, known once the page's script runs: the server draws the page without it. */
export function useOwnZone(): string | undefined {
  const [zone, setZone] = useState<string>()
  useEffect(() => setZone(ownZone()), [])
  return zone
}

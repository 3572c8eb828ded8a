import { useMemo } from 'react'
import { useLocation } from 'react-router'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { wifiOff } from '../../ui/icons.ts'
import { useClock } from '../parts/use-clock.ts'
import { useLost } from '../data/live.ts'
import { ageText } from './age.ts'
import './lost.css'

/** Screens that live events update: appointments, and figures about them. */
const FOLLOWS = /^\/dashboard\/?(appointments|clients)?\/?$/

/**
 * Shown on every open screen while the network is lost: the age of its data. A live region must exist before
 * its text.
 */
export function Lost({ timezone }: { timezone: string }) {
  const { pathname } = useLocation()
  const lostAt = useLost()
  const openedAt = useMemo(() => (FOLLOWS.test(pathname) ? Infinity : Date.now()), [pathname])
  const at = lostAt && Math.min(lostAt, openedAt)
  useClock(timezone)
  return (
    <div role="status">
      {at !== undefined && (
        <p className="banner banner-danger off-lost">
          <Icon d={wifiOff} />
          <span>
            <b>Sin conexión</b> · datos {ageText(at, Date.now(), timezone)}; se actualizarán cuando vuelva.
          </span>
        </p>
      )}
    </div>
  )
}

import { useMemo } from 'react'
import { useLocation } from 'react-router'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { wifiOff } from '../../ui/icons.ts'
import { useClock } from '../appointments/use-clock.ts'
import { useLost } from '../live.ts'
import { ageText } from './age.ts'
import './lost.css'

/** On every open screen while the network is gone: how old is what it shows. Its place is there before its words. */
export function Lost({ timezone }: { timezone: string }) {
  const { pathname } = useLocation()
  const at = useLost(useMemo(() => Date.now(), [pathname]))
  useClock(timezone)
  return (
    <div role="status">
      {at !== undefined && (
        <p className="banner banner-danger off-lost">
          <Icon d={wifiOff} />
          <span>
            <b>Sin conexión</b> · datos de {ageText(at, Date.now(), timezone)}; se actualizarán cuando vuelva.
          </span>
        </p>
      )}
    </div>
  )
}

import '../ui/banner.css'
import { Icon } from '../ui/icon.tsx'
import { wifiOff } from '../ui/icons.ts'
import type { ActionState } from './use-action.ts'

/**
 * Shown while it is unknown whether a change arrived. It is a live region, read out when text appears in it.
 */
export function Lost({ action: { state, retryNow } }: { action: Pick<ActionState, 'state' | 'retryNow'> }) {
  return (
    <div className="lost" aria-live="assertive">
      {state === 'lost' && (
        <div className="banner banner-warn">
          <Icon d={wifiOff} />
          <span>
            Se cortó la conexión. Estamos comprobando si el cambio quedó hecho… No cierres esta página: aunque
            lo intentemos varias veces, se hace una sola vez.
          </span>
          <button type="button" className="btn" onClick={retryNow}>
            Reintentar ahora
          </button>
        </div>
      )}
    </div>
  )
}

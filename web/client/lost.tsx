import '../ui/banner.css'
import { Icon } from '../ui/icon.tsx'
import { wifiOff } from '../ui/icons.ts'
import type { Acting } from './use-act.ts'

/** While nobody knows whether a change has arrived. Its place is read out as soon as there is something in it. */
export function Lost({ acting: { state, retryNow } }: { acting: Pick<Acting, 'state' | 'retryNow'> }) {
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

import { counted } from '#domain/numbers.ts'
import { amPm, clockTime } from '#domain/dates.ts'
import { useState } from 'react'
import './audit-log.css'
import { dateOf, minuteOf } from './numbers.ts'
import { Retry } from './retry.tsx'
import { useLoaded } from './use-loaded.ts'

interface Act {
  id: number
  act: string
  business_name: string | null
  administrator: string | null
  detail: { reason?: unknown; packages?: unknown; reference?: unknown }
  at: string
}

const NAMES: Record<string, string> = {
  login: 'Entró al panel',
  login_failed: 'Intento de acceso fallido',
  logout: 'Cerró sesión',
  suspend: 'Suspendió un negocio',
  reactivate: 'Reactivó un negocio',
  grant_credits: 'Otorgó créditos',
}

const FIRST = 10
const MORE = 20
const MOST = 500

/** What administrators did, newest first. */
export function AuditLog() {
  const [limit, setLimit] = useState(FIRST)
  const { data, isFailed, isLoading, reload } = useLoaded<{ acts: Act[] }>(`/api/admin/audit?limit=${limit}`)
  const acts = data?.acts ?? []
  return (
    <section className="card" aria-labelledby="registro" aria-busy={isLoading}>
      <div className="card-h">
        <h2 className="h2" id="registro">
          Registro de actividad
        </h2>
      </div>
      {isFailed && <Retry what="el registro" onRetry={reload} />}
      {data && acts.length === 0 && <p className="audit-none muted">Todavía no hay actividad.</p>}
      <ul className="audit">
        {acts.map((act) => (
          <li key={act.id}>
            <div>
              <b>{NAMES[act.act] ?? 'Otra acción'}</b>
              {act.business_name && <span> · {act.business_name}</span>}
              {detailOf(act) && <small>{detailOf(act)}</small>}
            </div>
            <small className="num">
              {act.administrator ?? 'Sin cuenta'}
              <br />
              <time dateTime={act.at}>
                {dateOf(act.at)}, {amPm(clockTime(minuteOf(act.at)))}
              </time>
            </small>
          </li>
        ))}
      </ul>
      {acts.length === limit && limit < MOST && (
        <button
          type="button"
          className="btn btn-3 audit-more"
          aria-disabled={isLoading}
          onClick={() => !isLoading && setLimit(Math.min(MOST, limit + MORE))}
        >
          Ver más
        </button>
      )}
    </section>
  )
}

function detailOf({ detail: { reason, packages, reference } }: Act): string {
  const parts = [
    typeof packages === 'number' && counted(packages, 'paquete'),
    typeof reference === 'string' && `Pago ${reference}`,
    typeof reason === 'string' && `Motivo: ${reason}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
